"""The analyst of the tables family: estimates, turns, rolls and rollouts as people read them."""

from __future__ import annotations

import threading

import pytest

import axedrez
from axedrez import analysts
from axedrez.analysis.equity import RolledOut, RolloutOptions
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.core import IllegalMove
from axedrez.tables.position.position import TablesPosition

LAST = "P/22/p - PPPPPPPPPPPPPPpppppppppppppp w -"
GAMMON = "PP/16/ppppppppp/ppp/4/ppp - PPPPPPPPPPPPP w -"


def analyst_of(position: axedrez.Position) -> EquityAnalyst:
    found = analysts.equities_of(position.game)
    assert found is not None
    return found


def backgammon(text: str | None = None) -> TablesPosition:
    game = axedrez.load("backgammon")
    found = game.start() if text is None else game.parse(text)
    assert isinstance(found, TablesPosition)
    return found


@pytest.mark.parametrize("ply", [0, 1, 2])
def test_the_best_turn_of_the_opening_and_one_that_is_asked_for(ply: int) -> None:
    rolled = backgammon().play("31")
    analyst = analyst_of(rolled)
    found = analyst.turns(rolled, ply, most=3, also="24/23 6/3")
    assert found[0].move == "8/5 6/5"
    assert len(found) == 4
    assert found[0].ply == found[3].ply == ply
    assert rolled.play(found[3].move) == rolled.play("24/23 6/3")
    assert found[0].estimate.equity > 0.1 > found[3].estimate.equity
    for turn in found:
        chances = turn.estimate.chances
        scored = chances.win - chances.lose + chances.win_gammon - chances.lose_gammon
        scored += chances.win_backgammon - chances.lose_backgammon
        assert turn.estimate.equity == pytest.approx(scored, abs=1e-6)
    # Asked for the best turn, nothing is added.
    assert analyst.turns(rolled, ply, most=3, also="8/5 6/5") == analyst.turns(rolled, ply, most=3)
    everything = analyst.turns(rolled, ply, most=None)
    assert len(everything) == len(rolled.legal_moves())
    with pytest.raises(IllegalMove):
        analyst.turns(rolled, ply, also="24/20")


def test_stopped_it_judges_by_what_it_knows() -> None:
    halt = threading.Event()
    halt.set()
    rolled = backgammon().play("31")
    analyst = analyst_of(rolled)
    assert analyst.turns(rolled, 2, stop=halt) == analyst.turns(rolled, 0)
    assert analyst.estimate(backgammon(), 2, halt) == analyst.estimate(backgammon(), 0)
    assert analyst.estimate(backgammon(), 2) != analyst.estimate(backgammon(), 0)


def test_a_deeper_estimate_is_the_mean_of_the_rolls() -> None:
    start = backgammon()
    analyst = analyst_of(start)
    rolls = analyst.rolls(start)
    assert [roll.dice for roll in rolls][:3] == ["66", "65", "64"]
    mean = sum(roll.probability * roll.best.estimate.equity for roll in rolls)
    assert analyst.estimate(start, 1).equity == pytest.approx(mean, abs=1e-5)


class Patience:
    """A `Stop` that is set after it was asked for so many times."""

    def __init__(self, asked: int) -> None:
        self.asked = asked

    def is_set(self) -> bool:
        self.asked -= 1
        return self.asked < 0


def test_stopped_the_rolls_all_have_the_same_look_ahead() -> None:
    start = backgammon()
    analyst = analyst_of(start)
    assert analyst.rolls(start, 1, Patience(0)) == analyst.rolls(start, 1, Patience(20)) == ()
    assert analyst.rolls(start, 1, Patience(30)) == analyst.rolls(start)
    whole = analyst.rolls(start, 1)
    assert [each.best.ply for each in whole] == [1] * 21
    assert whole == analyst.rolls(start, 1, Patience(10**9))


def test_a_rollout_is_told_from_the_side_that_asks() -> None:
    sure = backgammon(LAST)
    analyst = analyst_of(sure)
    options = RolloutOptions(trials=36)
    assert analyst.rollout(sure, None, options).equity == pytest.approx(1)
    rolled = sure.play("21")
    turn = str(rolled.legal_moves()[0])
    told: list[RolledOut] = []
    after = analyst.rollout(rolled, turn, options, told.append)
    assert (after.equity, after.half, after.chances.win) == (1, 0, 1)
    # All men of the loser are at home or on their way there: a gammon is sure, for the mover and for the other side.
    lost = backgammon(GAMMON.replace(" w ", " b "))
    first = backgammon(GAMMON)
    assert analyst.rollout(first, None, options).equity == pytest.approx(2)
    assert analyst.rollout(first, None, options).chances.win_gammon == pytest.approx(1)
    waiting = lost.play("11")
    worst = analyst.rollout(waiting, str(waiting.legal_moves()[0]), options, told.append)
    assert worst.equity == pytest.approx(-2, abs=1e-6)
    assert worst.chances.lose_gammon == pytest.approx(1)
    assert told[-1] == worst
    for position, move in ((sure, "1/off"), (rolled, None)):
        with pytest.raises(ValueError, match="belong together"):
            analyst.rollout(position, move, options)


def test_a_truncated_rollout_agrees_with_looking_ahead() -> None:
    """After one turn, with all 36 rolls, it is the estimate at 1-ply."""
    start = backgammon()
    analyst = analyst_of(start)
    found = analyst.rollout(start, None, RolloutOptions(trials=36, horizon=1))
    assert found.equity == pytest.approx(analyst.estimate(start, 1).equity, abs=1e-5)
    assert found.half == pytest.approx(0, abs=1e-5)
    assert (found.cut, found.finished, found.turns) == (36, 0, 1)
