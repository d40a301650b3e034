"""Databases of other versions: old ones are brought up to date, newer ones are left alone."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from uuid import uuid4

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from axedrez.core import AxedrezError
from axedrez.match import GameSetup, Record
from axedrez.storage import GameHeader, Store
from tests.match.takeaway import TakeawayGame, TakeawayRulebooks, TakeawaySheet

RUN = "import sys; from axedrez.cli import main; sys.exit(main())"


async def changed(url: str, *statements: str, revision: str | None = None) -> None:
    """Open a database, bring its tables back to a revision, and carry out statements."""
    store = await Store.open(url)

    def work(connection: Connection) -> None:
        if revision is not None:
            config = Config()
            config.set_main_option("script_location", "axedrez.storage:migrations")
            config.attributes["connection"] = connection
            command.downgrade(config, revision)
        for statement in statements:
            connection.execute(text(statement))

    try:
        await store.writer.run(work)
    finally:
        await store.close()


@pytest.mark.parametrize("revision", ["0008", "0004"])
def test_an_old_database_is_brought_up_to_date(empty_database: str, revision: str) -> None:
    async def test() -> None:
        await changed(empty_database, "UPDATE pulse SET at = 5000", revision=revision)
        store = await Store.open(empty_database)
        try:
            sight = await store.time.sight()
            assert (sight.at, sight.wall) == (5000, None)
            await store.time.beat(6000, 0, 2500, 7000, always=True)
            assert (await store.time.sight()).wall == 7000
        finally:
            await store.close()

    asyncio.run(test())


def test_games_of_an_old_database_are_still_read(empty_database: str) -> None:
    """They were stored before anything was known of imports."""

    async def test() -> None:
        game, setup = TakeawayGame(TakeawaySheet()), GameSetup("21/w")
        frozen = TakeawayRulebooks().freeze(game)
        head = GameHeader(uuid4(), game.name, {}, frozen, game.hash, 1, setup, 1_000, imported=True)
        store = await Store.open(empty_database)
        assert await store.create(head, Record(game, setup, 1_000), [], notes="1. e4 $1")
        assert (await store.notes(head.id), await store.header(head.id)) == ("1. e4 $1", head)
        await store.close()
        await changed(empty_database, revision="0011")
        store = await Store.open(empty_database)
        assert (await store.notes(head.id), await store.header(head.id)) == (
            "",
            msgspec.structs.replace(head, imported=False),
        )
        await store.close()

    asyncio.run(test())


def test_a_newer_database_is_refused_in_a_sentence_and_left_alone(empty_database: str) -> None:
    newer = "UPDATE alembic_version SET version_num = '9999'"
    asyncio.run(changed(empty_database, newer))
    with pytest.raises(AxedrezError) as told:
        asyncio.run(Store.open(empty_database))
    assert told.value.reason == "database_newer"
    assert "9999" in str(told.value)
    if not empty_database.startswith("sqlite"):
        return  # what a command says of it is the same
    for words in (["serve", "--port", "0"], ["admin", "people", "ana"]):
        ended = subprocess.run(
            [sys.executable, "-c", RUN, *words, "--database-url", empty_database],
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert ended.returncode == 2
        assert len(ended.stderr.strip().splitlines()) == 1, ended.stderr
        assert "9999" in ended.stderr
