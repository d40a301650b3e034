"""Exercises over HTTP: asked without the solution, judged on the server, rated once, and returning when missed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest

from axedrez.analysis.exercise import Exercise
from axedrez.exercises import sets
from axedrez.exercises.serving import DAY_MS, INTERVALS
from axedrez.library import load
from axedrez.server import create_app
from axedrez.server.access.throttle import Rates
from axedrez.server.routes import exercises as routes
from tests.databases import database, postgres_url
from tests.patience import until
from tests.server.serving import serving
from tests.server.visiting import Visitor

__all__ = ["database", "postgres_url"]


class Clock:
    """The server's time, which tests move on."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(routes, "now_ms", found)
    return found


@pytest.fixture
def address(database: str, clock: Clock) -> Iterator[str]:
    with serving(create_app(database, rates=Rates())) as found:
        yield found


@pytest.fixture
def ana(address: str) -> Visitor:
    return Visitor(address, "Ana")


def ask(visitor: Visitor, status: int = 200, **fields: Any) -> Any:
    return visitor.ask("POST", "/api/exercises/next", status, **{"rulebook": "clasico", **fields})


def answer(visitor: Visitor, name: str, status: int = 200, **fields: Any) -> Any:
    body = {"rulebook": "clasico", "act": "move", **fields}
    return visitor.ask("POST", "/api/exercises/answer", status, exercise=name, **body)


def known(name: str, rulebook: str = "clasico") -> Exercise:
    return sets.index(load(rulebook))[name]


def wrong(exercise: Exercise) -> str:
    position = load("clasico").parse(exercise.position)
    return next(str(move) for move in position.legal_moves() if str(move) != exercise.line[0])


def solve(visitor: Visitor, asked: Any) -> Any:
    """Play the whole line, as the server's replies allow."""
    moves: list[str] = []
    exercise = known(asked["id"], asked["rulebook"])
    for _ in range(asked["moves"]):
        said = answer(visitor, asked["id"], rulebook=asked["rulebook"], moves=moves, move=exercise.line[len(moves)])
        assert said["right"]
        moves += [said["move"], *said["replies"]]
    return said


def test_an_exercise_is_solved_missed_and_returns(ana: Visitor, clock: Clock) -> None:
    before = ana.ask("GET", "/api/rulebooks/clasico/exercises")
    assert before["count"] == len(sets.index(load("clasico")))
    assert before["solver"]["tried"] == 0
    first = ask(ana)
    exercise = known(first["id"])
    assert abs(first["rating"] - before["solver"]["rating"]) < 200
    # Nothing tells of the solution.
    assert exercise.line[0] not in httpx.Response(200, json={**first, "position": ""}).text

    done = solve(ana, first)
    assert done["done"]
    assert done["rating"]["after"] > done["rating"]["before"]
    assert done["due_at"] is None
    assert done["solution"]["line"] == list(exercise.line)
    assert done["solution"]["text"]["es"]
    # A second time it is not rated.
    again = solve(ana, first)
    assert (again["done"], again["rating"]) == (True, None)

    second = ask(ana, skip=first["id"])
    assert second["id"] != first["id"]
    kept = ana.ask("GET", "/api/me/data")["exercises"]
    assert [each["exercise"] for each in kept["attempts"]] == [first["id"]]
    assert [each["solved"] for each in kept["ratings"]] == [1]
    missed = known(second["id"])
    said = answer(ana, second["id"], moves=[], move=wrong(missed))
    assert (said["right"], said["done"], said["solution"]) == (False, False, None)
    assert said["rating"]["after"] < said["rating"]["before"]
    solver = ana.ask("GET", "/api/rulebooks/clasico/exercises")["solver"]
    assert (solver["tried"], solver["solved"], solver["due"]) == (2, 1, 0)
    assert not solve(ana, second)["rating"]

    for stage, days in enumerate(INTERVALS):
        clock.now += days * DAY_MS - 1
        assert not ask(ana, skip=first["id"])["repeated"]
        clock.now += 1
        due = ask(ana)
        assert (due["id"], due["repeated"], due["tried"]) == (second["id"], True, True)
        following = solve(ana, due)["due_at"]
        last = stage + 1 == len(INTERVALS)
        assert following == (None if last else clock.now + INTERVALS[stage + 1] * DAY_MS)
    clock.now += 1000 * DAY_MS
    assert not ask(ana)["repeated"]


