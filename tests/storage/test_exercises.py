"""Attempts at exercises in the database: rated once however many come at a time, and gone with who made them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID, uuid4

from axedrez.analysis.exercise import Exercise, Proof
from axedrez.exercises.serving import BEGINNER, DAY_MS
from axedrez.ratings.glicko2 import Rating
from axedrez.storage import ExerciseStore, People, Solver, Store
from axedrez.storage.exercises import MAX_OWN
from tests.databases import database, postgres_url

__all__ = ["database", "postgres_url"]

SEED = Rating(1400.0, 150.0)
NOW = 1_000 * DAY_MS
SHEET, EXERCISE = "s" * 64, "e" * 16


def run(database: str, test: Callable[[Store, ExerciseStore], Awaitable[None]]) -> None:
    async def inside() -> None:
        store = await Store.open(database)
        try:
            await test(store, ExerciseStore(store.engine, store.writer))
        finally:
            await store.close()

    asyncio.run(inside())


def test_attempts_of_many_at_a_time_are_all_counted_and_each_person_once(database: str) -> None:
    async def test(store: Store, exercises: ExerciseStore) -> None:
        persons = [uuid4() for _ in range(8)]

        async def one(person: UUID) -> bool:
            return (await exercises.attempt(person, SHEET, EXERCISE, SEED, True, NOW)).rated

        found = await asyncio.gather(*(one(person) for person in persons * 3))
        assert sum(found) == len(persons)
        ratings = await exercises.ratings(SHEET)
        # Solved by everybody, it is thought to be easier by every one of them.
        assert ratings[EXERCISE] < SEED.rating - 100
        for person in persons:
            solver, tried = await exercises.solver(person, SHEET)
            assert (solver.tried, solver.solved) == (1, 1)
            assert solver.rating.rating > BEGINNER.rating
            assert list(tried) == [EXERCISE]

    run(database, test)


def test_who_leaves_takes_the_attempts_along(database: str) -> None:
    async def test(store: Store, exercises: ExerciseStore) -> None:
        people, ana, luis = People(store.engine), uuid4(), uuid4()
        for person in (ana, luis):
            await people.welcome(person, "", NOW)
            await exercises.attempt(person, SHEET, EXERCISE, SEED, False, NOW)
        await people.forget(ana)
        assert await exercises.solver(ana, SHEET) == (Solver(), {})
        assert await exercises.all_of(ana) == {"ratings": [], "attempts": [], "own": []}
        solver, tried = await exercises.solver(luis, SHEET)
        assert solver.tried == 1
        assert tried[EXERCISE].schedule.due_at == NOW + DAY_MS

    run(database, test)


def found(number: int) -> Exercise:
    proof = Proof("search", 0.9, 0.5)
    return Exercise(
        task="win", position=str(number), line=("a1a2",), themes=("fork",), proof=proof, rating=1400, sheet=SHEET
    )


def test_exercises_of_own_games_are_one_persons_bounded_and_gone_with_them(database: str) -> None:
    async def test(store: Store, exercises: ExerciseStore) -> None:
        people, ana, luis = People(store.engine), uuid4(), uuid4()
        for person in (ana, luis):
            await people.welcome(person, "", NOW)
        some = [found(number) for number in range(3)]
        counts = await asyncio.gather(*(exercises.add_own(ana, SHEET, some, NOW) for _ in range(4)))
        assert sorted(counts) == [0, 0, 0, 3]
        assert await exercises.own(ana, SHEET) == {each.id: each for each in some}
        assert await exercises.own(luis, SHEET) == await exercises.own(ana, "t" * 64) == {}
        assert {each["exercise"] for each in (await exercises.all_of(ana))["own"]} == {each.id for each in some}

        more = [found(number) for number in range(3, 3 + MAX_OWN)]
        assert await exercises.add_own(ana, SHEET, more, NOW + 1) == MAX_OWN
        assert set(await exercises.own(ana, SHEET)) == {each.id for each in more}

        # However a deletion and a find meet, nothing is left of who has gone.
        await asyncio.gather(people.forget(ana), *(exercises.add_own(ana, SHEET, some, NOW + 2) for _ in range(4)))
        assert await exercises.add_own(ana, SHEET, some, NOW + 3) == 0
        assert await exercises.own(ana, SHEET) == {}

    run(database, test)
