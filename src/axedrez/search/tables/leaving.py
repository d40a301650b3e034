"""How many dice it takes to bear pawns off by exact numbers (G-41), other pieces using what the pawns cannot."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb

FACES = range(1, 7)


@cache
def dice_to_leave(pawns: int, castle: int) -> tuple[float, ...]:
    """Expected dice for every way of standing of up to `pawns` pawns in the castle, by `rank`, played well."""
    found = [0.0] * (comb(pawns + castle, castle))
    ways: list[tuple[int, ...]] = []
    for places in combinations_with_replacement(range(castle + 1), pawns):
        ways.append(tuple(places.count(distance) for distance in range(1, castle + 1)))
    # Every useful die brings the pawns nearer: ways with less to go come first.
    for way in sorted(ways, key=lambda way: sum(count * distance for distance, count in enumerate(way, 1))):
        if any(way):
            found[rank(way)] = _expected(way, found)
    return tuple(found)


def rank(way: tuple[int, ...]) -> int:
    """A number of its own for each way of standing (counts at distance 1, 2 …), from 0 without gaps."""
    total = 0
    sums = 0
    for place, count in enumerate(way, 1):
        sums += count
        total += comb(sums + place - 1, place)
    return total


def _expected(way: tuple[int, ...], found: list[float]) -> float:
    """The dice from here: those faces are used that bring more than waiting does."""
    after = []
    for face in FACES:
        best = min((found[rank(next_way)] for next_way in _uses(way, face)), default=None)
        if best is not None:
            after.append(best)
    after.sort()
    expected = float("inf")
    total = 0.0
    for used, value in enumerate(after, 1):
        total += value
        expected = min(expected, (len(FACES) + total) / used)
    return expected


def _uses(way: tuple[int, ...], face: int) -> list[tuple[int, ...]]:
    """The ways of standing after one pawn has used a die."""
    found = []
    for distance, count in enumerate(way, 1):
        if count and distance >= face:
            after = list(way)
            after[distance - 1] -= 1
            if distance > face:
                after[distance - face - 1] += 1
            found.append(tuple(after))
    return found
