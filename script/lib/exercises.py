"""The exercises that ship: `python script/lib/exercises.py [--count N] [--theme T] [--minutes M] [rulebooks …]`.

All rulebooks by default; with a theme those that are added are of that theme.

What is found is kept in the user's cache after every game, so that it can be stopped and goes on, at first from what
ships; then the files beside the rulebooks are written: as many as are wanted, the easiest first.
"""

from __future__ import annotations

import argparse
import threading
import time
from pathlib import Path

import msgspec

from axedrez import library, places
from axedrez.core import Game
from axedrez.exercises import sets
from axedrez.exercises.making import harvests, maker_of
from axedrez.exercises.sets import ExerciseSet

MANY, USUAL = 1000, 30
KEEP_EVERY_S = 20


def made(name: str, count: int, minutes: float, folder: Path, theme: str | None) -> ExerciseSet:
    """The set of a rulebook, with at least `count` exercises, unless the time is over.

    What is added is of the theme, if there is one.
    """
    game, path = library.load(name), folder / f"{name}.jsonl"
    known = (sets.read(each) for each in (path, sets.shipped(name)) if each.exists())
    found = next((each for each in known if each.sheet == game.hash), ExerciseSet(rulebook=name, sheet=game.hash))
    began = kept = time.monotonic()
    if not found.is_full(count):
        for _, harvest in harvests(game, found.games, 1, threading.Event()):
            found.add(harvest, count, theme)
            now = time.monotonic()
            if now > kept + KEEP_EVERY_S:
                sets.write(path, found)
                kept = now
                print(f"{name}: {len(found.exercises)} + {len(found.reserve)} of {count}", flush=True)
            if found.is_full(count) or now > began + 60 * minutes:
                break
    sets.write(path, found)
    return found


def shipped(game: Game, found: ExerciseSet, count: int) -> ExerciseSet:
    """The part of a set that ships: `count` exercises, the easiest first, their themes as they are recognised now.

    What `bench/exercises.py --drop` has taken out stays out.
    """
    path = sets.shipped(game.name)
    found.refuted = sets.read(path).refuted if path.exists() else []
    found.exercises = [each for each in found.exercises if each.id not in found.refuted]
    found.fill(count)
    maker = maker_of(game)
    chosen = [msgspec.structs.replace(each, themes=maker.themes(game, each)) for each in found.exercises[:count]]
    return ExerciseSet(
        rulebook=found.rulebook,
        sheet=found.sheet,
        games=found.games,
        positions=found.positions,
        rejected=found.rejected,
        refuted=found.refuted,
        exercises=sorted(chosen, key=lambda each: (each.rating, each.id)),
    )


def main() -> None:
    """Make the sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebooks", nargs="*")
    parser.add_argument("--count", type=int)
    parser.add_argument("--theme")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--folder", type=Path, default=places.cache() / "exercises")
    options = parser.parse_args()
    names = options.rulebooks or [*library.rulebooks(), *library.gallery()]
    for name in names:
        count = options.count or (MANY if name == library.rulebooks()[0] else USUAL)
        found = made(name, count, options.minutes, options.folder, options.theme)
        sets.write(sets.shipped(name), part := shipped(library.load(name), found, count), with_reserve=False)
        print(f"{name}: {len(part.exercises)} exercises of {part.games} games, {part.positions} positions", flush=True)
        print(f"  {part.rejected}", flush=True)


if __name__ == "__main__":
    main()
