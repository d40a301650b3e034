"""Engines of others on a server: only those that its operator allows, for the rulebooks that they are trusted with."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from uuid import uuid4

import pytest

from axedrez.server import create_app
from axedrez.server.play import computers
from axedrez.uci.engines import Engine, Known
from tests import sheets
from tests.server.serving import Client, serving
from tests.server.test_analyses import FOOLS_MATE, LONGEST_S, ask, refused, until

STRANGE = Path(__file__).parent.parent / "uci" / "strange_engine.py"


def strange(manner: str, *marks: object) -> Engine:
    """An engine of the tests, trusted with two rulebooks."""
    trusted = {name: Known(sheets.chess(name).hash) for name in ("clasico", "reglamento")}
    outdated = {"chess2d": Known("0" * 64)}
    return Engine([sys.executable, str(STRANGE), manner, *map(str, marks)], {}, {**trusted, **outdated})


@contextmanager
def engaged(folder: Path, **engines: Engine) -> Iterator[Client]:
    """A server that may run these engines."""
    with serving(create_app(f"sqlite:///{folder / 'games.db'}", engines=engines)) as address:
        client = Client(address)
        client.http.timeout = LONGEST_S
        yield client


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("engines")
    engines = {"odd": strange("plays"), "ill": strange("dies"), "liar": strange("illegal")}
    with engaged(folder, **engines) as client:
        yield client


def test_a_server_has_no_engines_unless_it_is_told(tmp_path: Path) -> None:
    with engaged(tmp_path) as client:
        assert client.http.get("/api/engines").json() == []
        assert refused(client, "/api/analyses", {"rulebook": "clasico", "engine": "odd"}) == (422, "engine_not_here")


def test_it_tells_which_engines_there_are_and_what_they_play(real: Client) -> None:
    views = real.http.get("/api/engines").json()
    assert [view["name"] for view in views] == ["ill", "liar", "odd"]
    assert views[0]["rulebooks"] == ["clasico", "reglamento"]  # what has changed since is not told
    assert len(real.http.get("/api/engines", params={"rulebook": "reglamento"}).json()) == 3
    assert real.http.get("/api/engines", params={"rulebook": "chess2d"}).json() == []
    assert real.http.get("/api/engines", params={"rulebook": "nada"}).status_code == 404


def test_an_engine_looks_into_a_game_in_place_of_ours(real: Client) -> None:
    asked = ask(real, rulebook="clasico", moves=FOOLS_MATE, engine="odd")
    view = until(real, asked, "done", "failed", "cancelled")
    assert (view["state"], view["done"]) == ("done", 4)
    # It always says the move that comes first by the alphabet, and 13 centipawns.
    assert view["report"]["moves"][0]["best"]["move"] == "a2a3"
    assert view["report"]["moves"][3]["best"]["move"] == "a7a5"
    assert ask(real, rulebook="clasico", moves=FOOLS_MATE, engine="odd")["id"] == view["id"]
    ours = ask(real, rulebook="clasico", moves=FOOLS_MATE)
    assert ours["id"] != view["id"]
    assert until(real, ours, "done")["report"]["moves"][3]["best"]["move"] == "d8h4"


@pytest.mark.parametrize("name", ["ill", "liar"])
def test_an_analysis_by_an_engine_that_fails_says_so(real: Client, name: str) -> None:
    view = until(real, ask(real, rulebook="clasico", moves=["e4"], engine=name), "done", "failed", "cancelled")
    assert view["state"] == "failed"
    assert view["error"].startswith(f"The engine {name} has failed.")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"rulebook": "clasico", "engine": "stockfish"}, "engine_not_here"),
        ({"rulebook": "atomic", "engine": "odd"}, "engine_rulebook"),
        ({"rulebook": "chess2d", "engine": "odd"}, "engine_changed"),
        ({"rulebook": "clasico", "engine": "../odd"}, "request_malformed"),
    ],
)
def test_what_an_engine_is_not_asked(real: Client, fields: dict[str, str], reason: str) -> None:
    assert refused(real, "/api/analyses", fields) == (422, reason)


def test_an_analysis_by_an_engine_that_never_answers_can_be_cancelled(tmp_path: Path) -> None:
    with engaged(tmp_path, mute=strange("sleeps", tmp_path)) as client:
        asked = ask(client, rulebook="clasico", moves=["e4"], engine="mute")
        until(client, asked, "running")
        client.http.delete(f"/api/analyses/{asked['id']}")
        assert until(client, asked, "cancelled", "failed")["state"] == "cancelled"


def playing(name: str) -> dict[str, object]:
    return {"kind": "computer", "level": 1, "engine": name}


def test_an_engine_plays_a_game_and_is_told_its_moves(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    with engaged(tmp_path, odd=strange("records", heard)) as client:
        view = client.new("clasico", players={"black": playing("odd")})
        assert view["players"]["black"]["engine"] == "odd"
        view = client.wait(client.do(view, "move", move="e4")["id"], 2)
        assert [move["move"] for move in view["moves"]] == ["e2e4", "a7a5"]
        view = client.wait(client.do(view, "move", move="d4")["id"], 4)
        assert [move["stood_in"] for move in view["moves"]] == [False] * 4
        last = heard.read_text().splitlines()[-1]
        assert last == f"position fen {view['start']} moves e2e4 a7a5 d2d4"


@pytest.mark.parametrize("manner", ["dies", "illegal"])
def test_where_an_engine_fails_our_own_player_stands_in_and_the_game_says_so(
    tmp_path: Path, manner: str, caplog: pytest.LogCaptureFixture
) -> None:
    with engaged(tmp_path, ill=strange(manner)) as client:
        view = client.new("clasico", players={"black": playing("ill")})
        view = client.wait(client.do(view, "move", move="e4")["id"], 2)
        assert [move["stood_in"] for move in view["moves"]] == [False, True]
        log = client.http.get(f"/api/games/{view['id']}/events").json()["events"]
        assert [event["data"]["stood_in"] for event in log] == [False, True]
    assert "ill has failed" in caplog.text


def test_an_engine_that_does_not_answer_costs_only_a_part_of_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A small part of a clock that a busy machine does not use up.
    monkeypatch.setattr(computers, "PATIENT_SHARE", 0.01)
    monkeypatch.setattr(computers, "MIN_S", 0.5)
    with engaged(tmp_path, mute=strange("sleeps", tmp_path)) as client:
        clock = {"kind": "fischer", "initial_ms": 90_000, "increment_ms": 0}
        view = client.new("clasico", players={"white": playing("mute")}, clock=clock)
        view = client.wait(view["id"], 1)
        assert view["moves"][0]["stood_in"]
        view = client.wait(client.do(view, "move", move=view["steps"]["options"][0]["token"])["id"], 3)
        assert view["moves"][2]["stood_in"]
        assert 30_000 < view["clock"]["white_ms"] < 89_500


def test_nobody_but_the_server_gives_moves_for_an_engine(real: Client) -> None:
    view = real.new("clasico")
    assert real.send(view["id"], 0, "stand_in", move="e4").status_code == 422


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"players": {"black": playing("nobody")}}, "engine_not_here"),
        ({"players": {"black": playing("odd")}, "rulebook": "atomic"}, "engine_rulebook"),
        ({"players": {"black": playing("odd")}, "options": {"play.illegal_moves": "warn"}}, "engine_changed"),
        ({"players": {"black": {"kind": "human", "engine": "odd"}}}, "request_malformed"),
    ],
)
def test_games_that_an_engine_does_not_play(real: Client, fields: dict[str, object], reason: str) -> None:
    fields = {"id": str(uuid4()), "rulebook": "clasico", **fields}
    assert refused(real, "/api/games", fields) == (422, reason)


STOCKFISH = which("stockfish") or which("stockfish", path="/usr/games")


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed")
def test_stockfish_plays_and_analyses(tmp_path: Path) -> None:
    fish = Engine([str(STOCKFISH)], {"Hash": "16"}, {"clasico": Known(sheets.chess("clasico").hash)})
    with engaged(tmp_path, stockfish=fish) as client:
        view = client.new(
            "clasico", position="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", players={"white": playing("stockfish")}
        )
        view = client.wait(view["id"], 1)
        assert view["moves"][0]["move"] == "a1a8"
        assert not view["moves"][0]["stood_in"]
        told = until(client, ask(client, game=view["id"], engine="stockfish"), "done", "failed")["report"]
        assert told["moves"][0]["best"]["move"] == "a1a8"
