"""Hashes of rows, and the set that keeps equal states once."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import inlined, kernel
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


@kernel
def hash_of_pieces(rows: Any, at: Any, tables: Any, keys: Any, whole: Any) -> Any:
    """The hash of a row's pieces, computed from nothing; `whole` (0 or 1): what they did in the turn included."""
    key = np.uint64(0)
    for i in range(tables[N_PIECES]):
        kind = tables[TYPE_OF + i]
        key += keys[KEY_OWN + kind * 512 + rows[at + OWN + i] * 16 + rows[at + FLAGS + i] * whole]
        key += keys[KEY_ENEMY + kind * 32 + rows[at + ENEMY + i]]
    return key + keys[KEY_HOME + rows[at + HOME]]


@inlined
def whole_key(rows: Any, at: Any, keys: Any, pieces: Any) -> Any:
    """The hash of all that the rest of a turn depends on."""
    return (
        pieces
        + keys[KEY_TURN + rows[at + USED]]
        + keys[KEY_TURN + 256 + rows[at + ROYAL_MOVES]]
        + keys[KEY_TURN + 512 + rows[at + STAGE]]
        + keys[KEY_TURN + 768 + rows[at + ENTERED]]
    )


@inlined
def is_new(table: Any, stamps: Any, stamp: Any, key: Any) -> Any:
    """Put a key into an open-addressed set; False if it was there."""
    mask = np.uint64(len(table) - 1)
    slot = key & mask
    while stamps[slot] == stamp:
        if table[slot] == key:
            return False
        slot = (slot + np.uint64(1)) & mask
    stamps[slot] = stamp
    table[slot] = key
    return True


@inlined
def is_known(table: Any, stamps: Any, stamp: Any, key: Any) -> Any:
    """Whether a key is in the set."""
    mask = np.uint64(len(table) - 1)
    slot = key & mask
    while stamps[slot] == stamp:
        if table[slot] == key:
            return True
        slot = (slot + np.uint64(1)) & mask
    return False
