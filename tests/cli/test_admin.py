"""`axedrez admin`, over both kinds of database."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import UUID

import pytest

from axedrez.cli.app import run
from axedrez.match import GameSetup, Player, Players, Record
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity
from axedrez.server.base.errors import Banned
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import now_ms
from axedrez.server.rulebooks.store import RulebookStore, ShippedRulebooks
from axedrez.storage import ChatStore, ClassStore, People, Person, RatingStore, Report, Store
from axedrez.storage.classes import Class
from tests.storage.test_ratings import account, ended

ANA, EVA, REPORT, GAME = (UUID(int=number) for number in (1, 2, 3, 4))
Found = TypeVar("Found")


def at(database: str, work: Callable[[People, ChatStore], Awaitable[Found]]) -> Found:
    async def act() -> Found:
        store = await Store.open(database)
        try:
            return await work(People(store.engine), ChatStore(store.engine, store.writer))
        finally:
            await store.close()

    return asyncio.run(act())


@pytest.fixture
def peopled(database: str) -> str:
    """A database with Ana, who has an account, Eva, who has none, and a report of one about the other."""

    async def fill(people: People, reports: ChatStore) -> None:
        await people.welcome(ANA, "Ana", now_ms())
        await people.welcome(EVA, "Eva 100%", now_ms())
        await Accounts(people, now_ms).enrol(Identity(ANA, "guest"), "ana", "caballo blanco")
        await reports.add_report(Report(REPORT, ANA, EVA, None, "insulta", now_ms()))

    at(database, fill)
    return database


def output(capsys: pytest.CaptureFixture[str], database: str, *arguments: str, status: int = 0) -> str:
    words = 2 if arguments[0] == "ratings" else 1
    assert run(["admin", *arguments[:words], "--database-url", database, *arguments[words:]]) == status
    answer = capsys.readouterr()
    assert (answer.err == "") == (status == 0)
    return answer.out or answer.err


def person(database: str, who: UUID) -> Person:
    found = at(database, lambda people, _: people.person(who))
    assert found is not None
    return found


def test_people_are_found(peopled: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, peopled, "people", "AN", "--json"))
    assert [(each["id"], each["login"]) for each in found] == [(str(ANA), "ana")]
    assert "password" not in found[0]
    assert str(EVA) in output(capsys, peopled, "people", "0%")
    assert output(capsys, peopled, "people", "%a") == "", "a sign of the query language is a sign like others"


def test_an_account_is_marked_as_a_bot(peopled: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Only an account" in output(capsys, peopled, "bot", str(EVA), status=2)
    assert not person(peopled, EVA).bot
    assert output(capsys, peopled, "bot", "ana") == "Ana is a bot from now on.\n"
    assert person(peopled, ANA).bot
    assert [each["bot"] for each in json.loads(output(capsys, peopled, "people", "ana", "--json"))] == [True]


def test_reports_are_closed_once(peopled: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = output(capsys, peopled, "reports", "--lang", "es")
    assert "Ana" in line
    assert "sobre Eva 100%" in line
    assert "insulta" in line
    (report,) = json.loads(output(capsys, peopled, "reports", "--json"))
    assert (report["about"], report["about_name"]) == (str(EVA), "Eva 100%")
    output(capsys, peopled, "settle", report["id"])
    assert json.loads(output(capsys, peopled, "reports", "--json")) == []
    assert "no open report" in output(capsys, peopled, "settle", report["id"], status=2)
    assert "nonsense" in output(capsys, peopled, "settle", "nonsense", status=2)


def test_a_ban_holds_until_it_ends(peopled: str, capsys: pytest.CaptureFixture[str]) -> None:
    def acts() -> Person:
        return at(peopled, lambda people, _: Accounts(people, now_ms).acting(Identity(ANA, "session")))

    before = now_ms()
    assert "Ana" in output(capsys, peopled, "ban", "Ana", "--days", "3")
    until = person(peopled, ANA).banned_until
    assert until is not None
    assert before + 3 * 86_400_000 <= until <= now_ms() + 3 * 86_400_000
    with pytest.raises(Banned):
        acts()
    assert "banned until" in output(capsys, peopled, "people", "ana")
    output(capsys, peopled, "unban", str(ANA))
    assert acts().banned_until is None
    assert "1..36500" in output(capsys, peopled, "ban", "ana", "--days", "0", status=2)


def test_names_are_changed(peopled: str, capsys: pytest.CaptureFixture[str]) -> None:
    output(capsys, peopled, "rename", str(EVA), "Eva")
    assert person(peopled, EVA).name == "Eva"
    for bad in ("<b>", "x" * 41):
        output(capsys, peopled, "rename", "ana", bad, status=2)
    assert "nobody" in output(capsys, peopled, "rename", "nobody", "Somebody", status=2)
    assert person(peopled, ANA).name == "Ana"


def test_a_recovery_code_opens_the_account_once(peopled: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = json.loads(output(capsys, peopled, "recovery", "ana", "--json"))["code"]
    recovered = at(peopled, lambda people, _: Accounts(people, now_ms).recover("ana", code, "otra palabra"))
    assert recovered.id == ANA
    assert "eva" in output(capsys, peopled, "recovery", "eva", status=2)


def test_a_language_before_the_command_holds_inside_it(peopled: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "es", "admin", "unban", "ana", "--database-url", peopled]) == 0
    assert capsys.readouterr().out == "Ana puede volver a participar.\n"


def test_any_game_is_ended_without_a_result(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    players = Players(Player("computer", level=1), Player("computer", level=1))

    async def made(store: Store) -> Record:
        game = ShippedRulebooks().load("clasico")
        setup = GameSetup(game.start().text(), players)
        return (await Games(store, RulebookStore(store)).create(GAME, game, setup, ["e4", "e5", "Nf3"])).record

    async def read(store: Store) -> Record:
        return (await Games(store, RulebookStore(store)).get(GAME)).record

    def act(work: Callable[[Store], Awaitable[Record]]) -> Record:
        async def run_it() -> Record:
            store = await Store.open(database)
            try:
                return await work(store)
            finally:
                await store.close()

        return asyncio.run(run_it())

    assert act(made).outcome is None
    assert "over" in output(capsys, database, "end", str(GAME))
    outcome = act(read).outcome
    assert outcome is not None
    assert (outcome.result, outcome.reason) == ("*", "aborted")
    output(capsys, database, "end", str(GAME), status=2)
    output(capsys, database, "end", "nonsense", status=2)
    output(capsys, database, "end", str(EVA), status=2)


def test_ratings_are_counted_again_and_looked_through(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def fill() -> None:
        store = await Store.open(database)
        try:
            known = RatingStore(store.engine, store.writer)
            ana, eva = await account(store, "Ana"), await account(store, "Eva")
            now = now_ms()
            for number in range(10):
                await ended(store, now + number, ana, eva, 2)
            await known.rate(now, 50)
        finally:
            await store.close()

    assert "Nothing is suspicious." in output(capsys, database, "ratings", "flags")
    asyncio.run(fill())
    assert json.loads(output(capsys, database, "ratings", "recount", "--json")) == {
        "games": 10,
        "changes": 0,
        "ratings": 0,
    }
    assert "Partidas con puntuación: 10." in output(capsys, database, "ratings", "recount", "--lang", "es")
    shown = output(capsys, database, "ratings", "flags", "--lang", "es")
    assert "10 partidas contra eva-" in shown
    assert "Montón, relámpago" in shown
    assert json.loads(output(capsys, database, "ratings", "flags", "--json"))[0]["sign"] == "same_pair"


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_erasing_somebody_is_confirmed(
    peopled: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def erase(*more: str, answer: io.StringIO) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", answer)
        return run(["admin", "person", "erase", "ana", "--database-url", peopled, *more]), *capsys.readouterr()

    status, out, err = erase(answer=io.StringIO("yes\n"))
    assert (status, out, err.count("\n"), "--yes" in err) == (2, "", 1, True)
    for answer in ("no\n", "", "\n"):
        status, out, _ = erase(answer=_Terminal(answer))
        assert (status, out.endswith("Nothing was erased.\n")) == (0, True)
    assert erase("--lang", "es", answer=_Terminal("Sí\n"))[1].endswith("Se ha borrado a Ana.\n")
    assert run(["admin", "person", "erase", "ana", "--yes", "--database-url", peopled]) == 2
    assert "ana" in capsys.readouterr().err


def test_erasing_a_class_is_confirmed(
    peopled: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def teach() -> None:
        store = await Store.open(peopled)
        try:
            await ClassStore(store.engine, store.writer).add(Class(UUID(int=5), ANA, "5.º B", False, now_ms()), 1)
        finally:
            await store.close()

    def erase(*more: str, answer: io.StringIO) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", answer)
        return run(["admin", "class", "erase", "5.º B", "--database-url", peopled, *more]), *capsys.readouterr()

    asyncio.run(teach())
    status, out, err = erase(answer=io.StringIO("yes\n"))
    assert (status, out, "--yes" in err) == (2, "", True)
    status, out, _ = erase(answer=_Terminal("no\n"))
    assert (
        status,
        out.startswith("Erase the class 5.º B with its 0 pupils"),
        out.endswith("Nothing was erased.\n"),
    ) == (
        0,
        True,
        True,
    )
    assert erase("--lang", "es", answer=_Terminal("sí\n"))[:1] == (0,)
    status, _, err = erase("--yes", answer=io.StringIO())
    assert (status, "5.º B" in err) == (2, True)
