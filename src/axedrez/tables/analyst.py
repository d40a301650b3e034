"""The analyst of the tables family (`axedrez.analysis.equity.EquityAnalyst`): by the network, else by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from axedrez.analysis.cube import (
    CubeVerdict,
    CubeWindow,
    ResignationVerdict,
    cube_verdict,
    estimate_of,
    resignation_verdict,
    shares_of,
)
from axedrez.analysis.cube import cube_window as windowed
from axedrez.analysis.equity import DEFAULT_TURNS, Chances, Estimate, RatedThrow, RatedTurn
from axedrez.core.dice import ROLLS
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine.player import Stop
from axedrez.tables import workspace
from axedrez.tables.engine.kernel.choice import end_outcomes
from axedrez.tables.engine.kernel.network import DRAWN, LANES, LOSSES
from axedrez.tables.engine.network import player_of
from axedrez.tables.engine.outcome_probabilities import outcomes_at, outlook
from axedrez.tables.engine.search import scores, worth_of_going_on
from axedrez.tables.moves import Turn
from axedrez.tables.position import TablesPosition

Outcomes = npt.NDArray[np.floating]


def estimate(position: TablesPosition, ply: int = 0, stop: Stop | None = None) -> Estimate:
    """See `EquityAnalyst`."""
    return _estimate(outcomes_at(position), position)


def turns(
    position: TablesPosition,
    ply: int = 0,
    most: int | None = DEFAULT_TURNS,
    also: str | None = None,
    stop: Stop | None = None,
) -> tuple[RatedTurn, ...]:
    """See `EquityAnalyst`."""
    legal = position.legal_moves()
    if not legal:
        raise ValueError("no legal move")
    wanted = None if also is None else position.play(also)
    order, outcomes = _ranked(position, legal)
    chosen = order if most is None else order[:most]
    found = [_rated(position, legal[i], outcomes[i]) for i in chosen]
    if wanted is not None:
        for i in order[len(chosen) :]:
            if position.play_unchecked(legal[i]) == wanted:
                found.append(_rated(position, legal[i], outcomes[i]))
                break
    return tuple(found)


def throws(position: TablesPosition, ply: int = 0, stop: Stop | None = None) -> tuple[RatedThrow, ...]:
    """See `EquityAnalyst`."""
    if position.is_over():
        return ()
    found = [
        RatedThrow(str(roll), probability, turns(position.play_unchecked(roll), ply, 1, stop=stop)[0])
        for roll, probability in ROLLS
    ]
    return tuple(reversed(found))


def cube(position: TablesPosition, state: MatchState, ply: int = 0, stop: Stop | None = None) -> CubeVerdict:
    """See `EquityAnalyst`. One throw is looked at whatever the ply, two from 2 on."""
    scoring, side = _scoring(position), position.side
    found = outlook(position, side, 2 if ply >= 2 and not (stop and stop.is_set()) else 1)
    shares = found.probabilities
    if ply > 2:
        shares = shares_of(estimate(position, ply, stop).chances, scoring)
        found = found._replace(deeper=shares)
    return cube_verdict(found, estimate_of(shares, scoring), state, side)


def cube_window(position: TablesPosition, state: MatchState) -> CubeWindow:
    """See `EquityAnalyst`."""
    return windowed(outlook(position, position.side), state, position.side)


def resignation(position: TablesPosition, state: MatchState, side: Side, points: int) -> ResignationVerdict:
    """See `EquityAnalyst`."""
    return resignation_verdict(outlook(position, side), state, side, points)


def _scoring(position: TablesPosition) -> tuple[int, int, int]:
    scoring = position.ruleset.rules.scoring
    return scoring.single, scoring.gammon, scoring.backgammon


def _ranked(position: TablesPosition, legal: Sequence[Turn]) -> tuple[list[int], dict[int, Outcomes]]:
    """The indices of the turns, best first, and what comes of those that are looked at, for the side throwing next."""
    ruleset, player = position.ruleset, player_of(position.ruleset)
    assert position.dice is not None
    with workspace.searched(ruleset.compiled, ruleset.keys, position.raw, *position.dice) as found:
        if not found.count:  # the turn is lost
            return [0], {0: outcomes_at(position.play_unchecked(legal[0]))}
        if player is not None:
            array = end_outcomes(
                player.network, ruleset.compiled, player.inputs.array, position.raw, found.space, found.count
            )
            worths = -(array.astype(np.float64) @ player.network.points)
            return np.argsort(-worths, kind="stable").tolist(), dict(enumerate(array))
        worths = scores(ruleset, found) * worth_of_going_on(position, found)
    order = np.argsort(-worths, kind="stable").tolist()
    return order, _Lazily(position, legal)


class _Lazily(dict[int, Outcomes]):
    """What comes of turns, found out when it is asked for: the evaluation by hand takes its time."""

    def __init__(self, position: TablesPosition, legal: Sequence[Turn]) -> None:
        super().__init__()
        self._position, self._legal = position, legal

    def __missing__(self, index: int) -> Outcomes:
        found = self[index] = outcomes_at(self._position.play_unchecked(self._legal[index]))
        return found


def _rated(position: TablesPosition, turn: Turn, outcomes: Outcomes) -> RatedTurn:
    """A turn and what is known of its end, turned to the side that moved."""
    after = _estimate(outcomes, position)
    return RatedTurn(turn.text, Estimate(-after.equity, after.chances.turned()), 0)


def _estimate(outcomes: Outcomes, position: TablesPosition) -> Estimate:
    """Outcome probabilities (`LANES`) of the side that throws next, as people read them."""
    scoring = position.ruleset.rules.scoring
    points = (scoring.single, scoring.gammon, scoring.backgammon)
    shares = [float(share) for share in outcomes[:LANES]]
    wins, losses = shares[:LOSSES], shares[LOSSES:DRAWN]
    equity = sum(each * (win - loss) for each, win, loss in zip(points, wins, losses, strict=True))
    return Estimate(
        equity,
        Chances(sum(wins), wins[1] + wins[2], wins[2], losses[1] + losses[2], losses[2], shares[DRAWN]),
    )
