"""PostgreSQL: appends that wait together are one statement, and share nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from axedrez.match import GameSetup, Record
from axedrez.match.events import Moved
from axedrez.storage import GameHeader, Store
from axedrez.storage.writers import Batch, ClashError
from axedrez.storage.writers.postgres import MAX_GROUP, UNDER_WAY, PostgresWriter
from tests.match.takeaway import TakeawayGame, TakeawayRulebooks, TakeawaySheet

RULEBOOKS = TakeawayRulebooks()
GAME = TakeawayGame(TakeawaySheet())


class Desk:
    """A store, its writer, and how many statements have appended."""

    def __init__(self, store: Store) -> None:
        assert isinstance(store.writer, PostgresWriter)
        self.store, self.writer, self.statements = store, store.writer, 0
        write = store.writer._write

        async def counted(group: list[Batch]) -> set[str]:
            self.statements += 1
            return await write(group)

        vars(store.writer)["_write"] = counted

    async def games(self, count: int) -> list[str]:
        """New games, without events."""
        return [await self._game() for _ in range(count)]

    async def _game(self) -> str:
        head = GameHeader(
            uuid4(),
            GAME.name,
            {"es": "Montón", "en": "Heap"},
            RULEBOOKS.freeze(GAME),
            GAME.hash,
            1,
            GameSetup("21/w"),
            1_000,
        )
        assert await self.store.create(head, Record(GAME, head.setup), [])
        return str(head.id)

    async def kept(self, game: str) -> list[str]:
        """The moves in a game's log."""
        log = await self.store.events(UUID(game))
        return [event.data.move for event in log if isinstance(event, Moved)]


def batch(game: str, seq: int = 0, move: str = "take1", command: str | None = None) -> Batch:
    event = {"game": game, "seq": seq + 1, "type": "moved", "at": 2_000, "by": "white", "data": {"move": move}}
    known = {"game": game, "id": command or str(uuid4()), "first": seq + 1, "last": seq + 1}
    return Batch(game, seq, {"seq": seq + 1, "plies": seq + 1, "updated_at": 2_000}, [event], known)


def with_desk(url: str, test: Callable[[Desk], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Store.open(url)
        try:
            await test(Desk(store))
        finally:
            await store.close()

    asyncio.run(run())


async def together(desk: Desk, url: str, batches: list[Batch]) -> list[Any]:
    """Let all of them wait while every connection that appends is held up."""
    held = await desk.games(UNDER_WAY)
    own = await asyncpg.connect(url)
    async with own.transaction():
        await own.execute("SELECT 1 FROM games WHERE id = ANY($1) FOR UPDATE", held)
        first = [asyncio.create_task(desk.writer.append(batch(game))) for game in held]
        await asyncio.sleep(0)
        others = [asyncio.create_task(desk.writer.append(each)) for each in batches]
        await asyncio.sleep(0)
        assert not any(task.done() for task in [*first, *others])
    await own.close()
    assert await asyncio.gather(*first) == [True] * UNDER_WAY
    return await asyncio.gather(*others, return_exceptions=True)


def test_appends_that_wait_together_are_one_statement(postgres_url: str) -> None:
    async def test(desk: Desk) -> None:
        games = await desk.games(MAX_GROUP + 10)
        assert await together(desk, postgres_url, [batch(game) for game in games]) == [True] * len(games)
        assert desk.statements == UNDER_WAY + 2
        assert [await desk.kept(game) for game in games] == [["take1"]] * len(games)
        assert [await desk.store.seq(UUID(game)) for game in games] == [1] * len(games)

    with_desk(postgres_url, test)


def test_one_that_is_refused_or_fails_takes_no_other_with_it(postgres_url: str) -> None:
    async def test(desk: Desk) -> None:
        one, other, stale, clashing = await desk.games(4)
        known = str(uuid4())
        assert await desk.writer.append(batch(clashing, command=known))
        wanted = [batch(one), batch(stale, seq=3), batch(other)]
        assert await together(desk, postgres_url, wanted) == [True, False, True]
        wanted = [batch(one, 1), batch(clashing, 1, command=known), batch(other, 1)]
        results = await together(desk, postgres_url, wanted)
        assert (results[0], results[2]) == (True, True)
        assert isinstance(results[1], ClashError)
        assert [await desk.kept(game) for game in (one, other)] == [["take1"] * 2] * 2
        assert (await desk.kept(stale), await desk.kept(clashing)) == ([], ["take1"])

    with_desk(postgres_url, test)


def test_of_two_for_the_same_game_one_counts(postgres_url: str) -> None:
    async def test(desk: Desk) -> None:
        game, other = await desk.games(2)
        wanted = [batch(game, move="take1"), batch(game, move="take2"), batch(other)]
        first, second, unconcerned = await together(desk, postgres_url, wanted)
        assert {first, second} == {True, False}, "which of them comes first is open"
        assert unconcerned is True
        assert await desk.kept(game) == ["take1" if first else "take2"]

    with_desk(postgres_url, test)


def test_servers_that_append_to_the_same_games_never_wait_for_each_other_in_a_ring(postgres_url: str) -> None:
    async def test(desk: Desk) -> None:
        second = await Store.open(postgres_url)
        try:
            games = await desk.games(20)
            for seq in range(10):
                ours = [desk.writer.append(batch(game, seq)) for game in games]
                theirs = [second.writer.append(batch(game, seq)) for game in reversed(games)]
                results = await asyncio.wait_for(asyncio.gather(*ours, *theirs), 60)
                assert [one + other for one, other in zip(results[:20], results[:19:-1], strict=True)] == [1] * 20
        finally:
            await second.close()

    with_desk(postgres_url, test)


@pytest.mark.parametrize("count", [1, 5])
def test_what_waits_is_written_before_the_writer_closes(postgres_url: str, count: int) -> None:
    async def run() -> None:
        store = await Store.open(postgres_url)
        games = await Desk(store).games(count)
        tasks = [asyncio.create_task(store.writer.append(batch(game))) for game in games]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*tasks) == [True] * count

    asyncio.run(run())
