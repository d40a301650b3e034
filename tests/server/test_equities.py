"""Positions of games of dice over HTTP: judged at once, their rolls, the cube, rollouts; and what is refused."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest

from axedrez.analysis.equity import RolloutOptions
from axedrez.library import load
from axedrez.server import create_app
from axedrez.server.access.throttle import Rates
from axedrez.server.analysis import evaluations
from axedrez.server.play import fair_play
from axedrez.server.work.jobs import key_of
from axedrez.tables import analyst
from tests.patience import LONG_S, until
from tests.server.serving import posted, serving
from tests.server.visiting import Visitor

LONGEST_S = 200
OPENING: dict[str, Any] = {"rulebook": "backgammon", "moves": ["31"]}
START_ID = "4HPwATDgc/ABMA:cAkAAAAAAAAE"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a network, on which jobs have owners."""
    with serving(create_app(f"sqlite:///{tmp_path_factory.mktemp('equities') / 'games.db'}", rates=Rates())) as address:
        yield address


@pytest.fixture
def ana(address: str) -> Visitor:
    """Somebody who has just come."""
    return Visitor(address, "Ana")


def ask(visitor: Visitor, status: int = 200, **fields: Any) -> Any:
    return visitor.ask("POST", "/api/equities", status, **fields)


def test_a_position_its_turns_and_its_rolls(ana: Visitor) -> None:
    before = ask(ana, rulebook="backgammon", rolls=True)
    assert before["ids"]["gnubg"] == START_ID
    assert before["text"].startswith(f"White to roll. {before['estimate']['text']}")
    assert [each["dice"] for each in before["rolls"]][:3] == ["66", "65", "64"]
    assert sum(each["probability"] for each in before["rolls"]) == pytest.approx(1)
    assert sum(each["probability"] * each["luck"] for each in before["rolls"]) == pytest.approx(0)
    assert before["mean"] == pytest.approx(before["estimate"]["equity"], abs=0.05)

    diced = ask(ana, **OPENING, ply=1, also="24/23 23/20")
    turns = diced["turns"]
    assert turns[0]["san"] == {"es": "8/5 6/5", "en": "8/5 6/5"}
    assert [turn["loss"] for turn in turns[:5]] == sorted(turn["loss"] for turn in turns[:5])
    assert turns[0]["ply"] == 1
    assert diced["estimate"] == turns[0]["estimate"]
    game = load("backgammon")
    assert turns[0]["after"] == game.start().play("31").play("8/5 6/5").text()
    best = next(each["best"] for each in before["rolls"] if each["dice"] == "31")
    assert best["move"] == turns[0]["move"]
    assert diced["rolls"] == []

    over = ask(ana, rulebook="backgammon", position="P/22/p - PPPPPPPPPPPPPPpppppppppppppp w -", moves=["21", "1/off"])
    assert (over["estimate"], over["turns"], over["text"]) == (None, [], "The game is over.")
    assert over["outcome"]["result"] == "1-0"
    options = {"options.killer_queen": True}
    assert ask(ana, rulebook="chessgammon", options=options, moves=["62"])["turns"][0]["estimate"]["equity"]


def test_an_id_brings_its_match_and_the_cube_is_judged_by_it(ana: Visitor) -> None:
    """A race that is nearly won is doubled and passed; nobody doubles where the match knows no cube."""
    race: dict[str, Any] = {"rulebook": "backgammon", "position": "PPPP/4/PP/15/ppppp/1/pppp - PPPPPPPPPpppppp w -"}
    money = ask(ana, **race, match={"cube": 2, "owner": "white"})
    assert money["match"]["owner"] == "white"
    assert money["cube"]["may_double"]
    assert money["cube"]["text"] == "Redouble. The answer to a double is to pass."
    assert money["cube"]["double_pass"] == {"equity": 1, "match_chance": None}
    assert ask(ana, **race)["cube"] is None
    assert not ask(ana, **race, match={"cube": 2, "owner": "black"})["cube"]["may_double"]
    crawford = ask(ana, **race, match={"length": 5, "white": 4})
    assert crawford["match"]["is_crawford"]
    assert crawford["cube"]["text"] == "No double may be offered now."
    again = ask(ana, rulebook="backgammon", position=crawford["ids"]["axedrez"])
    assert again["match"] == crawford["match"]
    assert again["position"] == crawford["position"]
    assert ask(ana, rulebook="backgammon", position=START_ID[:-1] + "A")["match"]["jacoby"]


