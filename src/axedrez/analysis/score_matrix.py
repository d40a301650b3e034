"""The cube of one position at every score of a match: whether to double, and the answer."""

from __future__ import annotations

from typing import Literal

import msgspec

from axedrez.analysis.cube import CubeVerdict
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.core.contract import Position
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine.player import Stop

MAX_LACKING = 11
"""So many points a side may lack in a matrix."""
LARGEST = 64

Decision = Literal["none", "no_double", "too_good", "double_take", "double_pass", "double_beaver"]
"""What the side to roll should do, and what the other answers; `none`: it may not double."""


class ScoreMatrix(msgspec.Struct, frozen=True):
    """`money`: in a single game; `rows[i][j]`: where the side to roll lacks i + 1 points and the other j + 1.

    Where one lacks a single point, Crawford's game has been played.
    """

    money: Decision
    rows: tuple[tuple[Decision, ...], ...]


def score_matrix(
    analyst: EquityAnalyst, position: Position, lacking: int, cube: MatchState, ply: int = 0, stop: Stop | None = None
) -> ScoreMatrix:
    """The matrix up to so many points that a side lacks (2 … `MAX_LACKING`), with the cube as it is in `cube`."""
    side = position.side
    states = [MatchState(1, (0, 0), cube.cube, cube.owner, LARGEST)]
    for own in range(1, lacking + 1):
        for enemy in range(1, lacking + 1):
            score = (lacking - own, lacking - enemy) if side is Side.WHITE else (lacking - enemy, lacking - own)
            states.append(
                MatchState(lacking, score, cube.cube, cube.owner, LARGEST, crawford_played=min(own, enemy) == 1)
            )  # fmt: skip
    money, *others = (decision_of(each) for each in analyst.cubes(position, states, ply, stop))
    return ScoreMatrix(money, tuple(tuple(others[i : i + lacking]) for i in range(0, len(others), lacking)))


def decision_of(verdict: CubeVerdict) -> Decision:
    """What to do, and the answer to it."""
    if not verdict.may_double or verdict.response is None:
        return "none"
    if verdict.action != "double":
        return verdict.action
    answers: dict[str, Decision] = {"take": "double_take", "pass": "double_pass", "beaver": "double_beaver"}
    return answers[verdict.response]
