"""Bearing off the pieces in the castle when nothing of the enemy is in the way: alone, and against the other side.

One-sided: how many turns a side takes. Two-sided: how the game ends when both sides play their best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import allocating, inlined
from axedrez.jit_types import Doubles, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.dice import HIGH, LOW, N_ROLLS, SHARE
from axedrez.tables.engine.kernel.network import LOSSES, WINS
from axedrez.tables.kernel.layout import ENEMY, N_PIECES, OFF, WIDTH
from axedrez.tables.kernel.rolls import larger_rolls, make_rolls, write_roll
from axedrez.tables.kernel.space import ROOM_IS_SHORT

SPAN = 32
"""`choose[k * SPAN + n]`: n over k."""
PARTS = 3
WON, WON_GAMMON, LOST_GAMMON = 0, 1, 2  # the numbers of a pair of ways: chances of the side that rolls


@inlined
def rank_of(rows: SignedBytes, at: Number, n: Number, castle: Number, choose: Numbers) -> Number:
    """The rank (`bearing_off.ranks`) of n pieces, all in the castle or off, whose distances begin at `at`."""
    rank: Any = 0
    for place in range(1, castle + 1):
        count = 0
        for i in range(n):
            count += OFF < rows[at + i] <= place
        rank += choose[place * SPAN + count + place - 1]
    return rank


@allocating
def ranks_of(rows: SignedBytes, at: Number, n: Number, castle: Number, choose: Numbers) -> Numbers:
    """The ranks of a side (`layout.OWN`, `layout.ENEMY`) of several rows (m × `WIDTH`)."""
    found = np.empty(len(rows), np.int64)
    for row in range(len(rows)):
        found[row] = rank_of(rows[row], at, n, castle, choose)
    return found


@allocating
def one_sided(
    tables: Numbers, keys: Words, castle: Number, ways: SignedBytes, choose: Numbers, turns: Floats, first: Floats
) -> Doubles:
    """Write how likely each number of turns is, until all is off to `turns` and until something is off to `first`.

    `ways` (n × pieces): distances from the furthest on, in an order in which every turn leads to an earlier one; the
    first is that of nothing left. `turns` and `first` have a line for each rank, and a column for each number of turns
    from 0. Each roll is played so that the expected number of turns is the least. Returns that, by rank.
    """
    n, length = tables[N_PIECES], turns.shape[1]
    rolls = make_rolls(tables)
    row = np.zeros(WIDTH, np.int8)
    expected = np.zeros(len(ways), np.float64)
    then = np.zeros(N_ROLLS, np.int64)
    for way in range(len(ways)):
        for i in range(n):
            row[i] = ways[way, i]
        own = rank_of(row, 0, n, castle, choose)
        whole = ways[way, n - 1] != OFF
        if not whole:
            first[own, 0] = 1.0
        if ways[way, 0] == OFF:
            turns[own, 0] = 1.0
            continue
        total, staying = 1.0, 0.0
        for roll in range(N_ROLLS):
            count = write_roll(rolls, tables, keys, row, HIGH[roll], LOW[roll])
            while count == ROOM_IS_SHORT:
                rolls = larger_rolls(rolls)
                count = write_roll(rolls, tables, keys, row, HIGH[roll], LOW[roll])
            best: Any = -1
            for i in range(count):
                after = rank_of(rolls.found_bytes, i * WIDTH + ENEMY, n, castle, choose)
                if after != own and (best < 0 or expected[after] < expected[best]):
                    best = after
            then[roll] = best if best >= 0 else own
            if best >= 0:
                total += SHARE[roll] * expected[best]
            else:
                staying += SHARE[roll]
        expected[own] = total / (1.0 - staying)
        for turn in range(1, length):
            chance, whole_chance = 0.0, 0.0
            for roll in range(N_ROLLS):
                chance += SHARE[roll] * np.float64(turns[then[roll], turn - 1])
                whole_chance += SHARE[roll] * np.float64(first[then[roll], turn - 1])
            turns[own, turn] = chance
            if whole:
                first[own, turn] = whole_chance
    return expected


@allocating
def two_sided(
    tables: Numbers, keys: Words, castle: Number, ways: SignedBytes, choose: Numbers, points: Floats, both: Floats
) -> None:
    """Write the chances of the side that rolls to `both`, by rank of its way, rank of the other's and `PARTS`.

    `ways`: see `one_sided`, but only the first n ranks. `points`: what the outcomes (`network.LANES`) are worth to the
    side that has them; each roll is played for the most of them. Who has all its pieces loses a gammon.
    """
    size, n = len(ways), tables[N_PIECES]
    ranks, begins, after = results_of_rolls(tables, keys, castle, ways, choose)
    for way in range(size):
        if ways[way, n - 1] != OFF:
            both[ranks[way] * size * PARTS + LOST_GAMMON] = 1.0
            both[ranks[way] * PARTS + WON_GAMMON] = 1.0
        both[ranks[way] * PARTS + WON] = 1.0
    own, other = np.empty(PARTS, np.float64), np.empty(PARTS, np.float64)
    # Both turns of a pair together: where a roll moves nothing, one leads to the other.
    for way in range(1, size):
        for enemy in range(1, way + 1):
            staying = write_chances(both, size, begins, after, way, ranks[enemy], points, own)
            waiting = write_chances(both, size, begins, after, enemy, ranks[way], points, other)
            write_pair(both, (ranks[way] * size + ranks[enemy]) * PARTS, own, staying, other, waiting)
            if enemy != way:
                write_pair(both, (ranks[enemy] * size + ranks[way]) * PARTS, other, waiting, own, staying)


@allocating
def results_of_rolls(
    tables: Numbers, keys: Words, castle: Number, ways: SignedBytes, choose: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """The rank of each way, and the ranks that each roll leads to: those of roll r of way w from `begins[w * 21 + r]`.

    None where a roll moves nothing.
    """
    n = tables[N_PIECES]
    rolls = make_rolls(tables)
    row = np.zeros(WIDTH, np.int8)
    ranks = np.empty(len(ways), np.int64)
    begins = np.zeros(len(ways) * N_ROLLS + 1, np.int64)
    after = np.empty(1 << 12, np.int64)
    filled: Any = 0
    for way in range(len(ways)):
        for i in range(n):
            row[i] = ways[way, i]
        own = rank_of(row, 0, n, castle, choose)
        ranks[way] = own
        for roll in range(N_ROLLS):
            count: Any = 0
            if ways[way, 0] != OFF:
                count = write_roll(rolls, tables, keys, row, HIGH[roll], LOW[roll])
            while count == ROOM_IS_SHORT:
                rolls = larger_rolls(rolls)
                count = write_roll(rolls, tables, keys, row, HIGH[roll], LOW[roll])
            while filled + count > len(after):
                larger = np.empty(2 * len(after), np.int64)
                larger[:filled] = after[:filled]
                after = larger
            for i in range(count):
                found = rank_of(rolls.found_bytes, i * WIDTH + ENEMY, n, castle, choose)
                if found != own:
                    after[filled] = found
                    filled += 1
            begins[way * N_ROLLS + roll + 1] = filled
    return ranks, begins, after


@inlined
def write_chances(
    both: Floats, size: Number, begins: Numbers, after: Numbers, way: Number, enemy: Number, points: Floats,
    chances: Doubles,
) -> float:  # fmt: skip
    """Write the chances of a way before a roll against the rank `enemy`, without the rolls that move nothing.

    Returns how likely these are.
    """
    chances[:] = 0.0
    staying = 0.0
    for roll in range(N_ROLLS):
        best: Any = -1
        least = 0.0
        for i in range(begins[way * N_ROLLS + roll], begins[way * N_ROLLS + roll + 1]):
            at = (enemy * size + after[i]) * PARTS
            worth = (
                both[at + WON] * (points[WINS] - points[LOSSES])
                + both[at + WON_GAMMON] * (points[WINS + 1] - points[WINS])
                + both[at + LOST_GAMMON] * (points[LOSSES + 1] - points[LOSSES])
            )
            if best < 0 or worth < least:
                best, least = at, worth
        if best < 0:
            staying += SHARE[roll]
        else:
            chances[WON] += SHARE[roll] * (1.0 - np.float64(both[best + WON]))
            chances[WON_GAMMON] += SHARE[roll] * np.float64(both[best + LOST_GAMMON])
            chances[LOST_GAMMON] += SHARE[roll] * np.float64(both[best + WON_GAMMON])
    return staying


@inlined
def write_pair(both: Floats, at: Number, own: Doubles, staying: float, other: Doubles, waiting: float) -> None:
    """Write the chances of a pair: those of the rolls that move something, and those of staying until one does."""
    whole = 1.0 - staying * waiting
    both[at + WON] = (own[WON] + staying * (1.0 - other[WON] - waiting)) / whole
    both[at + WON_GAMMON] = (own[WON_GAMMON] + staying * other[LOST_GAMMON]) / whole
    both[at + LOST_GAMMON] = (own[LOST_GAMMON] + staying * other[WON_GAMMON]) / whole
