"""Reviewing a game: the loss of each move, the key moments, the accuracy of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from axedrez.analysis.evaluation import Evaluation, Line, Question
from axedrez.analysis.game_line import GameLine, Turn
from axedrez.analysis.grades import ONLY_GAP, THRESHOLDS, Grade, accuracy, grade
from axedrez.core import Outcome, Side

SideWord = Literal["white", "black"]

MAX_MOMENTS = 8
"""At most so many key moments are named."""
SERIOUS = THRESHOLDS[1][0]


class Standing(msgspec.Struct, frozen=True):
    """The assessment of a position for White.

    `cp`: centipawns; `mate`: moves to mate (0: it is over); `expected`: the result from 0 to 1.
    """

    cp: int | None
    mate: int | None
    expected: float


class Verdict(msgspec.Struct, frozen=True):
    """A move that was played.

    `before` and `after` are the assessments of the positions before and after it, `grade` its mark.
    `best` begins with the best move and `reply` with the best answer to the one played, each scored for the side that
    moves; `reply` is None where the game was over. `loss`: the loss of expected score. `stands_alone`: any move but the
    best one would have been a blunder; `is_only`: and it was played; `is_forced`: there was no other.
    """

    ply: int
    side: SideWord
    move: str
    before: Standing
    after: Standing
    best: Line
    reply: Line | None
    loss: float
    grade: Grade
    stands_alone: bool
    is_only: bool
    is_forced: bool


class PlayerSummary(msgspec.Struct, frozen=True):
    """The performance of a side: accuracy from 0 to 100 (None without a choice), and its moves by grade."""

    accuracy: float | None
    grades: dict[Grade, int]


class Analysis(msgspec.Struct, frozen=True):
    """A game, move by move.

    `verdicts`: a verdict for each move; `white` and `black`: the figures of both sides.
    `start` and `end` are the assessments before the first move and at the end; `next` is the best line at the end if
    the game is not over; `moments` the plies of the key moments.
    """

    start: Standing
    verdicts: tuple[Verdict, ...]
    end: Standing
    next: Line | None
    moments: tuple[int, ...]
    white: PlayerSummary
    black: PlayerSummary


def review(line: GameLine, evaluations: Mapping[Question, Evaluation]) -> Analysis:
    """The analysis of a game from the evaluations of all its `questions`."""
    end, following = _end(line, evaluations)
    verdicts: list[Verdict] = []
    for index, turn in enumerate(line.turns):
        later = line.turns[index + 1] if index + 1 < len(line.turns) else None
        found = evaluations[turn.question]
        before = standing_of(found.lines[0], turn.before.side)
        if turn.alone is not None:
            after, reply = standing_of(evaluations[turn.alone].lines[0], turn.before.side), None
        elif later is not None:
            answer = evaluations[later.question].lines[0]
            after, reply = standing_of(answer, later.before.side), answer
        else:
            after, reply = end, following
        verdicts.append(_verdict(index + 1, turn, found, before, after, reply))
    start = verdicts[0].before if verdicts else end
    return Analysis(start, tuple(verdicts), end, following, _moments(verdicts), *_players(verdicts))


def _verdict(ply: int, turn: Turn, found: Evaluation, before: Standing, after: Standing, reply: Line | None) -> Verdict:
    best, *others = found.lines
    is_best = best.moves[0] == str(turn.move)
    side = turn.before.side
    had, has = (each.expected if side is Side.WHITE else 1 - each.expected for each in (before, after))
    loss = 0.0 if is_best else max(0.0, had - has)
    stands_alone = bool(others) and best.expected - others[0].expected >= ONLY_GAP
    return Verdict(
        ply,
        "white" if side is Side.WHITE else "black",
        str(turn.move),
        before,
        after,
        best,
        reply,
        loss,
        grade(loss, is_best),
        stands_alone,
        is_only=stands_alone and is_best,
        is_forced=len(turn.before.legal_moves()) == 1,
    )


def _end(line: GameLine, evaluations: Mapping[Question, Evaluation]) -> tuple[Standing, Line | None]:
    if line.final is not None:
        best = evaluations[line.final].lines[0]
        return standing_of(best, line.end.side), best
    last = line.turns[-1] if line.turns else None
    if line.outcome is None and last is not None and last.alone is not None:  # chance is to act
        return standing_of(evaluations[last.alone].lines[0], last.before.side), None
    return standing_at_end(line.outcome), None


def standing_at_end(outcome: Outcome | None) -> Standing:
    """The assessment of a finished game; even if the outcome is not known."""
    result = {"1-0": 1.0, "0-1": 0.0}.get(outcome.result, 0.5) if outcome else 0.5
    return Standing(0, None, 0.5) if result == 0.5 else Standing(None, 0, result)


def standing_of(line: Line, side: Side) -> Standing:
    """The assessment of a position in which `side` begins a line."""
    if side is Side.WHITE:
        return Standing(line.cp, line.mate, line.expected)
    cp, mate = (None if value is None else -value for value in (line.cp, line.mate))
    return Standing(cp, mate, 1 - line.expected)


def _moments(verdicts: list[Verdict]) -> tuple[int, ...]:
    """The worst mistakes, then the only moves that were found in games not yet lost, in the order of the game."""
    bad = sorted((each for each in verdicts if each.loss >= SERIOUS), key=lambda each: -each.loss)
    found = sorted((each for each in verdicts if each.is_only), key=lambda each: abs(each.before.expected - 0.5))
    return tuple(sorted(each.ply for each in [*bad, *found][:MAX_MOMENTS]))


def _players(verdicts: list[Verdict]) -> tuple[PlayerSummary, PlayerSummary]:
    def player(side: SideWord) -> PlayerSummary:
        free = [each for each in verdicts if each.side == side and not each.is_forced]
        grades: dict[Grade, int] = dict.fromkeys(("best", "good", "inaccuracy", "mistake", "blunder"), 0)
        for each in free:
            grades[each.grade] += 1
        return PlayerSummary(accuracy([each.loss for each in free]), grades)

    return player("white"), player("black")