def test_hints_and_the_solution_count_as_missed(ana: Visitor) -> None:
    first = ask(ana)
    said = answer(ana, first["id"], act="hint")
    assert said["hint"] == known(first["id"]).line[0][:2]
    assert said["rating"]["after"] < said["rating"]["before"]
    second = ask(ana, skip=first["id"])
    told = answer(ana, second["id"], act="solution")
    assert (told["right"], told["done"]) == (None, True)
    assert told["solution"]["themes"]
    assert told["rating"]["after"] < told["rating"]["before"]


def test_attempts_at_the_same_moment_are_rated_once(ana: Visitor, address: str) -> None:
    asked = ask(ana)
    move = wrong(known(asked["id"]))
    cookies = dict(ana.http.cookies)

    def one(_: int) -> Any:
        return answer(Visitor(address, cookies=cookies), asked["id"], moves=[], move=move)

    with ThreadPoolExecutor(6) as pool:
        said = list(pool.map(one, range(6)))
    assert sum(each["rating"] is not None for each in said) == 1
    assert ana.ask("GET", "/api/rulebooks/clasico/exercises")["solver"]["tried"] == 1


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(create_app(f"sqlite:///{tmp_path_factory.mktemp('exercises') / 'games.db'}", rates=Rates())) as found:
        yield found


def test_the_exercise_of_the_day_is_the_same_for_everybody(there: str) -> None:
    found = {ask(Visitor(there, name), daily=True)["id"] for name in ("Ana", "Luis", "")}
    assert len(found) == 1


def test_themes_and_both_families(there: str) -> None:
    luis = Visitor(there, "Luis")
    asked = ask(luis, theme="fork")
    assert "fork" in known(asked["id"]).themes
    cube = ask(luis, rulebook="backgammon", theme="when-to-double")
    assert [each["id"] for each in cube["answers"]] == ["no-double", "double-take", "double-pass", "too-good"]
    assert solve(luis, cube)["done"]
    turn = ask(luis, rulebook="backgammon", theme="hit")
    said = solve(luis, turn)
    assert said["done"]
    assert said["solution"]["rest"] == []
    overview = luis.ask("GET", "/api/rulebooks/backgammon/exercises")
    assert overview["solver"]["solved"] == 2
    assert sum(each["count"] for each in overview["themes"]) >= overview["count"]


def test_what_is_refused(there: str) -> None:
    luis = Visitor(there, "Luis")
    asked = ask(luis)
    exercise, here = known(asked["id"]), {"rulebook": "clasico", "exercise": asked["id"]}

    def refused(status: int, **fields: Any) -> str:
        return luis.refused("POST", "/api/exercises/answer", status, **{**here, "act": "move", **fields})

    assert refused(422) == "exercise_answer"
    assert refused(422, act="hint", move=exercise.line[0]) == "exercise_answer"
    assert refused(422, moves=["a1a1"], move=exercise.line[0]) == "exercise_line"
    assert refused(422, moves=list(exercise.line), move=exercise.line[0]) == "exercise_line"
    assert refused(422, moves=["x"] * 33, move="e2e4") == "request_malformed"
    assert refused(422, move="a1a1")  # legal nowhere
    assert refused(404, exercise="0" * 16, move="e2e4") == "unknown_exercise"
    assert refused(422, exercise="../../etc/passwd", move="e2e4") == "request_malformed"
    assert luis.refused("POST", "/api/exercises/next", 404, rulebook="clasico", theme="no-theme") == "no_exercises"
    assert luis.refused("POST", "/api/exercises/next", 404, rulebook="nothing") == "unknown_rulebook"
    stranger = httpx.post(f"http://{there}/api/exercises/answer", json={**here, "act": "solution"})
    assert stranger.status_code == 401
    # An illegal try, or a wrong request, is no attempt.
    assert luis.ask("GET", "/api/rulebooks/clasico/exercises")["solver"]["tried"] == 0