def test_turns_rolls_and_the_estimate_are_judged_at_the_score(ana: Visitor) -> None:
    """At double match point nothing but the win counts."""
    match = {"length": 5, "white": 4, "black": 4, "crawford_played": True}
    rolled = ask(ana, **OPENING, match=match)
    for turn in rolled["turns"]:
        estimate = turn["estimate"]
        assert estimate["match_chance"] == pytest.approx(estimate["chances"]["win"], abs=1e-5)
        assert estimate["equity"] == pytest.approx(2 * estimate["chances"]["win"] - 1, abs=1e-5)
        assert "(EMG)" in estimate["text"]
        assert "(MWC)" in estimate["text"]
    before = ask(ana, rulebook="backgammon", match=match, rolls=True)
    assert before["estimate"]["match_chance"] == pytest.approx(before["estimate"]["chances"]["win"], abs=1e-5)
    assert all(each["best"]["estimate"]["match_chance"] is not None for each in before["rolls"])
    assert ask(ana, **OPENING)["turns"][0]["estimate"]["match_chance"] is None


@pytest.mark.parametrize(
    ("fields", "status", "reason"),
    [
        ({"rulebook": "clasico"}, 422, "no_equities"),
        ({"rulebook": "nada"}, 404, "unknown_rulebook"),
        ({"rulebook": "backgammon", "position": "4HPwATDgc/ABM"}, 422, "tables_id_gnubg"),
        ({"rulebook": "backgammon", "position": "x" * 5000}, 422, "request_malformed"),
        ({"rulebook": "backgammon", "moves": ["31"] * 5000}, 422, "request_malformed"),
        ({"rulebook": "backgammon", "moves": ["31", "31"]}, 422, None),
        ({"rulebook": "backgammon", "moves": ["13"]}, 422, "tables_dice"),
        ({"rulebook": "backgammon", "ply": 3}, 422, "request_malformed"),
        ({"rulebook": "backgammon", "most": 10_000}, 422, "request_malformed"),
        ({"rulebook": "backgammon", "match": {"length": 5, "white": 5}}, 422, "tables_id_score"),
        ({"rulebook": "backgammon", "match": {"cube": 3}}, 422, "tables_id_cube"),
        ({**OPENING, "also": "8/1"}, 422, None),
    ],
)
def test_what_cannot_be_judged(ana: Visitor, fields: dict[str, Any], status: int, reason: str | None) -> None:
    error = ask(ana, status, **fields)["error"]
    assert reason in (None, error["reason"])
    assert error["message"]


