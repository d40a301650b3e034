"""Who has tried which exercises, and the ratings of both; the exercises that a person's own games gave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy import Connection, RowMapping, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.analysis.exercise import Exercise
from axedrez.exercises import serving
from axedrez.exercises.serving import DAY_MS, Schedule, Tried
from axedrez.ratings.glicko2 import Rating
from axedrez.storage.decoding import decode_rows
from axedrez.storage.schema import attempts, exercise_ratings, own_exercises, people, solvers
from axedrez.storage.writers import Writer

MAX_OWN = 500
"""Exercises of one's own games that a person keeps; the oldest go."""

_RETRIES = 3
"""Two first attempts at the same moment: one of them is repeated, and then is no first one."""


class Solver(NamedTuple):
    """A person as a solver of the exercises of one sheet. `at`: of the last rated attempt; 0 before the first."""

    rating: Rating = serving.BEGINNER
    tried: int = 0
    solved: int = 0
    at: int = 0


class Attempted(NamedTuple):
    """What an attempt has changed: the solver before and after it (equal if it was not rated), and what follows."""

    before: Rating
    after: Rating
    rated: bool
    schedule: Schedule


class ExerciseStore:
    """The tables of exercises. Every method is one transaction; times are ms since the epoch."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def solver(self, person: UUID, sheet: str) -> tuple[Solver, dict[str, Tried]]:
        """A person's rating at the exercises of a sheet, and what they have tried, by the ids of exercises."""
        own = (attempts.c.person == str(person)) & (attempts.c.sheet == sheet)
        async with self._engine.connect() as connection:
            found = await connection.run_sync(_solver, person, sheet)
            rows = (await connection.execute(select(attempts).where(own))).all()
        return found or Solver(), {row.exercise: Tried(Schedule(row.stage, row.due_at), row.at) for row in rows}

    async def all_of(self, person: UUID) -> dict[str, list[dict[str, Any]]]:
        """Everything that is kept about a person here."""
        found = {}
        async with self._engine.connect() as connection:
            for name, table in (("ratings", solvers), ("attempts", attempts), ("own", own_exercises)):
                rows = await connection.execute(select(table).where(table.c.person == str(person)))
                found[name] = [{key: row[key] for key in row if key != "person"} for row in rows.mappings()]
        return found

    async def own(self, person: UUID, sheet: str) -> dict[str, Exercise]:
        """The exercises of a sheet that a person's games gave, by their ids."""
        query = select(own_exercises).where(own_exercises.c.person == str(person), own_exercises.c.sheet == sheet)
        async with self._engine.connect() as connection:
            found, _ = decode_rows(await connection.execute(query), "an exercise of somebody's own games", _own)
        return {each.id: each for each in found}

    async def add_own(self, person: UUID, sheet: str, exercises: Sequence[Exercise], now: int) -> int:
        """Keep exercises of a sheet that a person's games gave; returns how many of them are new.

        For a person who is not there (any longer) nothing is kept.
        """
        mine = own_exercises.c.person == str(person)

        def work(connection: Connection) -> int:
            # The row's lock: two of these at the same moment, or one and the deletion of the person, are in order.
            here = select(people.c.id).where(people.c.id == str(person)).with_for_update()
            if connection.execute(here).one_or_none() is None:
                return 0
            known = set(connection.scalars(select(own_exercises.c.exercise).where(mine)))
            new = {each.id: each for each in exercises if each.id not in known}
            if not new:
                return 0
            shared = {"person": str(person), "sheet": sheet, "at": now}
            connection.execute(
                insert(own_exercises),
                [{**shared, "exercise": name, "body": _body(each)} for name, each in new.items()],
            )
            newest = select(own_exercises.c.exercise).where(mine)
            newest = newest.order_by(own_exercises.c.at.desc(), own_exercises.c.exercise)
            beyond = list(connection.scalars(newest.offset(MAX_OWN)))
            connection.execute(delete(own_exercises).where(mine, own_exercises.c.exercise.in_(beyond)))
            return len(new)

        return await self._writer.run(work)

    async def ratings(self, sheet: str) -> dict[str, float]:
        """The ratings of the exercises of a sheet that were tried."""
        query = select(exercise_ratings.c.exercise, exercise_ratings.c.rating).where(exercise_ratings.c.sheet == sheet)
        async with self._engine.connect() as connection:
            return {row.exercise: row.rating for row in await connection.execute(query)}

    async def attempt(self, person: UUID, sheet: str, exercise: str, seed: Rating, solved: bool, now: int) -> Attempted:
        """Note an attempt; the first one of a person at an exercise is rated. `seed`: an untried exercise's rating."""

        def work(connection: Connection) -> Attempted:
            here = (attempts.c.person == str(person)) & (attempts.c.exercise == exercise)
            row = connection.execute(select(attempts).where(here).with_for_update()).one_or_none()
            if row is None:
                return _first(connection, person, sheet, exercise, seed, solved, now)
            found = _solver(connection, person, sheet) or Solver()
            schedule = serving.rescheduled(Schedule(row.stage, row.due_at), solved, now)
            connection.execute(update(attempts).where(here).values(**schedule._asdict(), at=now))
            return Attempted(found.rating, found.rating, False, schedule)

        for _ in range(_RETRIES):
            try:
                return await self._writer.run(work)
            except IntegrityError:
                continue
        return await self._writer.run(work)


