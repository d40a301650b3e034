"""Work in processes of its own: how a sheet travels there, and how such processes begin and end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing.connection import wait as wait_for
from typing import TYPE_CHECKING

import msgspec

from axedrez import library
from axedrez.core import Game
from axedrez.rulesheet.validation import to_json

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

LOOK_EVERY_S = 0.2
NICE = 10
"""Long work makes way for whatever else runs: a server's games, the programs of whoever sits there."""
_GRACE_S = 2.0
"""So long a worker may take to leave its work before it is ended."""


def frozen(game: Game) -> str:
    """The sheet of a game as a text that travels."""
    return to_json(game.sheet).decode()


@lru_cache(maxsize=8)
def thawed(sheet: str) -> Game:
    """The game of a text that travelled."""
    return library.from_data(msgspec.json.decode(sheet, type=dict[str, object]))


def usual_processes() -> int:
    """One for every processor."""
    return max(1, os.cpu_count() or 1)


def spare_processes() -> int:
    """One for every processor but one, which is left to those who play."""
    return max(1, usual_processes() - 1)


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C, which a terminal sends to all: their parent ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin(halt: Event) -> None:
    """Once in every worker: leave the signals of the terminal to the parent, and end with it or soon after `halt`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_watch, args=(halt,), daemon=True).start()


def _watch(halt: Event) -> None:
    parent = multiprocessing.parent_process()
    while not halt.is_set():
        if parent is not None and wait_for([parent.sentinel], LOOK_EVERY_S):
            os._exit(1)
    time.sleep(_GRACE_S)  # kernels that are being compiled do not look up
    os._exit(1)
