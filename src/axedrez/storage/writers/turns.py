"""Turns at a database that one writer at a time may change: first come, first served, for threads and coroutines.

SQLite itself lets those who wait try again after ever longer pauses, so that whoever comes often is served before
whoever has waited: a move could wait for half a second beside strangers who sign out.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

Wake = Callable[[], object]


class Turns:
    """The turns at one database, within this process."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._is_taken = False
        self._waiting: deque[Wake] = deque()

    @contextmanager
    def in_thread(self) -> Iterator[None]:
        """A turn of a thread, which waits for it."""
        mine = threading.Event()
        if not self._take(mine.set):
            mine.wait()
        try:
            yield
        finally:
            self._hand_on()

    @asynccontextmanager
    async def in_loop(self) -> AsyncIterator[None]:
        """A turn of a coroutine."""
        loop, mine = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            loop.call_soon_threadsafe(mine.set)

        if not self._take(wake):
            try:
                await mine.wait()
            except BaseException:
                self._give_up(wake)
                raise
        try:
            yield
        finally:
            self._hand_on()

    def _take(self, wake: Wake) -> bool:
        """Take the turn if it is free; otherwise `wake` is called when it is one's own."""
        with self._mutex:
            if self._is_taken:
                self._waiting.append(wake)
                return False
            self._is_taken = True
            return True

    def _give_up(self, wake: Wake) -> None:
        with self._mutex:
            if wake in self._waiting:
                self._waiting.remove(wake)
                return
        self._hand_on()  # it had become one's own

    def _hand_on(self) -> None:
        while True:
            with self._mutex:
                if not self._waiting:
                    self._is_taken = False
                    return
                wake = self._waiting.popleft()
            try:
                wake()
            except RuntimeError:  # the loop of whoever waited has ended
                continue
            return
