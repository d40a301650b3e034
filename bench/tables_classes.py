"""How far backgammon positions of hard classes are judged from what gnubg-nn at 2-ply thinks of them.

`script/bench tables-classes [--of-each 60] [--seed 1] [--seconds S]`: positions before a roll from games of our player
with itself at 0-ply, one of each class a game at most. *Back game*: a side holds two points or more in the other's
castle and is 30 pips behind or more. *Crashed*: what gnubg calls so and is no back game. *Contact bear-off*: all men of
a side are home, and a man may still be hit. *Other contact*: the rest where a man may be hit. Told is the mean absolute
difference of the cubeless equity in thousandths of a point (mEq) at 0-, 1- and 2-ply with its 95 % interval at 2-ply,
that of gnubg-nn at 0-ply, and the mean difference at 2-ply as the side sees it that is behind in the race. With
`--seconds` no game is begun later.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np

import axedrez
from axedrez.core.sides import Side
from axedrez.tables.analyst import estimate
from axedrez.tables.kernel.layout import BAR, ENEMY, OWN
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from bench.tables_depth import ours
from tests.tables.comparing import counts

CLASSES = ("back game", "crashed", "contact bear-off", "other contact")
RACE = "race"
"""All other positions."""

BEHIND = 30
PLIES = 3


def equity(position: TablesPosition, ply: int) -> float:
    """What gnubg-nn thinks of a position, in points for the side that rolls."""
    import gnubg_nn

    library: Any = gnubg_nn
    win, gammon, backgammon, gammon_lost, backgammon_lost = library.probabilities(_board(position), ply)
    return float(2 * win - 1 + gammon + backgammon - gammon_lost - backgammon_lost)


def _board(position: TablesPosition) -> list[list[int]]:
    own, enemy = counts(position.raw)
    return [list(enemy), list(own)]


def lead(position: TablesPosition) -> int:
    """How many pips the side that rolls is ahead."""
    own, enemy = _distances(position)
    return int(enemy.sum() - own.sum())


def class_of(position: TablesPosition) -> str | None:
    """The class of a position; None for races."""
    import gnubg_nn

    library: Any = gnubg_nn
    sides = _distances(position)
    if sides[0].max() + sides[1].max() < BAR:
        return None
    castle = position.ruleset.rules.race.castle
    ahead = lead(position)
    for side, behind in zip(sides, (-ahead, ahead), strict=True):
        held = sum(men >= 2 for distance, men in Counter(side.tolist()).items() if BAR - castle <= distance < BAR)
        if held >= 2 and behind >= BEHIND:
            return "back game"
    if min(side.max() for side in sides) <= castle:
        return "contact bear-off"
    return "crashed" if library.classify(_board(position)) == library.c_crashed else "other contact"


def _distances(position: TablesPosition) -> tuple[np.ndarray, np.ndarray]:
    n, row = len(position.ruleset.army), position.raw.astype(int)
    return row[OWN : OWN + n], row[ENEMY : ENEMY + n]


def games(game: TablesGame, seed: int) -> Iterator[dict[str, TablesPosition]]:
    """A position of each class that a game comes to, drawn by lot."""
    choose = ours(game, 0)
    for number in count():
        lots = np.random.default_rng((seed, number))
        position, seen = game.start(), defaultdict[str, list[TablesPosition]](list)
        while not position.is_over():
            if (name := class_of(position)) is not None:
                seen[name].append(position)
            high, low = sorted(lots.integers(1, 7, 2).tolist(), reverse=True)
            position = TablesPosition(game, game.ruleset, choose(position.raw, high, low), Side.WHITE, None)
        yield {name: found[int(lots.integers(len(found)))] for name, found in seen.items()}


def told(name: str, positions: list[TablesPosition]) -> str:
    """A line about a class."""
    judge = np.array([equity(each, 2) for each in positions])
    found = np.array([[estimate(each, ply).equity for ply in range(PLIES)] for each in positions])
    off = 1000 * (found - judge[:, None])
    means = np.abs(off).mean(axis=0)
    width = 1.96 * np.abs(off[:, 2]).std(ddof=1) / math.sqrt(len(off))
    theirs = 1000 * np.abs([equity(each, 0) - worth for each, worth in zip(positions, judge, strict=True)]).mean()
    behind = float((off[:, 2] * [1 if lead(each) < 0 else -1 for each in positions]).mean())
    return (
        f"{name:17}{len(positions):5}{means[0]:9.1f}{means[1]:9.1f}{means[2]:9.1f} ± {width:4.1f}"
        f"{theirs:10.1f}{behind:+11.1f}"
    )  # fmt: skip


def main() -> None:
    """Play, judge and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--of-each", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf)
    given = parser.parse_args()
    game, begun = axedrez.load("backgammon"), time.monotonic()
    assert isinstance(game, TablesGame)
    classes: dict[str, list[TablesPosition]] = {name: [] for name in CLASSES}
    for found in games(game, given.seed):
        for name, position in found.items():
            if len(classes[name]) < given.of_each:
                classes[name].append(position)
        if min(map(len, classes.values())) == given.of_each or time.monotonic() - begun > given.seconds:
            break
    print("                     n    0-ply    1-ply    2-ply          gnubg 0  behind, 2-ply")
    for name, positions in classes.items():
        if len(positions) > 1:
            print(told(name, positions), flush=True)


if __name__ == "__main__":
    main()
