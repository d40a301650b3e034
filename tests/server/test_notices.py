"""People are told what waits for them while they are elsewhere: once, whatever happens to the servers."""

from __future__ import annotations

import asyncio
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from websockets.sync.client import connect

pytest.importorskip("cryptography", reason="a locked requirement: run script/setup")

from axedrez.server import create_app
from axedrez.server.notices import NoticeOptions, notifier
from axedrez.storage import Delays, NoticeStore, Store
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S, until
from tests.server.push_service import PushService, Reader, claims, push_service
from tests.server.rounds import command, tournament_of
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

PASSWORD = "ein Turm auf g1"
OPTIONS = NoticeOptions("http://localhost:8000", push_loopback=True)
QUIET_S = 0.8
"""So long nothing must come."""


@pytest.fixture(autouse=True)
def _prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier, "DELAYS", Delays(0, 0))
    monkeypatch.setattr(notifier, "SEARCH_MS", 50)
    monkeypatch.setattr(notifier, "POLL_S", 0.05)
    monkeypatch.setattr(notifier, "TRIES_S", (0, 0, 0))


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@contextmanager
def server(url: str, options: NoticeOptions = OPTIONS) -> Iterator[str]:
    app = create_app(url, rulebooks=TakeawayRulebooks(), player=RandomPlayer, notices=options)
    with serving(app) as address:
        yield address


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


def account(address: str, name: str) -> Visitor:
    found = Visitor(address, name)
    found.ask("POST", "/api/accounts", 201, login=name.lower(), password=PASSWORD)
    return found


def has_got_more(service: PushService, count: int) -> bool:
    return len(service.posted) > count


def subscribed(visitor: Visitor, service: PushService, path: str = "/send/1", **wanted: bool) -> Reader:
    reader = Reader()
    visitor.ask("POST", "/api/me/push", 201, endpoint=service.endpoint(path), keys=reader.keys, **wanted)
    return reader


def game_of(white: Visitor, black: Visitor, **terms: Any) -> str:
    game: str = black.accept(white.invite(colour="white", **terms))["id"]
    return game


def told(service: PushService, reader: Reader, number: int = 0) -> dict[str, Any]:
    until(lambda: len(service.posted) > number, "nothing was pushed")
    found: dict[str, Any] = msgspec.json.decode(reader.open(service.posted[number][2]))
    return found


def quiet(service: PushService, number: int) -> None:
    time.sleep(QUIET_S)
    assert len(service.posted) == number


def test_a_browser_is_told_that_it_is_ones_turn(url: str, service: PushService) -> None:
    with server(url) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        reader = subscribed(ana, service)
        key = ana.ask("GET", "/api/me/notices")["push_key"]
        game = game_of(ana, eva)
        first = told(service, reader)  # White begins
        assert (first["url"], first["lang"]) == (f"/game/{game}", "en")
        path, headers, _ = service.posted[0]
        assert (path, headers["content-encoding"]) == ("/send/1", "aes128gcm")
        assert headers["ttl"].isdigit()
        assert len(headers["topic"]) == 32
        said, signer = claims(headers["authorization"])
        assert (said["aud"], said["sub"]) == (f"http://{service.address}", OPTIONS.public_url)
        assert abs(said["exp"] - time.time()) < 24 * 3600
        assert signer == key
        ana.act(game, "move", move="take1")
        quiet(service, 1)
        ana.ask("PATCH", "/api/me", settings={"language": "es"})
        eva.act(game, "move", move="take2")
        second = told(service, reader, 1)
        assert second == {
            "title": "Le toca jugar",
            "body": "Montón, contra Eva",
            "url": f"/game/{game}",
            "tag": f"turn {game}",
            "lang": "es",
        }
        eva.act(game, "offer", offer="draw", side="black")
        assert told(service, reader, 2)["title"] == "Su rival le propone algo"
        quiet(service, 3)


