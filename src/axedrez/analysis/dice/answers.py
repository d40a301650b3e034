"""What is asked about a turn of a game of dice, and what its family's analyst answers; also in worker processes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from axedrez.analysis.cube import CubeVerdict
from axedrez.analysis.dice.grades import least_marked, unit_of
from axedrez.analysis.equity import DEFAULT_TURNS, Chances, Estimate, RatedTurn, Reason, RollWorth
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.core.contract import Game, Position
from axedrez.core.match_state import MatchState
from axedrez.engine.player import Stop

LUCK_PLY = 0
"""Rolls are judged without looking ahead (`EquityAnalyst.roll_worths`): all 21 of them, for every turn of a game."""


class TurnQuestion(msgspec.Struct, frozen=True):
    """A turn to judge: the position before the roll, the roll, and the turn; "" for what there is none of.

    `dice` is "" too where the position has its roll already; then there is no luck to judge. `is_opening`: the roll
    opened the game, and was no double (G-5). `state`: of the match and the cube before the roll, if the side could
    double then. `score`: the same when the turn is played, where points do not count alike.
    """

    position: str
    dice: str = ""
    move: str = ""
    is_opening: bool = False
    state: MatchState | None = None
    score: MatchState | None = None

    def key(self, game: Game, ply: int, version: str = "") -> str:
        """A hash that is equal for questions with the same answer; `version` is that of the analyst."""
        return hashlib.sha256(msgspec.json.encode((game.hash, version, self, ply))).hexdigest()


class TurnAnswer(msgspec.Struct, frozen=True):
    """The best turns with a roll, best first, and among them (index `played`) the turn that was played.

    `choices`: how many turns of different ends the roll allows. `before`: what the position before the roll is worth
    to the side that rolls, over all rolls that could have come. `luck`: what the roll brings with its best turn
    beyond that; both None where the position had its roll already. `cube`: whether to double before the roll, where
    that was asked. `reasons`: why the turn that was played is worse than the best, if it loses enough to be marked.
    """

    turns: tuple[RatedTurn, ...]
    played: int
    choices: int
    before: Estimate | None
    luck: float | None
    cube: CubeVerdict | None = None
    reasons: tuple[Reason, ...] = ()


def answer(
    analyst: EquityAnalyst, game: Game, question: TurnQuestion, ply: int, stop: Stop | None = None
) -> TurnAnswer:
    """Judge a turn; see `EquityAnalyst`."""
    position = game.parse(question.position)
    before, luck, rolled = None, None, position
    cube = None if question.state is None else analyst.cube(position, question.state, ply, stop)
    if not question.move:
        return TurnAnswer((), 0, 0, None, None, cube)
    if question.dice:
        rolls = possible(analyst.roll_worths(position), is_opening=question.is_opening)
        before = mean(rolls)
        [own] = [each for each in rolls if each.dice == question.dice]
        luck = own.estimate.equity - before.equity
        rolled = position.play(question.dice)
    choices = len(rolled.legal_moves())
    turns = analyst.turns(rolled, ply, DEFAULT_TURNS, question.move, stop, question.score)
    played = index_of(rolled, turns, question.move)
    reasons: tuple[Reason, ...] = ()
    if turns[0].estimate.equity - turns[played].estimate.equity >= least_marked(unit_of(analyst.usual_points(game))):
        reasons = analyst.reasons(rolled, turns[played].move, turns[0].move)
    return TurnAnswer(turns, played, choices, before, luck, cube, reasons)


def possible(rolls: Sequence[RollWorth], *, is_opening: bool) -> list[RollWorth]:
    """The rolls that may come: all, or those that open a game, which are no doubles (G-5)."""
    return [each for each in rolls if not (is_opening and each.dice[0] == each.dice[1])]


def mean(rolls: Sequence[RollWorth]) -> Estimate:
    """What a position is worth before these rolls, each played best."""
    total = sum(each.probability for each in rolls)

    def over(values: Sequence[float]) -> float:
        return sum(each.probability * value for each, value in zip(rolls, values, strict=True)) / total

    estimates = [each.estimate for each in rolls]
    chances = [msgspec.structs.astuple(each.chances) for each in estimates]
    return Estimate(
        over([each.equity for each in estimates]), Chances(*(over(values) for values in zip(*chances, strict=True)))
    )


def index_of(rolled: Position, turns: Sequence[RatedTurn], move: str) -> int:
    """Which of the turns ends where `move` does."""
    for index, each in enumerate(turns):
        if each.move == move:
            return index
    wanted = rolled.play(move)
    return next(index for index, each in enumerate(turns) if rolled.play(each.move) == wanted)
