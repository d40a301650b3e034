"""Writing to PostgreSQL: concurrent appends are one statement, which is a transaction of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import asyncpg
import msgspec
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.away import CONNECT_S, CUT, DatabaseAway
from axedrez.storage.writers import Batch, ClashError, Result

UNDER_WAY = 2
"""How many statements run at a time; appends that come meanwhile share the next one."""

MAX_GROUP = 64

PATIENCE_S = 20
"""Timeout of a statement (seconds)."""

PLANS = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off"
"""Cached plans must use the indexes, even if they were made while the tables were small."""

APPEND = """
WITH expected AS (
    SELECT game.id FROM games AS game JOIN unnest($1::text[], $2::int[]) AS own (id, seq)
    ON game.id = own.id AND game.seq = own.seq
    ORDER BY game.id FOR NO KEY UPDATE OF game
), moved AS (
    UPDATE games SET {columns} FROM json_populate_recordset(NULL::games, $3) AS new JOIN expected USING (id)
    WHERE games.id = new.id
    RETURNING games.id
), logged AS (
    INSERT INTO events
    SELECT event.* FROM json_populate_recordset(NULL::events, $4) AS event JOIN moved ON event.game = moved.id
), answered AS (
    INSERT INTO commands
    SELECT command.* FROM json_populate_recordset(NULL::commands, $5) AS command JOIN moved ON command.game = moved.id
)
SELECT id FROM moved
"""


class _Job(NamedTuple):
    batch: Batch
    done: asyncio.Future[bool]


class PostgresWriter:
    """Appends through asyncpg directly: SQLAlchemy would cost more than the statement itself.

    Waiting batches share one statement; rows are locked in order, so that no two statements deadlock.
    """

    def __init__(self, engine: AsyncEngine, pool: asyncpg.Pool) -> None:
        self._engine = engine
        self._pool = pool
        self._waiting: list[_Job] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, engine: AsyncEngine) -> PostgresWriter:
        """A writer over the database of `engine`."""
        _, where = engine.dialect.create_connect_args(engine.url)
        where = {"timeout": CONNECT_S, "command_timeout": PATIENCE_S, **where}
        pool = await asyncpg.create_pool(min_size=0, max_size=UNDER_WAY, init=_set_up, reset=_as_it_is, **where)
        return cls(engine, pool)

    async def append(self, batch: Batch) -> bool:
        """See `Writer`."""
        job = _Job(batch, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._go_on()
        return await job.done

    def _go_on(self) -> None:
        while self._waiting and len(self._tasks) < UNDER_WAY:
            task = asyncio.create_task(self._serve(self._next_group()))
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._go_on()

    def _next_group(self) -> list[_Job]:
        """The batches that have waited longest; of each game only the first."""
        group: dict[str, _Job] = {}
        left = []
        for job in self._waiting:
            if job.batch.game in group or len(group) == MAX_GROUP:
                left.append(job)
            else:
                group[job.batch.game] = job
        self._waiting = left
        return list(group.values())

    async def _serve(self, group: list[_Job]) -> None:
        try:
            moved = await self._write([job.batch for job in group])
        except Exception as fault:
            if len(group) > 1:  # nothing was written: repeat one by one, so that only the faulty one fails
                for job in group:
                    await self._serve([job])
            elif not group[0].done.done():
                group[0].done.set_exception(fault)
            return
        for job in group:
            if not job.done.done():
                job.done.set_result(job.batch.game in moved)

    async def _write(self, group: list[Batch]) -> set[str]:
        """Write batches of different games; returns the games whose log had not grown."""
        rows = [{"id": batch.game, **batch.summary} for batch in group]
        events = [event for batch in group for event in batch.events]
        commands = [batch.command for batch in group if batch.command is not None]
        texts = [msgspec.json.encode(part).decode() for part in (rows, events, commands)]
        statement = APPEND.format(columns=", ".join(f"{name} = new.{name}" for name in group[0].summary))
        arguments = ([batch.game for batch in group], [batch.expected_seq for batch in group], *texts)
        try:
            try:
                moved = await self._pool.fetch(statement, *arguments)
            except CUT:
                # A restart has cut the connection. If the first try was written, `expected_seq` no longer matches.
                moved = await self._pool.fetch(statement, *arguments)
        except asyncpg.UniqueViolationError as fault:
            raise ClashError(str(fault)) from fault
        except OSError as fault:  # no server at that address
            raise DatabaseAway(str(fault) or type(fault).__name__) from fault
        return {row["id"] for row in moved}

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """See `Writer`."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """See `Writer`."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._pool.close()


async def _set_up(connection: asyncpg.Connection) -> None:
    await connection.execute(PLANS)


async def _as_it_is(_connection: object) -> None:
    """Skip the reset of a connection: an append needs none."""
