"""Outages: times in which no server of the database ran. No clock of a game runs meanwhile."""

from __future__ import annotations

import asyncio

from axedrez.match import Record
from axedrez.server.base.background_task import BackgroundTask
from axedrez.storage import Outage, SharedClock, Store

BEAT_S = 1.0
SILENCE_MS = 2500
"""Without a heartbeat for longer, no server of the database ran."""


class Outages:
    """Writes heartbeats to the database, finds outages between them, and keeps `clock` in step with other servers."""

    def __init__(self, store: Store, clock: SharedClock) -> None:
        self._store = store
        self._clock = clock
        self._lived = 0
        self._outages: list[Outage] = []
        self._beating = asyncio.Lock()
        self._task = BackgroundTask("pulse", self._go_on, BEAT_S)

    async def start(self) -> None:
        """Write the first heartbeat, and go on in the background."""
        await self.steady()
        self._task.start()

    async def close(self) -> None:
        """Stop."""
        await self._task.close()

    async def steady(self) -> None:
        """Write a heartbeat first if this server has not written one for long: it may not know of an outage yet."""
        if self._is_silent():
            async with self._beating:
                if self._is_silent():
                    await self._beat()

    @property
    def outage_until(self) -> int:
        """When the last outage ended (ms since the epoch); 0 if there was none."""
        return self._outages[-1].until if self._outages else 0

    def down_ms(self, record: Record, now: int) -> int:
        """The part of the time since the last event of a game in which no server ran (ms)."""
        spans = ((max(record.at, outage.began), min(now, outage.until)) for outage in self._outages)
        return sum(until - since for since, until in spans if since < until)

    def _is_silent(self) -> bool:
        return self._clock.now() - self._lived > SILENCE_MS

    async def _go_on(self) -> float:
        async with self._beating:
            await self._beat()
        return BEAT_S

    async def _beat(self) -> None:
        clock, time = self._clock, self._store.time
        jumped = clock.learn(await time.sight())
        now = clock.now()
        await time.beat(now, self._lived, SILENCE_MS, clock.wall(now), always=jumped)
        self._outages += await time.outages(self.outage_until)
        # A server that waits its turn to write runs; one that was stopped meanwhile does not.
        self._lived = written if (written := clock.now()) - now <= SILENCE_MS else now
