"""Which exercise comes next, when a missed one returns, and what an attempt does to the ratings; time is passed in."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from axedrez.analysis.exercise import Exercise
from axedrez.ratings.glicko2 import MAX_DEVIATION, RatedGame, Rating, aged, periods_in, updated

DAY_MS = 86_400_000
INTERVALS = (1, 3, 7, 16, 35, 80)
"""After so many days a missed exercise returns: the first time, and after each time that it is solved then."""
SEED_DEVIATION = 150.0
"""That of an exercise whose rating is only what it was thought to be."""
NEAREST = 12
"""The next exercise is drawn from so many whose rating is nearest to the solver's."""
BEGINNER = Rating(1200.0, MAX_DEVIATION)
"""A solver who has tried nothing: exercises begin below the middle of the scale."""


class Schedule(NamedTuple):
    """When an exercise returns: how often it was solved since it was missed, and when it is due (ms; None: never)."""

    stage: int
    due_at: int | None


class Tried(NamedTuple):
    """What is known of somebody's attempts at an exercise."""

    schedule: Schedule
    at: int


def first_schedule(solved: bool, now: int) -> Schedule:
    """After the first attempt."""
    return Schedule(0, None if solved else now + INTERVALS[0] * DAY_MS)


def rescheduled(schedule: Schedule, solved: bool, now: int) -> Schedule:
    """After a later attempt; one that comes before it is due changes nothing, unless it is missed again."""
    if not solved:
        return first_schedule(False, now)
    if schedule.due_at is None or schedule.due_at > now:
        return schedule
    stage = schedule.stage + 1
    return Schedule(stage, now + INTERVALS[stage] * DAY_MS if stage < len(INTERVALS) else None)


def rated(solver: Rating, exercise: Rating, solved: bool, days: float) -> tuple[Rating, Rating]:
    """Both ratings after a first attempt, which is a game between them; `days` since the solver's last one."""
    periods = periods_in(days)
    score = 1.0 if solved else 0.0
    before = aged(solver, periods)
    return (
        updated(solver, [RatedGame(exercise, score)], periods),
        updated(exercise, [RatedGame(before, 1.0 - score)], 0.0),
    )


def seed_of(exercise: Exercise) -> Rating:
    """The rating of an exercise that nobody has tried."""
    return Rating(float(exercise.rating), SEED_DEVIATION)


def daily(exercises: Mapping[str, Exercise], day: int) -> str | None:
    """The exercise of a day (days since 1970, UTC), the same for everybody; None where there are none."""
    ids = sorted(exercises)
    if not ids:
        return None
    return ids[int.from_bytes(hashlib.sha256(f"{exercises[ids[0]].sheet} {day}".encode()).digest()[:8]) % len(ids)]


def next_one(
    ids: Sequence[str],
    ratings: Mapping[str, float],
    tried: Mapping[str, Tried],
    rating: float,
    now: int,
    rng: Random,
    skip: str | None = None,
) -> str | None:
    """The id of the next exercise among `ids`; None where there are none.

    First what is due again, the longest waiting first; then one that was not tried, near to the solver's `rating`;
    else the one whose last attempt is the oldest. `skip` comes only where there is no other.
    """
    choice = [each for each in ids if each != skip] or list(ids)
    due = [each for each in choice if each in tried and _is_due(tried[each], now)]
    if due:
        return min(due, key=lambda each: (tried[each].schedule.due_at, each))
    fresh = sorted((each for each in choice if each not in tried), key=lambda each: (abs(ratings[each] - rating), each))
    if fresh:
        return rng.choice(fresh[:NEAREST])
    return min(choice, key=lambda each: (tried[each].at, each), default=None)


def _is_due(tried: Tried, now: int) -> bool:
    return tried.schedule.due_at is not None and tried.schedule.due_at <= now
