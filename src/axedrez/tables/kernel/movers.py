"""Which pieces may use a die at all (G-16, G-17, G-24, G-29, G-31)."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import kernel
from axedrez.jit_types import U64, Flag, Number, Numbers, SignedBytes
from axedrez.tables.kernel.landing import Seen
from axedrez.tables.kernel.layout import (
    BAR,
    BEARS_OFF,
    DEPARTURE,
    FLAGS,
    HOME,
    HOME_RULE,
    LIMIT,
    LIMIT_DOUBLES,
    N_PIECES,
    OFF,
    OWN,
    ROYAL_MOVES,
    TYPE_OF,
    WAITING,
)
from axedrez.tables.kernel.states import U

_NONE, _ONE = np.uint64(0), np.uint64(1)


@kernel
def movers(rows: SignedBytes, at: Number, tables: Numbers) -> tuple[U64, Number]:
    """The pieces that may use a die as far as the bar and waiting (G-24, G-31) go, and the distance of the hindmost.

    They are a set of bits; of pieces that are equal in all that matters only the first is in it.
    """
    found, on_bar = _NONE, _NONE
    furthest: Any = 0
    last_kind: Any = -1
    first_of_kind: Any = 0
    fresh: Any = 0
    for i in range(tables[U(N_PIECES)]):
        origin = np.int64(rows[U(at + OWN + i)])
        flags = np.int64(rows[U(at + FLAGS + i)])
        if tables[U(TYPE_OF + i)] != last_kind:
            last_kind, first_of_kind, fresh = tables[U(TYPE_OF + i)], i, 1 << OFF
        furthest = max(furthest, origin)
        known = fresh >> origin & 1 != 0
        if flags == 0:
            fresh |= 1 << origin
        else:
            known = origin == OFF or flags & WAITING != 0
            for other in range(first_of_kind, i):
                known |= rows[U(at + OWN + other)] == origin and rows[U(at + FLAGS + other)] == flags
        if not known:
            found |= _ONE << U(i)
            if origin == BAR:
                on_bar |= _ONE << U(i)
    return on_bar if furthest == BAR else found, furthest


@kernel
def king_stays(
    rows: SignedBytes,
    at: Number,
    tables: Numbers,
    piece: Number,
    die: Number,
    mode: Number,
    entering: Number,
    seen: Seen,
) -> Flag:
    """Whether the king may not move (G-16, G-17, G-29)."""
    kind = tables[TYPE_OF + piece]
    limit = tables[LIMIT_DOUBLES + kind] if die == 0 else tables[LIMIT + kind]
    if limit > 0 and rows[at + ROYAL_MOVES] >= limit:
        return True
    if entering == 1:
        return False
    if rows[at + HOME] & 1 != 0 and tables[HOME_RULE] != 0 and mode != DEPARTURE:
        return True
    company = False
    if seen[0][0] >> np.int64(rows[at + OWN + piece]) & 1 != 0:
        # He shares the point with the other king and cannot leave his companions.
        for i in range(tables[N_PIECES]):
            company |= i != piece and rows[at + OWN + i] == rows[at + OWN + piece]
    return company


@kernel
def bears_last_off(rows: SignedBytes, at: Number, tables: Numbers) -> Flag:
    """Whether the mover has one piece left to bear off."""
    left = 0
    for i in range(tables[N_PIECES]):
        if rows[at + OWN + i] != OFF and tables[BEARS_OFF + tables[TYPE_OF + i]] != 0:
            left += 1
    return left == 1
