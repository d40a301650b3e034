"""Races and bear-offs dealt by lot: self-play leaves few of them, as most of its games give their exercises before."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from axedrez.core.dice import ROLLS
from axedrez.core.errors import TextError
from axedrez.core.sides import Side
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.exercises import turns
from axedrez.tables.kernel import layout
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition

MAX_LEFT = 6
"""So many pieces a side are still to be borne off at most: short races have few turns that are alike."""
MAX_APART = 2
"""And the sides differ by so many at most: otherwise the race is over."""
FURTHEST = layout.FAR // 2
"""No piece of a race is further from its end than this, so that the sides have passed each other."""
MAX_FAILED = 50
"""So many positions in a row without a roll that is worth proving: in this sheet there are none."""
RACES = 0.5
"""The share of positions in which some pieces are still on their way to the castle."""


def deals(game: TablesGame, rng: Random) -> Iterator[TablesPosition]:
    """Rolls in races and bear-offs, without end, whose best turn leads as far as an exercise needs, at sight.

    None in sheets that hardly have them.
    """
    failed = 0
    while failed < MAX_FAILED:
        failed += 1
        position = drawn(game, rng)
        if position is None:
            continue
        rolls = [roll for roll, _ in ROLLS]
        rng.shuffle(rolls)
        rolled = (position.play_unchecked(roll) for roll in rolls)
        found = next((each for each in rolled if turns.leads_at_sight(each)), None)
        if found is not None:
            failed = 0
            yield found


def drawn(game: TablesGame, rng: Random) -> TablesPosition | None:
    """A position before a roll; None where the pieces do not stand as the rules want it."""
    ruleset, castle = game.ruleset, game.ruleset.rules.race.castle
    furthest = FURTHEST if rng.random() < RACES else min(castle, FURTHEST)
    row = np.zeros(layout.WIDTH, np.int8)
    left = rng.randint(1, MAX_LEFT)
    for base in (layout.OWN, layout.ENEMY):
        n = len(ruleset.army)
        row[base : base + n] = _distances(ruleset, left, furthest, rng)
        left = max(1, left + rng.randint(-MAX_APART, MAX_APART))
    try:
        return game.parse(TablesPosition(game, ruleset, row, Side.WHITE, None).text())
    except TextError:
        return None


def _distances(ruleset: Ruleset, left: int, furthest: int, rng: Random) -> list[int]:
    """Where the pieces of a side stand: `left` of those that leave the board, and all that do not."""
    leaving = [i for i, letter in enumerate(ruleset.army) if letter in ruleset.bearers]
    off = set(rng.sample(leaving, max(0, len(leaving) - left)))
    return [layout.OFF if i in off else rng.randint(1, furthest) for i in range(len(ruleset.army))]