def test_rolls_that_cannot_be_judged_in_time_are_refused(ana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_set(limit: Any) -> bool:
        limit.was_set = True
        return True

    fields: dict[str, Any] = {"rulebook": "backgammon", "moves": ["31", "8/5 6/5"], "rolls": True}
    monkeypatch.setattr(evaluations._InTime, "is_set", is_set)
    assert ask(ana, 422, **fields)["error"]["reason"] == "rolls_late"
    monkeypatch.undo()
    assert len(ask(ana, **fields)["rolls"]) == 21, "nothing of it was kept"


def test_deep_judgements_cost_more_and_are_rationed(ana: Visitor) -> None:
    for _ in range(5):
        answer = ana.http.post("/api/equities", json={"rulebook": "backgammon", "rolls": True, "ply": 1})
        if answer.status_code == 200:
            answer = ana.http.post("/api/equities", json={**OPENING, "ply": 2, "most": 2})
        if answer.status_code == 429:
            break
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0


def test_nothing_is_judged_for_players_nor_of_their_game(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_play, "FRESH_MS", 0)
    monkeypatch.setattr(fair_play, "FIRST_PLIES", 0)
    ana, eva, leo = (Visitor(address, name) for name in ("Ana", "Eva", "Leo"))
    invitation = ana.ask("POST", "/api/invitations", 201, id=str(uuid4()), rulebook="chessgammon")
    game = eva.accept(invitation)["id"]
    for path in ("/api/equities", "/api/rollouts"):
        assert eva.refused("POST", path, 422, rulebook="chessgammon") == "analysis_playing"
    view = leo.ask("GET", f"/api/games/{game}")
    until(lambda: leo.ask("GET", f"/api/games/{game}")["position"])
    here = leo.ask("GET", f"/api/games/{game}")["position"]
    assert leo.refused("POST", "/api/equities", 422, rulebook="chessgammon", position=here) == "analysis_underway"
    before = " ".join(here.split(" ")[:5])
    assert leo.refused("POST", "/api/rollouts", 422, rulebook="chessgammon", position=before) == "analysis_underway"
    ana.act(game, "resign", side=next(side for side in ("white", "black") if view["players"][side]["name"] == "Ana"))
    assert leo.ask("POST", "/api/equities", rulebook="chessgammon", position=here)["estimate"]


def test_who_hangs_up_ends_the_work(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judgement of a sender who is gone stops at the next look at the stop signal."""
    begun, stopped = threading.Event(), threading.Event()

    def endless(*arguments: Any) -> Any:
        begun.set()
        while not arguments[4].is_set():
            time.sleep(0.01)
        stopped.set()
        raise ValueError("stopped")

    monkeypatch.setattr(analyst, "turns", endless)
    body = msgspec.json.encode({"rulebook": "backgammon", "moves": ["64"], "most": 7})
    with posted(address, "/api/equities", "application/json", body):
        assert begun.wait(LONG_S)
        assert not stopped.is_set()
    assert stopped.wait(LONG_S), "the work goes on for nobody"


def rolled(visitor: Visitor, view: dict[str, Any], *states: str) -> dict[str, Any]:
    latest = time.monotonic() + LONGEST_S
    while time.monotonic() < latest:
        view = visitor.ask("GET", f"/api/rollouts/{view['id']}")
        if view["state"] in states:
            return view
        time.sleep(0.1)
    raise AssertionError(view)


def test_a_rollout_with_the_cube(ana: Visitor) -> None:
    """G-43."""
    text = f"1/P/2/P/18/p - {13 * 'P'}{14 * 'p'} w -"
    wish: dict[str, Any] = {"rulebook": "backgammon", "position": text, "trials": 36, "cubeful": True}
    (found,) = rolled(ana, ana.ask("POST", "/api/rollouts", **wish), "done")["results"]
    assert found["cubeful"]["equity"] == pytest.approx(2 / 36, abs=1e-6)
    assert found["double_take"]["equity"] == pytest.approx(4 / 36, abs=1e-6)
    assert found["cubeful"]["match_chance"] is None
    owned = {"length": 5, "cube": 2, "owner": "black"}
    (found,) = rolled(ana, ana.ask("POST", "/api/rollouts", **wish, match=owned), "done")["results"]
    assert found["double_take"] is None
    assert 0 < found["cubeful"]["match_chance"] < 1


def test_a_rollout_is_shared_and_only_its_owners_stop_it(ana: Visitor, address: str) -> None:
    eva = Visitor(address, "Eva")
    wish = {**OPENING, "turns": ["8/5 6/5", "6/5 8/5", "13/10 24/23"], "trials": 72, "horizon": 4}
    first = ana.ask("POST", "/api/rollouts", **wish)
    assert first["total"] == 144, "a turn in two notations is one turn"
    done = rolled(ana, first, "done")
    best, other = done["results"]
    assert best["move"] == "8/5 6/5"
    assert best["equity"] - best["half"] > other["equity"] + other["half"]
    assert other["loss"] == pytest.approx(best["equity"] - other["equity"])
    assert (best["trials"], best["cut"], best["length"]) == (72, 72, 4)
    assert best["text"].endswith("(95%).")
    assert eva.ask("POST", "/api/rollouts", **wish) == done
    # A position before a roll, and long enough to be stopped.
    endless: dict[str, Any] = {"rulebook": "chessgammon", "trials": 2592}
    job = ana.ask("POST", "/api/rollouts", **endless)
    waiting = ana.ask("POST", "/api/rollouts", **OPENING, turns=["8/5 6/5"], trials=2592)
    assert waiting["state"] == "queued"
    assert eva.refused("DELETE", f"/api/rollouts/{job['id']}", 422) == "not_your_job"
    assert ana.ask("DELETE", f"/api/rollouts/{waiting['id']}")["state"] == "cancelled"
    ana.ask("DELETE", f"/api/rollouts/{job['id']}")
    stopped = rolled(ana, job, "cancelled")
    assert stopped["done"] < stopped["total"]


def test_rollouts_are_bounded_and_their_ids_are_no_hash_of_the_request(ana: Visitor, address: str) -> None:
    for fields in (
        {**OPENING, "turns": []},
        {"rulebook": "backgammon", "turns": ["8/5 6/5"]},
        {**OPENING, "turns": ["8/5 6/5"] * 6},
        {"rulebook": "backgammon", "trials": 1_000_000},
        {"rulebook": "backgammon", "horizon": 0},
        {"rulebook": "backgammon", "ply": 2},
    ):
        assert ana.refused("POST", "/api/rollouts", 422, **fields) == "request_malformed"
    assert ana.refused("POST", "/api/rollouts", 422, **{**OPENING, "turns": ["8/1"]}) != "request_malformed"
    assert ana.refused("GET", f"/api/rollouts/{'0' * 32}", 404) == "rollout_gone"
    assert httpx.delete(f"http://{address}/api/rollouts/{'0' * 32}").status_code == 404

    game = load("backgammon")
    options = RolloutOptions(trials=1, horizon=1)
    job = ana.ask("POST", "/api/rollouts", rulebook="backgammon", trials=1, horizon=1)
    assert job["id"] != key_of((game.hash, game.start().text(), [None], options))
    assert rolled(ana, job, "done")["results"][0]["move"] is None
