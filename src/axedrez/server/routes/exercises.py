"""Exercises: the next one near to the solver's rating, the one of the day, and answers, which the server judges."""

from __future__ import annotations

import random
from collections import Counter
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez.analysis.exercise import CUBE_ANSWERS, Exercise, Task
from axedrez.core import AxedrezError, Game
from axedrez.core.patterns import whole
from axedrez.exercises import serving, words
from axedrez.match.commands import MoveText, SideWord
from axedrez.messages import LANGUAGES, Texts, say
from axedrez.ratings.glicko2 import Rating
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity, person_of, somebody
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis import exercises
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.base.requests import RulebookId
from axedrez.server.play.live_game import now_ms
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOAD_MS, LOOK_MS, work
from axedrez.storage import Attempted, ExerciseStore, Solver

EXERCISES = Quota(Rate(burst=60, a_second=2), Rate(burst=1200, a_second=20))
ExerciseId = Annotated[str, msgspec.Meta(pattern=whole("[0-9a-f]{16}"))]
ThemeId = Annotated[str, msgspec.Meta(max_length=32, pattern=whole("[a-z0-9-]+"))]


class SolverView(msgspec.Struct, frozen=True):
    """A solver of the exercises of one rulebook; `due`: exercises that were missed and return now."""

    rating: int
    deviation: int
    provisional: bool
    tried: int
    solved: int
    due: int


class ThemeCount(msgspec.Struct, frozen=True):
    """A theme, and how many exercises show it."""

    id: str
    names: Texts
    count: int


class ExercisesView(msgspec.Struct, frozen=True):
    """The exercises of a rulebook, by theme, and the requester as a solver of them; `own`: of the requester's games."""

    count: int
    own: int
    themes: list[ThemeCount]
    solver: SolverView


class AskExercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The next exercise of a rulebook, of a `theme` if one is named, or that of the day; `skip`: another than this.

    `source`: with "mine" only those that the requester's own games gave. That of the day is one for everybody.
    """

    rulebook: RulebookId
    theme: ThemeId | None = None
    daily: bool = False
    skip: ExerciseId | None = None
    source: exercises.Source = "all"


class CubeAnswer(msgspec.Struct, frozen=True):
    """A possible answer about the cube, and its words."""

    id: str
    names: Texts


class ExerciseView(msgspec.Struct, frozen=True):
    """An exercise as it is asked: nothing here tells of the solution.

    `moves`: how many the solver has to find. `answers`: among which to choose, about the cube. `repeated`: it was
    missed and has returned. `tried`: it was tried before, so that this attempt is not rated.
    """

    id: str
    rulebook: str
    task: Task
    question: Texts
    position: str
    side: SideWord
    rating: int
    moves: int
    answers: list[CubeAnswer]
    daily: bool
    repeated: bool
    tried: bool


class AnswerExercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a solver does after the first `moves` of the line: a move, or asking for a hint or for the solution."""

    rulebook: RulebookId
    exercise: ExerciseId
    act: Literal["move", "hint", "solution"]
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=32)] = []
    move: MoveText | None = None


class RatingChange(msgspec.Struct, frozen=True):
    """The solver's rating before and after a first attempt."""

    before: int
    after: int
    provisional: bool


class ExerciseTheme(msgspec.Struct, frozen=True):
    """A theme of an exercise."""

    id: str
    names: Texts


class SolutionView(msgspec.Struct, frozen=True):
    """The solution: its moves, all of it in words, the themes, by how much it is better, and why."""

    line: list[str]
    rest: list[str]
    text: Texts
    themes: list[ExerciseTheme]
    proof: Texts
    reasons: list[Texts]


class ExerciseAnswer(msgspec.Struct, frozen=True):
    """The judgement: `right` is null where no move was made; `done` ends the exercise, and brings the `solution`.

    `move`: the solver's, as the line writes it; `replies`: what the other side plays then. `hint`: the place of the
    piece to move. `rating`: what this has changed. `due_at`: when the exercise returns (ms since the epoch).
    """

    right: bool | None
    done: bool
    move: str | None
    replies: list[str]
    hint: str | None
    solution: SolutionView | None
    rating: RatingChange | None
    due_at: int | None


@get("/api/rulebooks/{rulebook:str}/exercises", responses=UNKNOWN, summary="The exercises of a rulebook")
async def read_exercises(
    rulebook: FromPath[RulebookId],
    rulebooks: NamedDependency[RulebookStore],
    exercise_store: NamedDependency[ExerciseStore],
    me: NamedDependency[Identity | None],
) -> ExercisesView:
    """How many exercises there are, by theme, and how the requester stands."""
    game = await rulebooks.load(rulebook)
    own = await _own(exercise_store, person_of(me), game)
    known = await work(LOAD_MS, exercises.known, game, own)
    counts = Counter(theme for each in known.values() for theme in each.themes)
    themes = [ThemeCount(theme, _theme(theme), count) for theme, count in counts.most_common()]
    solver, tried = await _solver(exercise_store, person_of(me), game)
    now = now_ms()
    due = sum(name in known and each.schedule.due_at is not None and each.schedule.due_at <= now
              for name, each in tried.items())  # fmt: skip
    rating = solver.rating
    view = SolverView(
        round(rating.rating), round(rating.deviation), rating.provisional, solver.tried, solver.solved, due
    )
    return ExercisesView(len(known), len(own), themes, view)