MATE = ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "d7d6", "h5f7")


def played(visitor: Visitor, moves: tuple[str, ...], **fields: Any) -> None:
    """A game at one screen that is over, resigned where the moves do not end it."""
    game = visitor.ask("POST", "/api/games", 201, id=str(uuid4()), **{"rulebook": "clasico", **fields})["id"]
    for move in moves:
        visitor.act(game, "move", move=move)
    if visitor.ask("GET", f"/api/games/{game}")["outcome"] is None:
        visitor.act(game, "resign", side="white")


def searched(visitor: Visitor, rulebook: str = "clasico") -> Any:
    """What a search of the visitor's games has come to."""
    begun = visitor.ask("POST", "/api/exercises/mine", rulebook=rulebook)
    path = f"/api/exercises/mine/{begun['id']}"
    until(lambda: visitor.ask("GET", path)["state"] not in ("queued", "running"), "the search does not end")
    return visitor.ask("GET", path)


def test_ones_own_games_give_exercises_for_oneself_alone(there: str) -> None:
    ana, luis = Visitor(there, "Ana"), Visitor(there, "Luis")
    assert searched(ana) | {"id": ""} == {
        "id": "", "state": "done", "done": 0, "total": 0, "found": 0, "new": 0, "error": None,
    }  # fmt: skip
    assert ana.refused("POST", "/api/exercises/next", 404, rulebook="clasico", source="mine") == "no_own_exercises"
    played(ana, MATE)
    played(ana, ("e2e4", "e7e5"))
    # Games with other rules are no games of this rulebook.
    played(ana, MATE[:2], options={"goal.stalemate": "win"})

    before = ana.ask("GET", "/api/rulebooks/clasico/exercises")
    found = searched(ana)
    assert (found["state"], found["done"], found["total"], found["error"]) == ("done", 2, 2, None)
    assert found["found"] == found["new"] > 0
    after = ana.ask("GET", "/api/rulebooks/clasico/exercises")
    assert (before["own"], after["own"]) == (0, found["new"])
    assert after["count"] == before["count"] + found["new"]
    assert luis.ask("GET", f"/api/exercises/mine/{found['id']}", 404)["error"]["reason"] == "own_exercises_gone"
    assert luis.refused("DELETE", f"/api/exercises/mine/{found['id']}", 404) == "own_exercises_gone"

    asked = {ask(ana, source="mine", theme="mate-1")["id"] for _ in range(3)}
    (name,) = asked
    assert name not in sets.index(load("clasico"))
    # Nobody else is asked it, or may answer it.
    assert luis.ask("GET", "/api/rulebooks/clasico/exercises")["own"] == 0
    assert luis.refused("POST", "/api/exercises/next", 404, rulebook="clasico", source="mine") == "no_own_exercises"
    body = {"rulebook": "clasico", "exercise": name, "act": "move", "moves": [], "move": "h5f7"}
    assert luis.refused("POST", "/api/exercises/answer", 404, **body) == "unknown_exercise"
    said = answer(ana, name, moves=[], move="h5f7")
    assert (said["right"], said["done"]) == (True, True)
    assert said["rating"]["after"] > said["rating"]["before"]
    assert [each["exercise"] for each in ana.ask("GET", "/api/me/data")["exercises"]["own"]].count(name) == 1

    stranger = httpx.post(f"http://{there}/api/exercises/mine", json={"rulebook": "clasico"})
    assert stranger.status_code == 401
    assert ana.refused("POST", "/api/exercises/mine", 404, rulebook="nothing") == "unknown_rulebook"
