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
        assert await kept.latest(first, "") is None
        await kept.keep(first, 0, "line a", b"\x00\xff one", 10)
        assert await kept.latest(first, "line a") == ("line a", b"\x00\xff one")
        assert await kept.latest(first, "line") == ("line a", b"\x00\xff one")
        assert await kept.latest(first, "%") is None
        assert await kept.latest(uuid4(), "line a") is None
        await kept.keep(first, 1, "line deeper", b"two", 11)
        assert await kept.latest(first, "line") == ("line deeper", b"two")
        await kept.keep(first, 0, "line b", b"three", 12)
        assert await kept.latest(first, "line a") is None
        assert await kept.latest(first, "line") == ("line b", b"three")
        assert await kept.latest(first, "line deeper") == ("line deeper", b"two")
        await kept.keep(games[1], 0, "k", b"four", 13)
        await kept.keep(games[2], 0, "k", b"five", 14)
        assert await kept.latest(first, "line deeper") is None  # the oldest makes room
        assert [await kept.latest(game, "") for game in games] == [
            ("line b", b"three"),
            ("k", b"four"),
            ("k", b"five"),
        ]
        await kept.keep(games[2], 0, "long", bytes(MAX_ANALYSIS_BYTES + 1), 15)
        assert await kept.latest(games[2], "") == ("k", b"five")
        await store.close()
        await changed(database, revision="0012")
        again = await Store.open(database)
        assert await AnalysisStore(again.engine, again.writer).latest(first, "") is None
        await again.close()

    asyncio.run(test())
