"""Two people find each other, and nobody else may move their pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from websockets.sync.client import ClientConnection, connect

from axedrez.server import create_app
from axedrez.server.community.lobby import PUBLIC_MS
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

CLOCK = {"kind": "fischer", "initial_ms": 60_000, "increment_ms": 1000}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('lobby') / 'games.db'}"
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        yield address


@pytest.fixture
def ana(address: str) -> Visitor:
    return Visitor(address, "Ana")


@pytest.fixture
def eva(address: str) -> Visitor:
    return Visitor(address, "Eva")


@pytest.fixture
def leo(address: str) -> Visitor:
    return Visitor(address, "Leo")


def test_a_game_by_link(ana: Visitor, eva: Visitor, leo: Visitor) -> None:
    invitation = ana.invite(colour="white", clock=CLOCK, options={"stones": 5})
    assert (invitation["mine"], invitation["open"], invitation["game"]) == (True, True, None)
    seen = eva.ask("GET", f"/api/invitations/{invitation['id']}")
    assert (seen["by_name"], seen["mine"], seen["names"]["en"]) == ("Ana", False, "Heap")
    assert ana.accept(invitation, 422)["error"]["reason"] == "own_invitation"
    game = eva.accept(invitation)
    assert eva.accept(invitation)["id"] == game["id"]
    assert leo.accept(invitation, 422)["error"]["reason"] == "invitation_closed"
    assert ana.ask("GET", f"/api/invitations/{invitation['id']}")["game"] == game["id"]
    players = game["players"]
    assert (players["white"]["person"], players["black"]["person"]) == (ana.me()["id"], eva.me()["id"])
    assert (players["white"]["name"], players["black"]["name"]) == ("Ana", "Eva")

    for stranger in (eva, leo, Visitor(ana.address)):
        assert stranger.act(game["id"], "move", 422, move="take1")["error"]["reason"] == "not_your_seat"
    ana.act(game["id"], "move", move="take1")
    assert ana.act(game["id"], "move", 422, move="take1")["error"]["reason"] == "not_your_seat"
    for side in ("white", "black"):
        assert leo.act(game["id"], "resign", 422, side=side)["error"]["reason"] == "not_your_seat"
    assert ana.act(game["id"], "resign", 422, side="black")["error"]["reason"] == "not_your_seat"
    assert eva.act(game["id"], "resign", side="black")["view"]["outcome"]["result"] == "1-0"


def test_nobody_begins_games_for_others(ana: Visitor, eva: Visitor, leo: Visitor) -> None:
    game = eva.accept(ana.invite(colour="white"))["id"]
    ana.act(game, "resign", side="white")
    for path in ("rematch", "next"):
        body = {"id": str(uuid4())} if path == "rematch" else {}
        for stranger in (leo, Visitor(ana.address)):
            assert stranger.refused("POST", f"/api/games/{game}/{path}", 422, **body) == "not_your_seat"
    assert ana.refused("POST", f"/api/games/{game}/rematch", 422, id=str(uuid4())) == "rematch_by_invitation"
    assert eva.refused("POST", f"/api/games/{game}/next", 422) == "no_next_game"


def test_an_invitation_to_somebody_is_for_nobody_else(ana: Visitor, eva: Visitor, leo: Visitor) -> None:
    invitation = ana.invite(to=eva.me()["id"], colour="black")
    assert invitation["id"] not in [each["id"] for each in leo.ask("GET", "/api/lobby")["invitations"]]
    assert [each["id"] for each in eva.ask("GET", "/api/me/invitations")["invitations"]] == [invitation["id"]]
    assert leo.accept(invitation, 404)["error"]["reason"] == "unknown_invitation"
    assert eva.accept(invitation)["players"]["white"]["name"] == "Eva"


def test_an_invitation_is_taken_back_or_turned_down(ana: Visitor, eva: Visitor, leo: Visitor) -> None:
    own, other = ana.invite(), ana.invite(to=eva.me()["id"])
    assert leo.refused("DELETE", f"/api/invitations/{own['id']}", 404) == "unknown_invitation"
    for visitor, invitation in ((ana, own), (eva, other)):
        assert not visitor.ask("DELETE", f"/api/invitations/{invitation['id']}")["open"]
        assert not visitor.ask("DELETE", f"/api/invitations/{invitation['id']}")["open"], "twice is no harm"
        assert eva.accept(invitation, 422)["error"]["reason"] == "invitation_closed"


def test_the_first_of_many_wins(ana: Visitor, address: str) -> None:
    invitation = ana.invite(public=True)
    rivals = [Visitor(address, f"Rival {number}") for number in range(6)]
    with ThreadPoolExecutor(len(rivals)) as pool:
        answers = list(
            pool.map(lambda rival: rival.http.post(f"/api/invitations/{invitation['id']}/accept").status_code, rivals)
        )
    assert sorted(answers) == [201, 422, 422, 422, 422, 422]


def test_any_opponent_now(ana: Visitor, eva: Visitor, leo: Visitor) -> None:
    wanted = {"rulebook": "takeaway", "clock": CLOCK | {"initial_ms": 90_000}}
    waiting = ana.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), **wanted)
    assert (waiting["game"], waiting["invitation"]["public"]) == (None, True)
    other = eva.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), rulebook="takeaway")
    assert other["game"] is None, "without a clock is another wish"
    met = leo.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), **wanted)
    players = leo.ask("GET", f"/api/games/{met['game']}")["players"]
    assert {players["white"]["name"], players["black"]["name"]} == {"Ana", "Leo"}


def test_people_who_are_kept_apart_do_not_meet(ana: Visitor, eva: Visitor) -> None:
    ana.ask("PUT", f"/api/me/blocked/{eva.me()['id']}", 204)
    shown = eva.invite(public=True)
    assert shown["id"] not in [each["id"] for each in ana.ask("GET", "/api/lobby")["invitations"]]
    assert ana.accept(shown, 422)["error"]["reason"] == "kept_apart"
    assert (
        eva.refused("POST", "/api/invitations", 422, id=str(uuid4()), rulebook="takeaway", to=ana.me()["id"])
        == "kept_apart"
    )


def test_what_cannot_be_asked_for(ana: Visitor, address: str) -> None:
    assert Visitor(address).refused("POST", "/api/invitations", 401, id=str(uuid4()), rulebook="takeaway") == "nobody"
    assert ana.invite(404, rulebook="go")["error"]["reason"] == "unknown_rulebook"
    assert ana.invite(422, colour="green")["error"]["reason"] == "request_malformed"
    assert ana.refused("GET", f"/api/invitations/{uuid4()}", 404) == "unknown_invitation"
    seat = {"white": {"person": ana.me()["id"]}}
    fields = {"id": str(uuid4()), "rulebook": "takeaway", "players": seat}
    assert ana.refused("POST", "/api/games", 422, **fields) == "request_malformed"
    request = str(uuid4())
    assert ana.invite(id=request) == ana.invite(id=request)


def test_nobody_fills_the_lobby(address: str) -> None:
    greedy = Visitor(address, "Greedy")
    for _ in range(21):
        last = greedy.http.post("/api/invitations", json={"id": str(uuid4()), "rulebook": "takeaway"})
    assert last.json()["error"]["reason"] == "too_many_invitations"


def frames(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads(socket.recv(timeout=LONG_S))
        if frame["type"] == kind:
            return frame


def test_the_lobby_tells_what_changes(ana: Visitor, eva: Visitor, address: str) -> None:
    cookie = {"cookie": f"axedrez={ana.http.cookies['axedrez']}"}
    with connect(f"ws://{address}/api/lobby/socket", additional_headers=cookie) as socket:
        before = {each["id"] for each in frames(socket, "lobby")["invitations"]}
        invitation = ana.invite(public=True)
        shown = frames(socket, "lobby")["invitations"]
        while not {each["id"] for each in shown} - before:  # what others did before may still be told
            shown = frames(socket, "lobby")["invitations"]
        assert {each["id"] for each in shown} - before == {invitation["id"]}
        assert next(each["mine"] for each in shown if each["id"] == invitation["id"])
        game = eva.accept(invitation)
        accepted = {"invitation": invitation["id"], "game": game["id"], "name": "Eva", "names": invitation["names"]}
        assert frames(socket, "accepted") == {"type": "accepted", **accepted}
        assert invitation["id"] not in [each["id"] for each in ana.ask("GET", "/api/lobby")["invitations"]]


def test_an_invitation_says_where_the_game_begins_and_who_sees_it_late(ana: Visitor, eva: Visitor) -> None:
    invitation = ana.invite(position="7/b", delay=5, options={"stones": 9}, seeds=True)
    seen = eva.ask("GET", f"/api/invitations/{invitation['id']}")
    # Nobody brings seeds where there are no dice.
    assert [seen[name] for name in ("position", "delay", "seeds", "options")] == ["7/b", 5, False, {"stones": 9}]
    game = eva.accept(invitation)
    assert [game[name] for name in ("start", "delay", "late", "options")] == ["7/b", 5, False, {"stones": 9}]
    # The rulebook's own start is no position of one's own.
    assert ana.invite(position="9/w", options={"stones": 9})["position"] is None
    for fields in ({"position": "a heap"}, {"delay": -1}, {"delay": 51}, {"position": ""}):
        refused = ana.invite(422, **fields)["error"]
        assert refused["reason"] == "request_malformed"
        assert refused["message"].endswith(".")
        assert "\n" not in refused["message"]
    own = eva.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="takeaway", options={"stones": 9})
    again = eva.ask("POST", f"/api/games/{own['id']}/rematch", 201, id=str(uuid4()))
    assert own["options"] == again["options"] == {"stones": 9}


def test_people_meet_who_want_the_same_in_all_respects(ana: Visitor, eva: Visitor, leo: Visitor) -> None:
    wanted = {"rulebook": "takeaway", "clock": CLOCK | {"initial_ms": 30_000}}
    waiting = ana.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), **wanted, delay=2)
    for other in ({}, {"delay": 1}, {"delay": 2, "position": "5/w"}):
        assert eva.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), **wanted, **other)["game"] is None
    met = leo.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), **wanted, delay=2, position="21/w")
    assert met["game"] == ana.ask("GET", f"/api/invitations/{waiting['invitation']['id']}")["game"]
    assert eva.refused("POST", "/api/lobby/any", 422, id=str(uuid4()), **wanted, position="x") == "request_malformed"


def test_a_line_that_tells_only_of_what_is_accepted(ana: Visitor, eva: Visitor, leo: Visitor, address: str) -> None:
    def line(visitor: Visitor) -> ClientConnection:
        cookie = {"cookie": f"axedrez={visitor.http.cookies['axedrez']}"}
        return connect(f"ws://{address}/api/lobby/socket?frames=accepted", additional_headers=cookie)

    def accepted(socket: ClientConnection) -> str:
        heard = (json.loads(socket.recv(timeout=LONG_S)) for _ in range(6))
        frame = next(each for each in heard if each["type"] != "heartbeat")
        assert frame["type"] == "accepted"
        return str(frame["game"])

    # All tabs of one person hear it, and nobody else does.
    with line(ana) as one, line(ana) as other, line(leo) as stranger:
        for socket in (one, other, stranger):
            assert json.loads(socket.recv(timeout=LONG_S))["type"] == "heartbeat"
        first, second = (eva.accept(ana.invite(public=public))["id"] for public in (True, False))
        for socket in (one, other):
            assert [accepted(socket), accepted(socket)] == [first, second]
        own = eva.accept(leo.invite(to=eva.me()["id"]))["id"]
        assert accepted(stranger) == own


def test_an_invitation_expires(tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    with serving(app) as address:
        ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
        by_link, public = ana.invite(), ana.invite(public=True)
        clock = app.state.lobby.now
        app.state.lobby.now = lambda: clock() + PUBLIC_MS
        assert [each["id"] for each in ana.ask("GET", "/api/me/invitations")["invitations"]] == [by_link["id"]]
        assert eva.accept(public, 422)["error"]["reason"] == "invitation_closed"
        seen = eva.ask("GET", f"/api/invitations/{public['id']}")
        assert [seen[name] for name in ("open", "withdrawn", "game", "accepted_by_name")] == [False, False, None, None]
        eva.accept(by_link)
        assert ana.ask("GET", f"/api/invitations/{by_link['id']}")["accepted_by_name"] == "Eva"
