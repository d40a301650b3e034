"""Random games from a position, entirely inside the kernel."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import inlined, kernel
from axedrez.tables.kernel.layout import BAR, CASTLE, ENEMY, N_PIECES, OFF, STAGE, WIDTH, WON
from axedrez.tables.kernel.turns import N_LEVELS, ROOM_IS_SHORT, pass_turn, write_turns

# What `playouts` returns: games won by the row's mover (simply, with nothing borne off by the loser, with a loser who
# moreover is on the bar or far away), then those of the other side, unfinished games, and the turns of all games.
OWN_WINS, ENEMY_WINS, UNFINISHED, TURNS, N_RESULTS = 0, 3, 6, 7, 8
_MULTIPLIER, _INCREMENT = np.uint64(6364136223846793005), np.uint64(1442695040888963407)
_HALF = np.uint64(32)
_FACES = np.uint64(6)
_FIRST_ROOM = 4096


@inlined
def _next(random: Any) -> Any:
    return random * _MULTIPLIER + _INCREMENT


@inlined
def _below(random: Any, n: Any) -> Any:
    """A number from 0 to `n` - 1; `n` is `uint64`."""
    return np.int64(((random >> _HALF) * n) >> _HALF)


@kernel
def lost_as(rows: Any, at: Any, tables: Any) -> Any:
    """How the enemy of a row has lost (G-42): 0 simply, 1 with nothing borne off, 2 and on the bar or far away."""
    far: Any = 1
    for i in range(tables[N_PIECES]):
        if rows[at + ENEMY + i] == OFF:
            return 0
        if rows[at + ENEMY + i] >= BAR - tables[CASTLE]:
            far = 2
    return far


@kernel
def playouts(tables: Any, keys: Any, root: Any, high: Any, low: Any, games: Any, seed: Any, max_turns: Any) -> Any:
    """Play `games` games: dice by lot, and each of a throw's results equally likely.

    `root` is a row at the beginning of a turn; `high` and `low` the dice of that turn, 0 where they are still to be
    thrown; `seed` is `uint64`, and the same one gives the same games. A game longer than `max_turns` turns (passes
    included) stays unfinished. Returns `N_RESULTS` counts: `OWN_WINS` … `TURNS`.
    """
    room = _FIRST_ROOM
    rows = np.empty(N_LEVELS * room * WIDTH, np.int8)
    row_keys = np.empty(N_LEVELS * room, np.uint64)
    parents = np.zeros(N_LEVELS * room, np.int64)
    codes = np.zeros(N_LEVELS * room, np.int64)
    ends = np.zeros(N_LEVELS * room, np.int64)
    table = np.zeros(2 * room, np.uint64)
    stamps = np.zeros(2 * room + 1, np.int64)
    sizes = np.zeros(N_LEVELS, np.int64)
    rule = np.zeros(4, np.int64)
    row = np.empty(WIDTH, np.int8)
    results = np.zeros(N_RESULTS, np.int64)
    random = seed
    for _ in range(games):
        for i in range(WIDTH):
            row[i] = root[i]
        one: Any = np.int64(high)
        two: Any = np.int64(low)
        result: Any = UNFINISHED
        played = 0
        while played < max_turns:
            if one == 0:
                random = _next(random)
                first = 1 + _below(random, _FACES)
                random = _next(random)
                second = 1 + _below(random, _FACES)
                one, two = max(first, second), min(first, second)
            count = write_turns(
                tables, keys, row, one, two, rows, room, row_keys, parents, codes, sizes, table, stamps, ends, rule
            )
            if count == ROOM_IS_SHORT:
                room *= 2
                rows = np.empty(N_LEVELS * room * WIDTH, np.int8)
                row_keys = np.empty(N_LEVELS * room, np.uint64)
                parents = np.zeros(N_LEVELS * room, np.int64)
                codes = np.zeros(N_LEVELS * room, np.int64)
                ends = np.zeros(N_LEVELS * room, np.int64)
                table = np.zeros(2 * room, np.uint64)
                stamps = np.zeros(2 * room + 1, np.int64)
                continue
            one, two = 0, 0
            played += 1
            if count > 0:
                random = _next(random)
                at = ends[_below(random, np.uint64(count))] * WIDTH
                if rows[at + STAGE] == WON:
                    result = (OWN_WINS if played & 1 == 1 else ENEMY_WINS) + lost_as(rows, at, tables)
                    break
                chosen = rows[at : at + WIDTH]
            else:
                chosen = row.copy()
            pass_turn(chosen, row, tables)
        results[result] += 1
        results[TURNS] += played
    return results
