"""What the levels of the computer player lose in a game of dice: points a game against full strength at 0-ply.

`python -m bench.tables_levels [sheet] [games] [level …]`: games in pairs with the same dice, seats swapped.
"""

from __future__ import annotations

import sys
from typing import cast

import numpy as np

import axedrez
from axedrez.core.dice import Roll
from axedrez.core.sides import Side
from axedrez.engine.levels import FULL, LEVELS
from axedrez.learn.interval import interval
from axedrez.tables.engine.search import search
from axedrez.tables.position.position import TablesPosition

CAP = 1000


def play(start: TablesPosition, level: int, number: int) -> float:
    """Points of the level against full strength; in even games it begins."""
    dice = np.random.default_rng((1283, number // 2))
    weaker = Side.WHITE if number % 2 == 0 else Side.BLACK
    position = start
    for turn in range(CAP):
        outcome = position.outcome()
        if outcome is not None:
            assert outcome.points is not None
            return float(outcome.points[weaker] - outcome.points[weaker.opponent])
        a, b = dice.integers(1, 7, 2).tolist()
        rolled = position.play_unchecked(Roll(max(a, b), min(a, b)))
        strength = LEVELS[level if position.side is weaker else FULL]
        position = rolled.play_unchecked(search(rolled, strength, seed=1000 * number + turn))
    return 0.0


def main() -> None:
    name, games, *levels = (*sys.argv[1:], *("backgammon", "200")[len(sys.argv) - 1 :])
    start = cast(TablesPosition, axedrez.load(name).start())
    for level in [int(level) for level in levels] or range(1, FULL):
        points, half = interval(np.array([play(start, level, number) for number in range(int(games))]))
        print(f"{name}, level {level}: {points:+.2f} ± {half:.2f} points a game against level {FULL}", flush=True)


if __name__ == "__main__":
    main()
