"""Games with dice and games of matches on the disk; databases that are older than they."""

from __future__ import annotations

import asyncio
from uuid import NAMESPACE_OID, UUID, uuid4, uuid5

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine

from axedrez.match import (
    Command,
    DecisionContext,
    DiceSetup,
    Event,
    GameSetup,
    Player,
    Players,
    Progress,
    Record,
    Seeds,
    decide,
    seats_of,
)
from axedrez.match import proof as proofs
from axedrez.match.dice import commitment
from axedrez.match.events import OfferData
from axedrez.rulesheet.validation import to_json
from axedrez.storage import GameHeader, Store
from axedrez.storage.database import database_url, open_database
from tests.match.dicing import match_of, seed

SEATS = Players(Player(name="Ana"), Player(name="Luis"))


def header(secret: bytes) -> GameHeader:
    game = match_of(5)
    dice = DiceSetup(commitment(secret), ("black",))
    setup = GameSetup(game.start().text(), SEATS, None, True, Progress(4, 4, 2, True), dice)
    names = {"es": "Backgammon", "en": "Backgammon"}
    known = uuid5(NAMESPACE_OID, secret.hex())  # the game's id goes into the dice, and with them who begins
    return GameHeader(known, game.name, names, to_json(game.sheet).decode(), game.hash, 1, setup, 1_000, secret.hex())


async def carry(store: Store, head: GameHeader, record: Record, kind: str, **fields: object) -> list[Event]:
    assert head.server_seed is not None
    seeds = Seeds(str(head.id), bytes.fromhex(head.server_seed))
    asked = msgspec.convert({"type": kind, "id": str(uuid4()), "expected_seq": record.seq, **fields}, Command)
    log = decide(record, asked, DecisionContext(2_000, seats_of(record.players, None), seeds=seeds))
    expected = record.seq
    record.extend(log)
    await store.append(head.id, expected, log, asked.id, record)
    return log


def test_a_game_of_a_match_comes_back_with_its_dice(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        swapped = set()
        for number in range(6):
            head = header(seed(number))
            record = Record(match_of(5), head.setup)
            assert await store.create(head, record, [])
            own = seed(50)
            await carry(store, head, record, "commit_seed", side="black", commitment=commitment(own))
            log = await carry(store, head, record, "reveal_seed", side="black", seed=own.hex())
            assert [type(event).__name__ for event in log] == ["SeedRevealed", "Opened", "Rolled"]
            await carry(store, head, record, "move", move=str(record.position.legal_moves()[0]))
            await store.close()

            store = await Store.open(database)  # as after a restart
            found = await store.header(head.id)
            assert found == head
            again = Record.replay(match_of(5), found.setup, await store.events(head.id))
            assert (again.position, again.number, again.players) == (record.position, record.number, record.players)
            assert again.score(again.turn or record.position.side) == record.score(record.position.side)
            assert again.roll == record.roll
            # The dice go on as they would have without the restart.
            await carry(store, found, again, "roll")
            assert again.roll is not None
            rolled = Seeds(str(head.id), seed(number), "", own.hex()).roll(again.number)
            assert again.roll.roll == str(rolled)
            await carry(store, found, again, "resign", side="white")
            events = await store.events(head.id)
            assert head.setup.dice is not None
            assert proofs.verify(proofs.proof(str(head.id), head.setup.dice, events)).derived == again.number
            (line,) = [line for line in await store.page(100) if line.id == head.id]
            assert line.players == record.players
            swapped.add(record.swapped)
        assert swapped == {True, False}
        assert len(await store.rolls(100)) == 6
        assert len(await store.rolls(2)) == 2
        await store.close()

    asyncio.run(test())


def test_an_older_database_is_brought_up_to_date_and_keeps_its_games(database: str) -> None:
    old = uuid4()

    def as_it_was(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", "axedrez.storage:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text(
                "INSERT INTO games (id, rulebook, names, sheet, sheet_hash, schema_version, start, players, casual,"
                " created_at, updated_at, seq, plies, position, computer_awaited) VALUES"
                " (:id, 'takeaway', '{}', '{}', 'x', 1, '21/w', :players, true, 5, 5, 1, 1, '20/b', false)"
            ),
            {"id": str(old), "players": msgspec.json.encode(SEATS).decode()},
        )
        connection.execute(
            text(
                "INSERT INTO events (game, seq, type, at, \"by\", data) VALUES (:id, 1, 'offered', 5, 'white', :data)"
            ),
            {"id": str(old), "data": '{"offer": "draw"}'},
        )

    async def test() -> None:
        engine = create_async_engine(database_url(database))
        async with engine.begin() as connection:
            await connection.run_sync(as_it_was)
        await engine.dispose()
        await (await open_database(database)).dispose()
        store = await Store.open(database)
        head = await store.header(UUID(str(old)))
        assert head is not None
        assert (head.server_seed, head.setup) == (None, GameSetup("21/w", SEATS))
        (line,) = await store.page(10)
        assert line.players == SEATS
        (event,) = await store.events(old)
        assert event.data == OfferData("draw")
        await store.close()

    asyncio.run(test())
