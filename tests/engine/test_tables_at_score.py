"""Turns at the score of a match: what outcomes are worth there, and how that changes what is played (G-43)."""

from __future__ import annotations

import numpy as np
import pytest

import axedrez
from axedrez import analysts
from axedrez.analysis.equity import RolloutOptions
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.tables.engine.at_score import player_at, worth_to
from axedrez.tables.engine.inputs import points_of
from axedrez.tables.engine.network import player_of
from axedrez.tables.engine.outcome_probabilities import match_table
from axedrez.tables.engine.search import search_with
from axedrez.tables.position.position import TablesPosition
from tests.engine.test_tables_network import positions
from tests.tables.networks import game_named

DOUBLE_MATCH_POINT = MatchState(5, (4, 4), largest=64, crawford_played=True)
CRAWFORD = MatchState(5, (3, 4), largest=64)
"""White lacks two points, Black one: a gammon wins the match for White, and nothing more than a win for Black."""


SCORES = (DOUBLE_MATCH_POINT, CRAWFORD)


def analyst_of(name: str) -> EquityAnalyst:
    found = analysts.equities_of(game_named(name))
    assert found is not None
    return found


def position(text: str) -> TablesPosition:
    found = game_named("backgammon").parse(text)
    assert isinstance(found, TablesPosition)
    return found


@pytest.mark.clause("G-43")
def test_outcomes_at_double_match_point_and_for_a_gammon() -> None:
    game = game_named("backgammon")
    for side in Side.WHITE, Side.BLACK:
        worth = worth_to(game.start(), DOUBLE_MATCH_POINT, side)
        assert worth.points[:6] == pytest.approx([1, 1, 1, -1, -1, -1])
        assert worth.chances is not None
        assert worth.chances[:6] == pytest.approx([1, 1, 1, 0, 0, 0])
    # After a single win the match stands 4-4: half of it. A gammon wins all of it: twice as far from a loss.
    white, black = (worth_to(game.start(), CRAWFORD, side) for side in (Side.WHITE, Side.BLACK))
    assert white.points[:6] == pytest.approx([1, 3, 3, -1, -1, -1])
    assert black.points[:6] == pytest.approx([1, 1, 1, -1, -3, -3])
    assert white.chances is not None
    assert white.chances[:6] == pytest.approx([0.5, 1, 1, 0, 0, 0])


@pytest.mark.clause("G-43")
def test_outcomes_at_any_score_are_read_off_the_match_equity_table() -> None:
    for name, length in (("backgammon", 7), ("chessgammon", 9)):
        game = game_named(name)
        before, _ = match_table(game, length)
        points = points_of(game.ruleset)[:6].astype(int)
        for white in range(length - 1):
            for black in range(length - 1):
                for cube in (1, 2):
                    state = MatchState(length, (white, black), cube, Side.WHITE if cube > 1 else None, 64)
                    worth = worth_to(game.start(), state, Side.WHITE)
                    own, enemy = length - white, length - black
                    chances = [
                        before[max(0, own - cube * won)][enemy] if won > 0 else before[own][max(0, enemy + cube * won)]
                        for won in points
                    ]
                    assert worth.chances is not None
                    assert worth.chances[:6] == pytest.approx(chances)
                    common = 0 if name == "backgammon" else 2  # most games of Chessgammon count three points
                    middle, half = chances[common] + chances[common + 3], chances[common] - chances[common + 3]
                    emg = points[common] * (2 * np.array(chances) - middle) / half
                    assert worth.points[:6] == pytest.approx(emg, abs=1e-4)
                    turned = worth_to(game.start(), state, Side.BLACK)
                    assert turned.points[:6] == pytest.approx(-worth.points[[3, 4, 5, 0, 1, 2]], abs=1e-4)


def test_in_a_match_that_is_decided_points_count_as_for_money() -> None:
    worth = worth_to(game_named("backgammon").start(), MatchState(99, (98, 0), largest=64), Side.WHITE)
    assert np.isfinite(worth.points).all()
    assert worth.points[:6] == pytest.approx([1, 2, 3, -1, -2, -3])


