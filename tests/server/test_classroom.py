"""A teacher's board: all games that go on, at a glance; and what a server for a class says of itself."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import connect

from axedrez.server import create_app
from axedrez.server.play import overview
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.serving import Client, RandomPlayer, serving
from tests.server.visiting import Visitor

CLOCK = {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 0}
ADDRESS = "http://192.0.2.7:8000"


@pytest.fixture
def address(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(overview, "KEPT_MS", 0)
    app = create_app(
        f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer, classroom=ADDRESS
    )
    with serving(app) as address:
        yield address


def glances(address: str) -> list[dict[str, Any]]:
    """The overview for an anonymous client."""
    answer = Client(address).http.get("/api/overview")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["games"]
    return found


def test_the_games_that_go_on_are_seen_at_a_glance(address: str) -> None:
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    first = eva.accept(ana.invite(colour="white", clock=CLOCK))["id"]
    client = Client(address)
    time.sleep(0.01)  # so that one is older than the other
    second = client.new()["id"]
    assert [game["id"] for game in glances(address)] == [first, second]
    ana.act(first, "move", move="take2")
    game, other = glances(address)  # the one that began first stays where it is
    assert (game["id"], game["plies"], game["turn"], game["position"]) == (first, 1, "black", "19/b")
    assert (game["players"]["white"]["name"], game["players"]["black"]["name"]) == ("Ana", "Eva")
    assert game["last"] == {"san": {"es": "quito2", "en": "take2"}, "origin": "heap", "target": "heap"}
    assert (game["clock"]["running"], game["clock"]["white_ms"]) == ("black", 600_000)
    assert (game["white"], game["black"]) == (False, False)
    assert game["waiting_since"] >= game["created_at"]
    assert (other["last"], other["clock"], other["white"], other["black"]) == (None, None, None, None)
    # Who is at the game.
    cookie = {"cookie": f"axedrez={ana.http.cookies['axedrez']}"}
    with connect(f"ws://{address}/api/games/{first}/socket", additional_headers=cookie) as socket:
        while json.loads(socket.recv(timeout=LONG_S))["type"] != "company":
            pass
        game = glances(address)[0]
        assert (game["white"], game["black"]) == (True, False)
    # What has ended comes after the others, and stays for a while.
    eva.act(first, "resign", side="black")
    game = glances(address)[1]
    assert (game["id"], game["result"], game["reason"], game["waiting_since"]) == (first, "1-0", "resignation", None)
    assert game["ended_at"] >= game["created_at"]


def test_what_is_long_over_or_left_alone_is_not_shown(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(address)
    view = client.new()
    ended = client.new()
    client.do(ended, "resign", side="white")
    assert len(glances(address)) == 2
    monkeypatch.setattr(overview, "OVER_MS", -1000)
    assert [game["id"] for game in glances(address)] == [view["id"]]
    monkeypatch.setattr(overview, "LIVELY_MS", -1000)
    assert glances(address) == []


def test_a_delayed_game_is_seen_as_by_everybody_who_watches(address: str) -> None:
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    game = eva.accept(ana.invite(colour="white", clock=CLOCK, delay=2))["id"]
    for player in (ana, eva, ana):
        player.act(game, "move", move="take1")
    (seen,) = glances(address)
    assert (seen["plies"], seen["position"], seen["turn"]) == (1, "20/b", "black")
    assert (seen["clock"]["running"], seen["waiting_since"]) == (None, None)
    # Not even to those who play: what all are told is told once.
    assert ana.ask("GET", "/api/overview")["games"][0]["plies"] == 1
    eva.act(game, "resign", side="black")
    (seen,) = glances(address)
    assert (seen["plies"], seen["result"]) == (3, "1-0")


def test_forty_games_are_told_in_one_small_answer(address: str) -> None:
    client = Client(address)
    for _ in range(40):
        client.do(client.new(clock=CLOCK), "move", move="take1")
    answer = client.http.get("/api/overview")
    assert len(answer.json()["games"]) == 40
    assert len(answer.content) < 40 * 1000


def test_a_crowd_looks_as_cheaply_as_one(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "KEPT_MS", 3_600_000)
    client = Client(address)
    client.new()
    before = client.http.get("/api/overview").content
    client.new()
    assert client.http.get("/api/overview").content == before
    monkeypatch.setattr(overview, "KEPT_MS", 0)
    assert len(glances(address)) == 2


def test_a_server_for_a_class_says_so_and_nobody_chats(address: str, tmp_path: Any) -> None:
    assert Client(address).http.get("/api/health").json()["classroom"] == ADDRESS
    ana = Visitor(address, "Ana")
    game = ana.ask("POST", "/api/games", 201, id="00000000-0000-4000-8000-000000000001", rulebook="takeaway")["id"]
    line = {"id": "00000000-0000-4000-8000-000000000002", "text": "hola"}
    assert ana.refused("POST", f"/api/games/{game}/chat", 422, **line) == "chat_off"
    elsewhere = create_app(f"sqlite:///{tmp_path / 'other.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    with serving(elsewhere) as other:
        assert Client(other).http.get("/api/health").json()["classroom"] is None


def test_addresses_of_the_local_network_are_told_on_this_machine_only(tmp_path: Any) -> None:
    known = ["http://192.0.2.7:8000", "http://198.51.100.7:8000"]
    app = create_app(
        f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer, addresses=known
    )
    with serving(app) as address:
        http = Client(address).http
        assert http.get("/api/health").json()["addresses"] == known
        from_elsewhere = http.get("/api/health", headers={"x-forwarded-for": "203.0.113.5"})
        assert from_elsewhere.json()["addresses"] == []
