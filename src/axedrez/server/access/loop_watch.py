"""Watches the event loop from outside: how late it answers, and what held it."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from pathlib import Path
from types import FrameType

from litestar.handlers import BaseRouteHandler
from prometheus_client import Histogram

import axedrez
from axedrez.server.access.requesters import Connection

log = logging.getLogger("axedrez.server")

LAG = Histogram(
    "axedrez_loop_lag_seconds",
    "How late the event loop answers, asked four times a second",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
EVERY_S = 0.25
LONG_S = 0.5
"""From here on the log says what held it."""
PACKAGE = str(Path(axedrez.__file__).parent)


async def named(connection: Connection, handler: BaseRouteHandler) -> None:
    """A guard of every route: its name is told where the request holds the event loop."""
    task = asyncio.current_task()
    if task is not None:
        task.set_name(f"{connection.scope.get('method', 'socket')} {' '.join(sorted(handler.paths))}")


class LoopWatch:
    """A thread that asks the event loop to answer, again and again."""

    def __init__(self, every_s: float = EVERY_S, long_s: float = LONG_S) -> None:
        self._every_s = every_s
        self._long_s = long_s
        self._ended = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._thread_id = threading.get_ident()
        self._thread = threading.Thread(target=self._watch, name="loop watch", daemon=True)

    def start(self) -> None:
        """Start."""
        self._thread.start()

    async def close(self) -> None:
        """Stop."""
        self._ended.set()
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    def _watch(self) -> None:
        while not self._ended.wait(self._every_s):
            answered, told = threading.Event(), ""
            asked = time.monotonic()
            try:
                self._loop.call_soon_threadsafe(answered.set)
            except RuntimeError:  # the loop is closed
                return
            while not answered.wait(self._long_s):
                if self._ended.is_set():
                    return
                told = told or self._held_by()
            lag_s = time.monotonic() - asked
            LAG.observe(lag_s)
            if told:
                log.warning("the event loop was held for %.1f s by %s", lag_s, told)

    def _held_by(self) -> str:
        """The request, and our innermost line at which it is."""
        frame = sys._current_frames().get(self._thread_id)
        task = asyncio.current_task(self._loop)
        name = task.get_name() if task is not None else "the loop itself"
        return f"{name} at {_our_line(frame)}"


def _our_line(frame: FrameType | None) -> str:
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(PACKAGE):
            return f"{Path(file).relative_to(PACKAGE)}:{frame.f_lineno} ({frame.f_code.co_name})"
        frame = frame.f_back
    return "a line of a library"
