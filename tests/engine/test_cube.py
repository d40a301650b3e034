"""The judgement of the cube and of resignations by given chances: points that every book on the cube tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from axedrez.core import Side
from axedrez.core.match_state import MatchState
from axedrez.engine.cube import Outlook, accepts_resignation, doubles, match_equities, takes

Decision = Callable[[Outlook, MatchState, Side], bool]

ME, YOU = Side.WHITE, Side.BLACK
MONEY = MatchState(largest=64)
# As games of backgammon end: a quarter of them doubly, a few threefold.
USUAL = {1: 0.37, 2: 0.12, 3: 0.01, -1: 0.37, -2: 0.12, -3: 0.01}


def outlook(winning: float, *, still_open: float = 1.0, won_twice: float = 0.0, lost_twice: float = 0.0) -> Outlook:
    losing = 1 - winning
    chances = {
        1: winning * (1 - won_twice),
        2: winning * won_twice,
        -1: losing * (1 - lost_twice),
        -2: losing * lost_twice,
    }
    return Outlook(chances, USUAL, 1, still_open)


def match(length: int, mine: int, yours: int, **more: Any) -> MatchState:
    return MatchState(length, (mine, yours), largest=64)._replace(**more)


def point(decision: Decision, state: MatchState, **more: float) -> float:
    """The probability of winning from which a decision is right."""
    return next((k / 1000 for k in range(1, 1000) if decision(outlook(k / 1000, **more), state, ME)), 1.0)


def test_match_equities_are_those_of_the_books() -> None:
    """Beside the table of Kazaross and XG, as it is commonly printed."""
    table, after = match_equities(7, 64, True, 1, tuple(sorted(USUAL.items())))
    printed = {(1, 2): 0.677, (1, 3): 0.751, (1, 4): 0.814, (1, 5): 0.842, (2, 3): 0.599, (2, 4): 0.668, (3, 4): 0.571,
               (3, 5): 0.648, (4, 5): 0.577, (5, 7): 0.637, (6, 7): 0.563}  # fmt: skip
    for (own, enemy), equity in printed.items():
        assert table[own][enemy] == pytest.approx(equity, abs=0.02), (own, enemy)
        assert table[enemy][own] == pytest.approx(1 - table[own][enemy])
    assert all(table[n][n] == pytest.approx(0.5, abs=0.002) for n in range(1, 8))
    # After Crawford's game who trails doubles at once: with an even number to go nothing is lost by one point more.
    assert [after[1][n] for n in (2, 3, 4, 5)] == pytest.approx([0.49, 0.68, 0.68, 0.81], abs=0.02)


@pytest.mark.clause("G-43")
def test_a_quarter_is_enough_for_a_take_when_the_cube_is_dead() -> None:
    assert point(takes, MONEY, still_open=0) == pytest.approx(0.25, abs=0.001)
    assert 0.2 < point(takes, MONEY) < 0.23  # the cube that comes along is worth something
    assert point(takes, MONEY, lost_twice=0.4) > 0.28


@pytest.mark.clause("G-43")
def test_doubles_begin_where_they_should() -> None:
    assert point(doubles, MONEY, still_open=0) == pytest.approx(0.501)  # the last roll
    assert 0.68 < point(doubles, MONEY) < 0.75
    own = MONEY._replace(cube=2, owner=ME)
    assert point(doubles, own) > point(doubles, MONEY)  # an own cube is not given away so lightly


def test_who_may_win_twice_is_too_good_to_double() -> None:
    assert doubles(outlook(0.9), MONEY, ME)
    assert not doubles(outlook(0.9, won_twice=0.6), MONEY, ME)


@pytest.mark.parametrize("winning", [0.05, 0.5, 0.7])
@pytest.mark.parametrize("mine", [3, 1])
def test_who_trails_after_crawfords_game_always_doubles(winning: float, mine: int) -> None:
    assert doubles(outlook(winning), match(5, mine, 4, crawford_played=True), ME)


@pytest.mark.parametrize("winning", [0.55, 0.75, 0.95])
@pytest.mark.parametrize(
    "state",
    [
        match(5, 4, 2, crawford_played=True),
        match(5, 3, 0, cube=2, owner=ME),
        match(7, 3, 6, cube=4, owner=ME, crawford_played=True),
        match(5, 1, 4),  # Crawford's game
        MatchState(largest=1),
        MONEY._replace(cube=64, owner=ME),
    ],
)
def test_never_a_double_that_cannot_help(state: MatchState, winning: float) -> None:
    assert not doubles(outlook(winning, still_open=0), state, ME)


def test_at_two_points_each_the_double_comes_early_and_the_take_late() -> None:
    state = match(5, 3, 3)
    assert point(doubles, state) < 0.52
    assert point(takes, state) == pytest.approx(0.315, abs=0.01)  # a pass leaves Crawford's game against one point


@pytest.mark.clause("G-44")
def test_resignations() -> None:
    sure = outlook(1.0)
    twice = outlook(1.0, won_twice=0.5)
    assert accepts_resignation(sure, MONEY, ME, 1)
    assert not accepts_resignation(twice, MONEY, ME, 1)
    assert accepts_resignation(twice, MONEY, ME, 2)
    assert not accepts_resignation(outlook(1.0, won_twice=1.0), MONEY, ME, 1)
    assert accepts_resignation(outlook(0.5), MONEY, ME, 1)
    # One point wins the match: more of them are worth nothing.
    assert accepts_resignation(twice, match(5, 4, 0), ME, 1)
    assert accepts_resignation(twice, match(5, 3, 0, cube=2, owner=YOU), ME, 1)
    assert not accepts_resignation(twice, match(5, 3, 0), ME, 1)
