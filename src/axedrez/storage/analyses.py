"""Finished analyses of games, kept for when they are asked for again."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.schema import analyses
from axedrez.storage.writers import Writer

MAX_ANALYSES = 100_000
"""So many are kept, the latest; the analysis of a game of a hundred turns takes some 20 KB."""
MAX_ANALYSIS_BYTES = 1_000_000
"""Bytes; a longer one is not kept."""


class StoredAnalysis(NamedTuple):
    """An analysis as it is stored: its key, and its review, compressed."""

    key: str
    data: bytes


class AnalysisStore:
    """The table of analyses: the latest one for each game and `ply` (0: by search). Every method is one transaction."""

    def __init__(self, engine: AsyncEngine, writer: Writer, most: int = MAX_ANALYSES) -> None:
        self._engine = engine
        self._writer = writer
        self._most = most

    async def latest(self, game: UUID, key: str) -> StoredAnalysis | None:
        """The latest analysis of a game whose key begins so, if one is kept."""
        here = (analyses.c.game == str(game)) & analyses.c.key.startswith(key, autoescape=True)
        wanted = select(analyses.c.key, analyses.c.data).where(here).order_by(analyses.c.at.desc()).limit(1)
        async with self._engine.connect() as connection:
            found = (await connection.execute(wanted)).first()
        return None if found is None else StoredAnalysis(*found)

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
