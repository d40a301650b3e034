"""Chat, presence and reports in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID, uuid4

from axedrez.storage import ChatLine, Company, Report, Store, closed_since, present
from storage.test_store import created


def run(database: str, test: Callable[[Company, UUID], Awaitable[None]]) -> None:
    async def inside() -> None:
        store = await Store.open(database)
        try:
            header, _ = await created(store)
            await test(Company(store.engine, store.writer), header.id)
        finally:
            await store.close()

    asyncio.run(inside())


def test_chat(database: str) -> None:
    async def test(company: Company, game: UUID) -> None:
        def line(text: str, at: int, room: str = "players") -> ChatLine:
            return ChatLine(uuid4(), game, room, uuid4(), "Ana", None, text, at)  # type: ignore[arg-type]

        lines = [line("hola", 1), line("¿otra?", 2), line("bonita", 1, "spectators")]
        for each in lines:
            assert await company.say(each)
        assert not await company.say(lines[0])
        assert await company.said(game, "players", 10) == lines[:2]
        assert await company.said(game, "players", 1) == [lines[1]]
        assert await company.said(game, "spectators", 10) == lines[2:]
        assert await company.said(uuid4(), "players", 10) == []

    run(database, test)


def test_presence(database: str) -> None:
    async def test(company: Company, game: UUID) -> None:
        ana, one, two = uuid4(), uuid4(), uuid4()

        async def absence(now: int) -> int | None:
            return closed_since((await company.attendances([uuid4(), game]))[game], ana, now)

        async def here(now: int) -> frozenset[UUID]:
            return present((await company.attendances([game, uuid4()]))[game], now)

        assert await absence(1000) is None, "never there"
        await company.beat(one, 1000)
        await company.beat(two, 1000)
        await company.come(game, ana, one)
        await company.come(game, ana, two)
        assert await absence(2000) is None
        assert await here(2000) == {ana}
        await company.go(game, ana, one, 2000)
        assert await absence(2500) is None, "at the other server still"
        await company.go(game, ana, two, 3000)
        assert await absence(9000) == 3000
        assert await here(3000) == frozenset()
        await company.come(game, ana, one)
        assert await absence(5000) is None
        assert await absence(6001) == 3000, "that server is silent"
        await company.beat(one, 7000)
        assert await absence(8000) is None
        assert await absence(13_000) is None, "there until the server went away"
        await company.sweep(6000)
        assert await absence(8000) is None
        await company.sweep(8000)
        assert await absence(8000) is None

    run(database, test)


def test_reports(database: str) -> None:
    async def test(company: Company, game: UUID) -> None:
        first, second = (Report(uuid4(), uuid4(), uuid4(), game, "insults", at) for at in (1, 2))
        for report in (second, first):
            assert await company.report(report)
        assert not await company.report(first)
        assert await company.open_reports(10) == [first, second]
        assert await company.settle(first.id, 5)
        assert not await company.settle(first.id, 6)
        assert await company.open_reports(10) == [second]

    run(database, test)
