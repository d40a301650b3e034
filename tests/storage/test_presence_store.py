"""Presence in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID, uuid4

from axedrez.storage import PresenceStore, Store, closed_since, present
from tests.storage.test_store import created


def run(database: str, test: Callable[[PresenceStore, UUID], Awaitable[None]]) -> None:
    async def inside() -> None:
        store = await Store.open(database)
        try:
            header, _ = await created(store)
            await test(PresenceStore(store.engine, store.writer), header.id)
        finally:
            await store.close()

    asyncio.run(inside())


def test_presence(database: str) -> None:
    async def test(presence: PresenceStore, game: UUID) -> None:
        ana, one, two = uuid4(), uuid4(), uuid4()

        async def absence(now: int) -> int | None:
            return closed_since((await presence.attendances([uuid4(), game]))[game], ana, now)

        async def here(now: int) -> frozenset[UUID]:
            return present((await presence.attendances([game, uuid4()]))[game], now)

        assert await absence(1000) is None, "never there"
        await presence.heartbeat(one, 1000)
        await presence.heartbeat(two, 1000)
        await presence.enter(game, ana, one)
        await presence.enter(game, ana, two)
        assert await absence(2000) is None
        assert await here(2000) == {ana}
        await presence.leave(game, ana, one, 2000)
        assert await absence(2500) is None, "at the other server still"
        await presence.leave(game, ana, two, 3000)
        assert await absence(9000) == 3000
        assert await here(3000) == frozenset()
        await presence.enter(game, ana, one)
        assert await absence(5000) is None
        assert await absence(6001) == 3000, "that server is silent"
        await presence.heartbeat(one, 7000)
        assert await absence(8000) is None
        assert await absence(13_000) is None, "there until the server went away"
        await presence.sweep(6000)
        assert await absence(8000) is None
        await presence.sweep(8000)
        assert await absence(8000) is None

    run(database, test)
