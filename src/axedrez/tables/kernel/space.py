"""The memory that the search of turns works in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from axedrez.jit import allocating
from axedrez.jit_types import Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel.layout import STATE_WORDS

# Levels of the search: 0 … 4 dice of the ordinary turn, then 0 … 2 of the departure.
MAX_LEVELS = 4
N_LEVELS = 8
# Uses of one die: 16 pieces, two directions, and each plainly, with one more, one less, or twice (two second legs).
MAX_SUBMOVES = 16 * 2 * (1 + 1 + 1 + 2)
ROOM_IS_SHORT = -1
FIRST_ROOM = 1 << 15
MAX_ROOM = 1 << 19
"""No turn has more states: `tables.bounds` proves it of each sheet that is let in. 62 MB."""


class Space(NamedTuple):
    """The states of all levels, one after another, and what belongs to them; see `write_turns`."""

    rows: SignedBytes  # int8, `STATE` to a state
    words: Words  # uint64, the same memory
    starts: Numbers  # int64: where each level begins, and where the last one ends
    ends: Numbers  # int64: the results among the states
    rule: Numbers  # int64: what a turn must keep
    table: Words  # uint64: the set of states already met: hash and stamp in turn, and at the end the last stamp


@allocating
def make_space(room: Number) -> Space:
    """A space for `room` states."""
    capacity: Any = 1024
    while capacity < 2 * room:
        capacity *= 2
    words = np.empty(room * STATE_WORDS, np.uint64)
    return Space(
        words.view(np.int8),
        words,
        np.zeros(N_LEVELS + 1, np.int64),
        np.empty(room, np.int64),
        np.zeros(4, np.int64),
        np.zeros(2 * capacity + 1, np.uint64),
    )


@allocating
def larger_space(room: Number) -> Space:
    """A space for twice the states of one for `room`. Raises `MemoryError` beyond `MAX_ROOM`."""
    if room >= MAX_ROOM:
        raise MemoryError("more states than a turn may have")
    return make_space(2 * room)
