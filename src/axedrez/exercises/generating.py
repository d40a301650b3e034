"""Making a set as large as is wanted, kept after every game that gave something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing

from axedrez.analysis.exercise import Exercise
from axedrez.core import Game
from axedrez.core.game_record import GameRecord
from axedrez.engine.player import Stop
from axedrez.exercises import sets
from axedrez.exercises.making import harvest_record, harvests, maker_of
from axedrez.exercises.sets import ExerciseSet

SEEDS = 1_000_000
"""Games of one seed are numbered from its multiple of this on."""
MAX_IN_VAIN = 400
"""So many games in a row without an exercise that is wanted end the search."""


def make(
    game: Game,
    wanted: int,
    stop: Stop,
    *,
    seed: int = 1,
    theme: str | None = None,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
) -> ExerciseSet:
    """Add to the exercises made here until `wanted` are there (of a theme, if one is named), or `stop` is set.

    What was found is kept when it ends, and now and then before. Raises `AxedrezError` for a game that has none.
    """
    maker_of(game)
    found = sets.own_of(game)
    first, vain = seed * SEEDS + found.games, 0
    missing = wanted - _count(found, theme)
    goal = len(found.exercises) + missing
    with closing(harvests(game, first, processes, stop)) as games:
        while missing > 0 and vain < MAX_IN_VAIN:
            harvest = next(games, None)
            if harvest is None:
                break
            before = len(found.exercises)
            found.add(harvest[1], goal, theme)
            gained = len(found.exercises) - before
            missing -= gained
            vain = 0 if gained else vain + 1
            if gained:
                sets.write(sets.own(game), found)
            if progress is not None:
                progress(wanted - max(0, missing))
    if missing > 0:
        found.fill(goal)
    sets.write(sets.own(game), found)
    return found


def from_games(
    game: Game, records: Sequence[GameRecord], stop: Stop, progress: Callable[[int], None] | None = None
) -> tuple[ExerciseSet, list[Exercise]]:
    """Add the exercises of games that were played to those made here; returns the set, and what these games gave."""
    maker_of(game)
    found, given = sets.own_of(game), list[Exercise]()
    for number, record in enumerate(records, 1):
        if stop.is_set():
            break
        harvest = harvest_record(record, stop)
        given += harvest.exercises
        # All of them are wanted, whatever they are.
        found.add(harvest, len(found.exercises) + len(harvest.exercises), every=True)
        sets.write(sets.own(game), found)
        if progress is not None:
            progress(number)
    return found, given


def _count(found: ExerciseSet, theme: str | None) -> int:
    return sum(theme is None or theme in each.themes for each in found.exercises)
