"""Exercises on boards of squares (`axedrez.analysis.exercise.ExerciseMaker`; docs/exercises.md)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from axedrez.analysis.exercise import Exercise, Rejected
from axedrez.chess.exercises import few_pieces, proof
from axedrez.chess.exercises import themes as recognition
from axedrez.chess.exercises.played import Played, played
from axedrez.chess.exercises.proof import Proved
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.engine.player import Stop

MIN_RATING, MAX_RATING = 500, 2800
_WON_ANYWAY = (0.97, 0.97, 0.999, 0.999, 1.0)
"""Where the next best move is worth more than this, a win in 1, 2 … plies saves nothing."""
_QUIET, _SACRIFICE, _TURN, _DEPTH = 150, 150, 110, 75


def is_candidate_turn(position: ChessPosition) -> bool:
    """See `ExerciseMaker`: wherever a player moves."""
    return not position.is_chance()


def prove(position: ChessPosition, stop: Stop | None = None) -> Exercise:
    """See `ExerciseMaker`."""
    found = few_pieces.prove(position) if few_pieces.is_small(position) else proof.prove(position, stop)
    line = played(position, [*found.line, *found.rest])
    _check_worth(position, found, line)
    turns = _turns(position, line) if found.task == "win-in" else 0
    exercise = Exercise(
        task=found.task,
        position=position.text(),
        line=tuple(map(str, found.line)),
        rest=tuple(map(str, found.rest)),
        themes=(),
        proof=found.proof,
        rating=_rating(found, line),
        turns=turns,
    )
    return _with_themes(position.game, exercise)


def _with_themes(game: ChessGame, exercise: Exercise) -> Exercise:
    return msgspec.structs.replace(exercise, themes=themes(game, exercise))


def _check_worth(position: ChessPosition, found: Proved, line: list[Played]) -> None:
    """Raise `Rejected` for what is proved but teaches nothing."""
    if found.task == "win-in":
        assert found.proof.plies is not None
        if found.proof.second > _WON_ANYWAY[min(found.proof.plies, len(_WON_ANYWAY)) - 1]:
            raise Rejected("won_anyway")
    elif found.proof.method == "search":
        rolls = position.game.sheet.dice.mode != "none"
        if line[0].captures and len(found.line) == 1 and found.depth <= 1 and not rolls:
            raise Rejected("obvious")


def _turns(position: ChessPosition, line: list[Played]) -> int:
    """In how many turns of his the solver wins."""
    count, last = 0, None
    for each in line:
        if each.before.side != last:
            count += each.before.side == position.side
        last = each.before.side
    return count


def _rating(found: Proved, line: list[Played]) -> int:
    """How hard an exercise is thought to be: by the depth of the solution, its length, and how unlikely it looks."""
    solving = sum(each.before.side == line[0].before.side for each in line[: len(found.line)])
    first = line[0]
    rating = 650 + _DEPTH * min(found.depth, 14) + _TURN * (solving - 1) + 4 * min(60, len(first.before.legal_moves()))
    if first.is_quiet:
        rating += _QUIET
    if recognition.sacrifices(line):
        rating += _SACRIFICE
    return max(MIN_RATING, min(MAX_RATING, rating))


def deals(game: ChessGame, rng: Random) -> Iterator[ChessPosition]:
    """See `ExerciseMaker`."""
    return few_pieces.deals(game, rng)


def themes(game: ChessGame, exercise: Exercise) -> tuple[str, ...]:
    """See `ExerciseMaker`."""
    return recognition.of(game, exercise)


def is_right(position: ChessPosition, exercise: Exercise, number: int, move: ChessMove) -> bool:
    """See `ExerciseMaker`: every move that ends the game is as good where the line ends it, too."""
    if str(move) == exercise.line[number]:
        return True
    after = position.play_unchecked(move)
    if after == position.play(exercise.line[number]):
        return True
    end = after.outcome()
    return exercise.task == "win-in" and end is not None and end.winner is position.side


def check(game: ChessGame, exercise: Exercise, stop: Stop | None = None) -> None:
    """See `ExerciseMaker`."""
    again = prove(game.parse(exercise.position), stop)
    if (again.task, again.line) != (exercise.task, exercise.line):
        raise Rejected("unstable")
