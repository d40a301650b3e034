"""Rollouts with the cube as an analyst tells them: which games are played, and what they are worth to a side."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axedrez.analysis.equity import RolledCube, RolloutOptions
from axedrez.core.match_state import MatchState
from axedrez.engine.cube import commonest, normalized, owner_of, scale_of
from axedrez.engine.cube_equity import EFFICIENCY, ENEMY, Cubed, Stakes
from axedrez.tables.engine.cube_games import CubeStart
from axedrez.tables.engine.outcome_probabilities import by_points, passing, usual_outcomes
from axedrez.tables.engine.rollouts import Mean
from axedrez.tables.position.position import TablesPosition


def cube_starts(first: TablesPosition, options: RolloutOptions, *, before_a_roll: bool) -> tuple[CubeStart, ...]:
    """The games of a rollout from a position in which a side rolls first; none without the cube.

    `before_a_roll`: a decision about the cube is judged: first nobody doubles, then the side has doubled, where it may.
    Else a turn has been played, and the side doubles or not, as it likes.
    """
    state = options.state
    if not options.cubeful or state is None:
        return ()
    plain = CubeStart(state, is_free=not before_a_roll)
    may_double = owner_of(state, first.side) != ENEMY and state.cube < _stakes(first, state).largest
    if not before_a_roll or not may_double:
        return (plain,)
    return plain, CubeStart(state._replace(cube=2 * state.cube, owner=first.side.opponent))


def rolled_cube(first: TablesPosition, state: MatchState, mean: Mean, *, turned: bool) -> RolledCube:
    """What games were worth to the side that rolled first, or to the other (`turned`), normalized to the cube."""
    stakes, common = _stakes(first, state), commonest(usual_outcomes(first.game))
    won, lost = stakes.worth(common * state.cube), stakes.worth(-common * state.cube)
    equity = normalized(mean.worth, won, lost, common)
    half = normalized(mean.worth + mean.half, won, lost, common) - equity
    chance = None if stakes.table is None else mean.worth
    if turned:
        return RolledCube(-equity, half, None if chance is None else 1.0 - chance)
    return RolledCube(equity, half, chance)


def worth_when_over(first: TablesPosition, outcomes: npt.NDArray[np.float64], start: CubeStart) -> Mean:
    """The same where the game is over, with one of the outcomes."""
    stakes = _stakes(first, start.state)
    game = Cubed(by_points(first.ruleset, outcomes), stakes, EFFICIENCY)
    return Mean(game.equity(start.state.cube, owner_of(start.state, first.side)), 0.0)


def _stakes(first: TablesPosition, state: MatchState) -> Stakes:
    return scale_of(passing(first.game), usual_outcomes(first.game), state, first.side).stakes
