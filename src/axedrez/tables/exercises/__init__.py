"""Exercises of races of dice (`axedrez.analysis.exercise.ExerciseMaker`; docs/exercises.md)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from axedrez.analysis.exercise import Exercise, Rejected
from axedrez.engine.player import Stop
from axedrez.tables.exercises import cube, dealing, turns
from axedrez.tables.exercises import themes as recognition
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.moves import Turn
from axedrez.tables.position.position import TablesPosition


def is_candidate_turn(position: TablesPosition) -> bool:
    """See `ExerciseMaker`: a roll is to be played, or the cube may be turned before one."""
    return not position.is_over() and (position.dice is not None or cube.is_played(position.game))


def prove(position: TablesPosition, stop: Stop | None = None) -> Exercise:
    """See `ExerciseMaker`."""
    return turns.prove(position, stop) if position.dice else cube.prove(position, stop)


def deals(game: TablesGame, rng: Random) -> Iterator[TablesPosition]:
    """See `ExerciseMaker`: races and bear-offs."""
    return dealing.deals(game, rng)


def themes(game: TablesGame, exercise: Exercise) -> tuple[str, ...]:
    """See `ExerciseMaker`."""
    return recognition.of(game.parse(exercise.position), exercise)


def is_right(position: TablesPosition, exercise: Exercise, number: int, move: Turn) -> bool:
    """See `ExerciseMaker`: turns with the same end are the same."""
    return position.play_unchecked(move) == position.play(exercise.line[number])


def check(game: TablesGame, exercise: Exercise, stop: Stop | None = None) -> None:
    """See `ExerciseMaker`."""
    again = prove(game.parse(exercise.position), stop)
    if (again.task, again.line) != (exercise.task, exercise.line):
        raise Rejected("unstable")
