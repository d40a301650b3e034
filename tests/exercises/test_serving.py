"""Which exercise comes next, when a missed one returns, and what an attempt does to the ratings."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from axedrez.analysis.exercise import Exercise, Proof
from axedrez.exercises.serving import (
    BEGINNER,
    DAY_MS,
    INTERVALS,
    Schedule,
    Tried,
    daily,
    first_schedule,
    next_one,
    rated,
    rescheduled,
)
from axedrez.ratings.glicko2 import RatedGame, Rating, updated

NOW = 1_000 * DAY_MS
IDS = [f"{n:016x}" for n in range(100)]
RATINGS = {name: 1000.0 + 10 * n for n, name in enumerate(IDS)}


def test_a_missed_exercise_returns_after_growing_intervals_and_anew_when_it_is_missed_again() -> None:
    assert first_schedule(True, NOW) == Schedule(0, None)
    schedule = first_schedule(False, NOW)
    now = NOW
    for stage, days in enumerate(INTERVALS):
        assert schedule == Schedule(stage, now + days * DAY_MS)
        # Solved too early it waits as before.
        assert rescheduled(schedule, True, now + days * DAY_MS - 1) == schedule
        now += days * DAY_MS
        schedule = rescheduled(schedule, True, now)
    assert schedule == Schedule(len(INTERVALS), None)
    assert rescheduled(schedule, False, now) == Schedule(0, now + DAY_MS)


def test_the_next_one_is_near_to_the_solver_and_new() -> None:
    near = [next_one(IDS, RATINGS, {}, 1500.0, NOW, Random(seed)) for seed in range(200)]
    assert {abs(RATINGS[name] - 1500) <= 60 for name in near if name} == {True}
    assert len(set(near)) > 5
    tried = {name: Tried(Schedule(0, None), NOW) for name in near if name}
    assert next_one(IDS, RATINGS, tried, 1500.0, NOW, Random(1)) not in tried


def test_what_is_due_comes_first_the_longest_waiting_before() -> None:
    tried = {
        IDS[1]: Tried(Schedule(0, NOW - 5), NOW - 10),
        IDS[2]: Tried(Schedule(1, NOW - 7), NOW - 9),
        IDS[3]: Tried(Schedule(0, NOW + 1), NOW - 8),
    }
    assert next_one(IDS, RATINGS, tried, 1900.0, NOW, Random(1)) == IDS[2]
    assert next_one(IDS, RATINGS, tried, 1900.0, NOW, Random(1), skip=IDS[2]) == IDS[1]
    everything = {name: Tried(Schedule(0, None), NOW - n) for n, name in enumerate(IDS)}
    assert next_one(IDS, RATINGS, everything, 1000.0, NOW, Random(1)) == IDS[-1]
    assert next_one([], RATINGS, {}, 1000.0, NOW, Random(1)) is None
    assert next_one(IDS[:1], RATINGS, {}, 1000.0, NOW, Random(1), skip=IDS[0]) == IDS[0]


def exercise(number: int) -> Exercise:
    return Exercise(
        task="win",
        position=str(number),
        line=("a",),
        themes=("x",),
        proof=Proof("search", 1, 0),
        rating=1500,
        sheet="s",
    )


def test_the_exercise_of_the_day_changes_and_is_drawn_evenly() -> None:
    known = {each.id: each for each in map(exercise, range(40))}
    days = Counter(daily(known, day) for day in range(4000))
    assert len(days) == 40
    assert max(days.values()) < 160
    assert daily(known, 7) == daily(dict(reversed(known.items())), 7)
    assert daily({}, 7) is None


def test_the_id_does_not_depend_on_the_solution() -> None:
    import msgspec

    assert exercise(1).id == msgspec.structs.replace(exercise(1), line=("b",), rating=9).id
    assert exercise(1).id != exercise(2).id


@pytest.mark.parametrize("solved", [True, False])
def test_an_attempt_is_a_game_of_glicko_2_between_solver_and_exercise(solved: bool) -> None:
    problem = Rating(1500.0, 150.0)
    solver, theirs = rated(BEGINNER, problem, solved, 0.0)
    assert solver == updated(BEGINNER, [RatedGame(problem, float(solved))], 0.0)
    assert (solver.rating > BEGINNER.rating) is solved
    assert (theirs.rating < problem.rating) is solved
    assert theirs.deviation < problem.deviation
    # After a year away a solver's rating moves further.
    settled = Rating(1500.0, 60.0)
    assert abs(rated(settled, problem, solved, 365.0)[0].rating - 1500) > abs(
        rated(settled, problem, solved, 0.0)[0].rating - 1500
    )