@post("/api/exercises/next", status_code=200, responses=UNKNOWN, summary="The next exercise")
async def next_exercise(
    data: JSONBody[AskExercise],
    rulebooks: NamedDependency[RulebookStore],
    exercise_store: NamedDependency[ExerciseStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
) -> ExerciseView:
    """An exercise near to the requester's rating, one that was missed and returns, or that of the day."""
    rate_limiter.share("exercise", requester, EXERCISES)
    game = await rulebooks.load(data.rulebook)
    solver, tried = await _solver(exercise_store, person_of(me), game)
    ratings = await exercise_store.ratings(game.hash)
    own = await _own(exercise_store, person_of(me), game)
    now = now_ms()

    def choose() -> ExerciseView:
        if data.daily:
            found = exercises.of_the_day(game, now)
        else:
            rng = random.Random()
            found = exercises.chosen(
                game, own, data.source, data.theme, ratings, tried, solver.rating.rating, now, data.skip, rng
            )
        before = tried.get(found.id)
        repeated = before is not None and before.schedule.due_at is not None and before.schedule.due_at <= now
        return _view(game, data.rulebook, found, ratings, data.daily, repeated, before is not None)

    return await work(LOAD_MS, choose)


@post("/api/exercises/answer", status_code=200, responses=UNKNOWN, summary="Answer an exercise")
async def answer_exercise(
    data: JSONBody[AnswerExercise],
    rulebooks: NamedDependency[RulebookStore],
    exercise_store: NamedDependency[ExerciseStore],
    accounts: NamedDependency[Accounts],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
) -> ExerciseAnswer:
    """Judge a move, or give a hint or the solution. A wrong move, a hint or the solution counts as missed."""
    here = somebody(me)
    rate_limiter.share("exercise", requester, EXERCISES)
    if (data.act == "move") is (data.move is None):
        raise AxedrezError("exercise_answer")
    game = await rulebooks.load(data.rulebook)
    own = await exercise_store.own(here.person, game.hash)
    exercise = await work(LOAD_MS, lambda: exercises.exercise_of(exercises.known(game, own), data.exercise))
    hint: str | None = None
    found = exercises.Judged(False, data.act == "solution")
    if data.act == "move":
        assert data.move is not None
        found = await work(LOAD_MS, exercises.judged, game, exercise, data.moves, data.move)
    elif data.act == "hint":
        hint = await work(LOAD_MS, exercises.hint, game, exercise, data.moves)
    change: Attempted | None = None
    if not found.right or found.done:
        await accounts.acting(here)
        change = await exercise_store.attempt(
            here.person, game.hash, exercise.id, serving.seed_of(exercise), found.right, now_ms()
        )
    return ExerciseAnswer(
        right=found.right if data.act == "move" else None,
        done=found.done,
        move=(data.move if found.done else exercise.line[len(data.moves)]) if found.right else None,
        replies=list(found.replies),
        hint=hint,
        solution=await work(LOOK_MS, _solution, game, exercise) if found.done else None,
        rating=_change(change.before, change.after) if change is not None and change.rated else None,
        due_at=change.schedule.due_at if change is not None else None,
    )


async def _solver(store: ExerciseStore, person: UUID | None, game: Game) -> tuple[Solver, dict[str, serving.Tried]]:
    return (Solver(), {}) if person is None else await store.solver(person, game.hash)


async def _own(store: ExerciseStore, person: UUID | None, game: Game) -> dict[str, Exercise]:
    return {} if person is None else await store.own(person, game.hash)


def _view(
    game: Game, rulebook: str, exercise: Exercise, ratings: dict[str, float], daily: bool, repeated: bool, tried: bool
) -> ExerciseView:
    position = game.parse(exercise.position)
    answers = CUBE_ANSWERS if exercise.task == "cube" else ()
    return ExerciseView(
        id=exercise.id,
        rulebook=rulebook,
        task=exercise.task,
        question={lang: words.question(exercise, position, lang) for lang in LANGUAGES},
        position=exercise.position,
        side="black" if position.side else "white",
        rating=round(ratings.get(exercise.id, exercise.rating)),
        moves=exercises.own_moves(game, exercise),
        answers=[
            CubeAnswer(each, {lang: say(f"exercise.cube.{each}", lang) for lang in LANGUAGES}) for each in answers
        ],
        daily=daily,
        repeated=repeated,
        tried=tried,
    )


def _solution(game: Game, exercise: Exercise) -> SolutionView:
    # What follows a turn of dice is no line, but the next best turn.
    rest = exercise.rest if exercise.task != "turn" else ()
    return SolutionView(
        line=list(exercise.line),
        rest=list(rest),
        text=exercises.solution(game, exercise),
        themes=[ExerciseTheme(theme, _theme(theme)) for theme in exercise.themes],
        proof={lang: words.proof_text(exercise, lang) for lang in LANGUAGES},
        reasons=exercises.reasons(game, exercise),
    )


def _change(before: Rating, after: Rating) -> RatingChange:
    return RatingChange(round(before.rating), round(after.rating), after.provisional)


def _said(key: str) -> Texts:
    return {lang: say(key, lang) for lang in LANGUAGES}


def _theme(theme: str) -> Texts:
    return {lang: words.theme_name(theme, lang) for lang in LANGUAGES}


HANDLERS = [read_exercises, next_exercise, answer_exercise]
