"""Whose games are whose, in the database: found, kept through migrations, left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, insert, update

from axedrez.core import Side
from axedrez.match import Command, DecisionContext, GameSetup, Player, Players, Record, decide
from axedrez.storage import (
    ChatLine,
    ChatStore,
    GameFilter,
    GameHeader,
    GameResult,
    GameTurn,
    People,
    PersonFilter,
    Store,
)
from axedrez.storage.database import WRITING, open_database
from axedrez.storage.schema import games
from axedrez.storage.seats import folded
from tests.match.takeaway import TakeawayGame, TakeawayRulebooks, TakeawaySheet

GAME = TakeawayGame(TakeawaySheet())
NAMES = {"es": "Montón", "en": "Heap"}
BOTH = frozenset({Side.WHITE, Side.BLACK})


def run(database: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def inside() -> None:
        store = await Store.open(database)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(inside())


async def made(
    store: Store, players: Players, at: int = 1, *, host: UUID | None = None, rulebook: str = "takeaway", **acts: Any
) -> UUID:
    """A game, begun at a time, in which the sides named in `acts` do something."""
    sheet = TakeawayRulebooks().freeze(GAME)
    head = GameHeader(uuid4(), rulebook, NAMES, sheet, GAME.hash, 1, GameSetup("21/w", players), at)
    record = Record(GAME, head.setup, at)
    assert await store.create(head, record, [], host)
    for kind, fields in acts.items():
        act = msgspec.convert({"type": kind, "id": str(uuid4()), "expected_seq": record.seq, **fields}, Command)
        seq, log = record.seq, decide(record, act, DecisionContext(at, BOTH))
        record.extend(log)
        await store.append(head.id, seq, log, act.id, record)
    return head.id


def seated(white: UUID, black: UUID, white_name: str = "Ana", black_name: str = "Eva") -> Players:
    return Players(Player(name=white_name, person=white), Player(name=black_name, person=black))


async def ids(store: Store, person: UUID, *, limit: int = 100, **fields: Any) -> list[UUID]:
    mine = {name: fields.pop(name) for name in ("opponent", "or_computer", "result", "turn") if name in fields}
    return [line.id for line in await store.page(limit, None, GameFilter(**fields, mine=PersonFilter(person, **mine)))]


def test_one_finds_ones_own_games_and_no_others(database: str) -> None:
    async def test(store: Store) -> None:
        ana, eva, leo = uuid4(), uuid4(), uuid4()
        white = await made(store, seated(ana, eva), 1)
        black = await made(store, seated(leo, ana, "Leo", "Ana"), 2)
        await made(store, seated(leo, eva, "Leo", "Eva"), 3)
        shared = await made(store, Players(Player(name="Papá"), Player(name="Mamá")), 4, host=ana)
        alone = await made(store, Players(Player("computer", level=2), Player()), 5, host=ana)
        await made(store, Players(), 6)
        lines = await store.page(100, None, GameFilter(mine=PersonFilter(ana)))
        assert [(line.id, line.seat) for line in lines] == [
            (alone, "black"),
            (shared, None),
            (black, "black"),
            (white, "white"),
        ]
        assert await ids(store, uuid4()) == []
        assert [line.seat for line in await store.page(6)] == [None] * 6
        # A game of persons is theirs, whoever has brought them together.
        assert await ids(store, eva, opponent="ana") == [white]
        assert await ids(store, leo, opponent="papa") == []
        assert await ids(store, ana, opponent="mama") == [shared]

    run(database, test)


SEARCHES = {
    "nunez": ["Núñez"],
    "ÑEZ": ["Núñez"],
    "strasse": ["Straße"],
    "%": ["100%"],
    "_": ["a_b"],
    "'": ["O'Neill"],
    '"': ['"x"; DROP TABLE games'],
    "\\": ["back\\slash"],
    "/": ["a/b"],
    "' or '1'='1": [],
    "": ["Núñez", "Straße", "100%", "a_b", "O'Neill", '"x"; DROP TABLE games', "back\\slash", "a/b"],
}


def test_a_part_of_the_opponents_name_is_enough(database: str) -> None:
    async def test(store: Store) -> None:
        ana = uuid4()
        made_by_name = {name: await made(store, seated(ana, uuid4(), black_name=name)) for name in SEARCHES[""]}
        for search, names in SEARCHES.items():
            assert set(await ids(store, ana, opponent=search)) == {made_by_name[name] for name in names}, search

    run(database, test)


def test_computers_are_found_where_they_are_meant(database: str) -> None:
    async def test(store: Store) -> None:
        ana = uuid4()
        alone = await made(store, Players(Player(), Player("computer", level=1)), host=ana)
        await made(store, seated(ana, uuid4()))
        assert await ids(store, ana, opponent="ordenador") == []
        assert await ids(store, ana, opponent="ordenador", or_computer=True) == [alone]

    run(database, test)


def test_results_and_turns_are_told_from_ones_own_side(database: str) -> None:
    async def test(store: Store) -> None:
        ana, eva = uuid4(), uuid4()
        resigned: dict[str, Any] = {"resign": {"side": "white"}}
        lost = await made(store, seated(ana, eva), 1, **resigned)
        won = await made(store, seated(eva, ana, "Eva", "Ana"), 2, **resigned)
        drawn = await made(
            store,
            seated(ana, eva),
            3,
            offer={"offer": "draw", "side": "white"},
            accept={"offer": "draw", "side": "black"},
        )
        aborted = await made(store, seated(ana, eva), 4, abort={})
        to_move = await made(store, seated(ana, eva), 5)
        waiting = await made(store, seated(ana, eva), 6, move={"move": "take1"})
        shared = await made(store, Players(), 7, host=ana, move={"move": "take1"})
        shared_end = await made(store, Players(), 8, host=ana, **resigned)
        thinking = await made(store, Players(Player("computer", level=1), Player()), 9, host=ana)
        results: dict[GameResult, list[UUID]] = {"won": [won], "lost": [lost], "drawn": [drawn]}
        for result, found in results.items():
            assert await ids(store, ana, result=result) == found
        assert await ids(store, eva, result="won") == [lost]
        turns: dict[GameTurn, list[UUID]] = {"mine": [shared, to_move], "theirs": [thinking, waiting]}
        for turn, found in turns.items():
            assert await ids(store, ana, turn=turn) == found
        assert await ids(store, eva, turn="mine") == [waiting]
        assert await ids(store, ana, state="running") == [thinking, shared, waiting, to_move]
        assert await ids(store, ana, state="finished") == [shared_end, aborted, drawn, won, lost]

    run(database, test)


def test_who_has_changed_places_has_the_other_colour(database: str) -> None:
    async def test(store: Store) -> None:
        ana, eva = uuid4(), uuid4()
        game = await made(store, seated(ana, eva), resign={"side": "white"})
        async with store.engine.execution_options(**WRITING).begin() as connection:
            await connection.execute(update(games).where(games.c.id == str(game)).values(swapped=True))
        assert [line.seat for line in await store.page(1, None, GameFilter(mine=PersonFilter(ana)))] == ["black"]
        assert await ids(store, ana, result="won") == [game]
        assert await ids(store, eva, result="lost") == [game]

    run(database, test)


def test_by_rulebook_by_time_and_in_pages(database: str) -> None:
    async def test(store: Store) -> None:
        ana = uuid4()
        all_games = [await made(store, seated(ana, uuid4()), at, rulebook=f"r{at % 2}") for at in (1, 2, 2, 3, 4, 5, 6)]
        assert await ids(store, ana, rulebook="r1") == [all_games[5], all_games[3], all_games[0]]
        assert await ids(store, ana, since=3, until=5) == [all_games[4], all_games[3]]
        assert {(known.rulebook, known.names["en"]) for known in await store.played(ana)} == {
            ("r0", "Heap"),
            ("r1", "Heap"),
        }
        assert await store.played(uuid4()) == []
        whole = await ids(store, ana)
        seen: list[UUID] = []
        before = None
        for _ in range(4):
            lines = await store.page(2, before, GameFilter(mine=PersonFilter(ana)))
            seen += [line.id for line in lines]
            before = (lines[-1].updated_at, lines[-1].id)
        assert seen == whole
        assert set(whole) == set(all_games)

    run(database, test)


def test_who_leaves_takes_the_name_along(database: str) -> None:
    async def test(store: Store) -> None:
        people, chat = People(store.engine), ChatStore(store.engine, store.writer)
        ana, eva = [(await people.welcome(uuid4(), name, 0)).id for name in ("Ana", "Eva")]
        game = await made(store, seated(ana, eva))
        other = await made(store, seated(eva, uuid4(), "Eva", "Ana"))
        line = ChatLine(uuid4(), game, "players", ana, "Ana", None, "hola", 5)
        await chat.add_line(line)
        await people.forget(ana)
        head = await store.header(game)
        assert head is not None
        assert head.setup.players == seated(ana, eva, "", "Eva"), "the seat stays, without a name"
        assert await ids(store, ana) == []
        assert set(await ids(store, eva)) == {game, other}
        assert await ids(store, eva, opponent="ana") == [other], "another Ana"
        assert await chat.recent_lines(game, "players", 9) == []

    run(database, test)


def test_games_of_older_databases_are_found(database: str) -> None:
    ana, eva, game, shared = uuid4(), uuid4(), uuid4(), uuid4()

    def go(connection: Connection, where: str, *, up: bool) -> None:
        config = Config()
        config.set_main_option("script_location", "axedrez.storage:migrations")
        config.attributes["connection"] = connection
        (command.upgrade if up else command.downgrade)(config, where)

    def fill(connection: Connection) -> None:
        go(connection, "0006", up=False)
        metadata = MetaData()
        metadata.reflect(connection)
        assert "seats" not in metadata.tables
        whole = {"rulebook": "takeaway", "names": NAMES, "sheet": "{}", "sheet_hash": "0" * 64, "schema_version": 1}
        whole |= {"start": "21/w", "casual": True, "created_at": 1, "updated_at": 1, "seq": 0, "plies": 0}
        whole |= {"turn": "white", "position": "21/w", "computer_awaited": False}
        rows = [
            {**whole, "id": str(number), "players": msgspec.to_builtins(players)}
            for number, players in (
                (game, seated(ana, eva, "Ana", "Eva Núñez")),
                (shared, Players()),
                *((uuid4(), seated(uuid4(), eva, "Otra", "Eva Núñez")) for _ in range(1200)),
            )
        ]
        connection.execute(insert(metadata.tables["games"]), rows)
        connection.execute(
            insert(metadata.tables["people"]),
            {"id": str(ana), "name": "Ana", "settings": {"sound": False}, "created_at": 1},
        )

    async def before() -> None:
        engine = await open_database(database)
        async with engine.execution_options(**WRITING).begin() as connection:
            await connection.run_sync(fill)
        await engine.dispose()

    async def test(store: Store) -> None:
        assert await ids(store, ana) == [game]
        assert await ids(store, ana, opponent="nunez") == [game]
        assert len(await ids(store, eva, limit=2000)) == 1201
        people = People(store.engine)
        assert await people.choose(ana, {"theme": "dark"}, 5, 9)
        known = await people.person(ana)
        assert known is not None
        assert known.settings == {"sound": False, "theme": "dark"}

    asyncio.run(before())
    run(database, test)


def test_searching_knows_no_capitals_and_accents() -> None:
    assert folded("ÁÉÍÓÚÑ Çé ﬁ ẞ") == "aeioun ce fi ss"