@pytest.mark.clause("G-43")
def test_single_games_count_points_and_with_jacoby_single_ones_until_a_double() -> None:
    game = game_named("backgammon")
    plain = points_of(game.ruleset)
    for state in None, MatchState(largest=64), MatchState(1, (0, 0), 2, Side.BLACK, 64, jacoby=True):
        worth = worth_to(game.start(), state, Side.WHITE)
        assert worth.points == pytest.approx(plain)
        assert worth.chances is None
    centred = worth_to(game.start(), MatchState(largest=64, jacoby=True), Side.WHITE)
    assert centred.points[:6] == pytest.approx([1, 1, 1, -1, -1, -1])
    assert centred.chances is None


@pytest.mark.parametrize("ply", [0, 1])
def test_estimates_and_turns_carry_the_chance_to_win_the_match(ply: int) -> None:
    analyst = analyst_of("backgammon")
    for at in [each for each in positions("backgammon", 6) if not each.is_over()]:
        for state in (DOUBLE_MATCH_POINT, CRAWFORD):
            found = analyst.estimate(at, ply, None, state)
            worth = worth_to(game_named("backgammon").start(), state, at.side)
            low, high = worth.chances[3], worth.chances[0]  # type: ignore[index]
            assert found.match_chance == pytest.approx((low + high) / 2 + found.equity * (high - low) / 2, abs=1e-5)
            if state is DOUBLE_MATCH_POINT:
                assert found.match_chance == pytest.approx(found.chances.win, abs=1e-5)
        rated = analyst.turns(at.play("31"), ply, state=CRAWFORD)
        equities = [each.estimate.equity for each in rated if each.ply == ply]
        assert equities == sorted(equities, reverse=True)
        assert analyst.estimate(at, ply).match_chance is None
        assert analyst.estimate(at, ply, None, MatchState(largest=64)) == analyst.estimate(at, ply)


def test_a_gammon_is_played_for_where_it_wins_the_match_only() -> None:
    """Examination D5: two checkers back, ahead in the race: at double match point nobody needs the blitz."""
    analyst = analyst_of("backgammon")
    rolled = position("XGID=----BBB-B--A-A----A-BbcbB-:0:0:1:62:0:0:0:0:10")
    money, dmp = (analyst.turns(rolled, 2, state=state)[0] for state in (None, DOUBLE_MATCH_POINT))
    assert money.move != dmp.move
    both = analyst.turns(rolled, 2, also=money.move, state=DOUBLE_MATCH_POINT)
    lost = next(each for each in both if each.move == money.move)
    assert lost.estimate.chances.win < dmp.estimate.chances.win


def test_the_computer_plays_at_the_score_at_every_strength() -> None:
    """Without looking ahead in some positions, at full strength in that of the examination."""
    player = player_of(game_named("backgammon").ruleset)
    assert player is not None
    differing = 0
    for at in positions("backgammon", 40):
        if not at.is_over():
            rolled = at.play("21")
            played = {str(search_with(player_at(player, rolled, state), rolled)) for state in (None, *SCORES)}
            differing += len(played) > 1
    assert differing > 3
    rolled = position("XGID=----BBB-B--A-A----A-BbcbB-:0:0:1:62:0:0:0:0:10")
    money, dmp = (
        str(axedrez.players.choose(rolled, level=8, nodes=1_000_000, state=state)) for state in (None, SCORES[0])
    )
    assert money != dmp


def test_rollouts_are_played_and_counted_at_the_score() -> None:
    analyst, start = analyst_of("backgammon"), game_named("backgammon").start()
    found = {}
    for state in (None, DOUBLE_MATCH_POINT, CRAWFORD):
        options = RolloutOptions(trials=36, horizon=30, state=state)
        at_score = analyst.rollout(start, options=options)
        chances = at_score.chances
        found[state] = at_score
        if state is DOUBLE_MATCH_POINT:
            assert at_score.match_chance == pytest.approx(chances.win, abs=1e-5)
            assert at_score.equity == pytest.approx(2 * chances.win - 1, abs=1e-5)
        if state is CRAWFORD:
            assert at_score.match_chance == pytest.approx((chances.win + chances.win_gammon) / 2, abs=1e-5)
            after = analyst.turns(start.play("21"), 0, 1, state=state)[0].move
            turn = analyst.rollout(start.play("21"), after, options)
            chance = (turn.chances.win + turn.chances.win_gammon) / 2
            assert turn.match_chance == pytest.approx(chance, abs=1e-5)
    assert found[CRAWFORD].chances != found[DOUBLE_MATCH_POINT].chances != found[None].chances
    assert found[None].match_chance is None
