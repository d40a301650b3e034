"""Who is at a game, and what they say."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from litestar import Litestar
from websockets.sync.client import ClientConnection, connect

from axedrez.server import create_app
from axedrez.server.play import presence as presence_module
from axedrez.server.play import social_feed
from axedrez.storage import Outage
from axedrez.storage import presence as presence_store
from tests.clocks import MINUTE_MS, Clock
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

CLOCK = {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 0}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Litestar:
    database = f"sqlite:///{tmp_path_factory.mktemp('circle') / 'games.db'}"
    return create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)


@pytest.fixture(scope="module")
def address(app: Litestar) -> Iterator[str]:
    with serving(app) as address:
        yield address


@pytest.fixture
def pair(address: str) -> tuple[Visitor, Visitor, str]:
    """Ana, who has White, Eva, and their game."""
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    return ana, eva, eva.accept(ana.invite(colour="white", clock=CLOCK))["id"]


@contextmanager
def at(visitor: Visitor, game: str) -> Iterator[ClientConnection]:
    cookie = {"cookie": f"axedrez={visitor.http.cookies['axedrez']}"}
    with connect(f"ws://{visitor.address}/api/games/{game}/socket", additional_headers=cookie) as socket:
        yield socket


def until(socket: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
    latest, seen = time.monotonic() + LONG_S, []
    while time.monotonic() < latest:
        frame: dict[str, Any] = json.loads(socket.recv(timeout=LONG_S))
        if frame["type"] == kind and fields.items() <= frame.items():
            return frame
        seen.append(frame | {"view": None})
    raise AssertionError(f"no {kind} with {fields} among {seen}")


def say(visitor: Visitor, game: str, status: int = 201, **fields: Any) -> Any:
    return visitor.ask("POST", f"/api/games/{game}/chat", status, **{"id": str(uuid4()), **fields})


def test_players_and_spectators_have_rooms_of_their_own(pair: tuple[Visitor, Visitor, str], address: str) -> None:
    ana, eva, game = pair
    leo = Visitor(address, "Leo")
    with at(eva, game) as hers, at(leo, game) as his:
        until(hers, "company", black="here")
        said = say(ana, game, text="  ¡Hola!  ")
        assert (said["name"], said["text"]) == ("Ana", "¡Hola!")
        assert until(hers, "chat")["line"] == said
        assert say(leo, game, 422, text="Cf3")["error"]["reason"] == "chat_room"
        shown = say(leo, game, room="spectators", preset="well_played")
        assert until(his, "chat")["line"] == shown, "nothing of the players came before it"
    assert [line["text"] for line in eva.ask("GET", f"/api/games/{game}/chat")["lines"]] == ["¡Hola!"]
    assert leo.refused("GET", f"/api/games/{game}/chat", 422) == "chat_room"
    ana.act(game, "resign", side="white")
    assert [line["text"] for line in leo.ask("GET", f"/api/games/{game}/chat")["lines"]] == ["¡Hola!"]


def test_what_is_said_is_limited(pair: tuple[Visitor, Visitor, str], address: str) -> None:
    ana, eva, game = pair
    line = str(uuid4())
    for _ in range(2):
        say(ana, game, id=line, text="una vez")
    assert len(eva.ask("GET", f"/api/games/{game}/chat")["lines"]) == 1
    for bad in (
        {"text": ""},
        {"text": " "},
        {"text": "x" * 141},
        {"preset": "insult"},
        {"text": "a", "preset": "hello"},
    ):
        assert say(ana, game, 422, **bad)["error"]["reason"] == "request_malformed"
    assert say(Visitor(address), game, 401, text="hola")["error"]["reason"] == "nobody"
    # Eight at once; after that one is allowed every two seconds, so that a slow machine comes to the limit later.
    answers: list[int] = []
    while 429 not in answers and len(answers) < 60:
        spam = {"id": str(uuid4()), "text": "spam"}
        answers.append(eva.http.post(f"/api/games/{game}/chat", json=spam).status_code)
    assert answers[:8] == [201] * 8
    assert answers[-1] == 429


def test_nothing_is_heard_of_somebody_blocked(pair: tuple[Visitor, Visitor, str]) -> None:
    ana, eva, game = pair
    eva.ask("PUT", f"/api/me/blocked/{ana.me()['id']}", 204)
    with at(eva, game) as hers:
        until(hers, "company", black="here")
        say(ana, game, text="¡eh!")
        own = say(eva, game, text="a solas")
        assert until(hers, "chat")["line"] == own
    assert [line["text"] for line in eva.ask("GET", f"/api/games/{game}/chat")["lines"]] == ["a solas"]


def test_who_is_there_who_is_away_and_who_has_left(
    pair: tuple[Visitor, Visitor, str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(social_feed, "LOOK_S", 0.1)
    monkeypatch.setattr(presence_module, "LEFT_MS", 3_600_000)
    ana, eva, game = pair
    ana.act(game, "move", move="take1")
    eva.act(game, "move", move="take1")
    with at(ana, game) as hers:
        with at(eva, game):
            until(hers, "company", white="here", black="here", spectators=0)
            with at(Visitor(address, "Leo"), game):
                until(hers, "company", spectators=1)
            until(hers, "company", spectators=0)
            assert ana.act(game, "claim_left", 422, side="white", result="win")["error"]["reason"]
        until(hers, "company", white="here", black="away", spectators=0)
        assert ana.act(game, "claim_left", 422, side="white", result="win")["error"]["reason"]
        monkeypatch.setattr(presence_module, "LEFT_MS", 0)
        until(hers, "company", white="here", black="left")
        assert eva.act(game, "claim_left", 422, side="black", result="win")["error"]["reason"]
        view = ana.act(game, "claim_left", side="white", result="win")["view"]
    assert (view["outcome"]["result"], view["outcome"]["reason"]) == ("1-0", "left")


@pytest.fixture
def begun(pair: tuple[Visitor, Visitor, str]) -> tuple[Visitor, Visitor, str]:
    """A game that may be won because the opponent has left."""
    ana, eva, game = pair
    ana.act(game, "move", move="take1")
    eva.act(game, "move", move="take1")
    return pair


def test_who_plays_without_a_socket_has_not_left(
    begun: tuple[Visitor, Visitor, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence_module, "LEFT_MS", 0)
    ana, eva, game = begun
    claim = {"side": "white", "result": "win"}
    assert ana.ask("GET", f"/api/games/{game}/company")["black"] == "away"
    assert ana.act(game, "claim_left", 422, **claim)["error"]["reason"] == "opponent_there"
    with at(ana, game) as hers:
        with at(eva, game):
            until(hers, "company", black="here")
        until(hers, "company", black="left")
        ana.act(game, "move", move="take1")
        eva.act(game, "move", move="take1")
        assert ana.ask("GET", f"/api/games/{game}/company")["black"] == "away", "she goes on without a socket"
        assert ana.act(game, "claim_left", 422, **claim)["error"]["reason"] == "opponent_there"


def test_after_a_server_has_ended_nobody_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setattr(presence_module, "LEFT_MS", 0)
    app = [
        create_app(f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
        for _ in range(2)
    ]
    with ExitStack() as sockets:
        with serving(app[0]) as address:
            ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
            game = eva.accept(ana.invite(colour="white", clock=CLOCK))["id"]
            ana.act(game, "move", move="take1")
            eva.act(game, "move", move="take1")
            hers, _ = (sockets.enter_context(at(visitor, game)) for visitor in (ana, eva))
            until(hers, "company", white="here", black="here")
        clock.ahead_ms += MINUTE_MS
        monkeypatch.setattr(presence_store, "SILENT_MS", MINUTE_MS // 2)
        with serving(app[1]) as address:
            back = Visitor(address, headers={"cookie": f"axedrez={ana.http.cookies['axedrez']}"})
            assert back.ask("GET", f"/api/games/{game}/company")["black"] == "away"
            refused = back.act(game, "claim_left", 422, side="white", result="win")
            assert refused["error"]["reason"] == "opponent_there"


def test_an_outage_gives_everybody_as_long_to_come_back(
    begun: tuple[Visitor, Visitor, str], monkeypatch: pytest.MonkeyPatch, app: Litestar
) -> None:
    ana, eva, game = begun
    monkeypatch.setattr(presence_module, "LEFT_MS", 0)
    with at(ana, game) as hers:
        with at(eva, game):
            until(hers, "company", black="here")
        until(hers, "company", black="left")
    monkeypatch.setattr(presence_module, "LEFT_MS", 60_000)
    outages = app.state.games.outages
    for ended_ago, standing in ((59_000, "away"), (61_000, "left")):
        now = app.state.presence._now() + 3_600_000
        monkeypatch.setattr(app.state.presence, "_now", lambda now=now: now)
        monkeypatch.setattr(outages, "_outages", [Outage(0, now - ended_ago)])
        assert ana.ask("GET", f"/api/games/{game}/company")["black"] == standing
