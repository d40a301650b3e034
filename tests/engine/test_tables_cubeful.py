"""Rollouts with the cube: what they find where everything can be counted, and each decision on the way."""

from __future__ import annotations

from typing import Any

import pytest

from axedrez.analysis.equity import RolledCube, RolledOut, RolloutOptions
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine.cube_equity import BOTH, ENEMY, OWN, Branch, Stakes, Tree
from axedrez.engine.cube_play import CubePlay
from axedrez.tables import analyst
from axedrez.tables.engine.cube_games import CubeStart
from axedrez.tables.engine.plies import judge_with
from axedrez.tables.engine.rollouts import roll_out
from tests.tables.networks import game_named, random_player

MONEY = MatchState(largest=64)
ONE_ROLL = f"1/P/2/P/18/p - {13 * 'P'}{14 * 'p'} w -"
"""White, with men on 5 and 2, gets both off with 19 of 36 rolls; else Black wins."""
FOURS = f"PPPP/22/pppp - {11 * 'P'}{11 * 'p'} w -"
"""White wins unless he rolls no double and Black one: 31 of 36."""


def rolled(text: str, state: MatchState, *, move: str | None = None, **options: Any) -> RolledOut:
    position = game_named("backgammon").parse(text)
    found = RolloutOptions(**{"trials": 36, **options}, state=state, cubeful=True)
    return analyst.rollout(position, move, found)


def test_a_cube_that_nobody_may_turn_changes_nothing() -> None:
    """G-43."""
    for name in ("hyper", "hyper-by-hand"):
        game = game_named("hyper")
        judge = judge_with(None if name.endswith("hand") else random_player(game), game.ruleset)
        position, dead = game.parse("2/P/1/p/PP/13/p/1/p/2 - - w -"), MatchState(largest=1)
        options = RolloutOptions(trials=72, state=dead)
        plain, cubed = roll_out(judge, position, options), roll_out(judge, position, options, cubes=[CubeStart(dead)])
        assert plain.equity == cubed.equity
        if name == "hyper":  # by hand no luck is taken out of the points
            assert cubed.cubeful[0] == pytest.approx((plain.equity, plain.half), abs=1e-6)
        else:
            assert abs(cubed.cubeful[0].worth - plain.equity) < 1.7 * plain.half


def test_the_last_roll_is_a_double_and_a_take() -> None:
    """G-43."""
    found = rolled(ONE_ROLL, MONEY)
    assert found.equity == pytest.approx(2 / 36, abs=1e-6)
    assert found.double_take is not None
    assert found.judged == pytest.approx((2 / 36, 0), abs=1e-6)
    assert (found.double_take.equity, found.double_take.half) == pytest.approx((4 / 36, 0), abs=1e-6)
    # Whoever owns the cube at 2 wins or loses twice as much; told is what that is for each point of the cube.
    owned = rolled(ONE_ROLL, MONEY._replace(cube=2, owner=Side.BLACK))
    assert owned.double_take is None
    assert owned.cubeful is not None
    assert owned.cubeful.equity == pytest.approx(2 / 36, abs=1e-6)


def test_two_rolls_are_too_many_to_take_with_one_chance_in_six() -> None:
    """G-43."""
    found = rolled(FOURS, MONEY, trials=1296)  # all pairs of rolls once
    assert found.cubeful is not None
    assert found.double_take is not None
    assert found.cubeful.equity == pytest.approx(26 / 36, abs=1e-6)
    assert found.double_take.equity == pytest.approx(52 / 36, abs=1e-6)


def test_in_a_match_chances_to_win_it_count() -> None:
    """G-43."""
    last = rolled(FOURS, MatchState(5, (4, 4), largest=64, crawford_played=True), trials=1296)
    assert last.cubeful is not None
    assert last.cubeful.match_chance == pytest.approx(31 / 36, abs=1e-6)
    # A double wins no more than the match; one who lacks a point has no use for it.
    assert last.double_take is not None
    assert last.double_take.match_chance == pytest.approx(31 / 36, abs=1e-6)


