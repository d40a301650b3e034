"""What the evaluations at the positions of a game render about its moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from axedrez.analysis.evaluation import Line, Evaluation
from axedrez.analysis.game_line import GameLine, Question, Turn, question
from axedrez.analysis.grades import ONLY_GAP, THRESHOLDS, Grade, accuracy, grade
from axedrez.core import Outcome, Side

SideWord = Literal["white", "black"]

MOST_MOMENTS = 8
"""So many key moments are told at most."""
_SERIOUS = THRESHOLDS[1][0]


class Standing(msgspec.Struct, frozen=True):
    """How a position stands for White: centipawns, moves to mate (0: it is over), and the result to expect."""

    cp: int | None
    mate: int | None
    expected: float


class Verdict(msgspec.Struct, frozen=True):
    """A move that was played.

    `best` begins with the best move and `reply` with the best answer to the one played, each scored for whoever makes
    it; `reply` is None where the game was over. `loss`: what the move gave away of the expected result.
    `stands_alone`: next to the best move any other would have been a blunder; `is_only`: and it was played;
    `is_forced`: there was no other.
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


class Player(msgspec.Struct, frozen=True):
    """How a side has played: accuracy from 0 to 100 (None without a choice), and its moves by grade."""

    accuracy: float | None
    grades: dict[Grade, int]


class Analysis(msgspec.Struct, frozen=True):
    """A game, move by move.

    `start` and `end` are how it stood before the first move and at the end; `next` is the best line at the end, where
    it could go on; `moments` the plies at which it was decided.
    """

    start: Standing
    verdicts: tuple[Verdict, ...]
    end: Standing
    next: Line | None
    moments: tuple[int, ...]
    white: Player
    black: Player


def report(game_line: GameLine, evaluations: Mapping[Question, Evaluation]) -> Analysis:
    """The analysis of a game_line whose `questions` have all been answered."""
    end, following = _end(game_line, evaluations)
    verdicts: list[Verdict] = []
    for index, turn in enumerate(game_line.turns):
        later = game_line.turns[index + 1] if index + 1 < len(game_line.turns) else None
        found = evaluations[question(turn.before, turn.history)]
        before = standing_of(found.lines[0], turn.before.side)
        if turn.asks_alone:
            alone = evaluations[question(turn.before, turn.history, str(turn.move))]
            after, reply = standing_of(alone.lines[0], turn.before.side), None
        elif later is not None:
            answer = evaluations[question(later.before, later.history)].lines[0]
            after, reply = standing_of(answer, later.before.side), answer
        else:
            after, reply = end, following
        verdicts.append(_verdict(index + 1, turn, found, before, after, reply))
    start = verdicts[0].before if verdicts else end
    return Analysis(start, tuple(verdicts), end, following, _moments(verdicts), *_players(verdicts))


def _verdict(ply: int, turn: Turn, found: Evaluation, before: Standing, after: Standing, reply: Line | None) -> Verdict:
    best, *others = found.lines
    is_best = best.moves[0] == str(turn.move)
    is_forced = len(turn.before.legal_moves()) == 1
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
        stands_alone and is_best,
        is_forced,
    )


def _end(game_line: GameLine, evaluations: Mapping[Question, Evaluation]) -> tuple[Standing, Line | None]:
    if game_line.goes_on:
        line = evaluations[question(game_line.end, game_line.history)].lines[0]
        return standing_of(line, game_line.end.side), line
    outcome = game_line.outcome
    if outcome is None and game_line.turns and game_line.turns[-1].asks_alone:  # chance is to act
        last = game_line.turns[-1]
        alone = evaluations[question(last.before, last.history, str(last.move))].lines[0]
        return standing_of(alone, last.before.side), None
    return over(outcome), None


def over(outcome: Outcome | None) -> Standing:
    """How a game stands that has ended so; even if nobody knows."""
    result = {"1-0": 1.0, "0-1": 0.0}.get(outcome.result, 0.5) if outcome else 0.5
    return Standing(0, None, 0.5) if result == 0.5 else Standing(None, 0, result)


def standing_of(line: Line, side: Side) -> Standing:
    """How a position stands in which `side` begins a line."""
    if side is Side.WHITE:
        return Standing(line.cp, line.mate, line.expected)
    cp, mate = (None if value is None else -value for value in (line.cp, line.mate))
    return Standing(cp, mate, 1 - line.expected)


def _moments(verdicts: list[Verdict]) -> tuple[int, ...]:
    """The worst mistakes, then the only moves that were found in games not yet lost, in the order of the game."""
    bad = sorted((each for each in verdicts if each.loss >= _SERIOUS), key=lambda each: -each.loss)
    found = sorted((each for each in verdicts if each.is_only), key=lambda each: abs(each.before.expected - 0.5))
    return tuple(sorted(each.ply for each in [*bad, *found][:MOST_MOMENTS]))


def _players(verdicts: list[Verdict]) -> tuple[Player, Player]:
    def player(side: SideWord) -> Player:
        free = [each for each in verdicts if each.side == side and not each.is_forced]
        grades: dict[Grade, int] = dict.fromkeys(("best", "good", "inaccuracy", "mistake", "blunder"), 0)
        for each in free:
            grades[each.grade] += 1
        return Player(accuracy([each.loss for each in free]), grades)

    return player("white"), player("black")
