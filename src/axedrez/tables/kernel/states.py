"""Hashes of rows, and the set that keeps equal states once."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import inlined, kernel
from axedrez.jit_types import U64, Flag, Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel.layout import (
    ENEMY,
    ENTERED,
    FLAGS,
    HOME,
    KEY_ENEMY,
    KEY_HOME,
    KEY_OWN,
    KEY_TURN,
    N_PIECES,
    OWN,
    ROYAL_MOVES,
    STAGE,
    TYPE_OF,
    USED,
)

U = np.uint64  # an index that cannot be negative saves a test for each access
SMALL_SET = 1 << 10
_ONE, _TWO = np.uint64(1), np.uint64(2)


@kernel
def hash_of_pieces(rows: SignedBytes, at: Number, tables: Numbers, keys: Words, whole: Number) -> U64:
    """The hash of a row's pieces, computed from nothing; `whole` (0 or 1): what they did in the turn included."""
    key = np.uint64(0)
    for i in range(tables[N_PIECES]):
        kind = tables[U(TYPE_OF + i)]
        key += keys[U(KEY_OWN + kind * 512 + rows[U(at + OWN + i)] * 16 + rows[U(at + FLAGS + i)] * whole)]
        key += keys[U(KEY_ENEMY + kind * 32 + rows[U(at + ENEMY + i)])]
    return key + keys[KEY_HOME + rows[at + HOME]]


@inlined
def whole_key(rows: SignedBytes, at: Number, keys: Words, pieces: U64) -> U64:
    """The hash of all that the rest of a turn depends on."""
    return (
        pieces
        + keys[KEY_TURN + rows[at + USED]]
        + keys[KEY_TURN + 256 + rows[at + ROYAL_MOVES]]
        + keys[KEY_TURN + 512 + rows[at + STAGE]]
        + keys[KEY_TURN + 768 + rows[at + ENTERED]]
    )


@inlined
def is_new(table: Words, mask: U64, stamp: U64, key: U64) -> Flag:
    """Put a key into the open-addressed set of a stamp (`mask` + 1 slots of key and stamp); False if it was there."""
    slot = (key & mask) << _ONE
    while table[slot + _ONE] == stamp:
        if table[slot] == key:
            return False
        slot = (slot + _TWO) & (mask << _ONE)
    table[slot] = key
    table[slot + _ONE] = stamp
    return True


@inlined
def new_stamp(table: Words) -> U64:
    """The stamp of a new, empty set."""
    table[U(len(table) - 1)] += _ONE
    return table[U(len(table) - 1)]


@inlined
def set_size(table: Words, wanted: Number) -> Number:
    """The number of slots for `wanted` keys: as few as may be, so that they stay in the processor's cache."""
    capacity: Any = SMALL_SET
    while capacity < 2 * wanted and capacity < len(table) // 2:
        capacity *= 2
    return capacity
