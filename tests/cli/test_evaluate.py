"""`axedrez evaluate`: what positions are worth, for programs and for people."""

from __future__ import annotations

import json

import pytest

from axedrez import analysts, library
from tests.cli.conftest import Run

KEYS = {"equity", "win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon", "drawn", "ply"}
START = "4HPwATDgc/ABMA"
LAST = "P/22/p - PPPPPPPPPPPPPPpppppppppppppp w -"


@pytest.fixture
def axedrez(run: Run) -> Run:
    return run


def test_a_position_before_a_roll(axedrez: Run) -> None:
    status, out, _ = axedrez("evaluate", "backgammon", "--position", START, "--ply", "1", "--json")
    found = json.loads(out)
    assert status == 0
    assert found.keys() == KEYS | {"position"}
    game = library.load("backgammon")
    analyst = analysts.equities_of(game)
    assert analyst is not None
    expected = analyst.estimate(game.parse(START), 1)
    assert found["equity"] == pytest.approx(expected.equity)
    assert found["win_gammon"] == pytest.approx(expected.chances.win_gammon)
    scored = 2 * found["win"] - 1 + found["win_gammon"] - found["lose_gammon"]
    assert found["equity"] == pytest.approx(scored + found["win_backgammon"] - found["lose_backgammon"], abs=1e-6)
    # One man a side: the roller wins, whatever the dice say.
    sure = json.loads(axedrez("evaluate", "backgammon", "--position", LAST, "--json", "--rollout", "36")[1])
    assert (sure["equity"], sure["win"]) == pytest.approx((1.0, 1.0), abs=1e-6)
    assert sure["rollout"]["equity"] == pytest.approx(1)
    assert sure["rollout"]["half"] == pytest.approx(0, abs=1e-6)
    assert (sure["rollout"]["trials"], sure["rollout"]["finished"]) == (36, 36)


def test_turns_with_a_roll_best_first(axedrez: Run) -> None:
    status, out, _ = axedrez("evaluate", "backgammon", "--dice", "31", "--ply", "2", "--turns", "3", "--json")
    found = json.loads(out)
    assert status == 0
    assert found.keys() == KEYS | {"position", "turns"}
    assert found["turns"][0].keys() == KEYS | {"move", "loss"}
    assert len(found["turns"]) == 3
    assert found["turns"][0]["move"] == "8/5 6/5"
    assert found["turns"][0]["loss"] == 0
    assert found["equity"] == found["turns"][0]["equity"]
    for worse in found["turns"][1:]:
        assert worse["loss"] == pytest.approx(found["equity"] - worse["equity"])
        assert worse["loss"] > 0.1
    text = json.loads(axedrez("evaluate", "backgammon", "--position", f"{found['position']}", "--json")[1])
    assert text["turns"][0]["move"] == "8/5 6/5"
    spanish = axedrez("evaluate", "backgammon", "--dice", "31", "--lang", "es", "--rollout", "4", "--horizon", "2")[1]
    assert "Equidad" in spanish
    assert "8/5" in spanish
    assert " ± " in spanish


def test_rules_of_their_own_and_letters(axedrez: Run) -> None:
    found = json.loads(axedrez("evaluate", "chessgammon", "--dice", "21", "--ply", "0", "--json")[1])
    other = json.loads(
        axedrez("evaluate", "chessgammon", "--dice", "21", "--ply", "0", "--json", "--option", "killer_queen=true")[1]
    )
    assert len(found["turns"]) == 5
    assert {turn["ply"] for turn in found["turns"]} == {0}
    assert found["turns"] != other["turns"]
    spanish = json.loads(axedrez("evaluate", "chessgammon", "--dice", "21", "--ply", "0", "--json", "--lang", "es")[1])
    assert [turn["equity"] for turn in spanish["turns"]] == [turn["equity"] for turn in found["turns"]]
    assert [turn["move"] for turn in spanish["turns"]] != [turn["move"] for turn in found["turns"]]


MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


def test_a_position_that_is_searched(axedrez: Run) -> None:
    status, out, _ = axedrez("evaluate", "clasico", "--position", MATE_IN_ONE, "--nodes", "3000", "--json")
    found = json.loads(out)
    assert status == 0
    assert (found["position"], found["mate"], found["expected"]) == (MATE_IN_ONE, 1, 1.0)
    assert found["lines"][0]["moves"][0] == "a1a8"
    assert found["lines"][0]["text"] == "1. Ra8#"
    assert found["lines"][1]["mate"] != 1
    spanish = axedrez("evaluate", "clasico", "--position", MATE_IN_ONE, "--nodes", "3000", "--lang", "es")[1]
    assert "1. Ta8#" in spanish
    assert "#1" in spanish
    over = MATE_IN_ONE.replace("6k1", "R5k1").replace("R5K1 w", "6K1 b")
    assert json.loads(axedrez("evaluate", "clasico", "--position", over, "--json")[1])["lines"] == []
    assert axedrez("evaluate", "clasico", "--position", over)[1] == "White wins.\n"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["clasico", "--ply", "1"], "--ply is not for games of “clasico”"),
        (["backgammon", "--nodes", "1000"], "--nodes is not for games of “backgammon”"),
        (["clasico", "--dice", "52"], "dice"),
        (["backgammon", "--dice", "13"], "larger first"),
        (["backgammon", "--ply", "4"], "0..3"),
        (["backgammon", "--rollout", "0"], "1..100000"),
        (["backgammon", "--position", "nonsense"], "position"),
        (["backgammon", "--position", f"{LAST[:-2]} -", "--dice", "1"], "two digits"),
    ],
)
def test_one_sentence_for_what_is_wrong(axedrez: Run, arguments: list[str], word: str) -> None:
    status, out, err = axedrez("evaluate", *arguments)
    assert (status, out) == (2, "")
    assert word in err
    assert err.count("\n") == 1
