"""A value that is made once for all who ask for it at about the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """What `make` returns, at most `kept_ms()` old by the clock `now` (ms), and made after the last `drop`."""

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
            now, drops = self._now(), self._drops
            if self._made is not None and 0 <= now - self._made[0] < self._kept_ms():
                return self._made[1]
            value = await self._make()
            self._made = (now, value) if drops == self._drops else None
            return value

    def drop(self) -> None:
        """Something has changed: the value is to be made anew."""
        self._made = None
        self._drops += 1
