"""How many turns a side takes to bear off the pieces in its castle when nothing of the enemy is in its way."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import allocating, inlined
from axedrez.jit_types import Doubles, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.plies import HIGH, LOW, N_ROLLS, SHARE
from axedrez.tables.kernel.layout import ENEMY, N_PIECES, OFF, WIDTH
from axedrez.tables.kernel.rolls import larger_rolls, make_rolls, write_roll
from axedrez.tables.kernel.space import ROOM_IS_SHORT

SPAN = 32
"""`choose[k * SPAN + n]`: n over k."""


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
