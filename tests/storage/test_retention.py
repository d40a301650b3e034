"""What has been kept long enough is deleted; what somebody needs stays."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Connection, insert, select

from axedrez.cli.app import run
from axedrez.core import AxedrezError
from axedrez.match import Player, Players, Record
from axedrez.server.app.retention import Retention
from axedrez.server.play.live_game import now_ms
from axedrez.storage import ChatLine, ChatStore, People, Report, Store
from axedrez.storage.retention import BATCH, RULES, TRACES, RetentionStore, times
from axedrez.storage.schema import analyses, chat, invitations, keys, people, reports
from tests.storage.test_erasure import PEOPLE
from tests.storage.test_store import GAME, header

DAY = 86_400_000
ELSEWHERE = {
    "blocks.other", "clubs.owner", "display_games.pupil", "ended_guests.person", "games.players",
    "invitations.accepted_by", "invitations.to", "notices.person", "people.id", "presence.person",
    "rating_changes.opponent", "rating_changes.person", "ratings.person", "study_events.by",
    "tournament_events.act", "tournament_events.by",
}  # fmt: skip
"""Columns with people that are of accounts only, or never alone."""


def test_no_column_that_knows_a_guest_is_forgotten() -> None:
    assert {str(column) for column in TRACES} == PEOPLE - ELSEWHERE


def test_times_are_settings() -> None:
    assert times({}) == {rule.name: rule.days for rule in RULES}
    assert times({"AXEDREZ_KEEP_CHAT": "30", "AXEDREZ_KEEP_GUESTS": "forever"})["chat"] == 30
    assert times({"AXEDREZ_KEEP_GUESTS": "forever"})["guests"] is None


@pytest.mark.parametrize("bad", ["0", "-1", "x", "1.5", "36501", "\u0663"])
def test_a_time_that_is_none_is_refused(bad: str) -> None:
    with pytest.raises(AxedrezError, match="AXEDREZ_KEEP_CHAT"):
        times({"AXEDREZ_KEEP_CHAT": bad})


@pytest.mark.parametrize("command", [["admin", "retention"], ["serve", "--port", "0"]])
def test_it_is_refused_in_a_sentence(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AXEDREZ_KEEP_CHAT", "x")
    assert run(command) == 2
    told = capsys.readouterr().err
    assert "AXEDREZ_KEEP_CHAT" in told
    assert len(told.splitlines()) == 1


def carry_out(connection: Connection, change: str) -> None:
    connection.exec_driver_sql(change).close()


@pytest.fixture
def filled(database: str) -> str:
    """A database with old and new things of each kind."""

    async def fill() -> None:
        store, now = await Store.open(database), now_ms()
        persons, talk = People(store.engine), ChatStore(store.engine, store.writer)
        ana = (await persons.welcome(uuid4(), "Ana", now - 999 * DAY)).id
        await persons.enrol(ana, "ana", "secret")
        player = (await persons.welcome(uuid4(), "with a game", now - 999 * DAY)).id
        banned = (await persons.welcome(uuid4(), "banned", now - 999 * DAY)).id
        await persons.change(banned, {"banned_until": now + DAY})
        await persons.welcome(uuid4(), "new", now - 300 * DAY)
        head = header(now)
        for ended, text in ((True, "over"), (False, "goes on")):
            head = header(now - 999 * DAY, players=Players(Player(person=ana), Player(person=player)))
            record = Record(GAME, head.setup)
            assert await store.create(head, record, [])
            if ended:
                change = f"UPDATE games SET result = '1-0' WHERE id = '{head.id}'"
                await store.writer.run(partial(carry_out, change=change))
            await talk.add_line(ChatLine(uuid4(), head.id, "players", ana, "Ana", None, text, now - 50 * DAY))
        for at, text in ((now - 400 * DAY, "long ago"), (now - 300 * DAY, "lately")):
            report = Report(uuid4(), ana, player, None, text, at)
            await talk.add_report(report)
            await talk.settle_report(report.id, at)
        await talk.add_report(Report(uuid4(), ana, player, None, "open", now - 999 * DAY))

        def others(connection: Connection) -> None:
            old = {"settings": {}, "created_at": now - 400 * DAY}
            guests = [{**old, "id": str(uuid4()), "name": f"old {number}"} for number in range(BATCH + 1)]
            connection.execute(insert(people), guests)
            same = {"created_at": 1, "person": str(ana), "kind": "session"}
            for label, end in (("lasting", None), ("over", now - 2 * DAY), ("good", now + DAY)):
                row = {**same, "id": str(uuid4()), "digest": str(uuid4()), "label": label, "expires_at": end}
                connection.execute(insert(keys).values(row))
            for ply, at in ((0, now - 400 * DAY), (1, now - 300 * DAY)):
                row = {"game": str(head.id), "ply": ply, "key": f"ply {ply}", "at": at, "data": b""}
                connection.execute(insert(analyses).values(row))
            for rulebook, end in (("over", now - 91 * DAY), ("lately", now - 89 * DAY)):
                row = {"id": str(uuid4()), "by": str(ana), "public": False, "rulebook": rulebook, "names": {}}
                row |= {"options": {}, "colour": "white", "created_at": 1, "expires_at": end}
                connection.execute(insert(invitations).values(row))

        await store.writer.run(others)
        await store.close()

    asyncio.run(fill())
    return database


async def left(store: Store) -> dict[str, list[str]]:
    columns = (keys.c.label, invitations.c.rulebook, reports.c.text, people.c.name, chat.c.text, analyses.c.key)
    async with store.engine.connect() as connection:
        return {str(each): sorted(await connection.scalars(select(each))) for each in columns}


EXPECTED = {
    "keys.label": ["good", "lasting"],
    "invitations.rulebook": ["lately"],
    "reports.text": ["lately", "open"],
    "people.name": ["Ana", "banned", "new", "with a game"],
    "chat.text": ["goes on", "over"],
    "analyses.key": ["ply 0", "ply 1"],
}
ROWS = {"analyses": 0, "sessions": 1, "invitations": 1, "reports": 1, "guests": BATCH + 1, "chat": 0}


def test_the_operator_sees_it_and_does_it(filled: str, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(*options: str) -> dict[str, int]:
        assert run(["admin", "retention", "--database-url", filled, "--json", *options]) == 0
        return {each["name"]: each["rows"] for each in json.loads(capsys.readouterr().out)}

    async def now() -> dict[str, list[str]]:
        store = await Store.open(filled)
        try:
            return await left(store)
        finally:
            await store.close()

    assert told() == ROWS
    assert told("--apply") == ROWS
    assert asyncio.run(now()) == EXPECTED
    assert set(told().values()) == {0}
    monkeypatch.setenv("AXEDREZ_KEEP_CHAT", "30")
    assert told("--apply")["chat"] == 1
    assert asyncio.run(now())["chat.text"] == ["goes on"]
    monkeypatch.setenv("AXEDREZ_KEEP_ANALYSES", "350")
    assert told("--apply")["analyses"] == 1
    assert asyncio.run(now())["analyses.key"] == ["ply 1"]
    assert run(["admin", "retention", "--database-url", filled, "--lang", "es"]) == 0
    assert "30 días (AXEDREZ_KEEP_CHAT)" in capsys.readouterr().out
    monkeypatch.setenv("AXEDREZ_KEEP_CHAT", "1")
    assert run(["admin", "retention", "--database-url", filled]) == 0
    assert ": 1 day (AXEDREZ_KEEP_CHAT)" in capsys.readouterr().out


def test_servers_do_it_by_themselves(filled: str) -> None:
    async def test() -> None:
        store = await Store.open(filled)
        both = [
            Retention(RetentionStore(store.engine, store.writer, times({})), now_ms, start_s=0.01) for _ in range(2)
        ]
        for each in both:
            each.start()
        async with asyncio.timeout(60):
            while await left(store) != EXPECTED:
                await asyncio.sleep(0.05)
        for each in both:
            await each.close()
        await store.close()

    asyncio.run(test())
