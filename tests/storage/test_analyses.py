"""Analyses in the database: the latest of each game and ply, so many of all."""

from __future__ import annotations

import asyncio
from uuid import uuid4

from axedrez.storage import AnalysisStore, Store
from axedrez.storage.analyses import MAX_ANALYSIS_BYTES
from tests.storage.test_migrations import changed
from tests.storage.test_store import created


def test_analyses(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        kept = AnalysisStore(store.engine, store.writer, most=3)
        games = [(await created(store))[0].id for _ in range(3)]
        first = games[0]
        assert await kept.find(first, 0, "k") is None
        await kept.keep(first, 0, "k", b"\x00\xff one", 10)
        assert await kept.find(first, 0, "k") == b"\x00\xff one"
        assert await kept.find(first, 0, "other") is None
        assert await kept.find(uuid4(), 0, "k") is None
        await kept.keep(first, 1, "deeper", b"two", 11)
        await kept.keep(first, 0, "newer", b"three", 12)
        assert [await kept.find(first, ply, key) for ply, key in ((0, "k"), (0, "newer"), (1, "deeper"))] == [
            None,
            b"three",
            b"two",
        ]
        await kept.keep(games[1], 0, "k", b"four", 13)
        await kept.keep(games[2], 0, "k", b"five", 14)
        assert await kept.find(first, 1, "deeper") is None
        assert [await kept.find(game, 0, key) for game, key in zip(games, ("newer", "k", "k"), strict=True)] == [
            b"three",
            b"four",
            b"five",
        ]
        await kept.keep(games[2], 0, "long", bytes(MAX_ANALYSIS_BYTES + 1), 15)
        assert await kept.find(games[2], 0, "k") == b"five"
        await store.close()
        await changed(database, revision="0012")
        again = await Store.open(database)
        assert await AnalysisStore(again.engine, again.writer).find(first, 0, "newer") is None
        await again.close()

    asyncio.run(test())
