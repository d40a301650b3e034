"""Databases of the time when a game's id could be foreseen, and a guest's cookie never ended."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID, uuid4, uuid5

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, insert

from axedrez.match import Player, Players
from axedrez.storage import Invitations, People, Store
from axedrez.storage.database import WRITING, open_database

WHOLE: dict[str, Any] = {"rulebook": "takeaway", "names": {"es": "", "en": ""}, "sheet": "{}"}
WHOLE |= {"sheet_hash": "0" * 64}
WHOLE |= {"schema_version": 1, "start": "21/w", "casual": True, "created_at": 1, "updated_at": 1, "seq": 0, "plies": 0}
WHOLE |= {"turn": "white", "position": "21/w", "computer_awaited": False}


def test_games_stay_those_of_their_players_and_guests_who_became_accounts_end(database: str) -> None:
    account, guest, gone = (uuid4() for _ in range(3))
    pair = Players(Player(person=account), Player(person=guest))
    first, taken, alone = (uuid4() for _ in range(3))
    good, stolen, unbegun = (uuid4() for _ in range(3))
    games = {
        first: (pair, 1),
        uuid5(first, "next"): (pair, 2),
        taken: (pair, 1),
        uuid5(taken, "next"): (Players(), 1),
        alone: (Players(Player(person=gone), Player(person=guest)), 1),
        uuid5(good, "game"): (pair, 1),
        uuid5(stolen, "game"): (Players(), 1),
    }

    def fill(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", "axedrez.storage:migrations")
        config.attributes["connection"] = connection
        command.downgrade(config, "0008")
        metadata = MetaData()
        metadata.reflect(connection)
        assert "ended_guests" not in metadata.tables
        assert "next" not in metadata.tables["games"].c
        rows = [
            {**WHOLE, "id": str(game), "players": msgspec.to_builtins(players), "match": {"game": number}}
            for game, (players, number) in games.items()
        ]
        connection.execute(insert(metadata.tables["games"]), rows)
        persons: list[dict[str, Any]] = [
            {"id": str(person), "name": "", "login": login, "settings": {}, "created_at": 1}
            for person, login in ((account, "ana"), (guest, None))
        ]
        connection.execute(insert(metadata.tables["people"]), persons)
        asked = {
            "by": str(account),
            "public": True,
            "rulebook": "takeaway",
            "names": {},
            "options": {},
            "colour": "lot",
        }
        asked |= {"colour": "lot", "created_at": 1, "expires_at": 9, "accepted_by": str(guest)}
        own = [{**asked, "id": str(invitation)} for invitation in (good, stolen, unbegun)]
        connection.execute(insert(metadata.tables["invitations"]), own)

    async def test() -> None:
        engine = await open_database(database)
        async with engine.execution_options(**WRITING).begin() as connection:
            await connection.run_sync(fill)
        await engine.dispose()
        store = await Store.open(database)

        async def following(game: UUID) -> UUID | None:
            head = await store.header(game)
            assert head is not None
            return head.next

        assert await following(first) is None, "it follows from the game's id, as it did"
        assert await following(taken) not in (None, uuid5(taken, "next"))
        known = Invitations(store.engine)
        led = [found.game for each in (good, stolen, unbegun) if (found := await known.find(each)) is not None]
        assert (led[0], led[2]) == (None, None)
        assert led[1] not in (None, uuid5(stolen, "game"))
        people = People(store.engine)
        assert await people.ended([account, guest, gone]) == {account, gone}
        await store.close()

    asyncio.run(test())
