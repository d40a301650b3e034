"""Who reads a game neither waits for those who act in it nor keeps them waiting, however many read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from axedrez.match import Command, GameSetup
from axedrez.server.base.errors import NotFound
from axedrez.server.play.games import Games
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.storage import Store
from tests.match.takeaway import TakeawayGame, TakeawayRulebooks, TakeawaySheet
from tests.patience import LONG_S


def with_games(folder: Path, test: Callable[[Games, UUID], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Store.open(f"sqlite:///{folder / 'games.db'}")
        games = Games(store, RulebookStore(store, TakeawayRulebooks()))
        try:
            made = await games.create(uuid4(), TakeawayGame(TakeawaySheet()), GameSetup("21/w"))
            await asyncio.wait_for(test(games, made.header.id), LONG_S)
        finally:
            await games.store.close()

    asyncio.run(run())


def move(seq: int) -> Command:
    fields = {"type": "move", "id": str(uuid4()), "expected_seq": seq, "move": "take1"}
    command: Command = msgspec.convert(fields, Command)
    return command


def test_readers_do_not_wait_for_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(games: Games, game: UUID) -> None:
        append, go_on, begun = games.store.append, asyncio.Event(), asyncio.Event()

        async def slow(*arguments: Any) -> None:
            begun.set()
            await go_on.wait()
            await append(*arguments)

        monkeypatch.setattr(games.store, "append", slow)
        acting = asyncio.create_task(games.command(game, move(0)))
        await begun.wait()
        assert (await games.get(game)).record.seq == 0
        go_on.set()
        assert (await acting)[1].record.seq == (await games.get(game)).record.seq == 1

    with_games(tmp_path, test)


def test_many_readers_ask_the_database_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(games: Games, game: UUID) -> None:
        seqs, asked = games.store.seqs, 0

        async def counted(some: list[UUID]) -> dict[UUID, int]:
            nonlocal asked
            asked += 1
            return await seqs(some)

        monkeypatch.setattr(games.store, "seqs", counted)
        tables = await asyncio.gather(*(games.get(game) for _ in range(300)))
        assert {table.record.seq for table in tables} == {0}
        assert asked <= 2
        with pytest.raises(NotFound):
            await games.get(uuid4())

    with_games(tmp_path, test)


def test_a_reader_who_comes_after_a_command_sees_it(tmp_path: Path) -> None:
    async def test(games: Games, game: UUID) -> None:
        for seq in range(10):
            readers = [asyncio.create_task(games.get(game)) for _ in range(5)]
            await games.command(game, move(seq))
            assert (await games.get(game)).record.seq == seq + 1
            assert {(await reader).record.seq for reader in readers} <= {seq, seq + 1}

    with_games(tmp_path, test)
