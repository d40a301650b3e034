"""`axedrez evaluate`: what positions are worth, for programs and for people."""

from __future__ import annotations

import json
import re

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
    enough = json.loads(axedrez("evaluate", "backgammon", "--position", LAST, "--json", "--within", "0.01")[1])
    assert (enough["rollout"]["trials"], enough["rollout"]["equity"]) == (144, pytest.approx(1))


def test_a_rollout_with_the_cube(axedrez: Run) -> None:
    """G-43: the last roll, with 19 of 36 to win it."""
    text = f"1/P/2/P/18/p - {13 * 'P'}{14 * 'p'} w -"
    told = json.loads(
        axedrez("evaluate", "backgammon", "--position", text, "--rollout", "36", "--cubeful", "--json")[1]
    )
    assert told["rollout"]["cubeful"]["equity"] == pytest.approx(2 / 36, abs=1e-6)
    assert told["rollout"]["double_take"]["equity"] == pytest.approx(4 / 36, abs=1e-6)
    assert (told["cube"]["action"], told["cube"]["response"]) == ("double", "take")
    assert told["cube"]["double_take"]["equity"] == told["rollout"]["double_take"]["equity"]
    _, shown, _ = axedrez("evaluate", "backgammon", "--position", text, "--rollout", "36", "--cubeful", "--lang", "es")
    assert "Con el cubo" in shown
    assert re.search(r"Doblar, aceptar +\+0.111 ± 0.000", shown)
    turns = "evaluate", "backgammon", "--dice", "31", "--rollout", "2", "--horizon", "2", "--cubeful", "--turns", "2"
    best = json.loads(axedrez(*turns, "--json")[1])
    worths = [each["rollout"]["cubeful"]["equity"] for each in best["turns"]]
    assert worths == sorted(worths, reverse=True)
    assert best["turns"][1]["loss"] == pytest.approx(worths[0] - worths[1])
    status, out, error = axedrez("evaluate", "clasico", "--cubeful")
    assert (status, out) == (2, "")
    assert "--cubeful" in error


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


def test_at_the_score_of_a_match_that_options_or_an_id_tell(axedrez: Run) -> None:
    """Examination D5: at double match point a gammon is worth nothing, and another turn is best."""
    at = ("evaluate", "backgammon", "--position")
    board = "XGID=----BBB-B--A-A----A-BbcbB-:0:0:1:62"
    money, match, told = (
        json.loads(axedrez(*at, text, *more, "--ply", "2", "--json")[1])
        for text, more in (
            (f"{board}:0:0:0:0:10", ()),
            (f"{board}:0:0:0:0:10", ("--match", "5:4-4", "--after-crawford")),
            (f"{board}:4:4:0:5:10", ()),
        )
    )
    assert "match_chance" not in money["turns"][0]
    assert money["turns"][0]["move"] != match["turns"][0]["move"]
    assert match["match"]["score"] == [4, 4]
    assert match["turns"] == told["turns"]
    assert match["match_chance"] == pytest.approx(match["win"], abs=1e-5)
    assert match["equity"] == pytest.approx(2 * match["win"] - 1, abs=1e-5)
    people = axedrez(*at, f"{board}:4:4:0:5:10", "--rollout", "4", "--horizon", "2")[1]
    assert "Match %" in people


def test_before_a_roll_the_cube_is_judged(axedrez: Run) -> None:
    race = "PPPP/4/PP/15/ppppp/1/pppp - PPPPPPPPPpppppp w -"
    at = ("evaluate", "backgammon", "--position", race)
    money = json.loads(axedrez(*at, "--cube", "2:white", "--json")[1])
    assert (money["cube"]["action"], money["cube"]["response"]) == ("double", "pass")
    assert money["cube"]["double_pass"] == {"equity": 1.0, "match_chance": None}
    match = json.loads(axedrez(*at, "--match", "7:3-2", "--json")[1])
    assert match["cube"]["double_pass"]["match_chance"] > match["match_chance"]
    assert "cube" not in json.loads(axedrez(*at, "--json")[1])
    said = axedrez(*at, "--match", "7:3-2", "--lang", "es")[1]
    assert "Doblar, pasar" in said
    assert "Doblar. A un doble se responde pasando." in said


def test_the_cube_at_every_score_and_all_rolls(axedrez: Run) -> None:
    race = "PPPP/4/PP/15/ppppp/1/pppp - PPPPPPPPPpppppp w -"
    at = ("evaluate", "backgammon", "--position", race)
    found = json.loads(axedrez(*at, "--scores", "3", "--rolls", "--json")[1])
    assert found["scores"]["money"] == "double_pass"
    rows = found["scores"]["rows"]
    assert [len(row) for row in rows] == [3, 3, 3]
    assert rows[0] == ["no_double"] * 3  # whoever lacks a point has no use for the cube
    assert [roll["dice"] for roll in found["rolls"]] == [f"{a}{b}" for a in range(6, 0, -1) for b in range(a, 0, -1)]
    assert sum(roll["probability"] * roll["luck"] for roll in found["rolls"]) == pytest.approx(0, abs=1e-9)
    assert found["mean"] == pytest.approx(sum(roll["probability"] * roll["equity"] for roll in found["rolls"]))
    told = axedrez(*at, "--scores", "3", "--rolls", "--lang", "es")[1]
    assert "En partida suelta: D/P" in told
    assert "De media" in told


def test_dice_in_any_order(axedrez: Run) -> None:
    one, other = (json.loads(axedrez("evaluate", "backgammon", "--dice", dice, "--json")[1]) for dice in ("13", "31"))
    assert one == other


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["clasico", "--ply", "1"], "--ply is not for games of “clasico”"),
        (["backgammon", "--nodes", "1000"], "--nodes is not for games of “backgammon”"),
        (["clasico", "--dice", "52"], "dice"),
        (["backgammon", "--dice", "17"], "larger first"),
        (["backgammon", "--match", "7:7-0"], "“7:7-0” is no score of a match"),
        (["backgammon", "--match", "1:0-0"], "7:3-2"),
        (["backgammon", "--match", "7:3-2", "--after-crawford"], "lacks one point"),
        (["backgammon", "--after-crawford"], "--after-crawford"),
        (["backgammon", "--cube", "3:white"], "“3:white” is no cube"),
        (["backgammon", "--cube", "2"], "its owner"),
        (["clasico", "--rolls"], "--rolls is not for games of “clasico”"),
        (["backgammon", "--scores", "1"], "2..11"),
        (["clasico", "--match", "7:3-2"], "--match is not for games of “clasico”"),
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


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--horizon", "4"), "--horizon only counts with --rollout / --within / --cubeful."),
        (("--seed", "1", "--lang", "es"), "--seed solo cuenta junto con --rollout / --within / --cubeful."),
        (("--turns", "3"), "--turns is about the turns with a roll"),
        (("--dice", "31", "--rolls"), "--rolls is about a position before a roll"),
        (("--dice", "31", "--scores", "3"), "--scores is about a position before a roll"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(axedrez: Run, options: tuple[str, ...], said: str) -> None:
    status, out, err = axedrez("evaluate", "backgammon", *options)
    assert (status, out) == (2, "")
    assert err.startswith(said)
