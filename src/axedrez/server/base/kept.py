"""A value that is made once for all who ask for it at about the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """What `make` returned at most `kept_ms()` ago by the clock `now` (ms), and has begun after the last `drop`."""

    def __init__(
        self, make: Callable[[], Awaitable[Value]], now: Callable[[], int], kept_ms: Callable[[], int]
    ) -> None:
        self._make = make
        self._now = now
        self._kept_ms = kept_ms
        self._made: tuple[int, Value] | None = None
        self._drops = 0
        self._making = asyncio.Lock()

    async def get(self) -> Value:
        """The value. Raises what `make` raises, and keeps nothing then."""
        async with self._making:
            if self._made is not None and 0 <= self._now() - self._made[0] < self._kept_ms():
                return self._made[1]
            drops = self._drops
            value = await self._make()
            self._made = (self._now(), value) if drops == self._drops else None
            return value

    def drop(self) -> None:
        """Something has changed: the value is to be made anew."""
        self._made = None
        self._drops += 1
