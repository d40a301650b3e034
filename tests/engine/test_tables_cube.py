"""What the computer player expects of tables games, and what it does with the cube."""

from __future__ import annotations

import time

import pytest

import axedrez
from axedrez import Side, players
from axedrez.core.match_state import MatchState
from axedrez.tables.engine.outcome_probabilities import outlook
from axedrez.tables.position.position import TablesPosition

MONEY = MatchState(largest=64)


def position(name: str, text: str) -> TablesPosition:
    found = axedrez.load(name).parse(text)
    assert isinstance(found, TablesPosition)
    return found


def winning(at: TablesPosition, side: Side = Side.WHITE) -> float:
    return sum(share for points, share in outlook(at, side).probabilities.items() if points > 0)


# Before the last roll: Black, with one man left, leaves with any roll of his own. The wins are counted in 36 rolls.
LAST_ROLL = [
    ("1/P/2/P/18/p - PPPPPPPPPPPPPpppppppppppppp w -", 19, True, True),
    ("P/2/P/19/p - PPPPPPPPPPPPPpppppppppppppp w -", 29, True, False),
    ("2/P/2/P/17/p - PPPPPPPPPPPPPpppppppppppppp w -", 10, False, True),
]


@pytest.mark.parametrize(("text", "rolls", "double", "take"), LAST_ROLL)
def test_the_last_roll(text: str, rolls: int, double: bool, take: bool) -> None:
    at = position("backgammon", text)
    assert winning(at) == pytest.approx(rolls / 36, abs=0.02)
    assert winning(at) + winning(at, Side.BLACK) == pytest.approx(1)
    assert players.doubles(at, MONEY, side=Side.WHITE) is double
    assert players.takes(at, MONEY, side=Side.BLACK) is take


# A double and a pass; a double and a take; neither is near; White wins, but mostly for more than a point.
CLEAR = [
    ("backgammon", "1/P/PP/PPP/PPP/PPP/10/pp/p/ppp/pppp/pppp/3 - PPPp", True, False),
    ("backgammon", "3/PP/PPPP/PPPPP/1/PPP/2/P/p/4/ppp/1/ppppp/pppp/pp/3 - -", False, True),
    ("chessgammon", "QRRBBNN/4/P/13/pppp/3/qrrbbnn - KPPPPPPPkpppp", True, False),
    ("chessgammon", "QRRBBNN/4/P/12/p/4/qrrbbnn - KPPPPPPPkppppppp", True, True),
    ("chessgammon", "QRRBBNN/4/PP/12/pp/4/qrrbbnn - KPPPPPPkpppppp", False, True),
    ("chessgammon", "QRRBBNN/4/P/12/kpppppppp/4/qrrbbnn - KPPPPPPP", False, False),
    ("backgammon", "PP/PP/PP/PP/PP/PP/PPP/4/ppppp/4/ppp/1/pppp/5 ppp -", False, False),
]


@pytest.mark.parametrize(("name", "text", "double", "take"), CLEAR)
def test_clear_cubes(name: str, text: str, double: bool, take: bool) -> None:
    at = position(name, f"{text} w -")
    assert players.doubles(at, MONEY, side=Side.WHITE) is double
    assert players.takes(at, MONEY, side=Side.BLACK) is take


@pytest.mark.parametrize("name", ["backgammon", "chessgammon"])
def test_the_start_is_even_and_a_decision_quick(name: str) -> None:
    start = position(name, axedrez.load(name).start().text())
    assert not players.doubles(start, MONEY, side=Side.WHITE)
    began = time.thread_time()
    assert players.takes(start, MONEY, side=Side.BLACK)
    assert time.thread_time() - began < 1  # a tenth of it, mostly; other programs do not count
    found = outlook(start, Side.WHITE)
    assert sum(found.probabilities.values()) == pytest.approx(1)
    assert 0.45 < winning(start) + found.probabilities.get(0, 0.0) / 2 < 0.58  # G-45: some games are drawn
    assert found.usual == {points: pytest.approx(found.usual[-points]) for points in found.usual}


def test_what_is_borne_off_saves_points() -> None:
    nothing = position("backgammon", "PPP/PPP/PPP/PPP/PP/P/6/ppppp/5/ppppp/ppppp/4 - - w -")
    something = position("backgammon", "PPP/PPP/PPP/PPP/PP/P/6/pppp/5/ppppp/ppppp/4 - p w -")
    assert outlook(nothing, Side.WHITE).probabilities[2] > 0.02
    assert outlook(something, Side.WHITE).probabilities[2] == 0


def test_resignations_are_taken_for_what_is_left_to_win() -> None:
    single = position("backgammon", "P/2/P/19/p - PPPPPPPPPPPPPpppppppppppppp w -")
    assert players.accepts_resignation(single, MONEY, side=Side.WHITE, points=1)
    gammon = position("chessgammon", "QRRBBNN/4/P/12/kpppppppp/4/qrrbbnn - KPPPPPPP w -")
    assert not players.accepts_resignation(gammon, MONEY, side=Side.WHITE, points=1)
    assert players.accepts_resignation(gammon, MONEY, side=Side.WHITE, points=3)
    last_point = MatchState(5, (4, 0))
    assert players.accepts_resignation(gammon, last_point, side=Side.WHITE, points=1)
    rolled = position("backgammon", "P/2/P/19/p - PPPPPPPPPPPPPpppppppppppppp b - 21")
    assert players.accepts_resignation(rolled, MONEY, side=Side.BLACK, points=1)


def test_games_without_dice_have_no_cube() -> None:
    with pytest.raises(TypeError, match="clasico"):
        players.takes(axedrez.load("clasico").start(), MONEY, side=Side.WHITE)
