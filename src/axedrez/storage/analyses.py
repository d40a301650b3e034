"""Finished analyses of games, kept for when they are asked for again."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.schema import analyses
from axedrez.storage.writers import Writer

MAX_ANALYSES = 5_000
"""So many are kept, the latest; the analysis of a game of a hundred turns takes some 20 KB."""
MAX_ANALYSIS_BYTES = 1_000_000
"""Bytes; a longer one is not kept."""


class AnalysisStore:
    """The table of analyses: the latest one for each game and `ply` (0: by search). Every method is one transaction."""

    def __init__(self, engine: AsyncEngine, writer: Writer, most: int = MAX_ANALYSES) -> None:
        self._engine = engine
        self._writer = writer
        self._most = most

    async def find(self, game: UUID, ply: int, key: str) -> bytes | None:
        """The data of the analysis of a game with this key, if it is kept."""
        here = (analyses.c.game == str(game)) & (analyses.c.ply == ply) & (analyses.c.key == key)
        async with self._engine.connect() as connection:
            found: bytes | None = await connection.scalar(select(analyses.c.data).where(here))
        return found

    async def keep(self, game: UUID, ply: int, key: str, data: bytes, now: int) -> None:
        """Keep an analysis instead of the one before; the oldest of all make room for it."""
        if len(data) > MAX_ANALYSIS_BYTES:
            return

        def work(connection: Connection) -> None:
            connection.execute(delete(analyses).where(analyses.c.game == str(game), analyses.c.ply == ply))
            connection.execute(insert(analyses).values(game=str(game), ply=ply, key=key, at=now, data=data))
            last = select(analyses.c.at).order_by(analyses.c.at.desc()).offset(self._most).limit(1).scalar_subquery()
            connection.execute(delete(analyses).where(analyses.c.at <= last))

        await self._writer.run(work)
