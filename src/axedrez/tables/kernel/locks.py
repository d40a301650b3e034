"""Positions that nobody can win any more, whatever the dice say: the turns without progress (G-45) will draw them.

It is a proof for what happens most, not for all such positions. One side waits for good: nothing but its king is on the
bar, and the one point on which he may enter (G-32) holds two enemy pawns, which can only be borne off from there
(G-11). So it loses every turn and none of its pieces ever moves. The other side cannot bear anything off (G-40) as long
as its king is outside the castle, and he cannot move: before him stands a lone piece which he may not take (G-25). That
piece, and every other piece of the waiting side that stands alone, could be captured by two pawns at most, and there
are no two that have not passed it. So nobody's bar ever changes again. Or both sides wait for good.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import inlined, kernel
from axedrez.jit_types import Flag, Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel.layout import (
    BAR,
    CASTLE,
    ENEMY,
    FAR,
    JOINT,
    LOCKS,
    N_PIECES,
    OFF,
    OWN,
    PAWN,
    PUSH_LONE,
    ROYAL,
    SOLO,
    TYPE_OF,
    WIDTH,
    WORDS,
)
from axedrez.tables.kernel.states import U
from axedrez.tables.kernel.turns import is_drawn


@inlined
def nobody_wins(rows: SignedBytes, words: Words, row: Number, tables: Numbers) -> Flag:
    """Whether row number `row`, at the beginning of a turn, is drawn (G-45) or locked; `words` is `rows` in memory."""
    return is_drawn(words, row * WORDS, tables) or is_locked(rows, row * WIDTH, tables)


@kernel
def is_locked(rows: SignedBytes, at: Number, tables: Numbers) -> Flag:
    """Whether nobody can win any more from the row that begins at byte `at`, at the beginning of a turn."""
    if tables[LOCKS] == 0:
        return False
    own, enemy = at + OWN, at + ENEMY
    own_waits, enemy_waits = _waits(rows, own, enemy, tables), _waits(rows, enemy, own, tables)
    if own_waits and enemy_waits:
        return True
    if own_waits:
        return _stands(rows, enemy, own, tables)
    return enemy_waits and _stands(rows, own, enemy, tables)


@kernel
def _waits(rows: SignedBytes, own: Number, enemy: Number, tables: Numbers) -> Flag:
    """Whether a side has only its king on the bar, and he can never enter."""
    king_waits = False
    for i in range(tables[N_PIECES]):
        if rows[U(own + i)] == BAR:
            if tables[U(TYPE_OF + i)] != tables[ROYAL]:
                return False
            king_waits = True
    barring: Any = 0
    if king_waits:
        for i in range(tables[N_PIECES]):
            barring += tables[U(TYPE_OF + i)] == tables[PAWN] and rows[U(enemy + i)] == BAR - FAR
    return barring > 1


@kernel
def _stands(rows: SignedBytes, own: Number, enemy: Number, tables: Numbers) -> Flag:
    """Whether the king of a side can never move, and it can capture nothing, while the other side never moves."""
    king: Any = OFF
    for i in range(tables[N_PIECES]):
        if tables[TYPE_OF + i] == tables[ROYAL]:
            king = np.int64(rows[own + i])
    if not tables[CASTLE] < king < BAR:
        return False
    is_barred = False
    for i in range(tables[N_PIECES]):
        there = BAR - np.int64(rows[enemy + i])  # as this side counts
        if not 0 < there < BAR or _count_at(rows, enemy, rows[enemy + i], tables) > 1:
            continue
        kind = tables[TYPE_OF + i]
        takers = tables[SOLO + kind] | tables[JOINT + kind] & ~(1 << tables[PAWN])
        if takers != 0 or _pawns_behind(rows, own, there, tables) > 1:
            return False
        is_barred |= there == king - 1 and tables[PUSH_LONE] >> kind & 1 == 0
    return is_barred


@kernel
def _count_at(rows: SignedBytes, side: Number, distance: Number, tables: Numbers) -> Number:
    count: Any = 0
    for i in range(tables[N_PIECES]):
        count += rows[side + i] == distance
    return count


@kernel
def _pawns_behind(rows: SignedBytes, side: Number, distance: Number, tables: Numbers) -> Number:
    """The pawns of a side that have not passed a point, those on the bar among them."""
    count: Any = 0
    for i in range(tables[N_PIECES]):
        count += tables[TYPE_OF + i] == tables[PAWN] and rows[side + i] > distance
    return count
