"""What a game counts: the points of its end, by the cube and by Jacoby's rule."""

from __future__ import annotations

from axedrez.core.contract import Position
from axedrez.core.outcome import Outcome, Points


def counted(outcome: Outcome, position: Position, cube: int = 1, *, is_turned: bool = False) -> Outcome:
    """`outcome`, the end of a game in `position`, with its points times the `cube`.

    Until the cube `is_turned` every win is single where Jacoby's rule is in force (G-43).
    """
    points = outcome.points
    if points is None:
        return outcome
    if position.game.conduct.jacoby and not is_turned and outcome.winner is not None:
        points = position.verdict("passed", outcome.winner.opponent).points or points
    return outcome._replace(points=points if cube == 1 else Points(*(each * cube for each in points)))
