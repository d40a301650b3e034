"""Whoever is erased is erased from every table: a new one, or a new column, has to say what becomes of people in it."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any
from uuid import UUID

import pytest
from argon2 import PasswordHasher
from sqlalchemy import JSON, Boolean, Column, Connection, Float, LargeBinary, String, Table, Text, insert, select

from axedrez.cli.app import run
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity
from axedrez.storage import People, Store
from axedrez.storage.schema import metadata
from axedrez.storage.seats import folded

ANA, EVA = (str(UUID(int=number)) for number in (0xA7A, 0xE7A))
SECRET = "Zacarías-Secreto"
PASSWORD = "caballo blanco"

PEOPLE = {
    "attempts.person", "blocks.other", "blocks.person", "chat.person", "class_teachers.person", "classes.teacher",
    "club_members.person", "clubs.owner", "display_games.pupil", "ended_guests.person", "finished_guides.person",
    "follows.other", "follows.person", "games.players", "invitations.accepted_by", "invitations.by", "invitations.to",
    "keys.person", "mailboxes.person", "notices.person", "own_exercises.person", "people.id", "presence.person",
    "pupils.person", "push_subscriptions.person", "rating_changes.opponent", "rating_changes.person", "ratings.person",
    "reports.about", "reports.by", "seats.person", "solvers.person", "studies.owner", "study_events.by",
    "study_writers.person", "tournament_events.act", "tournament_events.by", "tournament_people.person",
    "tournaments.owner",
}  # fmt: skip
"""Columns that hold ids of people."""

WORDS = {
    "chat.name", "chat.text", "games.players", "keys.label", "mailboxes.address", "own_exercises.body", "people.login",
    "people.name", "people.settings", "people.settings_at", "push_subscriptions.endpoint", "push_subscriptions.label",
    "reports.text", "seats.opponent", "studies.title", "study_writers.name", "tournament_events.act", "classes.name",
}  # fmt: skip
"""Columns with names and words of people, or what tells who they are."""

TOLD = {
    "attempts.person": "exercises", "blocks.person": "blocked", "chat.person": "chat",
    "class_teachers.person": "teaches_with", "classes.teacher": "classes", "club_members.person": "clubs",
    "clubs.owner": "clubs", "display_games.pupil": "displays", "finished_guides.person": "finished_guides",
    "follows.person": "following", "invitations.by": "invitations", "keys.person": "keys",
    "mailboxes.person": "mailbox", "own_exercises.person": "exercises", "people.id": "id", "pupils.person": "pupil_of",
    "push_subscriptions.person": "browsers", "rating_changes.person": "rated_games", "ratings.person": "ratings",
    "reports.by": "reports", "solvers.person": "exercises", "studies.owner": "studies",
    "study_writers.person": "writes_in", "tournament_events.act": "tournament_acts",
    "tournament_events.by": "tournament_acts", "tournament_people.person": "tournaments",
    "tournaments.owner": "tournaments",
}  # fmt: skip
"""Under which name somebody is told what a column holds of them."""

NOT_TOLD = {
    "blocks.other": "who blocks somebody is the other's",
    "ended_guests.person": "a cookie that opens nothing any more",
    "follows.other": "who follows somebody is the other's; their profile counts them",
    "games.players": "games are listed by themselves",
    "invitations.accepted_by": "the inviter's; what came of it is a game",
    "invitations.to": "the inviter's",
    "notices.person": "what was sent, for a day",
    "presence.person": "who is here now",
    "rating_changes.opponent": "the game is told as one's own",
    "reports.about": "a report is its author's and the operator's",
    "seats.person": "games are listed by themselves",
    "study_events.by": "the log of a study is told with the study",
}
"""What `GET /api/me/data` leaves out, and why."""

STAYS = {
    "ended_guests.person": "the cookie of the guest must not come back to life",
    "games.players": "the seat stays taken; nothing leads from the id to a person",
    "invitations.accepted_by": "the inviter's link leads to the game",
    "invitations.to": "without it anybody could accept; gone with the invitation",
    "notices.person": "links that were sent count for a week",
    "rating_changes.opponent": "the opponents' ratings follow from it",
    "ratings.person": "likewise",
    "study_events.by": "the log of another person's study",
}
"""Where the id stays, without a name, and why."""

NEITHER = {
    "analyses.data", "club_tournaments.club", "clubs.name", "clubs.text", "display_comments.text",
    "display_games.display", "events.data", "explorer_scan.game", "games.clock", "games.dice", "games.match",
    "games.names", "games.next", "games.notes", "games.options", "games.position", "games.sheet", "games.start",
    "invitations.clock", "invitations.names", "invitations.options", "invitations.position", "notices.target",
    "presence.node", "pupils.part", "rated_sheets.names", "sheets.names", "sheets.text", "study_events.edit",
    "tasks.terms", "tournaments.secret", "tournaments.title", "people.password", "push_subscriptions.p256dh",
    "push_subscriptions.auth", "mailboxes.way_out", "studies.key",
}  # fmt: skip
"""Of games, rules, clubs and tournaments, which are not one person's, or keys that go with their row."""