def test_a_round_that_was_paired_is_told_once_to_who_wants_it(url: str, service: PushService) -> None:
    with server(url) as address:
        ana, eva, leo, bea = (account(address, name) for name in ("Ana", "Eva", "Leo", "Bea"))
        reader = subscribed(ana, service, "/send/ana")
        subscribed(eva, service, "/send/eva", rounds=False)
        club = tournament_of(leo, ana, eva, bea)
        first = told(service, reader)
        boards = leo.ask("GET", f"/api/tournaments/{club}/rounds/1")["pairings"]
        mine = next(each for each in boards if "Ana" in (each["white"]["name"], each["black"]["name"]))
        is_white = mine["white"]["name"] == "Ana"
        other, colour = (mine["black"], "White") if is_white else (mine["white"], "Black")
        assert first == {
            "title": "Round 1 is paired",
            "body": f"Club: board {mine['board']}, with {colour} against {other['name']}",
            "url": f"/tournament/{club}",
            "tag": f"round {club}",
            "lang": "en",
        }
        # Paired anew it is not told again, and of a round that is over before nothing is told.
        command(leo, club, "undo_round", reason="too early")
        command(leo, club, "pair")
        quiet(service, 1)
        for each in boards:
            command(leo, club, "set_result", round=1, board=each["board"], result="1-0")
        ana.ask("PATCH", "/api/me", settings={"language": "es"})
        command(leo, club, "pair")
        assert told(service, reader, 1)["title"] == "Ronda 2 emparejada"
        quiet(service, 2)
        assert {path for path, _, _ in service.posted} == {"/send/ana"}


def test_who_is_there_or_has_answered_is_not_told(url: str, service: PushService) -> None:
    with server(url) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in eva.http.cookies.items())}
        subscribed(eva, service)
        game = game_of(ana, eva)
        with connect(f"ws://{address}/api/games/{game}/socket", additional_headers=cookie) as socket:
            socket.recv(timeout=LONG_S)
            ana.act(game, "move", move="take1")
            quiet(service, 0)
        eva.act(game, "move", move="take1")
        ana.act(game, "move", move="take1")
        until(lambda: service.posted)
        computer = {"white": {"kind": "computer", "level": 1}}
        eva.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="takeaway", players=computer)
        quiet(service, 1)


def test_challenges_and_what_one_does_not_want(url: str, service: PushService) -> None:
    with server(url) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        turns = subscribed(eva, service, "/turns", offers=False)
        offers = subscribed(eva, service, "/offers", turn=False)
        invitation = ana.invite(to=eva.me()["id"], colour="white")["id"]
        challenge = told(service, offers)
        assert (challenge["title"], challenge["url"]) == ("You are invited to a game", f"/invitation/{invitation}")
        game = eva.accept({"id": invitation})["id"]
        ana.act(game, "move", move="take1")
        assert told(service, turns, 1)["title"] == "It is your turn"
        quiet(service, 2)
        assert [path for path, _, _ in service.posted] == ["/offers", "/turns"]


def test_a_browser_that_is_gone_is_forgotten_and_a_busy_service_is_tried_again(url: str, service: PushService) -> None:
    with server(url) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        reader = subscribed(ana, service)
        service.answers = [(503, {}), (429, {"retry-after": "0"})]
        game = game_of(ana, eva)
        assert told(service, reader, 2)["url"] == f"/game/{game}"
        quiet(service, 3)
        for status in (301, 400, 410):
            assert len(ana.ask("GET", "/api/me/notices")["browsers"]) == 1
            service.answers = [(status, {"location": service.endpoint("/elsewhere")})]
            before = len(service.posted)
            ana.act(game, "move", move="take1")
            eva.act(game, "move", move="take1")
            until(partial(has_got_more, service, before))
            quiet(service, before + 1)  # neither followed nor repeated
        assert ana.ask("GET", "/api/me/notices")["browsers"] == []


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_of_several_servers_one_tells(kind: str, request: pytest.FixtureRequest, service: PushService) -> None:
    place = request.getfixturevalue("url" if kind == "sqlite" else "postgres_url")
    with ExitStack() as stack:
        addresses = [stack.enter_context(server(place)) for _ in range(3)]
        ana, eva = account(addresses[0], "Ana"), account(addresses[1], "Eva")
        reader = subscribed(ana, service)
        others = [Visitor(each, "Nobody") for each in addresses]
        keys = {each.ask("GET", "/api/me/notices")["push_key"] for each in others}
        assert len(keys) == 1
        games = {game_of(ana, eva) for _ in range(6)}
        until(lambda: len(service.posted) >= len(games))
        quiet(service, len(games))
        assert {told(service, reader, number)["url"].rpartition("/")[2] for number in range(len(games))} == games


