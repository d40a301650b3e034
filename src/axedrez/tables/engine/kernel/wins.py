"""The rolls with which the side that rolls wins at once: what a network thinks of a position is corrected by them.

Ends are rare among the positions that a network has learned from, and so it is often wrong there: whether a king comes
home with this roll is not a matter of judgement.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import allocating, inlined
from axedrez.jit_types import Flag, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.dice import HIGH, LOW, N_ROLLS, SHARE
from axedrez.tables.engine.kernel.network import LANES, LOSSES, WINS
from axedrez.tables.kernel.layout import BEARS_OFF, ENEMY, N_PIECES, OFF, OWN, TYPE_OF, WIDTH
from axedrez.tables.kernel.locks import nobody_wins
from axedrez.tables.kernel.playout import lost_as
from axedrez.tables.kernel.rolls import Rolls, has_borne_off, larger_rolls, make_rolls, write_roll
from axedrez.tables.kernel.space import ROOM_IS_SHORT


@inlined
def _left(row: SignedBytes, tables: Numbers) -> Number:
    """How many pieces of the side that rolls have still to leave the board."""
    left: Any = 0
    for i in range(tables[N_PIECES]):
        left += row[OWN + i] != OFF and tables[BEARS_OFF + tables[TYPE_OF + i]] != 0
    return left


@allocating
def _is_over(row: SignedBytes, tables: Numbers) -> Flag:
    return has_borne_off(row, ENEMY, tables) or nobody_wins(row, row.view(np.uint64), 0, tables)


@allocating
def with_wins(tables: Numbers, keys: Words, rolls: Rolls, row: SignedBytes, out: Floats, at: Number) -> Rolls:
    """Correct what a network thinks of a row, at `at` of `out`, by the rolls that win at once.

    Their share counts as won, with the most points that they can win; of what else may come, in the proportion that
    the network sees. The game is not over at the row. Returns the memory, larger where that was needed.
    """
    left = _left(row, tables)
    if left > 4:  # a die takes off one piece
        return rolls
    wins = np.zeros(LOSSES, np.float64)
    total = 0.0
    for roll in range(N_ROLLS):
        high, low = HIGH[roll], LOW[roll]
        if left > 2 and high != low:
            continue
        count = write_roll(rolls, tables, keys, row, high, low)
        while count == ROOM_IS_SHORT:
            rolls = larger_rolls(rolls)
            count = write_roll(rolls, tables, keys, row, high, low)
        most: Any = -1
        for i in range(count):
            if has_borne_off(rolls.found_bytes, i * WIDTH + ENEMY, tables):
                most = max(most, lost_as(rolls.found_bytes, i * WIDTH + OWN, tables))
        if most >= 0:
            wins[most] += SHARE[roll]
            total += SHARE[roll]
    if total == 0.0:
        return rolls
    others = 0.0
    for j in range(LOSSES):
        out[at + WINS + j] = max(0.0, np.float64(out[at + WINS + j]) - wins[j])
    for j in range(LANES):
        others += np.float64(out[at + j])
    for j in range(LANES):
        out[at + j] = np.float64(out[at + j]) * max(0.0, 1.0 - total) / others if others > 0.0 else 0.0
    for j in range(LOSSES):
        out[at + WINS + j] += wins[j] if others > 0.0 else wins[j] / total
    return rolls


@allocating
def correct_wins(tables: Numbers, keys: Words, rows: SignedBytes, outcomes: Floats) -> None:
    """The same for n rows (n × `WIDTH`) and what a network thinks of each (n · `LANES`); ends stay as they are."""
    rolls = make_rolls(tables)
    for n in range(len(rows)):
        if not _is_over(rows[n], tables):
            rolls = with_wins(tables, keys, rolls, rows[n], outcomes, n * LANES)
