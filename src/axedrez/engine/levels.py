"""The eight levels of the computer players, the same for every game (docs/levels.md)."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """The search limits and the errors of a computer player.

    It searches `depth` plies (captures further) and stops after `nodes` positions (0: when its time is up).
    `oversight` is the probability that it keeps the score of a move from the previous iteration and so overlooks what
    the last ply shows; `error` is the standard deviation of its error of a move's score in centipawns. In games of dice
    it considers all turns of its roll, and misjudges each result by `pips`.
    """

    depth: int
    nodes: int
    oversight: float
    error: int
    pips: float


LEVELS = {
    1: Level(depth=1, nodes=20_000, oversight=0.25, error=45, pips=24),
    2: Level(depth=2, nodes=20_000, oversight=0.36, error=58, pips=17),
    3: Level(depth=3, nodes=20_000, oversight=0.36, error=60, pips=13),
    4: Level(depth=4, nodes=20_000, oversight=0.32, error=46, pips=10),
    5: Level(depth=5, nodes=30_000, oversight=0.26, error=36, pips=7),
    6: Level(depth=6, nodes=40_000, oversight=0.17, error=20, pips=5),
    7: Level(depth=10, nodes=100_000, oversight=0.09, error=10, pips=3),
    8: Level(depth=90, nodes=0, oversight=0.0, error=0, pips=0),
}
WEAKEST, USUAL, FULL = 1, 3, 8

MEASURED = {1: 551, 2: 752, 3: 1051, 4: 1399, 5: 1604, 6: 1869, 7: 2060, 8: 2350}
"""The strength of each level in classical chess, on the scale of Stockfish's `UCI_Elo` (docs/levels.md)."""

MAX_MS = 1000
"""A move takes no longer than this where no clock runs."""
MAX_CLOCKED_MS = 5000
"""Nor than this, however much time the clock would give."""


def level_of(number: int) -> Level:
    """The level of a number. Raises `ValueError` for any other number."""
    try:
        return LEVELS[number]
    except KeyError:
        raise ValueError(f"level {number}: {', '.join(map(str, LEVELS))}") from None
