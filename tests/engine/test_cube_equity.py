"""Cubeful equities beside values found by hand, and beside a plain recursion through a small game."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import axedrez
from axedrez import Side, analysts
from axedrez.core.match_state import MatchState
from axedrez.engine import cube
from axedrez.engine.cube import Outlook, judged, match_equities, window
from axedrez.engine.cube_equity import BOTH, EFFICIENCY, ENEMY, OWN, Branch, Cubed, Stakes, Tree

ME, YOU = Side.WHITE, Side.BLACK
MONEY = MatchState(largest=64)
USUAL = {1: 0.37, 2: 0.12, 3: 0.01, -1: 0.37, -2: 0.12, -3: 0.01}
EVEN = {1: 0.5, -1: 0.5}


def shares(winning: float, gammons: float = 0.0, lost_gammons: float = 0.0) -> dict[int, float]:
    losing = 1 - winning
    return {
        1: winning * (1 - gammons),
        2: winning * gammons,
        -1: losing * (1 - lost_gammons),
        -2: losing * lost_gammons,
    }


# --- a game of rolls that win at once, with as many of 36 as are told; the other side rolls if it does not ---------


def tree_of(rolls: tuple[int, ...], at: int = 0) -> Branch:
    """The side that rolls wins with so many of 36 rolls, else it is the other's turn; who comes last loses."""
    if at == len(rolls):
        return Branch(1.0, {1: 1.0, -1: 0.0}, over=True)  # the roll before has failed: who would roll has won
    chance = rolls[at] / 36
    won = Branch(chance, {1: 0.0, -1: 1.0}, over=True)
    going_on = tree_of(rolls, at + 1)._replace(probability=1 - chance)
    wins = chance + (1 - chance) * going_on.shares[-1]
    return Branch(1.0, {1: wins, -1: 1 - wins}, branches=(won, going_on))


@cache
def by_hand(rolls: tuple[int, ...], cube: int, owner: int, largest: int, doubling: bool) -> Fraction:
    """The same in fractions: the equity of the side that rolls, which may double first if `doubling`."""
    if not rolls:
        return Fraction(cube)
    chance = Fraction(rolls[0], 36)
    rolling = chance * cube - (1 - chance) * by_hand(rolls[1:], cube, -owner, largest, True)
    if not doubling or owner == -1 or cube >= largest:
        return rolling
    return max(rolling, min(Fraction(cube), by_hand(rolls, 2 * cube, -1, largest, False)))


@pytest.mark.parametrize("rolls", [(18,), (27,), (30,), (19, 30), (26, 26), (11, 20, 33), (6, 17, 20, 25, 30)])
@pytest.mark.parametrize("owner", [BOTH, OWN, ENEMY])
def test_a_small_game_is_judged_exactly(rolls: tuple[int, ...], owner: int) -> None:
    tree = Tree(tree_of(rolls), Stakes.of_money(64, 1))
    assert tree.best(1, owner) == pytest.approx(float(by_hand(rolls, 1, owner, 64, True)))
    assert tree.rolling(1, owner) == pytest.approx(float(by_hand(rolls, 1, owner, 64, False)))
    assert tree.rolling(2, ENEMY) == pytest.approx(float(by_hand(rolls, 2, ENEMY, 64, False)))


def test_the_last_roll_but_one_of_backgammon() -> None:
    """A man on the five point, against one on the six point: 31 rolls of 36, then 27, then White wins."""
    analyst: Any = analysts.equities_of(axedrez.load("backgammon"))
    game = axedrez.load("backgammon")
    at = game.parse("4/P/13/p/5 - PPPPPPPPPPPPPPpppppppppppppp w -")
    wins, then = Fraction(31, 36), Fraction(27, 36)
    rolling = wins - (1 - wins) * min(Fraction(1), 2 * (2 * then - 1))  # Black, if he comes to it, doubles
    taken = 2 * wins - (1 - wins) * min(Fraction(2), 4 * (2 * then - 1))
    found = analyst.cube(at, MONEY, 2)
    assert found.no_double.equity == pytest.approx(float(rolling), abs=0.01)
    assert found.double_take.equity == pytest.approx(float(taken), abs=0.01)
    assert found.estimate.chances.win == pytest.approx(float(wins + (1 - wins) * (1 - then)), abs=0.01)
    assert (found.action, found.response) == ("double", "pass")
    assert found.doubling_loss(True) == 0
    assert found.doubling_loss(False) == pytest.approx(1 - float(rolling), abs=0.01)
    assert found.response_loss("pass") == 0
    assert found.response_loss("take") == pytest.approx(float(taken) - 1, abs=0.01)
    with pytest.raises(ValueError, match="beaver"):
        found.response_loss("beaver")


# --- limits ----------------------------------------------------------------------------------------------------------