def _first(
    connection: Connection, person: UUID, sheet: str, exercise: str, seed: Rating, solved: bool, now: int
) -> Attempted:
    schedule = serving.first_schedule(solved, now)
    connection.execute(
        insert(attempts).values(
            person=str(person), exercise=exercise, sheet=sheet, solved=solved, at=now, **schedule._asdict()
        )
    )
    # The exercise's row before the solver's, in every transaction: no two of them wait for each other.
    there = exercise_ratings.c.exercise == exercise
    known = connection.execute(select(exercise_ratings).where(there).with_for_update()).one_or_none()
    solver = _solver(connection, person, sheet, lock=True)
    before = solver or Solver()
    days = max(0, now - before.at) / DAY_MS if before.at else 0.0
    theirs = seed if known is None else Rating(known.rating, known.deviation, known.volatility)
    after, their_next = serving.rated(before.rating, theirs, solved, days)
    counted = {"tried": before.tried + 1, "solved": before.solved + solved, "at": now, **_columns(after)}
    if solver is None:
        connection.execute(insert(solvers).values(person=str(person), sheet=sheet, **counted))
    else:
        own = (solvers.c.person == str(person)) & (solvers.c.sheet == sheet)
        connection.execute(update(solvers).where(own).values(counted))
    if known is None:
        values = {"tried": 1, "solved": int(solved), **_columns(their_next)}
        connection.execute(insert(exercise_ratings).values(exercise=exercise, sheet=sheet, **values))
    else:
        values = {"tried": known.tried + 1, "solved": known.solved + solved, **_columns(their_next)}
        connection.execute(update(exercise_ratings).where(there).values(values))
    return Attempted(before.rating, after, True, schedule)


def _solver(connection: Connection, person: UUID, sheet: str, lock: bool = False) -> Solver | None:
    query = select(solvers).where(solvers.c.person == str(person), solvers.c.sheet == sheet)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        return None
    return Solver(Rating(row.rating, row.deviation, row.volatility), row.tried, row.solved, row.at)


def _body(exercise: Exercise) -> str:
    return msgspec.json.encode(msgspec.structs.replace(exercise, sheet="")).decode()


def _own(row: RowMapping) -> Exercise:
    return msgspec.structs.replace(msgspec.json.decode(row["body"], type=Exercise), sheet=row["sheet"])


def _columns(rating: Rating) -> dict[str, float]:
    return {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}
