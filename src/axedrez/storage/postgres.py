"""Writing to PostgreSQL: an append is one statement, which is a transaction of its own."""

from __future__ import annotations

from collections.abc import Callable

import asyncpg
import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.writer import Batch, ClashError, Result

APPENDING = 8
"""Connections that append: the server commits together what they send at the same time."""

CUT = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.AdminShutdownError, ConnectionError)


def is_cut(fault: Exception) -> bool:
    """Whether a fault only says that a restart of the database has cut a connection: the next one may do."""
    if isinstance(fault, DBAPIError):
        cause = fault.orig.__cause__ if fault.orig is not None else None
        return fault.connection_invalidated or isinstance(cause, CUT)
    return isinstance(fault, CUT)


APPEND = """
WITH moved AS (
    UPDATE games SET ({columns}) = (SELECT {columns} FROM json_populate_record(NULL::games, $3))
    WHERE id = $1 AND seq = $2
    RETURNING id
), logged AS (
    INSERT INTO events SELECT event.* FROM moved, json_populate_recordset(NULL::events, $4) AS event
), answered AS (
    INSERT INTO commands SELECT command.* FROM moved, json_populate_recordset(NULL::commands, $5) AS command
)
SELECT count(*) FROM moved
"""


class PostgresWriter:
    """Appends past the layers that other statements go through, which take longer than the statement itself."""

    def __init__(self, engine: AsyncEngine, pool: asyncpg.Pool) -> None:
        self._engine = engine
        self._pool = pool

    @classmethod
    async def open(cls, engine: AsyncEngine) -> PostgresWriter:
        """A writer over the database of `engine`."""
        _, where = engine.dialect.create_connect_args(engine.url)
        return cls(engine, await asyncpg.create_pool(min_size=0, max_size=APPENDING, reset=_as_it_is, **where))

    async def append(self, batch: Batch) -> bool:
        """See `Writer`."""
        texts = [
            msgspec.json.encode(part).decode()
            for part in (batch.summary, batch.events, [batch.command] if batch.command else [])
        ]
        statement = APPEND.format(columns=", ".join(batch.summary))
        arguments = (batch.game, batch.expected_seq, *texts)
        try:
            try:
                moved = await self._pool.fetchval(statement, *arguments)
            except CUT:
                # A restart has cut the connection. Should the batch have been written, it is not expected any more.
                moved = await self._pool.fetchval(statement, *arguments)
        except asyncpg.UniqueViolationError as fault:
            raise ClashError(str(fault)) from fault
        return bool(moved)

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """See `Writer`."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """See `Writer`."""
        await self._pool.close()


async def _as_it_is(_connection: object) -> None:
    """What an append leaves of a connection needs no cleaning up."""
