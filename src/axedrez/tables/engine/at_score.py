"""What outcomes are worth to a side: in points, or at the score of a match, where a gammon may win it or be useless."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine.cube import scale_of
from axedrez.tables.engine.inputs import points_of
from axedrez.tables.engine.kernel.plies import Judge
from axedrez.tables.engine.network import Player
from axedrez.tables.engine.outcome_probabilities import passing, usual_outcomes
from axedrez.tables.engine.plies import judge_of
from axedrez.tables.position.position import TablesPosition

Doubles = npt.NDArray[np.float64]


class Worth(NamedTuple):
    """What each outcome (`LANES`) is worth to a side: `points`, equivalent to money, and its chance to win the match.

    Before the cube, which is turned no more. `chances`: None where no match is played.
    """

    points: Doubles
    chances: Doubles | None


def worth_to(position: TablesPosition, state: MatchState | None, side: Side) -> Worth:
    """What the outcomes of a position are worth to `side` in a match that stands so; None: in points."""
    points = points_of(position.ruleset).astype(np.float64)
    if state is None or (state.length == 1 and not state.jacoby):
        return Worth(points, None)
    scale = scale_of(passing(position.game), usual_outcomes(position.game), state, side)
    equities = np.array([scale.equity(int(each)) for each in points])
    chances = np.array([scale.worth(int(each)) for each in points]) if scale.is_of_match else None
    return Worth(equities, chances)


def judge_at(position: TablesPosition, state: MatchState | None) -> Judge:
    """What judges a position for the side whose turn it is, in a match that stands so; None: in points."""
    return at_score(judge_of(position.ruleset), position, state)


def at_score(judge: Judge, position: TablesPosition, state: MatchState | None) -> Judge:
    """The same for a judge of points."""
    if state is None:
        return judge
    own, enemy = (
        judge.network._replace(points=worth_to(position, state, side).points.astype(np.float32))
        for side in (position.side, position.side.opponent)
    )
    return judge._replace(network=own, enemy=enemy)


def player_at(player: Player, position: TablesPosition, state: MatchState | None) -> Player:
    """A player who judges the ends of turns in a position by what they are worth to the other side at the score."""
    points = worth_to(position, state, position.side.opponent).points.astype(np.float32)
    return player._replace(network=player.network._replace(points=points))
