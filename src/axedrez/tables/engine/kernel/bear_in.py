"""Bearing in: how many turns a side takes in a race while some of its pieces are still outside.

All rolls are followed, each played by a rule of thumb, and equal ways of standing are joined, until all pieces are
within an edge, where a table tells the rest. A way that has become unlikely is estimated by its pips.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from axedrez.jit import allocating, inlined
from axedrez.jit_types import Doubles, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.bear_off import SPAN
from axedrez.tables.engine.kernel.dice import HIGH, LOW, N_ROLLS, SHARE
from axedrez.tables.engine.kernel.generator import mixed
from axedrez.tables.kernel.layout import ENEMY, ENEMY_WORDS, N_PIECES, OFF, WIDTH, WORDS
from axedrez.tables.kernel.rolls import larger_rolls, make_rolls, write_roll
from axedrez.tables.kernel.space import ROOM_IS_SHORT

PIPS = 49 / 6
"""Of a roll on average, doubles counted twice."""


class Goal(NamedTuple):
    """What turns are counted until, and the rule by which they are played.

    `edge`: the distance beyond which a piece is outside. `table`: for pieces within it, by rank (`bear_off.rank_of`,
    with `choose`), how likely each number of turns is, from 0; `expected`: that number on average. `piece`: so many
    pips a piece outside counts beside its way to the edge where results of a roll are compared; `estimate`: pips that
    count beside the way where it is estimated, and for each piece outside.
    """

    edge: int
    choose: Numbers
    table: Floats
    expected: Doubles
    piece: float
    estimate: tuple[float, float]


@inlined
def standing(rows: SignedBytes, at: Number, n: Number, edge: Number, choose: Numbers) -> tuple[int, int, int]:
    """The rank of n pieces as if those outside stood at the edge; the pips of these to the edge; and how many they are.

    Their distances begin at `at`, the furthest first.
    """
    pips: Any = 0
    outside: Any = 0
    while outside < n and rows[at + outside] > edge:
        pips += rows[at + outside] - edge
        outside += 1
    rank: Any = 0
    count: Any = 0
    last: Any = n - 1
    while last >= 0 and rows[at + last] == OFF:
        last -= 1
    for place in range(1, edge):
        while last >= outside and rows[at + last] <= place:
            count += 1
            last -= 1
        rank += choose[place * SPAN + count + place - 1]
    count += last + 1
    return rank + choose[edge * SPAN + count + edge - 1], pips, outside


@inlined
def _add(out: Doubles, chance: float, table: Floats, rank: Number, turns: Number) -> None:
    for more in range(table.shape[1]):
        out[min(turns + more, len(out) - 1)] += chance * np.float64(table[rank, more])


@allocating
def follow(
    tables: Numbers, keys: Words, way: SignedBytes, goal: Goal, rolled: Doubles, least: float, out: Doubles
) -> None:
    """Add how likely each number of turns is until the goal to `out`; its last column: so many and more.

    `way`: the distances of the pieces, the furthest first. A way less likely than `least` is estimated, by the
    numbers of rolls that `rolled` has for each number of pips.
    """
    n = tables[N_PIECES]
    rolls = make_rolls(tables)
    row_words = np.zeros(WORDS, np.uint64)
    row = row_words.view(np.int8)
    room = N_ROLLS * (int(1.0 / least) + 1)
    now, then = np.empty(2 * room, np.uint64), np.empty(2 * room, np.uint64)
    chances, next_chances = np.empty(room, np.float64), np.empty(room, np.float64)
    slots = 1
    while slots < 2 * room:
        slots *= 2
    places = np.empty(slots, np.int64)
    for i in range(n):
        row[i] = way[i]
    now[0], now[1], chances[0] = row_words[0], row_words[1], 1.0
    count: Any = 1
    turn: Any = 0
    while count > 0:
        found: Any = 0
        places[:] = -1
        for number in range(count):
            chance = chances[number]
            row_words[0], row_words[1] = now[2 * number], now[2 * number + 1]
            rank, pips, outside = standing(row, 0, n, goal.edge, goal.choose)
            if pips == 0 or turn == len(out) - 1:
                _add(out, chance, goal.table, rank, turn)
                continue
            if chance < least:
                way_left = min(max(0.0, pips + goal.estimate[0] + goal.estimate[1] * outside), len(rolled) - 2.0)
                whole = int(way_left)
                part = way_left - whole
                for more in range(rolled.shape[1]):
                    share = (1.0 - part) * rolled[whole, more] + part * rolled[whole + 1, more]
                    if share > 0.0:
                        _add(out, chance * share, goal.table, rank, turn + more)
                continue
            for roll in range(N_ROLLS):
                results = write_roll(rolls, tables, keys, row, HIGH[roll], LOW[roll])
                while results == ROOM_IS_SHORT:
                    rolls = larger_rolls(rolls)
                    results = write_roll(rolls, tables, keys, row, HIGH[roll], LOW[roll])
                best: Any = 0
                fewest = np.inf
                for i in range(results):
                    rank, pips, outside = standing(rolls.found_bytes, i * WIDTH + ENEMY, n, goal.edge, goal.choose)
                    turns = goal.expected[rank] + (pips + goal.piece * outside) / PIPS
                    if turns < fewest:
                        best, fewest = i, turns
                one, two = rolls.found[best * WORDS + ENEMY_WORDS], rolls.found[best * WORDS + ENEMY_WORDS + 1]
                slot = np.int64(mixed(one ^ mixed(two)) & np.uint64(slots - 1))
                while places[slot] >= 0 and (then[2 * places[slot]] != one or then[2 * places[slot] + 1] != two):
                    slot = (slot + 1) & (slots - 1)
                if places[slot] < 0:
                    places[slot] = found
                    then[2 * found], then[2 * found + 1], next_chances[found] = one, two, 0.0
                    found += 1
                next_chances[places[slot]] += chance * SHARE[roll]
        now, then = then, now
        chances, next_chances = next_chances, chances
        count = found
        turn += 1
