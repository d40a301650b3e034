"""How many dice it takes to bear pawns off by exact numbers (G-41), other pieces using what the pawns cannot."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import numpy.typing as npt

FACES = 6

Ways = npt.NDArray[np.int64]
"""Ways of standing: one to a row, by column how many pawns stand at distance 1, 2 …"""


@cache
def dice_to_bear_off(pawns: int, castle: int) -> npt.NDArray[np.float64]:
    """Expected dice for every way of standing of up to `pawns` pawns in the castle, by `ranks`, played well."""
    ways = ways_of_standing(pawns, castle)
    ways = ways[np.argsort(ranks(ways), kind="stable")]
    after = np.stack([_after(ways, face) for face in range(1, FACES + 1)])
    found = np.zeros(len(ways) + 1)
    found[-1] = np.inf  # where a face is of no use
    left = ways @ np.arange(1, castle + 1)
    # Every useful die reduces the pip count: positions with fewer pips come first.
    for pips in range(1, pawns * castle + 1):
        at = np.flatnonzero(left == pips)
        best = np.sort(found[after[:, at]].min(axis=2), axis=0)
        # Those faces are used that bring more than waiting does.
        used = np.arange(1, FACES + 1)[:, None]
        found[at] = ((FACES + np.cumsum(best, axis=0)) / used).min(axis=0)
    return found[:-1]


def ranks(ways: Ways) -> npt.NDArray[np.int64]:
    """A number of its own for each way of standing, from 0 without gaps."""
    sums = np.cumsum(ways, axis=1)
    most = int(sums.max(initial=0)) + ways.shape[1]
    total = np.zeros(len(ways), np.int64)
    for place in range(1, ways.shape[1] + 1):
        choose = np.array([comb(n, place) for n in range(most + 1)])
        total += choose[sums[:, place - 1] + place - 1]
    return total


def ways_of_standing(pawns: int, castle: int) -> Ways:
    """All ways of standing of up to `pawns` pawns in the castle."""
    places = np.array(list(combinations_with_replacement(range(castle + 1), pawns)), np.int64)
    return np.stack([(places == distance).sum(axis=1) for distance in range(1, castle + 1)], axis=1)


def _after(ways: Ways, face: int) -> npt.NDArray[np.int64]:
    """By way and distance, the rank of the way after a pawn there has used the face; -1 where none can."""
    found = np.full(ways.shape, -1, np.int64)
    for distance in range(face, ways.shape[1] + 1):
        able = np.flatnonzero(ways[:, distance - 1])
        after = ways[able].copy()
        after[:, distance - 1] -= 1
        if distance > face:
            after[:, distance - face - 1] += 1
        found[able, distance - 1] = ranks(after)
    return found