SERVE = """
from axedrez.server import serve
from axedrez.server.notices import notifier
{change}
serve(port=0, database_url={url!r}, lang='en', public_url='http://localhost:1', push_loopback=True)
"""


@contextmanager
def process(url: str, change: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    code = SERVE.format(url=url, change=change)
    running = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        address = re.search(r"http://(\S+)", running.stdout.readline())
        assert address is not None
        yield running, address[1]
    finally:
        running.kill()
        running.wait(LONG_S)


@pytest.mark.long
def test_a_server_killed_after_the_move_owes_the_notice_to_the_next_one(url: str, service: PushService) -> None:
    with process(url, "notifier.SEARCH_MS = 10**15") as (running, address):  # it has not come to it yet
        ana, eva = account(address, "Ana"), account(address, "Eva")
        reader = subscribed(eva, service)
        game = eva.accept(ana.invite(rulebook="clasico", colour="white"))["id"]
        ana.act(game, "move", move="e2e4")
        running.send_signal(signal.SIGKILL)
        running.wait(LONG_S)
    assert service.posted == []
    with process(url, "notifier.SEARCH_MS = 50"):
        assert told(service, reader)["url"] == f"/game/{game}"


def test_a_server_killed_before_it_has_sent_owes_it_too(url: str, service: PushService, tmp_path: Path) -> None:
    with server(url, NoticeOptions()) as address:  # nobody sends here
        ana = account(address, "Ana")
    with server(url) as address:
        ana = Visitor(address)
        ana.ask("POST", "/api/sessions", 201, login="ana", password=PASSWORD)
        reader = subscribed(ana, service)
    with server(url, NoticeOptions()) as address:
        eva = account(address, "Eva")
        game = game_of(Visitor(address, cookies=dict(ana.http.cookies)), eva)

    async def claimed() -> int:
        """A server notes and claims the notice, and is killed with it in its hands."""
        store = await Store.open(url)
        notices = NoticeStore(store.engine, store.writer)
        now = time.time_ns() // 1_000_000 + 1000
        assert await notices.search(now, 0, Delays(0, 0))
        found = await notices.claim(now, 1_500, 10, ["push"])
        assert await notices.claim(now, 1_500, 10, ["push"]) == []
        await store.close()
        return len(found)

    assert asyncio.run(claimed()) == 1
    with server(url):
        assert told(service, reader)["url"] == f"/game/{game}"
        quiet(service, 1)


def test_the_browsers_of_an_account(url: str, service: PushService) -> None:
    with server(url) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        guest = Visitor(address, "Guest")
        keys = Reader().keys
        refusals: list[tuple[Visitor, dict[str, Any], int, str]] = [
            (guest, {"endpoint": service.endpoint(), "keys": keys}, 401, "account_needed"),
            (ana, {"endpoint": "https://169.254.169.254/", "keys": keys}, 422, "push_endpoint"),
            (ana, {"endpoint": "https://nowhere.invalid/", "keys": keys}, 422, "push_endpoint"),
            (ana, {"endpoint": service.endpoint(), "keys": {**keys, "auth": "AAAA"}}, 422, "push_keys"),
            (ana, {"endpoint": service.endpoint()}, 422, "request_malformed"),
        ]
        for who, body, status, reason in refusals:
            assert who.refused("POST", "/api/me/push", status, **body) == reason
        for number in range(10):
            subscribed(ana, service, f"/send/{number}")
        again = ana.ask("POST", "/api/me/push", 201, endpoint=service.endpoint("/send/3"), keys=keys, offers=False)
        browsers = ana.ask("GET", "/api/me/notices")["browsers"]
        assert len(browsers) == 10
        assert [each["id"] for each in browsers if not each["offers"]] == [again["id"]]
        assert "endpoint" not in browsers[0]
        body = {"endpoint": service.endpoint("/send/10"), "keys": keys}
        assert ana.refused("POST", "/api/me/push", 422, **body) == "too_many_browsers"
        one = f"/api/me/push/{browsers[0]['id']}"
        assert eva.refused("PATCH", one, 404, turn=False, offers=False) == "unknown_browser"
        eva.ask("DELETE", one, 204)
        assert ana.ask("PATCH", one, turn=False, offers=False)["turn"] is False
        # The same browser with another account: it is told no more for the first one.
        eva.ask("POST", "/api/me/push", 201, endpoint=service.endpoint("/send/1"), keys=keys)
        assert len(ana.ask("GET", "/api/me/notices")["browsers"]) == 9
        assert len(ana.ask("GET", "/api/me/data")["browsers"]) == 9
        ana.ask("DELETE", one, 204)
        assert len(ana.ask("GET", "/api/me/notices")["browsers"]) == 8
        ana.ask("DELETE", "/api/sessions/current")
        ana.ask("POST", "/api/sessions", 201, login="ana", password=PASSWORD)
        assert ana.ask("GET", "/api/me/notices")["browsers"] == []


def test_nothing_is_told_without_a_public_address(url: str, service: PushService) -> None:
    with server(url, NoticeOptions(push_loopback=True)) as address:
        ana = account(address, "Ana")
        assert ana.ask("GET", "/api/me/notices") == {"push_key": None, "mail": False, "browsers": [], "mailbox": None}
        body = {"endpoint": service.endpoint(), "keys": Reader().keys}
        assert ana.refused("POST", "/api/me/push", 422, **body) == "no_push"
        assert ana.refused("PUT", "/api/me/mail", 422, address="ana@example.org") == "no_mail"


def test_a_deleted_account_leaves_nothing(url: str, service: PushService, tmp_path: Path) -> None:
    with server(url) as address:
        ana = account(address, "Ana")
        subscribed(ana, service)
        ana.ask("DELETE", "/api/me", password=PASSWORD)
    with sqlite3.connect(tmp_path / "games.db") as connection:
        assert connection.execute("SELECT count(*) FROM push_subscriptions").fetchone() == (0,)
    connection.close()


@pytest.mark.parametrize(
    ("last", "turn", "expected"),
    [
        ({}, "white", [("white", 0, False)]),
        ({"moved": (4, "white")}, "black", [("black", 4, False)]),
        ({"moved": (4, "white")}, "white", []),  # a turn of two moves
        ({"moved": (4, "white"), "offered": (5, "white")}, "black", [("black", 5, True), ("black", 4, False)]),
        ({"moved": (4, "white"), "offered": (5, "black")}, "black", [("white", 5, True)]),  # a double
        ({"moved": (4, "white"), "offered": (5, "black"), "declined": (6, "white")}, "black", [("black", 4, False)]),
        ({"moved": (6, "black"), "offered": (5, "black")}, "white", [("white", 6, False)]),
        ({"moved": (6, "black"), "undone": (8, "white")}, "black", [("black", 8, False)]),
        ({"moved": (6, "black")}, None, []),
    ],
)
def test_what_a_game_waits_for(
    last: dict[str, tuple[int, str | None]], turn: str | None, expected: list[tuple[str, int, bool]]
) -> None:
    from axedrez.storage import notices

    assert notices._waits(turn, last) == expected


def test_ids_are_the_servers_own(url: str, service: PushService) -> None:
    with server(url) as address:
        ana = account(address, "Ana")
        body = {"endpoint": service.endpoint(), "keys": Reader().keys, "id": str(UUID(int=1))}
        assert ana.refused("POST", "/api/me/push", 422, **body) == "request_malformed"
