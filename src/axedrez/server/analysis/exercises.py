"""Exercises as they are served: chosen for a solver, judged on the server, the solution shown in words afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple

from axedrez import analysts
from axedrez.analysis.exercise import CUBE_ANSWERS, Exercise
from axedrez.analysis.reasons import reason_text
from axedrez.core import AxedrezError, Game, Position
from axedrez.exercises import serving, sets, words
from axedrez.exercises.making import maker_of
from axedrez.exercises.serving import DAY_MS, Tried
from axedrez.messages import LANGUAGES, Texts
from axedrez.server.base.errors import NotFound

MAX_REASONS = 3


class Judged(NamedTuple):
    """What a move is: right or not; whether that ends the exercise; else the replies of the other side."""

    right: bool
    done: bool
    replies: tuple[str, ...] = ()


Source = Literal["all", "mine"]
"""Where exercises come from: the sets of everybody and one's own games, or one's own games alone."""


def known(game: Game, own: Mapping[str, Exercise], source: Source = "all") -> Mapping[str, Exercise]:
    """The exercises of a game that somebody can be asked, by their ids; `own`: those that their games gave."""
    if source == "mine":
        return own
    shared = sets.index(game)
    return {**own, **shared} if own else shared


def exercise_of(known: Mapping[str, Exercise], name: str) -> Exercise:
    """An exercise by its id. Raises `NotFound`."""
    found = known.get(name)
    if found is None:
        raise NotFound("unknown_exercise", name=name)
    return found


def chosen(
    game: Game,
    own: Mapping[str, Exercise],
    source: Source,
    theme: str | None,
    ratings: Mapping[str, float],
    tried: Mapping[str, Tried],
    rating: float,
    now: int,
    skip: str | None,
    rng: Random,
) -> Exercise:
    """The next exercise for a solver. Raises `NotFound` where there is none (of the theme).

    `own`: those that the solver's games gave.
    """
    asked = known(game, own, source)
    ids = [name for name, each in asked.items() if theme is None or theme in each.themes]
    rated = {name: ratings.get(name, float(asked[name].rating)) for name in ids}
    found = serving.next_one(ids, rated, tried, rating, now, rng, skip)
    if found is None:
        raise NotFound("no_own_exercises" if source == "mine" else "no_exercises", name=game.name)
    return asked[found]


def of_the_day(game: Game, now: int) -> Exercise:
    """The exercise of today. Raises `NotFound` where there are none."""
    shared = sets.index(game)
    found = serving.daily(shared, now // DAY_MS)
    if found is None:
        raise NotFound("no_exercises", name=game.name)
    return shared[found]


def at(game: Game, exercise: Exercise, moves: Sequence[str]) -> Position:
    """The position after the first moves of the line. Raises `AxedrezError` for moves that are not the line's."""
    if tuple(moves) != exercise.line[: len(moves)] or len(moves) >= len(exercise.line):
        raise AxedrezError("exercise_line")
    position = game.parse(exercise.position)
    for move in moves:
        position = position.play(move)
    if position.side != game.parse(exercise.position).side:
        raise AxedrezError("exercise_line")
    return position


def judged(game: Game, exercise: Exercise, moves: Sequence[str], text: str) -> Judged:
    """A move after the first moves of the line. Raises `AxedrezError` for one that is not legal."""
    number, position = len(moves), at(game, exercise, moves)
    if exercise.task == "cube":
        if text not in CUBE_ANSWERS:
            raise AxedrezError("exercise_answer")
        return Judged(text == exercise.line[0], text == exercise.line[0])
    move = position.parse_move(text)
    if not maker_of(game).is_right(position, exercise, number, move):
        return Judged(False, False)
    if number + 1 == len(exercise.line) or position.play_unchecked(move).outcome() is not None:
        return Judged(True, True)
    following, side = position.play(exercise.line[number]), position.side
    replies: list[str] = []
    while following.side != side and number + 1 + len(replies) < len(exercise.line):
        replies.append(exercise.line[number + 1 + len(replies)])
        following = following.play(replies[-1])
    return Judged(True, False, tuple(replies))


def own_moves(game: Game, exercise: Exercise) -> int:
    """How many moves of the line the solver has to find."""
    if exercise.task == "cube":
        return 1
    position = game.parse(exercise.position)
    side, count = position.side, 0
    for move in exercise.line:
        count += position.side == side
        position = position.play(move)
    return count


def hint(game: Game, exercise: Exercise, moves: Sequence[str]) -> str:
    """The place of the piece to move; `""` where there is none to be shown."""
    position = at(game, exercise, moves)
    if exercise.task == "cube":
        return ""
    steps = position.taken(position.parse_move(exercise.line[len(moves)]))
    return steps[0].origin if steps else ""


def solution(game: Game, exercise: Exercise) -> Texts:
    """The whole solution and what follows it, in both languages."""
    return {lang: words.line_text(game, exercise, lang, whole=True) for lang in LANGUAGES}


def reasons(game: Game, exercise: Exercise) -> list[Texts]:
    """Why the next best turn of a roll is worse, a sentence each."""
    judge = analysts.equities_of(game)
    if exercise.task != "turn" or judge is None or not exercise.rest:
        return []
    found = judge.reasons(game.parse(exercise.position), exercise.rest[0], exercise.line[0])[:MAX_REASONS]
    return [{lang: reason_text(each, game, lang) for lang in LANGUAGES} for each in found]