def test_dead_and_live_cubes() -> None:
    """A cube that nobody may turn is worth nothing; a live one is taken with a fifth (Janowski)."""
    dead = judged(Outlook(shares(0.6), USUAL), MatchState(largest=1), ME)
    assert not dead.may_double
    assert dead.no_double == pytest.approx(0.2)
    live = Tree(Branch(1.0, shares(0.8), 1.0), Stakes.of_money(2**20, 1))
    assert live.rolling(2, ENEMY) == pytest.approx(1.0, abs=1e-4)
    assert live.rolling(1, BOTH) == pytest.approx(1.0, abs=1e-4)
    assert Tree(Branch(1.0, shares(0.5), 1.0), Stakes.of_money(2**20, 1)).rolling(1, BOTH) == pytest.approx(0)


@pytest.mark.parametrize("winning", [0.2, 0.5, 0.7, 0.9])
@pytest.mark.parametrize("gammons", [0.0, 0.3])
def test_what_ones_own_cube_is_worth(winning: float, gammons: float) -> None:
    tree = Tree(Branch(1.0, shares(winning, gammons, gammons)), Stakes.of_money(64, 1))
    own, both, enemy = (tree.rolling(2, owner) for owner in (OWN, BOTH, ENEMY))
    assert enemy <= both <= own
    # What one side gains the other loses.
    other = Tree(Branch(1.0, shares(1 - winning, gammons, gammons)), Stakes.of_money(64, 1))
    assert other.rolling(2, ENEMY) == pytest.approx(-own)


def line(found: dict[int, float], stakes: Stakes, cube: int, owner: int) -> list[tuple[float, float]]:
    """Janowski's line of a money game by its definition, cube by cube: winning probabilities and equities."""
    single = stakes.jacoby and owner == BOTH
    low, high = (
        sum(found[p] * (sign if single else p) for p in found if p * sign > 0)
        / sum(found[p] for p in found if p * sign > 0)
        * cube
        for sign in (-1, 1)
    )
    corners = [(0.0, low), (1.0, high)]
    for doubler in (OWN, ENEMY):
        if owner in (BOTH, doubler) and cube < stakes.largest:
            taken = line(found, stakes, 2 * cube, -doubler)
            at = np.interp(doubler * cube, [worth for _, worth in taken], [share for share, _ in taken])
            corners.append((float(at), float(doubler * cube)))
    return [(at, EFFICIENCY * worth + (1 - EFFICIENCY) * (low + at * (high - low))) for at, worth in sorted(corners)]


@pytest.mark.parametrize("largest", [1, 2, 64])
@pytest.mark.parametrize("jacoby", [False, True])
@pytest.mark.parametrize("gammons", [0.0, 0.2, 0.9])
def test_money_is_judged_as_by_the_lines_of_each_cube(largest: int, jacoby: bool, gammons: float) -> None:
    stakes = Stakes.of_money(largest, 1, jacoby)
    for winning in (0.01, 0.3, 0.74, 0.8, 0.99):
        found = shares(winning, gammons, gammons / 2)
        game = Cubed(found, stakes, EFFICIENCY)
        for value in (1, 2, 16, 32, 64, 128):
            for owner in (BOTH, OWN, ENEMY):
                corners = line(found, stakes, value, owner)
                wanted = np.interp(winning, [share for share, _ in corners], [worth for _, worth in corners])
                assert game.equity(value, owner) == pytest.approx(float(wanted), abs=1e-11), (winning, value, owner)


# --- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("crawford", [True, False])
@pytest.mark.parametrize("largest", [1, 64])
def test_match_equity_tables_rise_fall_and_add_up(crawford: bool, largest: int) -> None:
    for table in match_equities(9, largest, crawford, 1, tuple(sorted(USUAL.items()))):
        used = [n for n in range(1, 10) if table[1][n]]
        for own in used:
            full = [table[own][enemy] for enemy in range(1, 10) if table[own][enemy]]
            assert all(later >= earlier - 1e-9 for earlier, later in pairwise(full))
        assert all(
            table[own][enemy] + table[enemy][own] == pytest.approx(1)
            for own in range(1, 10)
            for enemy in range(1, 10)
            if table[own][enemy]
        )
        assert table[0] == (1.0,) * 10
        assert all(row[0] == 0 for row in table[1:])


def test_a_match_of_single_wins_without_the_cube_is_a_row_of_coins() -> None:
    table, _ = match_equities(3, 1, True, 1, tuple(sorted(EVEN.items())))
    assert table[1][2] == pytest.approx(0.75)
    assert table[2][3] == pytest.approx(11 / 16)


def test_drawn_games_are_played_again() -> None:
    """However many there are: the match is decided by the others (G-45)."""
    drawn = {points: 0.8 * share for points, share in USUAL.items()} | {0: 0.2}
    plain, often = (match_equities(7, 64, True, 1, tuple(sorted(each.items()))) for each in (USUAL, drawn))
    for one, other in zip(plain, often, strict=True):
        for row, same in zip(one, other, strict=True):
            assert row == pytest.approx(same)


