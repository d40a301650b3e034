"""A lock for a database that has one writer at a time: first come, first served, for threads and coroutines.

SQLite itself lets those who wait try again after ever longer pauses, so that whoever comes often is served before
whoever has waited: a move could wait for half a second beside strangers who sign out. The thread that writes the moves
of all games at once gets the lock next, but not twice in a row while others wait: it does not need it more often where
there are more moves.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

Wake = Callable[[], object]


class FairLock:
    """The lock of one database, within this process."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._is_taken = self._was_thread = False
        self._threads: deque[Wake] = deque()
        self._coroutines: deque[Wake] = deque()

    @contextmanager
    def in_thread(self) -> Iterator[None]:
        """Hold the lock in a thread, which waits for it."""
        mine = threading.Event()
        if not self._take(mine.set, self._threads):
            mine.wait()
        try:
            yield
        finally:
            self._hand_on()

    @asynccontextmanager
    async def in_loop(self) -> AsyncIterator[None]:
        """Hold the lock in a coroutine."""
        loop, mine = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            loop.call_soon_threadsafe(mine.set)

        if not self._take(wake, self._coroutines):
            try:
                await mine.wait()
            except BaseException:
                self._give_up(wake)
                raise
        try:
            yield
        finally:
            self._hand_on()

    def _take(self, wake: Wake, line: deque[Wake]) -> bool:
        """Take the lock if it is free; otherwise stand in line: `wake` is called when one has it."""
        with self._mutex:
            if self._is_taken:
                line.append(wake)
                return False
            self._is_taken, self._was_thread = True, line is self._threads
            return True

    def _give_up(self, wake: Wake) -> None:
        with self._mutex:
            if wake in self._coroutines:
                self._coroutines.remove(wake)
                return
        self._hand_on()  # one had it already

    def _hand_on(self) -> None:
        while True:
            with self._mutex:
                after_thread = self._was_thread and self._coroutines
                line = self._coroutines if after_thread or not self._threads else self._threads
                if not line:
                    self._is_taken = False
                    return
                wake, self._was_thread = line.popleft(), line is self._threads
            try:
                wake()
            except RuntimeError:  # the loop of whoever waited has ended
                continue
            return