PARTS = {"id", "game", "class", "club", "tournament", "study", "session"}
"""Columns of other ids."""


def columns() -> dict[str, Column[Any]]:
    return {f"{table.name}.{column.name}": column for table in metadata.sorted_tables for column in table.columns}


def test_every_column_says_whether_people_are_in_it() -> None:
    def may_hold_people(column: Column[Any]) -> bool:
        kind = column.type
        if isinstance(kind, (JSON, LargeBinary, Text)):
            return True
        assert isinstance(kind, String)
        return (kind.length or 99) in range(36, 64) or (kind.length or 0) > 64

    unsaid = {
        name
        for name, column in columns().items()
        if isinstance(column.type, (String, JSON, LargeBinary))
        and may_hold_people(column)
        and name not in PEOPLE | WORDS | NEITHER
        and column.name not in PARTS
    }
    assert not unsaid, "say in this file, and in axedrez.storage.erasure, what becomes of people in these columns"
    assert set(columns()) >= PEOPLE | WORDS | NEITHER


class Filler:
    """Writes rows in which Ana is, one for each column that holds people; Eva is in the others."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.numbers = itertools.count(1)
        self.last: dict[str, dict[str, Any]] = {}

    def fill(self) -> None:
        for table in metadata.sorted_tables:
            held: list[Column[Any] | None] = [
                column for column in table.columns if f"{table.name}.{column.name}" in PEOPLE
            ]
            for column in [] if table.name == "club_members" else held or [None]:
                self.add(table, column)

    def add(self, table: Table, own: Column[Any] | None) -> None:
        if table.name == "people":
            for person, login, name in ((EVA, "eva", "Eva"), (ANA, folded(SECRET), SECRET)):
                secret = PasswordHasher().hash(PASSWORD)
                settings = {} if person == EVA else {"a": SECRET}
                row: dict[str, Any] = {"id": person, "login": login, "name": name, "password": secret}
                self.connection.execute(insert(table).values(**row, settings=settings, settings_at={}, created_at=1))
            self.last["people"] = {"id": ANA}
            return
        row = {column.name: self.value(table, column, own) for column in table.columns}
        self.connection.execute(insert(table).values(row))
        self.last[table.name] = row
        if table.name == "studies":  # Ana writes in one of Eva's, too
            self.last["studies"] = {**row, "id": self.text(), "owner": EVA, "title": "x"}
            self.connection.execute(insert(table).values(self.last["studies"]))
        if table.name == "clubs":  # its owner is a member
            self.add_member(row["id"])
        if table.name == "games":  # and one that was played at Ana's screen
            hosted = {"white": {"name": SECRET, "person": None}, "black": {"name": "Eva", "person": None}}
            self.hosted = {**row, "id": self.text(), "players": hosted, "rated_seq": None}
            self.connection.execute(insert(table).values(self.hosted))
        if table.name == "seats":
            self.connection.execute(insert(table).values({**row, "game": self.hosted["id"], "opponent": ""}))
            eva = {**row, "person": EVA, "opponent": folded(SECRET)}
            self.connection.execute(insert(table).values(eva))

    def add_member(self, club: str) -> None:
        for person, role in ((ANA, "leader"), (EVA, "member")):
            row = {"club": club, "person": person, "role": role, "joined_at": 1}
            self.connection.execute(insert(metadata.tables["club_members"]).values(row))

    def value(self, table: Table, column: Column[Any], own: Column[Any] | None) -> Any:
        name = f"{table.name}.{column.name}"
        if name == "games.players":
            return {"white": {"name": SECRET, "person": ANA}, "black": {"name": "Eva", "person": EVA}}
        if name == "tournament_events.act":
            return {"type": "entered", "entry": 1, "name": SECRET, "person": ANA}
        if name in PEOPLE:
            return ANA if column is own or table.name == "pupils" else EVA
        for key in column.foreign_keys:
            referred = key.column
            return self.last[referred.table.name][referred.name]
        if isinstance(column.type, JSON):
            return {}
        if isinstance(column.type, LargeBinary):
            return b"1"
        if isinstance(column.type, Boolean):
            return False
        if isinstance(column.type, Float):
            return 1.0
        if isinstance(column.type, String):
            if name in WORDS and name != "seats.opponent":
                return SECRET if own is not None else "x"
            return self.text()[: column.type.length or 36]
        return next(self.numbers) + 1000

    def text(self) -> str:
        return str(UUID(int=next(self.numbers) << 96))


def found(rows: dict[str, list[dict[str, Any]]], word: str) -> set[str]:
    """The columns that hold a word somewhere."""
    return {
        f"{table}.{name}"
        for table, each in rows.items()
        for row in each
        for name, value in row.items()
        if word in (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
    }


def with_store(database: str, work: Any) -> Any:
    async def inside() -> Any:
        store = await Store.open(database)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(inside())


def everything(database: str) -> dict[str, list[dict[str, Any]]]:
    def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        return {
            table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for table in metadata.sorted_tables
        }

    found: dict[str, list[dict[str, Any]]] = with_store(database, lambda store: store.writer.run(read))
    return found


@pytest.mark.parametrize("by", ["operator", "oneself"])
def test_nothing_of_an_erased_person_is_left(database: str, by: str, capsys: pytest.CaptureFixture[str]) -> None:
    with_store(database, lambda store: store.writer.run(lambda connection: Filler(connection).fill()))
    before = everything(database)
    assert found(before, ANA) >= PEOPLE
    words = found(before, SECRET) | found(before, folded(SECRET))
    assert words >= WORDS - {"people.settings_at"}
    if by == "operator":
        assert run(["admin", "person", "erase", "--yes", "--database-url", database, folded(SECRET)]) == 0
        assert SECRET in capsys.readouterr().out
    else:

        async def leave(store: Store) -> None:
            await Accounts(People(store.engine), lambda: 2).leave(Identity(UUID(ANA), "session"), PASSWORD)

        with_store(database, leave)
    after = everything(database)
    assert found(after, SECRET) | found(after, folded(SECRET)) == set()
    assert found(after, ANA) == set(STAYS)
    assert [row["id"] for row in after["people"]] == [EVA]
    assert found(after, EVA) >= {"clubs.owner", "games.players", "seats.person", "studies.owner"}
    assert run(["admin", "person", "erase", "--database-url", database, folded(SECRET)]) == 2


def test_every_column_with_a_person_is_told_to_them_or_left_out_for_a_reason() -> None:
    assert set(TOLD) | set(NOT_TOLD) == PEOPLE
    assert not set(TOLD) & set(NOT_TOLD)
