"""Hints and the tutor in games of dice over HTTP: in casual games alone or against the computer, nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from axedrez.server import create_app
from axedrez.server.access.rate_limits import Quota, Rate
from axedrez.server.routes import hints
from axedrez.server.routes.analyses import EVALUATIONS
from tests.server.serving import Client, serving
from tests.server.visiting import Visitor

OPENING = "31"
CHESSGAMMON = "2/kqrrbbnnpppppppp/10/RN/8/KQRBBNPPPPPPPP/1 - - w - 32"


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("tutor")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}")) as address:
        client = Client(address)
        client.http.timeout = 200
        yield client


def begun(client: Client, **fields: Any) -> dict[str, Any]:
    """A game of backgammon at one screen in which White has rolled 3-1."""
    start = client.new("backgammon")["position"].split()
    return client.new("backgammon", **{"position": " ".join([*start[:-1], OPENING]), **fields})


def tutor(client: Client, game: dict[str, Any], move: str, **fields: Any) -> dict[str, Any]:
    answer = client.http.post(f"/api/games/{game['id']}/tutor", json={"seq": game["seq"], "move": move, **fields})
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def refused(client: Client, game: dict[str, Any], act: str, **fields: Any) -> tuple[int, str]:
    answer = client.http.post(f"/api/games/{game['id']}/{act}", json=fields)
    return answer.status_code, answer.json()["error"]["reason"]


def test_a_hint_in_two_steps(real: Client) -> None:
    game = begun(real)
    first = real.http.post(f"/api/games/{game['id']}/hint", json={}).json()
    assert (first["seq"], first["target"], first["steps"]) == (game["seq"], None, [])
    assert first["text"]["es"].startswith("Piense en ")
    assert first["text"]["es"].endswith(f" de {first['origin'].zfill(2)}.")
    whole = real.http.post(f"/api/games/{game['id']}/hint", json={"whole": True}).json()
    assert whole["text"]["en"] == "Hint: 8/5 6/5."
    assert (whole["origin"], whole["target"]) == (first["origin"], whole["steps"][0]["target"])
    assert [(step["origin"], step["target"]) for step in whole["steps"]] == [("8", "5"), ("6", "5")]


def test_a_hint_names_the_piece_of_chessgammon(real: Client) -> None:
    game = real.new("chessgammon", position=CHESSGAMMON)
    first = real.http.post(f"/api/games/{game['id']}/hint", json={}).json()
    whole = real.http.post(f"/api/games/{game['id']}/hint", json={"whole": True}).json()
    letter = whole["steps"][0]["label"][0]
    name = {"R": "rook", "N": "knight", "B": "bishop", "P": "pawn", "K": "king", "Q": "queen"}[letter]
    assert first["text"]["en"] == f"Think of the white {name} on {first['origin'].zfill(2)}."
    # The steps are those that the page would offer: taken one after the other they make the turn.
    prefix = "&".join(f"prefix={step['token']}" for step in whole["steps"]).replace("+", "%2B")
    assert real.http.get(f"/api/games/{game['id']}/steps?{prefix}").json()["steps"]["confirmable"]
    spanish = tutor(real, game, "T14/11 C14/12", lang="es")
    assert spanish["played"]["text"] == {"es": "T14/11 C14/12", "en": "R14/11 N14/12"}


def test_what_a_turn_would_give_up(real: Client) -> None:
    game = begun(real)
    best = tutor(real, game, "8/5 6/5")
    assert (best["seq"], best["loss"], best["grade"]) == (game["seq"], 0.0, "best")
    assert best["text"]["es"] == "La mejor jugada."
    poor = tutor(real, game, "24/21 24/23")
    assert poor["grade"] in ("doubtful", "bad", "very_bad")
    assert poor["loss"] == pytest.approx(poor["best"]["equity"] - poor["played"]["equity"])
    assert poor["best"]["move"] == "8/5 6/5"
    assert poor["text"]["en"].endswith("points. Better is 8/5 6/5.")
    assert [step["token"] for step in poor["steps"]]
    # Written otherwise it is the same turn, and nothing was played.
    assert tutor(real, game, "24/23 24/21")["loss"] == poor["loss"]
    assert real.view(game["id"])["seq"] == game["seq"]


def test_stale_and_impossible_turns(real: Client) -> None:
    game = begun(real)
    answer = real.http.post(f"/api/games/{game['id']}/tutor", json={"seq": game["seq"] - 1, "move": "8/5 6/5"})
    assert (answer.status_code, answer.json()["error"]["reason"]) == (409, "stale")
    assert answer.json()["view"]["seq"] == game["seq"]
    for move in ("8/5 8/2", "x", "pass", OPENING):
        assert refused(real, game, "tutor", seq=game["seq"], move=move)[0] == 422, move
    assert refused(real, game, "tutor", seq="x", move="8/5 6/5") == (422, "request_malformed")


def test_where_there_is_no_help(real: Client) -> None:
    chess = real.new("clasico")
    assert refused(real, chess, "tutor", seq=chess["seq"], move="e4") == (422, "no_equities")
    over = real.new("backgammon")
    real.do(over, "resign", side="white")
    for act, fields in (("hint", {}), ("tutor", {"seq": 1, "move": "8/5 6/5"})):
        assert refused(real, over, act, **fields) == (422, "game_over")

    ana, eva = Visitor(real.address, "Ana"), Visitor(real.address, "Eva")
    game = eva.accept(ana.invite(rulebook="backgammon", colour="white"))["id"]
    assert ana.refused("POST", f"/api/games/{game}/hint", 422, whole=True) == "hint_alone"
    assert ana.refused("POST", f"/api/games/{game}/tutor", 422, seq=1, move="8/5 6/5") == "tutor_alone"


def test_help_is_limited(real: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(real)
    person = Visitor(real.address, "Rosa")
    monkeypatch.setattr(hints, "EVALUATIONS", Quota(Rate(burst=3, a_second=0.001), EVALUATIONS.address))
    asked = {"seq": game["seq"], "move": "8/5 6/5"}
    answers = [person.http.post(f"/api/games/{game['id']}/tutor", json=asked) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 1
