"""The decisions about the doubling cube in a game: doubles, takes and passes, and doubles that were not offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from axedrez.analysis.cube import NEAR, CubeVerdict
from axedrez.analysis.dice.answers import TurnAnswer, TurnQuestion
from axedrez.analysis.dice.game_line import CubeEvent, DiceLine
from axedrez.analysis.dice.grades import DiceGrade, grade
from axedrez.core.sides import Side, SideWord

CubeChoice = Literal["double", "no_double", "too_good", "take", "pass", "beaver"]
"""What a side may do about the cube; `too_good`: not to double, because a gammon is worth more."""

CubeMistake = Literal["missed_double", "wrong_double", "wrong_take", "wrong_pass"]
"""How a decision about the cube can be wrong."""
CUBE_MISTAKES: tuple[CubeMistake, ...] = ("missed_double", "wrong_double", "wrong_take", "wrong_pass")
_MISTAKES: dict[CubeChoice, CubeMistake] = {
    "no_double": "missed_double", "double": "wrong_double", "take": "wrong_take", "beaver": "wrong_take",
    "pass": "wrong_pass",
}  # fmt: skip

CLOSE = 0.16
"""Not to double counts as a decision where a double would have cost less than this, in points of backgammon."""


class CubeDecision(msgspec.Struct, frozen=True):
    """A decision about the cube after `ply` turns: what a side did, also where it did not double and might have.

    `act`: what it did; `grade`: its mark. `cube`: what it showed. The equities `no_double`, `double_take` and
    `double_pass` are those of the side that could double, normalized to the cube (`axedrez.analysis.cube`). `best`:
    what the side should have done. `loss`: in the same points.
    """

    ply: int
    side: SideWord
    act: CubeChoice
    best: CubeChoice
    cube: int
    no_double: float
    double_take: float
    double_pass: float
    loss: float
    grade: DiceGrade

    @property
    def mistake(self) -> CubeMistake | None:
        """What was wrong with it, if it lost something; a beaver in place of a take, or none, is no kind of its own."""
        both_take = {self.act, self.best} == {"take", "beaver"}
        return None if not self.loss or both_take else _MISTAKES[self.act]


def cube_decisions(line: DiceLine, answers: Mapping[TurnQuestion, TurnAnswer], unit: float) -> tuple[CubeDecision, ...]:
    """The decisions of a game, in its order."""
    found: list[CubeDecision] = []
    asked = [turn.question for turn in line.turns] + ([] if line.final is None else [line.final])
    for ply, question in enumerate(asked):
        verdict = answers[question].cube
        if verdict is None or not verdict.may_double:
            continue
        side = line.turns[ply].rolled.side if ply < len(line.turns) else line.end.side
        events = [event for event in line.cube if event.turn == ply]
        found += _judged(ply, side, verdict, events, unit)
    return tuple(found)


def _judged(ply: int, side: Side, verdict: CubeVerdict, events: list[CubeEvent], unit: float) -> Iterator[CubeDecision]:
    best: CubeChoice = verdict.action
    if not events:
        loss = verdict.doubling_loss(False)
        if loss > NEAR or verdict.no_double.equity - verdict.doubled < CLOSE * unit:
            yield _decision(ply, side, "no_double", best, verdict, loss, unit)
        return
    for event in events:
        if event.act == "double":
            yield _decision(ply, event.side, "double", best, verdict, verdict.doubling_loss(True), unit)
        elif verdict.response is not None and (event.act != "beaver" or verdict.beaver is not None):
            loss = verdict.response_loss(event.act)
            yield _decision(ply, event.side, event.act, verdict.response, verdict, loss, unit)


def _decision(
    ply: int, side: Side, act: CubeChoice, best: CubeChoice, verdict: CubeVerdict, loss: float, unit: float
) -> CubeDecision:
    assert verdict.double_take is not None
    assert verdict.double_pass is not None
    loss = loss if loss > NEAR else 0.0
    return CubeDecision(
        ply,
        "white" if side is Side.WHITE else "black",
        act,
        best,
        verdict.cube,
        verdict.no_double.equity,
        verdict.double_take.equity,
        verdict.double_pass.equity,
        loss,
        grade(loss, unit, is_best=loss == 0.0),
    )
