"""Random games from a position, entirely inside the kernel."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import allocating, inlined, kernel
from axedrez.jit_types import U64, Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel import plain
from axedrez.tables.kernel.layout import (
    BAR,
    CASTLE,
    ENEMY,
    ENEMY_WORDS,
    N_PIECES,
    OFF,
    OWN,
    PLAIN,
    STAGE,
    STATE,
    WIDTH,
    WON,
    WORDS,
)
from axedrez.tables.kernel.space import FIRST_ROOM, ROOM_IS_SHORT, larger_space, make_space
from axedrez.tables.kernel.states import hash_of_pieces
from axedrez.tables.kernel.turns import is_drawn, pass_turn, write_turns

# What `playouts` returns: games won by the row's mover (simply, with nothing borne off by the loser, with a loser who
# moreover is on the bar or far away), then those of the other side, unfinished games, the turns of all games, and
# games drawn for want of progress (G-45).
OWN_WINS, ENEMY_WINS, UNFINISHED, TURNS, DRAWN, N_RESULTS = 0, 3, 6, 7, 8, 9
_MULTIPLIER, _INCREMENT = np.uint64(6364136223846793005), np.uint64(1442695040888963407)
_HALF = np.uint64(32)
_FACES = np.uint64(6)


@inlined
def _next(random: U64) -> U64:
    return random * _MULTIPLIER + _INCREMENT


@inlined
def _below(random: U64, n: U64) -> Number:
    """A number from 0 to `n` - 1; `n` is `uint64`."""
    return np.int64(((random >> _HALF) * n) >> _HALF)


@kernel
def lost_as(rows: SignedBytes, at: Number, tables: Numbers) -> Number:
    """How the side with its distances at `at` has lost (G-42): 0 simply, 1 with nothing off, 2 and on bar or far."""
    far: Any = 1
    for i in range(tables[N_PIECES]):
        if rows[at + i] == OFF:
            return 0
        if rows[at + i] >= BAR - tables[CASTLE]:
            far = 2
    return far


@allocating
def playouts(
    tables: Numbers,
    keys: Words,
    root: SignedBytes,
    high: Number,
    low: Number,
    games: Number,
    seed: U64,
    max_turns: Number,
) -> Numbers:
    """Play `games` games: dice by lot, and each of a roll's results equally likely.

    `root` is a row at the beginning of a turn; `high` and `low` the dice of that turn, 0 where they are still to be
    rolled; `seed` is `uint64`, and the same one gives the same games. A game longer than `max_turns` turns (passes
    included) stays unfinished. Returns `N_RESULTS` counts: `OWN_WINS` … `TURNS`.
    """
    room = FIRST_ROOM
    space = make_space(room)
    row = np.empty(WIDTH, np.int8)
    row_words = row.view(np.uint64)
    is_plain = tables[PLAIN] != 0
    memory = np.empty(plain.MEMORY, np.uint64)
    found = np.empty(plain.MAX_RESULTS * WORDS, np.uint64)
    results = np.zeros(N_RESULTS, np.int64)
    random = seed
    for _ in range(games):
        for i in range(WIDTH):
            row[i] = root[i]
        one: Any = np.int64(high)
        two: Any = np.int64(low)
        result: Any = UNFINISHED
        played = 0
        while played < max_turns and not is_drawn(row_words, 0, tables):
            if one == 0:
                random = _next(random)
                first = 1 + _below(random, _FACES)
                random = _next(random)
                second = 1 + _below(random, _FACES)
                one, two = max(first, second), min(first, second)
            if is_plain:
                plain.begin(row, tables, memory)
                count = plain.write_results(tables, memory, one, two, found, 0)
                random = _next(random)
                drawn = _below(random, np.uint64(count)) * WORDS
                for i in range(WORDS):
                    row_words[i] = found[drawn + i]
                one, two = 0, 0
                played += 1
                if row_words[ENEMY_WORDS] | row_words[ENEMY_WORDS + 1] == 0:
                    result = (OWN_WINS if played & 1 == 1 else ENEMY_WINS) + lost_as(row, OWN, tables)
                    break
                continue
            key = hash_of_pieces(row, 0, tables, keys, 1)
            count = write_turns(space, tables, keys, row, key, one, two)
            while count == ROOM_IS_SHORT:
                space = larger_space(room)
                room *= 2
                count = write_turns(space, tables, keys, row, key, one, two)
            one, two = 0, 0
            played += 1
            if count == 0:
                before = row.copy()
                pass_turn(before, before, row, tables)
                continue
            random = _next(random)
            at = space.ends[_below(random, np.uint64(count))] * STATE
            if space.rows[at + STAGE] == WON:
                result = (OWN_WINS if played & 1 == 1 else ENEMY_WINS) + lost_as(space.rows, at + ENEMY, tables)
                break
            pass_turn(row.copy(), space.rows[at : at + WIDTH], row, tables)
        if result == UNFINISHED and is_drawn(row_words, 0, tables):
            result = DRAWN
        results[result] += 1
        results[TURNS] += played
    return results
