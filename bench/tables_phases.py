"""Where it pays to look further: how far 0- and 1-ply are from 2-ply, by phase, and what each takes.

`script/bench tables-phases SHEET [--games 40] [--of-each 60] [--seed 1] [--option NAME=VALUE …]`: the computer with
itself at 0-ply. The positions before a roll are put together by how many men of the side nearer to its end have still
to leave the board, and by the draws that are expected; of each class some are drawn by lot. Equities are cubeless
points.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from itertools import accumulate

import numpy as np

from axedrez.cli.loading import load
from axedrez.tables.analyst import estimate
from axedrez.tables.engine.search import search
from axedrez.tables.kernel.layout import BEARS_OFF, ENEMY, N_PIECES, OFF, OWN, TYPE_OF
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition

MAX_TURNS = 1000
NEAR = 0.05


def play(start: TablesPosition, lots: random.Random) -> list[TablesPosition]:
    """The positions before each roll of a game but those in which nobody can win."""
    position, found = start, list[TablesPosition]()
    while position.outcome() is None and len(found) < MAX_TURNS and not position.is_locked():
        found.append(position)
        rolls, shares = zip(*position.chance_outcomes(), strict=True)
        position = position.play_unchecked(lots.choices(rolls, cum_weights=list(accumulate(shares)))[0])
        position = position.play_unchecked(search(position))
    return found


def phases(position: TablesPosition) -> tuple[str, str]:
    """The classes that a position belongs to."""
    tables, row = position.ruleset.compiled, position.raw
    n = int(tables[N_PIECES])
    leaving = tables[BEARS_OFF + tables[TYPE_OF : TYPE_OF + n]] != 0
    left = min(np.count_nonzero(leaving & (row[base : base + n] != OFF)) for base in (OWN, ENEMY))
    drawn = int(min(4, 5 * estimate(position).chances.drawn))
    return f"{left:2} men left", f"{20 * drawn:3}-{20 * drawn + 20} % drawn"


def told(label: str, positions: list[TablesPosition]) -> str:
    """The figures of a class, from some of its positions."""
    equities, took = np.empty((3, len(positions))), np.empty((3, len(positions)))
    for i, position in enumerate(positions):
        for ply in range(3):
            begun = time.perf_counter()
            equities[ply, i] = estimate(position, ply).equity
            took[ply, i] = time.perf_counter() - begun
    off = np.abs(equities[:2] - equities[2])
    mean, wide, ms = off.mean(axis=1), 100 * (off > NEAR).mean(axis=1), 1000 * took.mean(axis=1)
    return (
        f"{label:14}{mean[0]:8.3f}{mean[1]:8.3f}{wide[0]:10.0f} %{wide[1]:6.0f} %{ms[1]:12.0f}{ms[2]:8,.0f}"
    )  # fmt: skip


def main() -> None:
    """Play, judge and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheet")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--of-each", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    given = parser.parse_args()
    game = load(given.sheet, given.option)
    assert isinstance(game, TablesGame)
    lots = random.Random(given.seed)
    classes: defaultdict[str, list[TablesPosition]] = defaultdict(list)
    for _ in range(given.games):
        for position in play(game.start(), lots):
            for phase in phases(position):
                classes[phase].append(position)
    print(f"off 2-ply by:    0-ply   1-ply   more than {NEAR} (0, 1)   ms at 1-ply, 2-ply")
    for phase, positions in sorted(classes.items(), key=lambda each: (each[0][4:], each[0])):
        print(told(phase, lots.sample(positions, min(given.of_each, len(positions)))), flush=True)


if __name__ == "__main__":
    main()
