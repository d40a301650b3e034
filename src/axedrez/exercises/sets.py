"""Sets of exercises: which of those that were found are taken, and the files in which they are kept.

A file has a line for the set and one for each exercise. The shipped ones lie beside the rulebooks, those made here in
the folder of this user's data.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from axedrez import places
from axedrez.analysis.exercise import Exercise
from axedrez.core import AxedrezError, Game
from axedrez.exercises.making import Harvest
from axedrez.library import RULEBOOKS

SHIPPED = RULEBOOKS / "exercises"
MAX_EXERCISES = 5_000
"""Exercises of a set."""
MAX_BYTES = 8_000_000
"""Of a file that is read."""
SHARE = 0.35
"""No more of a set than this have the same task and length, as long as others are found."""
EASY_SHARE = 0.1
"""The same of wins with the first move."""
PATIENCE = 3
"""With so many times as many exercises as are wanted a set is filled up whatever they are."""


class ExerciseSet(msgspec.Struct, kw_only=True):
    """Exercises of one sheet, and how they were found.

    `sheet`: the hash of its rules. `games`: the games played for them, `positions` those looked at, `rejected` why the
    others are no exercises, by reason. `reserve`: exercises that are proved but left out so far. `refuted`: the ids of
    those that an engine of others has refuted.
    """

    rulebook: str
    sheet: str
    games: int = 0
    positions: int = 0
    rejected: dict[str, int] = {}
    exercises: list[Exercise] = []
    reserve: list[Exercise] = []
    refuted: list[str] = []

    def add(self, found: Harvest, wanted: int, theme: str | None = None, *, every: bool = False) -> None:
        """Take over what a game has given, of a theme alone if one is named, towards a set of `wanted` exercises.

        `every`: however many of a kind there are already.
        """
        self.games += 1
        self.positions += found.positions
        rejected = Counter(self.rejected)
        rejected.update(found.rejected)
        known = {each.id for each in (*self.exercises, *self.reserve)} | set(self.refuted)
        for exercise in found.exercises:
            if exercise.id in known:
                rejected["known"] += 1
            elif theme is not None and theme not in exercise.themes:
                rejected["other_theme"] += 1
            elif self.is_full(wanted) or not (every or self._has_room(exercise, wanted)):
                self.reserve.append(exercise)
            else:
                self.exercises.append(exercise)
            known.add(exercise.id)
        self.rejected = dict(sorted(rejected.items()))
        if len(self.exercises) + len(self.reserve) >= PATIENCE * wanted:
            self.fill(wanted)

    def fill(self, wanted: int) -> None:
        """Take exercises from the reserve."""
        missing = max(0, wanted - len(self.exercises))
        self.exercises += self.reserve[:missing]
        self.reserve = self.reserve[missing:]

    def is_full(self, wanted: int) -> bool:
        """Whether it has as many exercises as are wanted."""
        return len(self.exercises) >= wanted

    def _has_room(self, exercise: Exercise, wanted: int) -> bool:
        alike = sum(_kind(each) == _kind(exercise) for each in self.exercises)
        return alike < max(1, (EASY_SHARE if exercise.proof.plies == 1 else SHARE) * wanted)


def _kind(exercise: Exercise) -> tuple[str, int, str]:
    """What may not fill a set: wins in as many plies, the same answer about the cube, turns of one theme."""
    told = {"cube": exercise.line[0], "turn": exercise.themes[0]}.get(exercise.task, "")
    plies = exercise.proof.plies if exercise.task == "win-in" else None
    return exercise.task, plies or 0, told


def shipped(name: str) -> Path:
    """The file of a shipped rulebook."""
    return SHIPPED / f"{name}.jsonl"


def own(game: Game) -> Path:
    """The file of the exercises made here for a sheet."""
    return places.data() / "exercises" / f"{game.name[:40]}-{game.hash[:16]}.jsonl"


def of(game: Game) -> ExerciseSet:
    """The exercises of a game: the shipped ones and those made here; empty without either."""
    found = ExerciseSet(rulebook=game.name, sheet=game.hash)
    for path in (shipped(game.name), own(game)):
        if path.exists():
            kept = _read(path, path.stat().st_mtime_ns)
            if kept.sheet == game.hash:
                found = _joined(found, kept)
    return found


def index(game: Game) -> Mapping[str, Exercise]:
    """The same by their ids."""
    stamps = tuple(_changed(path) for path in (shipped(game.name), own(game)))
    return _index(game, stamps)


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=64)
def _index(game: Game, stamps: tuple[int, ...]) -> Mapping[str, Exercise]:
    return {each.id: each for each in of(game).exercises}


def own_of(game: Game) -> ExerciseSet:
    """Those made here alone."""
    path = own(game)
    return read(path) if path.exists() else ExerciseSet(rulebook=game.name, sheet=game.hash)


def _joined(one: ExerciseSet, other: ExerciseSet) -> ExerciseSet:
    known = {each.id for each in one.exercises}
    return ExerciseSet(
        rulebook=one.rulebook,
        sheet=one.sheet,
        games=one.games + other.games,
        positions=one.positions + other.positions,
        rejected=dict(sorted((Counter(one.rejected) + Counter(other.rejected)).items())),
        exercises=[*one.exercises, *(each for each in other.exercises if each.id not in known)],
    )


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> ExerciseSet:
    return read(path)


def read(path: Path) -> ExerciseSet:
    """The set of a file. Raises `AxedrezError` for one that cannot be read."""
    try:
        with path.open("rb") as file:
            lines = file.read(MAX_BYTES).splitlines()
        found = msgspec.json.decode(lines[0], type=ExerciseSet)
        exercises = [msgspec.json.decode(line, type=Exercise) for line in lines[1 : MAX_EXERCISES + 1]]
    except (OSError, IndexError, msgspec.MsgspecError):
        raise AxedrezError("exercises_unreadable", file=str(path)[-200:]) from None
    found.exercises = [msgspec.structs.replace(each, sheet=found.sheet) for each in exercises]
    return found


def write(path: Path, exercises: ExerciseSet, *, with_reserve: bool = True) -> None:
    """Keep a set; the file is replaced at once. Raises `AxedrezError` where that cannot be done."""
    head = msgspec.structs.replace(exercises, exercises=[], reserve=exercises.reserve if with_reserve else [])
    bare = [msgspec.structs.replace(each, sheet="") for each in exercises.exercises]
    lines = [msgspec.json.encode(each) for each in (head, *bare)]
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(b"\n".join(lines) + b"\n")
        os.replace(part, path)
    except OSError:
        raise AxedrezError("cli_unwritable", file=str(path)[-200:]) from None
