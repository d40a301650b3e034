"""Games that are due, heartbeats of servers, and outages."""

from __future__ import annotations

import time
from uuid import UUID

import msgspec
from sqlalchemy import BigInteger, Connection, cast, exists, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.schema import games, outages, pulse
from axedrez.storage.shared_clock import LONG_MS, ClockReading, steady_ms
from axedrez.storage.writers import Writer

TRIES = 3
"""So often the clock is read, where reading it takes long."""


class Outage(msgspec.Struct, frozen=True):
    """A time in which no server ran (ms since the epoch)."""

    began: int
    until: int


class Timekeeping:
    """Due games, heartbeats and outages of a database. Every method is one transaction."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def next_due(self, now: int) -> int | None:
        """When the next game is due that is not claimed at `now`."""
        query = select(func.min(games.c.due_at)).where(games.c.leased_until <= now)
        async with self._engine.connect() as connection:
            found: int | None = await connection.scalar(query)
        return found

    async def claim(self, now: int, lease_ms: int, most: int) -> list[UUID]:
        """Claim up to `most` games that are due at `now`; for `lease_ms` no other server gets them."""
        query = select(games.c.id).where(games.c.due_at <= now, games.c.leased_until <= now).order_by(games.c.due_at)
        due = query.limit(most).with_for_update(skip_locked=True).cte()  # a CTE is evaluated once, unlike a subquery
        taken = (
            update(games)
            .where(games.c.id.in_(select(due.c.id)))
            .values(leased_until=now + lease_ms)
            .returning(games.c.id)
        )
        found = await self._writer.run(lambda connection: connection.scalars(taken).all())
        return [UUID(game) for game in found]

    async def postpone(self, game: UUID, seq: int, due_at: int | None) -> None:
        """Change when a game is due to `due_at`, unless its log has gone past `seq`."""
        here = (games.c.id == str(game)) & (games.c.seq == seq)
        later = update(games).where(here).values(due_at=due_at, leased_until=0)
        await self._writer.run(lambda connection: connection.execute(later))

    async def sight(self) -> ClockReading:
        """Read the clock of the database, and the last heartbeat; again, a few times, if that took long."""
        for _ in range(TRIES):
            sight = await self._sight()
            if sight.took <= LONG_MS:
                break
        return sight

    async def _sight(self) -> ClockReading:
        postgres = self._engine.dialect.name == "postgresql"
        shown = func.extract("epoch", func.clock_timestamp()) * 1000 if postgres else literal(0)
        async with self._engine.connect() as connection:
            await connection.scalar(select(literal(0)))  # opens the connection, which must not count as part of `took`
            began = steady_ms()
            at, wall, now = (await connection.execute(select(pulse.c.at, pulse.c.wall, cast(shown, BigInteger)))).one()
        if not postgres:  # an SQLite file has the clock of its machine
            began = steady_ms()
            now = time.time_ns() // 1_000_000
        took = steady_ms() - began  # even between two lines a busy process may have to wait
        return ClockReading(now, at, wall, began + took // 2, took)

    async def beat(
        self, now: int, lived: int, silence_ms: int, wall: int | None = None, *, always: bool = False
    ) -> None:
        """Write that a server runs at `now`; this one ran at `lived` too. The database's clock shows `wall`.

        If none seems to have run for more than `silence_ms`, an outage is stored, and all games that wait for a time
        become due, so that the time is credited to them. A server that only writes its heartbeats late has run: an
        outage begins after the last event of any game. Without such games nothing is written, unless `always`.
        """
        if not always:
            async with self._engine.connect() as connection:
                if not await connection.scalar(select(exists().where(games.c.due_at.is_not(None)))):
                    return
        await self._writer.run(lambda connection: _beat(connection, now, lived, silence_ms, wall))

    async def outages(self, after: int) -> list[Outage]:
        """The outages that ended after `after`, in order."""
        query = select(outages).where(outages.c.until > after).order_by(outages.c.until)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [Outage(row["began"], row["until"]) for row in rows]


def _beat(connection: Connection, now: int, lived: int, silence_ms: int, wall: int | None) -> None:
    seen = connection.scalar(select(pulse.c.at).with_for_update())
    assert seen is not None  # a migration wrote it
    last = max(seen, lived)
    if now - last > silence_ms:
        written = connection.scalar(select(func.max(games.c.updated_at)).where(games.c.updated_at <= now))
        last = max(last, written or 0)
    if now - last > silence_ms:
        connection.execute(insert(outages).values(began=last, until=now))
        waiting = games.c.due_at.is_not(None)
        connection.execute(update(games).where(waiting).values(due_at=now, leased_until=0))
    connection.execute(update(pulse).where(pulse.c.at <= now).values(at=now, wall=wall))
