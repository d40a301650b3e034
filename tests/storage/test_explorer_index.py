"""The index of the explorer in the database: each game is in it once, and counts if its people agree."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from sqlalchemy import select, update

from axedrez.core import Side
from axedrez.match import Player, Players, Record
from axedrez.ratings import ANCHORS
from axedrez.storage import EndedGame, ExplorerFilter, ExplorerStore, Indexed, People, RatingStore, Store
from axedrez.storage.explorer import OVERLAP_MS, Source
from axedrez.storage.schema import explorer_games, games, rating_changes
from tests.storage.test_ratings import account
from tests.storage.test_ratings import ended as rated_game
from tests.storage.test_store import GAME, header

KEY = 2**63 + 5


def run(database: str, test: Callable[[Store, ExplorerStore], Awaitable[None]]) -> None:
    async def inside() -> None:
        store = await Store.open(database)
        try:
            await test(store, ExplorerStore(store.engine, store.writer))
        finally:
            await store.close()

    asyncio.run(inside())


async def ended(
    store: Store, at: int, *persons: UUID, result: str = "1-0", imported: bool = False, host: UUID | None = None
) -> UUID:
    """A game that ended then."""
    players = Players(*(Player(name=f"P{n}", person=person) for n, person in enumerate(persons)))
    head = header(at, players=players)
    if imported:
        head = msgspec.structs.replace(head, imported=True)
    assert await store.create(head, Record(GAME, head.setup), [], host)
    row = update(games).where(games.c.id == str(head.id)).values(result=result, plies=3, updated_at=at)
    await store.writer.run(lambda connection: connection.execute(row))
    return head.id


def indexed(game: EndedGame, *postings: tuple[int, int], result: int = 0, year: int = 2020) -> Indexed:
    return Indexed(game, list(postings or ((KEY, 1), (7, 2))), result, year)


async def follow(index: ExplorerStore, now: int, **fields: Any) -> list[UUID]:
    """Put what has ended into the index."""
    found = await index.ended(now, 1000, 10)
    assert found is not None
    await index.add([indexed(each, **fields) for each in found], [])
    return [each.id for each in found]


async def counts(index: ExplorerStore, person: UUID | None = None, **wanted: int) -> list[tuple[int, ...]]:
    """Choice, result, games and the last year."""
    found = await index.counts(
        KEY, Side.WHITE, "server" if person is None else "mine", person, ExplorerFilter(**wanted)
    )
    return sorted(tuple(each)[:4] for each in found)


def test_games_come_into_the_index_once_as_they_end(database: str) -> None:
    async def test(store: Store, index: ExplorerStore) -> None:
        ana = uuid4()
        first, second = await ended(store, 1000, ana), await ended(store, 2000, ana, result="0-1")
        await ended(store, 1500, ana, result="*")
        assert await follow(index, 10_000) == [first, second]
        assert await follow(index, 20_000) == []
        late = await ended(store, 1990, ana)  # written after a later one was seen
        assert await follow(index, 30_000) == [late]
        lost = await ended(store, 2000 - OVERLAP_MS - 1, ana)
        assert await follow(index, 40_000) == [], lost
        third = await ended(store, 5000, ana)
        assert await follow(index, 50_000, result=2, year=1999) == [third]
        assert await counts(index) == [(1, 0, 3, 2020), (1, 2, 1, 1999)]
        assert await counts(index, first_year=2000) == [(1, 0, 3, 2020)]
        assert await counts(index, last_year=2000, result=2) == [(1, 2, 1, 1999)]
        assert await counts(index, ana) == await counts(index)
        assert await counts(index, uuid4()) == []
        latest = [each.id for each in await index.examples(KEY, "server", None, ExplorerFilter(), 2)]
        assert latest == [third, late]

    run(database, test)


def test_one_server_at_a_time_and_a_killed_one_loses_nothing(database: str) -> None:
    async def test(store: Store, index: ExplorerStore) -> None:
        game = await ended(store, 1000, uuid4())
        found = await index.ended(10_000, 1000, 10)
        assert found == [EndedGame(game, 1000, False)]
        assert await index.ended(10_500, 1000, 10) is None, "another one is at it"
        again = await index.ended(11_000, 1000, 10)  # it has been killed
        assert again == found
        await index.add([indexed(each) for each in again], [])
        await index.add([indexed(each) for each in found], [])  # it had only been slow
        assert await counts(index) == [(1, 0, 1, 2020)]
        assert await index.ended(20_000, 1000, 10) == []

    run(database, test)


def test_what_cannot_be_read_is_passed_over(database: str) -> None:
    async def test(store: Store, index: ExplorerStore) -> None:
        await ended(store, 1000, uuid4())
        found = await index.ended(10_000, 1000, 10)
        assert found is not None
        await index.add([], found)
        other = await ended(store, 1000 + OVERLAP_MS + 1, uuid4())
        assert await follow(index, 20_000) == [other]

    run(database, test)


def test_people_may_say_no_and_change_their_mind(database: str) -> None:
    async def test(store: Store, index: ExplorerStore) -> None:
        people, ana, bo = People(store.engine), uuid4(), uuid4()
        for person in (ana, bo):
            await people.welcome(person, "P", 1)
        both, alone = await ended(store, 1000, ana, bo), await ended(store, 2000, ana)
        await follow(index, 10_000)
        assert await counts(index) == [(1, 0, 2, 2020)]
        assert await people.choose(bo, {"explorer": False}, 5, 32)
        await index.choose(bo)
        assert await counts(index) == [(1, 0, 1, 2020)]
        assert [each.id for each in await index.examples(KEY, "server", None, ExplorerFilter(), 9)] == [alone]
        assert [each.id for each in await index.examples(KEY, "mine", bo, ExplorerFilter(), 9)] == [both], (
            "still one's own"
        )
        third = await ended(store, 3000, bo)
        assert await follow(index, 20_000) == [third]
        assert await counts(index) == [(1, 0, 1, 2020)]
        assert await people.choose(bo, {"explorer": True}, 6, 32)
        await index.choose(bo)
        assert await counts(index) == [(1, 0, 3, 2020)]

    run(database, test)


@pytest.mark.parametrize("kind", ["imported", "computers"])
def test_games_that_count_for_their_owner_alone(database: str, kind: str) -> None:
    async def test(store: Store, index: ExplorerStore) -> None:
        ana = uuid4()
        game = await ended(store, 1000, imported=kind == "imported", host=ana)
        if kind == "computers":
            computers = {colour: {"kind": "computer", "person": None, "name": ""} for colour in ("white", "black")}
            row = update(games).where(games.c.id == str(game)).values(players=computers)
            await store.writer.run(lambda connection: connection.execute(row))
        await follow(index, 10_000)
        assert await counts(index) == []
        assert await counts(index, ana) == [(1, 0, 1, 2020)]

    run(database, test)


def test_accounts_are_named_and_visitors_are_not(database: str) -> None:
    async def test(store: Store, index: ExplorerStore) -> None:
        people, ana, bo = People(store.engine), uuid4(), uuid4()
        for person in (ana, bo):
            await people.welcome(person, "P", 1)
        await people.enrol(ana, "ana", "x")
        await ended(store, 1000, ana, bo)
        await follow(index, 10_000)
        [found] = await index.examples(KEY, "server", None, ExplorerFilter(), 9)
        assert (found.white, found.black, found.result, found.ended_at) == ("P0", "", "1-0", 1000)
        async with store.engine.connect() as connection:
            assert await connection.scalar(select(explorer_games.c.counted)) is True

    run(database, test)


async def strength(index: ExplorerStore, side: Side, person: UUID | None = None) -> tuple[int, int]:
    """In how many games the rating of a side is known, and the sum."""
    source: Source = "server" if person is None else "mine"
    found = await index.counts(KEY, side, source, person, ExplorerFilter())
    return sum(each.rated for each in found), sum(each.ratings for each in found)


def test_ratings_are_those_before_the_game_and_hidden_ones_are_not_told(database: str) -> None:
    async def test(store: Store, index: ExplorerStore) -> None:
        people, book = People(store.engine), RatingStore(store.engine, store.writer)
        ana, eva = await account(store, "Ana"), await account(store, "Eva")
        await rated_game(store, 1000, ana, eva, 2)
        assert await book.rate(9000, 9) == 1
        rows = select(rating_changes.c.person, rating_changes.c.rating)
        async with store.engine.connect() as connection:
            after = {person: round(rating) for person, rating in await connection.execute(rows)}
        won, lost = after[str(ana)], after[str(eva)]
        assert won > 1500 > lost
        await rated_game(store, 2000, eva, ana, 2)
        await follow(index, 10_000)  # the second one before it is rated
        assert await book.rate(11_000, 9) == 1
        await ended(store, 3000, ana, eva)
        await follow(index, 20_000)

        async def known() -> list[tuple[int, int]]:
            sources = [(side, person) for side in (Side.WHITE, Side.BLACK) for person in (None, ana)]
            return [await strength(index, side, person) for side, person in sources]

        # Of the first game, and of the one that is not rated, nothing is known.
        assert await known() == [(1, lost), (1, lost), (1, won), (1, won)]
        assert [each[3] for each in await counts(index)] == [2020]
        examples = await index.examples(KEY, "server", None, ExplorerFilter(), 9)
        assert [(each.white_rating, each.black_rating) for each in examples] == [
            (None, None),
            (lost, won),
            (None, None),
        ]
        assert await people.choose(eva, {"ratings": "hidden"}, 5, 32)
        await index.choose(eva)
        assert await known() == [(0, 0)] * 4
        assert (await counts(index))[0][2] == 3
        assert await people.choose(eva, {"ratings": "shown", "explorer": False}, 6, 32)
        await index.choose(eva)
        assert await known() == [(0, 0), (1, lost), (0, 0), (1, won)]

    run(database, test)


def test_a_level_of_the_computer_is_as_strong_as_its_anchor(database: str) -> None:
    async def test(store: Store, index: ExplorerStore) -> None:
        ana = await account(store, "Ana")
        game = await rated_game(store, 1000, ana, uuid4(), 2)
        players = {
            "white": {"kind": "human", "person": str(ana), "name": ""},
            "black": {"kind": "computer", "level": 4},
        }
        row = update(games).where(games.c.id == str(game)).values(players=players, swapped=True)
        await store.writer.run(lambda connection: connection.execute(row))
        await follow(index, 10_000)
        assert await strength(index, Side.WHITE) == (1, round(ANCHORS[4].rating))
        assert await strength(index, Side.BLACK) == (0, 0)

    run(database, test)
