"""Ratings in both kinds of database: each game once, in order, one server at a time; a recount changes nothing."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from sqlalchemy import Connection, select, update

from axedrez.core import AxedrezError
from axedrez.match import Command, DecisionContext, Event, Fischer, Player, Players, Record, decide, seats_of
from axedrez.ratings import Rating, RatingBook
from axedrez.storage import People, RatingStore, Recount, Store
from axedrez.storage.schema import games, rating_changes, rating_scan, ratings
from tests.storage.test_store import GAME, header

BLITZ, RAPID = Fischer(180_000, 2_000), Fischer(600_000, 5_000)


def run(database: str, test: Callable[[Store, RatingStore], Awaitable[None]]) -> None:
    async def inside() -> None:
        store = await Store.open(database)
        try:
            await test(store, RatingStore(store.engine, store.writer))
        finally:
            await store.close()

    asyncio.run(inside())


async def account(store: Store, name: str) -> UUID:
    person, people = uuid4(), People(store.engine)
    await people.welcome(person, name, 1)
    await people.enrol(person, f"{name.lower()}-{person.hex[:6]}", "secret")
    return person


async def ended(store: Store, at: int, white: UUID, black: UUID, score: int | None, clock: Fischer = BLITZ) -> UUID:
    """A rated game that ended then; `score` is White's in half points."""
    players = Players(Player(person=white), Player(person=black))
    head = header(at, players=players, clock=clock, rated=True, casual=False)
    assert await store.create(head, Record(GAME, head.setup), [])
    result = {None: "*", 0: "0-1", 1: "1/2-1/2", 2: "1-0"}[score]
    row = update(games).where(games.c.id == str(head.id)).values(result=result, score=score, plies=30, updated_at=at)
    await store.writer.run(lambda connection: connection.execute(row))
    return head.id


async def everything(store: Store) -> list[list[tuple[Any, ...]]]:
    async with store.engine.connect() as connection:
        return [
            [tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key.columns))]
            for table in (ratings, rating_changes)
        ]


def test_games_are_rated_once_in_the_order_in_which_they_ended(database: str) -> None:
    async def test(store: Store, known: RatingStore) -> None:
        ana, eva = await account(store, "Ana"), await account(store, "Eva")
        assert await known.rate(0, 9) == 0
        last = await ended(store, 3000, ana, eva, 0)
        first = await ended(store, 1000, ana, eva, 2)
        await ended(store, 2000, eva, ana, 1, RAPID)
        await ended(store, 2500, eva, ana, None)
        assert (await store.header(first)).setup.rated  # type: ignore[union-attr]
        counts = await asyncio.gather(*(known.rate(5000, 2) for _ in range(4)))
        assert sorted(counts) == [0, 0, 1, 2]
        book: RatingBook[UUID] = RatingBook()
        book.play(ana, eva, 1, 1000)
        after, _ = book.play(ana, eva, 0, 3000)
        rows, changes = await everything(store)
        assert len(rows) == 4  # two people in two speeds
        own = next(row for row in rows if row[0] == str(ana) and row[2] == "blitz")
        assert own[1:] == (GAME.hash, "blitz", *_triple(after.rating), 2, 3000)
        games_of_ana = [row[2] for row in changes if row[1] == str(ana)]
        assert (games_of_ana[0], games_of_ana[2]) == (str(first), str(last))
        assert await known.rate(6000, 9) == 0

    run(database, test)


def _triple(rating: Rating) -> tuple[float, float, float]:
    return rating.rating, rating.deviation, rating.volatility


