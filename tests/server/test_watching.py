"""Spectators see a game with the delay that its players chose, wherever it is shown; the end shows everything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from websockets.sync.client import ClientConnection, connect

from axedrez.server import create_app
from axedrez.server.play import subscriptions
from axedrez.server.routes import dice
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

SOURCES = {"takeaway": TakeawayRulebooks, "clasico": None, "chessgammon": None}
TOLD = ("seq", "position", "turn", "moves", "scene", "offers", "dice", "cube", "match", "outcome", "players", "start")
LISTED = ("position", "plies", "turn", "result")


class Company(NamedTuple):
    """Two players and a spectator, at a server with one rulebook."""

    rulebook: str
    ana: Visitor
    eva: Visitor
    leo: Visitor

    def begin(self, delay: int, **fields: Any) -> str:
        """A game of Ana and Eva: its id."""
        wish = {"rulebook": self.rulebook, "colour": "white", "delay": delay, **fields}
        game: str = self.eva.accept(self.ana.invite(**wish))["id"]
        return game

    def mover(self, view: dict[str, Any]) -> Visitor:
        return self.ana if view["players"][view["turn"]]["name"] == "Ana" else self.eva

    def play(self, game: str) -> None:
        """One turn, the first that is offered at each step."""
        view = self.ana.ask("GET", f"/api/games/{game}")
        mover = self.mover(view)
        steps = view["steps"]
        tokens: list[str] = []
        while steps["options"] and (not tokens or not steps["confirmable"]):
            tokens.append(steps["options"][0]["token"])
            if not view["dice"]:
                break
            steps = mover.http.get(f"/api/games/{game}/steps", params={"prefix": tokens}).json()["steps"]
        mover.act(game, "move", move=" ".join(tokens) or "pass")


@pytest.fixture(scope="module", params=list(SOURCES))
def company(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    folder = tmp_path_factory.mktemp("watching")
    rulebooks = SOURCES[request.param]
    app = create_app(
        f"sqlite:///{folder / 'games.db'}", rulebooks=rulebooks() if rulebooks else None, player=RandomPlayer
    )
    with serving(app) as address:
        people = [Visitor(address, name) for name in ("Ana", "Eva", "Leo")]
        for each in people:
            each.http.timeout = 120  # the kernels may have to be compiled
        yield Company(request.param, *people)


def opened(visitor: Visitor, game: str, query: str = "") -> ClientConnection:
    cookie = {"cookie": f"axedrez={visitor.http.cookies['axedrez']}"}
    return connect(f"ws://{visitor.address}/api/games/{game}/socket{query}", additional_headers=cookie)


def faces(visitor: Visitor, game: str) -> dict[str, Any]:
    """Everything that a person is shown of a game."""
    view = visitor.ask("GET", f"/api/games/{game}")
    line = next(each for each in visitor.ask("GET", "/api/games")["games"] if each["id"] == game)
    files = [each["format"] for each in visitor.http.get(f"/api/games/{game}/files").json()] if view["steps"] else []
    found = {
        "view": {name: view[name] for name in TOLD},
        "events": visitor.ask("GET", f"/api/games/{game}/events")["events"],
        "rest": visitor.http.get(f"/api/games/{game}/events", params={"after": 1}).json()["events"],
        "line": {name: line[name] for name in LISTED},
        "files": {name: visitor.http.get(f"/api/games/{game}/files/{name}").text for name in files},
        "tree": visitor.http.get(f"/api/games/{game}/tree").text,
        "notes": visitor.http.get(f"/api/games/{game}/notes").text,
        "analyses": visitor.http.get(f"/api/games/{game}/analyses").text,
        "dice": visitor.ask("GET", f"/api/games/{game}/dice") if view["dice"] else None,
    }
    with opened(visitor, game) as socket:
        seen = frame(socket, "view")["view"]
        found["socket"] = {name: seen[name] for name in TOLD}
    with opened(visitor, game, "?frames=events&after=0") as socket:
        found["programs"] = frame(socket, "events")["events"] if view["seq"] else []
    return found


def frame(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        found: dict[str, Any] = json.loads(socket.recv(timeout=LONG_S))
        if found["type"] == kind:
            return found


def without_files(company: Company) -> bool:
    return company.rulebook == "takeaway"


@pytest.mark.parametrize("delay", [pytest.param(1, marks=pytest.mark.long), 2])
def test_every_face_is_late(company: Company, delay: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if without_files(company):
        monkeypatch.setattr("axedrez.gamefiles.formats", lambda start: [])
    ana, eva, leo = company.ana, company.eva, company.leo
    nobody = Visitor(leo.address)
    nobody.me()
    game = company.begin(delay)
    told = [faces(ana, game)]
    for played in range(1, 5):
        company.play(game)
        told.append(faces(ana, game))
        assert faces(eva, game) == told[-1], "both players see all of it"
        late = told[max(0, played - delay)]
        for visitor in (leo, nobody):
            assert faces(visitor, game) == late
        # The overview may be a second old, and not know the game yet.
        shown = [each["position"] for each in leo.ask("GET", "/api/overview")["games"] if each["id"] == game]
        assert set(shown) <= {face["view"]["position"] for face in told[: max(0, played - delay) + 1]}
    seen, true = (each.ask("GET", f"/api/games/{game}") for each in (leo, ana))
    assert (seen["late"], seen["delay"], seen["can"], seen["steps"]["options"]) == (True, delay, [], [])
    assert (true["late"], true["delay"]) == (False, delay)
    # The end shows all.
    ana.act(game, "resign", side="white" if true["players"]["white"]["name"] == "Ana" else "black")
    told.append(faces(ana, game))
    assert faces(leo, game) == told[-1] != told[-2]
    assert not leo.ask("GET", f"/api/games/{game}")["late"]


def test_sockets_are_late_and_the_end_brings_the_rest(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "HEARTBEAT_S", 0.05)
    game = company.begin(2)
    begun = company.ana.ask("GET", f"/api/games/{game}")["seq"]
    with opened(company.leo, game) as socket, opened(company.leo, game, f"?frames=events&after={begun}") as program:
        assert frame(socket, "view")["view"]["seq"] == begun
        known, moves = begun, 0
        for played in range(1, 7):
            company.play(game)
            if played <= 2:
                # Several heartbeats, all of which know nothing.
                assert {frame(socket, "heartbeat")["seq"] for _ in range(3)} == {begun}
                continue
            news = frame(socket, "events")
            assert [event["seq"] for event in news["events"]] == list(range(known + 1, news["view"]["seq"] + 1))
            assert len(news["view"]["moves"]) == played - 2
            assert frame(program, "events")["events"] == news["events"]
            known, moves = news["view"]["seq"], played
        company.ana.act(game, "abort", 422)
        view = company.ana.ask("GET", f"/api/games/{game}")
        company.mover(view).act(game, "resign", side=view["turn"])
        rest = frame(socket, "events")
        assert [event["seq"] for event in rest["events"]] == list(range(known + 1, rest["view"]["seq"] + 1))
        assert (len(rest["view"]["moves"]), rest["view"]["late"]) == (moves, False)
        assert frame(program, "events")["events"] == rest["events"]


def test_nothing_is_learnt_by_trying(company: Company) -> None:
    game = company.begin(2)
    for _ in range(3):
        company.play(game)
    true, late = (each.ask("GET", f"/api/games/{game}") for each in (company.ana, company.leo))
    for seq in (true["seq"], late["seq"], 0):
        for kind, fields in (("move", {"move": "e4"}), ("flag", {}), ("undo", {}), ("roll", {}), ("abort", {})):
            command = {"id": str(uuid4()), "expected_seq": seq, "type": kind, **fields}
            refused = company.leo.ask("POST", f"/api/games/{game}/commands", 422, **command)
            assert set(refused) == {"error"}
            assert refused["error"]["reason"] == "not_your_seat"
    assert company.leo.refused("GET", f"/api/games/{game}/steps", 422) == "not_your_seat"
    with opened(company.leo, game) as socket:
        frame(socket, "view")
        socket.send(json.dumps({"type": "steps", "id": str(uuid4()), "prefix": []}))
        assert frame(socket, "error")["error"]["reason"] == "not_your_seat"
        sent = {"type": "move", "move": "e4", "id": str(uuid4()), "expected_seq": true["seq"]}
        socket.send(json.dumps({"type": "command", "command": sent}))
        refused = frame(socket, "error")
        assert (refused["error"]["reason"], refused["view"]) == ("not_your_seat", None)
    # The id of a game, sent as that of a request, leads to a game of one's own.
    again = company.leo.ask("POST", "/api/games", 201, id=game, rulebook=company.rulebook)["id"]
    own = company.leo.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook=company.rulebook)["id"]
    rematch = company.leo.ask("POST", f"/api/games/{own}/rematch", 201, id=game)["id"]
    assert len({game, again, own, rematch}) == 4


def test_who_plays_is_known_by_a_token_too(company: Company) -> None:
    game = company.begin(2)
    company.play(game)
    if company.ana.me()["kind"] == "guest":
        company.ana.ask("POST", "/api/accounts", 201, login="ana", password="caballo-2")
    token = company.ana.ask("POST", "/api/me/tokens", 201, label="robot")["token"]
    robot = Visitor(company.ana.address, headers={"authorization": f"Bearer {token}"})
    assert len(robot.ask("GET", f"/api/games/{game}")["moves"]) == 1
    assert company.leo.ask("GET", f"/api/games/{game}")["moves"] == []


def test_without_a_delay_all_see_the_same(company: Company) -> None:
    game = company.begin(0)
    company.play(game)
    seen = company.leo.ask("GET", f"/api/games/{game}")
    assert (len(seen["moves"]), seen["late"], seen["delay"]) == (1, False, 0)
    # Nor has a game of one screen any: nobody in particular plays it.
    assert company.leo.refused("POST", "/api/games", 422, id=str(uuid4()), rulebook=company.rulebook, delay=2)


def test_a_position_that_is_none_is_refused_in_one_sentence(company: Company) -> None:
    for position in ("nonsense", "8/8 w", "kk w - -"):
        refused = company.ana.invite(422, rulebook=company.rulebook, position=position)["error"]
        assert refused["reason"] != "internal"
        assert refused["message"].strip()
        assert "\n" not in refused["message"]


def test_what_was_rolled_is_not_told_by_the_statistics_of_all_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice, "KEPT_MS", 0)
    with serving(create_app(f"sqlite:///{tmp_path / 'games.db'}", player=RandomPlayer)) as address:
        people = [Visitor(address, name) for name in ("Ana", "Eva", "Leo")]
        for each in people:
            each.http.timeout = 120
        company = Company("chessgammon", *people)
        game = company.begin(1)
        for _ in range(3):
            company.play(game)
            assert company.leo.ask("GET", "/api/dice")["statistics"]["total"] == 0
        view = company.ana.ask("GET", f"/api/games/{game}")
        company.mover(view).act(game, "resign", side=view["turn"])
        assert company.leo.ask("GET", "/api/dice")["statistics"]["total"] > 0