def test_crawfords_game_decides_by_gammons_alone() -> None:
    """At one point against two: half of the games, and half of the rest unless a gammon is lost."""
    table, _ = match_equities(2, 64, True, 1, tuple(sorted(USUAL.items())))
    lost_gammons = (USUAL[-2] + USUAL[-3]) / 0.5
    assert table[1][2] == pytest.approx(0.5 + 0.25 * (1 - lost_gammons))


# --- windows ---------------------------------------------------------------------------------------------------------


def test_the_window_of_money_without_gammons() -> None:
    found = window(Outlook(shares(0.5), USUAL), MONEY, ME)
    assert found.take_dead == pytest.approx(0.25, abs=1e-6)
    assert 0.2 < found.take < 0.22
    assert found.gammon_value == found.gammon_value_against == 0.5
    assert found.double is not None
    assert found.cash is not None
    assert 0.5 < found.double < found.cash == pytest.approx(1 - found.take)
    assert found.too_good is None


def test_gammons_and_scores_move_the_window() -> None:
    plain = window(Outlook(shares(0.5), USUAL), MONEY, ME)
    gammons = window(Outlook(shares(0.5, 0.4, 0.1), USUAL), MONEY, ME)
    assert gammons.take > plain.take
    assert gammons.too_good is not None
    assert gammons.too_good > (gammons.cash or 1)
    ahead = window(Outlook(shares(0.5, 0.2, 0.2), USUAL), MatchState(5, (4, 3), largest=64, crawford_played=True), ME)
    assert (ahead.gammon_value, ahead.double) == (0, None)
    assert (ahead.gammon_value_against or 0) > 0.9
    jacoby = window(Outlook(shares(0.5, 0.4, 0.1), USUAL), MONEY._replace(jacoby=True), ME)
    assert jacoby.too_good is None


# --- Jacoby, beavers, draws ------------------------------------------------------------------------------------------


@pytest.mark.clause("G-43")
def test_jacoby_makes_who_may_win_gammons_double() -> None:
    strong = Outlook(shares(0.9, 0.6), USUAL)
    assert not cube.doubles(strong, MONEY, ME)  # too good
    assert cube.doubles(strong, MONEY._replace(jacoby=True), ME)
    assert judged(strong, MONEY._replace(jacoby=True, largest=1), ME).no_double == pytest.approx(0.8)
    turned = MONEY._replace(jacoby=True, cube=2, owner=ME)
    assert judged(strong, turned, ME) == judged(strong, turned._replace(jacoby=False), ME)


@pytest.mark.clause("G-43")
def test_beavers_punish_doubles_that_are_wrong() -> None:
    state = MONEY._replace(beavers=True)
    behind, ahead = Outlook(shares(0.4), USUAL), Outlook(shares(0.72), USUAL)
    taker = {-points: share for points, share in behind.probabilities.items()}
    assert cube.beavers(Outlook(taker, USUAL), state, YOU)
    assert not cube.beavers(Outlook(taker, USUAL), MONEY, YOU)
    assert not cube.beavers(Outlook(shares(0.28), USUAL), state, YOU)
    assert not cube.beavers(Outlook(taker, USUAL), state._replace(cube=32), YOU)
    found = judged(behind, state, ME)
    assert found.beaver is not None
    assert found.doubled == found.beaver < found.double_take
    assert judged(ahead, state, ME).doubled == judged(ahead, MONEY, ME).doubled


@pytest.mark.clause("G-45")
def test_a_drawn_share_is_worth_nothing_in_money_and_the_score_in_a_match() -> None:
    some = {points: share / 2 for points, share in shares(0.8).items()} | {0: 0.5}
    for owner in (None, ME, YOU):
        state = MONEY._replace(owner=owner, cube=2)
        whole = judged(Outlook(shares(0.8), USUAL), state, ME).no_double
        assert judged(Outlook(some, USUAL), state, ME).no_double == pytest.approx(whole / 2)
    match = MatchState(7, (2, 5), largest=64)
    table, _ = match_equities(7, 64, True, 1, tuple(sorted(USUAL.items())))
    whole = judged(Outlook(shares(0.8), USUAL), match, ME).no_double
    assert judged(Outlook(some, USUAL), match, ME).no_double == pytest.approx((whole + table[5][2]) / 2)
    drawn_branch = Branch(0.5, {0: 1.0}, over=True)
    won = Branch(0.5, {-1: 1.0}, over=True)
    tree = Tree(Branch(1.0, {0: 0.5, 1: 0.5}, branches=(drawn_branch, won)), Stakes.of_money(64, 1))
    assert tree.rolling(2, ENEMY) == pytest.approx(1.0)


def test_better_chances_move_the_equities() -> None:
    plain = Outlook(shares(0.7), USUAL, branches=tree_of((19, 30)).branches)
    same = plain._replace(probabilities=tree_of((19, 30)).shares, deeper=tree_of((19, 30)).shares)
    better = same._replace(deeper=shares(0.9))
    assert judged(same, MONEY, ME) == judged(same._replace(deeper=None), MONEY, ME)
    assert judged(better, MONEY, ME).no_double > judged(same, MONEY, ME).no_double