def test_a_recount_finds_the_same_and_corrects_what_differs(database: str) -> None:
    async def test(store: Store, known: RatingStore) -> None:
        chance = random.Random(3)
        players = [await account(store, f"P{n}") for n in range(5)]
        for n in range(60):
            white, black = chance.sample(players, 2)
            at = 1000 + 86_400_000 * n
            await ended(store, at, white, black, chance.choice((0, 1, 2)), chance.choice((BLITZ, RAPID)))
            if n % 7 == 0:
                await known.rate(at, 50)
        late = await ended(store, 2000, players[0], players[1], 2)  # written after later ones were rated
        await known.rate(10, 50)
        before = await everything(store)
        assert await known.recount(lambda: 10) == Recount(61, 0, 0)
        assert await everything(store) == before
        # Somebody leaves: their history goes, the numbers of the others stay as they are.
        await People(store.engine).forget(players[4])
        left = await everything(store)
        assert await known.recount(lambda: 10) == Recount(61, 0, 0)
        assert await everything(store) == left
        assert not any(row[1] == str(players[4]) for row in left[1])

        def spoil(connection: Connection) -> None:
            connection.execute(update(ratings).where(ratings.c.person == str(players[0])).values(rating=3000.0))
            connection.execute(update(rating_changes).where(rating_changes.c.game == str(late)).values(rating=9.0))

        await store.writer.run(spoil)
        found = await known.recount(lambda: 10)
        assert (found.games, found.changes) == (61, 2)
        assert found.ratings in (1, 2)
        assert await everything(store) == left

    run(database, test)


def test_nothing_is_rated_during_a_recount_and_a_killed_one_ends_by_itself(database: str) -> None:
    async def test(store: Store, known: RatingStore) -> None:
        ana, eva = await account(store, "Ana"), await account(store, "Eva")
        await ended(store, 1000, ana, eva, 2)
        await store.writer.run(lambda connection: connection.execute(update(rating_scan).values(leased_until=5000)))
        assert await known.rate(4999, 9) == 0
        with pytest.raises(AxedrezError, match="counted again"):
            await known.recount(lambda: 4999)
        assert await known.rate(5000, 9) == 1

    run(database, test)


def test_games_of_people_who_have_left_are_rated_for_the_other(database: str) -> None:
    async def test(store: Store, known: RatingStore) -> None:
        ana, eva = await account(store, "Ana"), await account(store, "Eva")
        await ended(store, 1000, ana, eva, 2)
        await known.rate(1, 9)
        await People(store.engine).forget(eva)
        await ended(store, 2000, ana, eva, 2)
        assert await known.rate(1, 9) == 1
        rows, changes = await everything(store)
        assert {row[1] for row in changes} == {str(ana)}
        assert sorted(row[6] for row in rows) == [2, 2]  # the number behind Ana's remains, with no name to it
        assert await known.recount(lambda: 1) == Recount(2, 0, 0)

    run(database, test)


def test_what_a_game_gave(database: str) -> None:
    """The score follows from the log: a game that nobody has begun in earnest is not rated."""

    async def test(store: Store, known: RatingStore) -> None:
        ana, eva = await account(store, "Ana"), await account(store, "Eva")
        players = Players(Player(person=ana), Player(person=eva))
        for moves, score in ((0, None), (1, None), (2, 0), (3, 0)):
            head = header(1000, players=players, clock=BLITZ, rated=True, casual=False)
            record = Record(GAME, head.setup)
            assert await store.create(head, record, [])
            for kind, fields in [*([("move", {"move": "take1"})] * moves), ("resign", {"side": "white"})]:
                seq = record.seq
                command, log = _decided(record, kind, ana, eva, **fields)
                record.extend(log)
                await store.append(head.id, seq, log, command, record)
            async with store.engine.connect() as connection:
                assert await connection.scalar(select(games.c.score).where(games.c.id == str(head.id))) == score
        assert await known.rate(1, 9) == 2

    run(database, test)


def _decided(record: Record, kind: str, white: UUID, black: UUID, **fields: str) -> tuple[UUID, list[Event]]:
    command = msgspec.convert({"type": kind, "id": str(uuid4()), "expected_seq": record.seq, **fields}, Command)
    who = white if kind == "resign" or record.turn is None or record.turn.word == "white" else black
    return command.id, decide(record, command, DecisionContext(2000, seats_of(record.players, who)))
