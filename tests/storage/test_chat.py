"""Chat lines and reports in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID, uuid4

from axedrez.storage import ChatLine, ChatStore, Report, Store
from tests.storage.test_store import created


def run(database: str, test: Callable[[ChatStore, UUID], Awaitable[None]]) -> None:
    async def inside() -> None:
        store = await Store.open(database)
        try:
            header, _ = await created(store)
            await test(ChatStore(store.engine, store.writer), header.id)
        finally:
            await store.close()

    asyncio.run(inside())


def test_chat(database: str) -> None:
    async def test(chat: ChatStore, game: UUID) -> None:
        def line(text: str, at: int, room: str = "players") -> ChatLine:
            return ChatLine(uuid4(), game, room, uuid4(), "Ana", None, text, at)  # type: ignore[arg-type]

        lines = [line("hola", 1), line("¿otra?", 2), line("bonita", 1, "spectators")]
        for each in lines:
            assert await chat.add_line(each)
        assert not await chat.add_line(lines[0])
        assert await chat.recent_lines(game, "players", 10) == lines[:2]
        assert await chat.recent_lines(game, "players", 1) == [lines[1]]
        assert await chat.recent_lines(game, "spectators", 10) == lines[2:]
        assert await chat.recent_lines(uuid4(), "players", 10) == []

    run(database, test)


def test_reports(database: str) -> None:
    async def test(chat: ChatStore, game: UUID) -> None:
        first, second = (Report(uuid4(), uuid4(), uuid4(), game, "insults", at) for at in (1, 2))
        for report in (second, first):
            assert await chat.add_report(report)
        assert not await chat.add_report(first)
        assert await chat.open_reports(10) == [first, second]
        assert await chat.settle_report(first.id, 5)
        assert not await chat.settle_report(first.id, 6)
        assert await chat.open_reports(10) == [second]

    run(database, test)