def test_after_a_turn_the_other_side_may_double_first() -> None:
    """G-43."""
    before = f"PPPP/20/p/1/ppp - {11 * 'P'}{11 * 'p'} b -"
    position = game_named("backgammon").parse(before).play("21")
    options = RolloutOptions(trials=36, state=MONEY, cubeful=True)
    found = analyst.rollout(position, str(position.legal_moves()[0]), options)
    assert found.cubeful is not None
    assert found.cubeful.equity < -0.99  # White doubles, and Black passes
    assert found.equity > -0.9


def test_a_game_that_is_over_is_worth_what_it_brings() -> None:
    position = game_named("backgammon").parse(f"P/22/p - {14 * 'P'}{14 * 'p'} w -").play("21")
    options = RolloutOptions(trials=36, state=MONEY, cubeful=True)
    found = analyst.rollout(position, str(position.legal_moves()[0]), options)
    assert found.cubeful == RolledCube(1.0, 0.0)


def test_a_cubeful_rollout_needs_to_know_the_cube() -> None:
    with pytest.raises(ValueError, match="cubeful"):
        RolloutOptions(cubeful=True)


def tree(winning: float, stakes: Stakes) -> Tree:
    """A position in which the next roll decides."""
    parts = (Branch(winning, {-1: 1.0}, over=True), Branch(1 - winning, {1: 1.0}, over=True))
    return Tree(Branch(1.0, {1: winning, -1: 1 - winning}, branches=parts), stakes)


@pytest.mark.parametrize(
    ("winning", "owner", "first", "value", "owns", "found"),
    [
        (0.4, BOTH, True, 1, BOTH, 0.0),
        (0.6, BOTH, True, 2, ENEMY, 0.0),
        (0.6, BOTH, False, 2, OWN, 0.0),
        (0.6, ENEMY, True, 1, ENEMY, 0.0),
        (0.6, OWN, True, 2, ENEMY, 0.0),
        (0.9, BOTH, True, 1, BOTH, 1.0),
        (0.9, BOTH, False, 1, BOTH, -1.0),
    ],
)
def test_who_doubles_takes_and_passes(
    winning: float, owner: int, first: bool, value: int, owns: int, found: float
) -> None:  # fmt: skip
    """G-43."""
    stakes = Stakes.of_money(64, 1)
    play = CubePlay(stakes, 1, owner)
    play.decide(tree(winning, stakes if first else stakes.turned()), first)
    assert (play.value, play.owner, play.found, play.is_over) == (value, owns, found, bool(found))


def test_a_wrong_double_is_beavered() -> None:
    """G-43. Jacoby makes it right to double, with gammons that count then, though the double loses."""
    stakes = Stakes.of_money(64, 1, jacoby=True, beavers=True)
    parts = (Branch(0.45, {-2: 1.0}, over=True), Branch(0.55, {1: 1.0}, over=True))
    node = Tree(Branch(1.0, {2: 0.45, -1: 0.55}, branches=parts), stakes)
    play = CubePlay(stakes, 1, BOTH)
    play.decide(node, True)
    assert (play.value, play.owner) == (2, ENEMY)
    parts = (Branch(0.33, {-2: 1.0}, over=True), Branch(0.67, {1: 1.0}, over=True))
    node = Tree(Branch(1.0, {2: 0.33, -1: 0.67}, branches=parts), stakes)
    play = CubePlay(stakes, 1, BOTH)
    play.decide(node, True)
    assert (play.value, play.owner) == (4, ENEMY)


def test_luck_is_what_a_roll_brings_against_all_rolls() -> None:
    stakes = Stakes.of_money(64, 1)
    for first in (True, False):
        play = CubePlay(stakes, 2, BOTH)
        play.roll(tree(0.6, stakes), 0, first)
        assert play.found == pytest.approx(-1.6 if first else 1.6)  # 2 points instead of 0.4
        play.end({-1: 1.0}, not first)
        assert play.found == pytest.approx(0.4 if first else -0.4)
        assert play.is_over


def test_a_game_that_is_left_counts_what_the_cube_is_worth_there() -> None:
    stakes = Stakes.of_money(64, 1)
    passed, owned = CubePlay(stakes, 1, BOTH), CubePlay(stakes, 1, ENEMY)
    for play in (passed, owned):
        play.leave({1: 0.9, -1: 0.1}, True)
    assert passed.found == pytest.approx(1.0)
    assert owned.found < 0.81
