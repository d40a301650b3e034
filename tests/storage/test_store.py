"""Game logs on the disk: compare-and-set, repetition, replay, lists."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axedrez.core import AxedrezError
from axedrez.match import Command, DecisionContext, Delay, Event, GameSetup, Player, Players, Record, decide, seats_of
from axedrez.storage import ConflictError, GameHeader, RepeatedError, SavedSheet, Store
from axedrez.storage.database import open_database
from axedrez.storage.schema import metadata
from tests.match.takeaway import TakeawayGame, TakeawayRulebooks, TakeawaySheet

RULEBOOKS = TakeawayRulebooks()
GAME = TakeawayGame(TakeawaySheet())


def with_store(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await Store.open(url)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(run())


def header(at: int = 1_000, **setup: Any) -> GameHeader:
    names = {"es": "Montón", "en": "Heap"}
    known = (uuid4(), GAME.name, names, RULEBOOKS.freeze(GAME), GAME.hash, 1)
    return GameHeader(*known, GameSetup("21/w", **{"delay": 2, **setup}), at, options={"stones": 21})


async def created(store: Store, **setup: Any) -> tuple[GameHeader, Record]:
    head = header(**setup)
    record = Record(GAME, head.setup)
    assert await store.create(head, record, [])
    return head, record


def decided(record: Record, kind: str, now: int = 2_000, **fields: Any) -> tuple[UUID, list[Event]]:
    command = msgspec.convert({"type": kind, "id": str(uuid4()), "expected_seq": record.seq, **fields}, Command)
    return command.id, decide(record, command, DecisionContext(now, seats_of(record.players, None)))


async def carry(store: Store, head: GameHeader, record: Record, kind: str, **fields: Any) -> tuple[UUID, list[Event]]:
    seq = record.seq
    command, log = decided(record, kind, **fields)
    record.extend(log)
    await store.append(head.id, seq, log, command, record)
    return command, log


def test_a_game_comes_back_as_it_was_stored(database: str) -> None:
    async def test(store: Store) -> None:
        head, record = await created(
            store, clock=Delay(60_000, 2_000), players=Players(Player(name="Ana ♟"), Player("computer"))
        )
        _, first = await carry(store, head, record, "move", move="take3")
        assert await store.header(head.id) == head
        assert await store.events(head.id) == first
        assert await store.events(head.id, after=1) == []
        assert await store.seq(head.id) == 1
        thawed = Record.replay(RULEBOOKS.thaw(head.sheet), head.setup, first)
        assert (thawed.position, thawed.game.hash) == (record.position, head.sheet_hash)
        assert not await store.create(head, record, [])
        assert await store.header(uuid4()) is None
        assert await store.seq(uuid4()) is None

    with_store(database, test)


def test_of_two_writers_with_the_same_expectation_exactly_one_wins(database: str) -> None:
    async def test(store: Store) -> None:
        other = await Store.open(database)
        head, record = await created(store)

        async def write(to: Store, move: str) -> bool:
            mine = Record(GAME, head.setup)
            try:
                await carry(to, head, mine, "move", move=move)
            except ConflictError:
                return False
            return True

        for _ in range(5):
            head, record = await created(store)
            won = await asyncio.gather(*(write(to, f"take{n}") for n in (1, 2, 3) for to in (store, other)))
            assert won.count(True) == 1
            log = await store.events(head.id)
            assert [event.seq for event in log] == [1]
            record.extend(log)
            await carry(other, head, record, "move", move="take1")
        await other.close()

    with_store(database, test)


def test_a_repeated_command_is_written_once_and_gets_the_first_answer(database: str) -> None:
    async def test(store: Store) -> None:
        other = await Store.open(database)
        head, record = await created(store)
        command, log = decided(record, "move", move="take1")
        record.extend(log)

        async def write(to: Store) -> str:
            try:
                await to.append(head.id, 0, log, command, record)
            except RepeatedError:
                return "repeated"
            return "written"

        outcomes = await asyncio.gather(*(write(to) for to in (store, other, store, other)))
        assert sorted(outcomes) == ["repeated"] * 3 + ["written"]
        await carry(store, head, record, "resign", side="black")
        assert await write(other) == "repeated"
        assert await store.answer(head.id, command) == log
        assert await store.answer(head.id, uuid4()) is None
        assert await store.seq(head.id) == 2
        await other.close()

    with_store(database, test)


def test_the_answer_holds_all_events_of_a_command(database: str) -> None:
    async def test(store: Store) -> None:
        head, record = await created(store)
        for _ in range(6):
            await carry(store, head, record, "move", move="take3")
        command, log = await carry(store, head, record, "move", move="take3")
        assert [type(event).__name__ for event in log] == ["Moved", "Ended"]
        assert await store.answer(head.id, command) == log

    with_store(database, test)


def test_a_failed_write_leaves_nothing_behind(database: str) -> None:
    async def test(store: Store) -> None:
        head, record = await created(store)
        command, log = decided(record, "move", move="take1")
        record.extend(log)
        twice = [*log, *log]  # the second event clashes, after the first was inserted
        with pytest.raises(Exception, match=r"(?i)unique"):
            await store.append(head.id, 0, twice, command, record)
        assert await store.seq(head.id) == 0
        assert await store.events(head.id) == []
        assert await store.answer(head.id, command) is None
        await store.append(head.id, 0, log, command, record)

    with_store(database, test)


COMMANDS = st.lists(
    st.one_of(
        st.builds(lambda n: ("move", {"move": f"take{n}"}), st.integers(1, 3)),
        st.sampled_from(
            [
                ("undo", {}),
                ("offer", {"offer": "draw", "side": "white"}),
                ("accept", {"offer": "draw", "side": "black"}),
                ("decline", {"offer": "draw", "side": "black"}),
                ("resign", {"side": "white"}),
            ]
        ),
    ),
    max_size=12,
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(commands=COMMANDS)
def test_the_row_of_a_game_equals_the_replay_of_its_events(database: str, commands: Any) -> None:
    async def test(store: Store) -> None:
        head, record = await created(store)
        for number, (kind, fields) in enumerate(commands):
            try:
                await carry(store, head, record, kind, now=10_000 + number, **fields)
            except AxedrezError:
                continue
        replayed = Record.replay(RULEBOOKS.thaw(head.sheet), head.setup, await store.events(head.id))
        listed = next(line for line in await store.page(10_000) if line.id == head.id)
        outcome = replayed.outcome
        assert listed.position == replayed.position.text() == record.position.text()
        assert (listed.result, listed.reason) == ((outcome.result, outcome.reason) if outcome else (None, None))
        turn = replayed.turn
        assert (listed.plies, listed.turn) == (len(replayed.moves), None if turn is None else turn.word)
        assert await store.seq(head.id) == replayed.seq

    with_store(database, test)


def test_lists_are_read_in_pages_newest_first(database: str) -> None:
    async def test(store: Store) -> None:
        far = 10**15  # later than whatever other tests have stored
        made = [header(at=far + at) for at in (1, 2, 2, 2, 3)]
        for head in made:
            assert await store.create(head, Record(GAME, head.setup), [])
        seen: list[UUID] = []
        before = None
        while len(seen) < 5:
            lines = await store.page(2, before)
            seen += [line.id for line in lines]
            before = (lines[-1].updated_at, lines[-1].id)
        expected = sorted(made, key=lambda head: (head.created_at, str(head.id)), reverse=True)
        assert seen[:5] == [head.id for head in expected]

    with_store(database, test)


def test_a_sheet_is_kept_once_under_its_hash(database: str) -> None:
    async def test(store: Store) -> None:
        far = 10**15  # later than whatever other tests have stored
        sheet = SavedSheet(uuid4().hex, {"es": "Mío", "en": "Mine"}, '{"id": "mine"}', "clasico", far)
        newer = msgspec.structs.replace(sheet, hash=uuid4().hex, parent=None, created_at=far + 1)
        for each in (sheet, newer, msgspec.structs.replace(sheet, created_at=far + 9, parent="other")):
            await store.save_sheet(each)
        assert await store.sheet(sheet.hash) == sheet
        assert await store.sheets(2) == [newer, sheet]
        assert await store.sheet("0" * 64) is None

    with_store(database, test)


def test_servers_that_start_together_migrate_once(database: str) -> None:
    async def test() -> None:
        stores = await asyncio.gather(*(Store.open(database) for _ in range(4)))
        assert await stores[3].page(1) == []
        for store in stores:
            await store.close()

    asyncio.run(test())


def test_migrations_make_the_tables_that_the_code_expects(database: str) -> None:
    async def test() -> None:
        engine = await open_database(database)
        async with engine.connect() as connection:
            difference = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
        await engine.dispose()
        assert difference == []

    asyncio.run(test())


def test_sqlite_writes_ahead_and_syncs(tmp_path: Path) -> None:
    async def test() -> None:
        engine = await open_database(f"sqlite:///{tmp_path / 'games.db'}")
        async with engine.connect() as connection:
            journal = (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar()
            synchronous = (await connection.exec_driver_sql("PRAGMA synchronous")).scalar()
        await engine.dispose()
        assert (journal, synchronous) == ("wal", 2)

    asyncio.run(test())


def test_databases_that_cannot_be_opened_are_named(tmp_path: Path) -> None:
    (tmp_path / "poem.db").write_text("no database at all, but a poem " * 40)
    for url, reason in [
        ("mysql://somewhere/games", "database_url"),
        ("nonsense", "database_url"),
        (f"sqlite:///{tmp_path / 'poem.db'}", "database_unavailable"),
        (f"sqlite:///{tmp_path / 'no' / 'folder' / 'games.db'}", "database_unavailable"),
        ("postgresql://postgres:secret@127.0.0.1:1/games", "database_unavailable"),
    ]:
        with pytest.raises(AxedrezError) as refusal:
            asyncio.run(open_database(url))
        assert refusal.value.reason == reason
        assert "secret" not in str(refusal.value)
        assert "\n" not in str(refusal.value)


def test_every_probe_writes_to_the_file_and_changes_nothing(tmp_path: Path) -> None:
    """What SQLite need not write would succeed on a full disk."""
    file = tmp_path / "games.db"

    async def test(store: Store) -> None:
        with closing(sqlite3.connect(file)) as other:
            beats, versions = [], []
            for _ in range(3):
                await store.probe()
                beats.append(other.execute("SELECT * FROM pulse").fetchall())
                versions.append(other.execute("PRAGMA data_version").fetchone())
        assert len(set(versions)) == 3, "not every probe wrote"
        assert beats == [[(1, 0, None)]] * 3

    with_store(f"sqlite:///{file}", test)
