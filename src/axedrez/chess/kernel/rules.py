"""Ends of games that a position shows by itself (C-20, C-23, C-24)."""

from __future__ import annotations

from numpy import uint64

from axedrez.chess.kernel.layout import (
    BISHOPS,
    BLACK,
    INSUFFICIENT,
    KNIGHTS,
    ROYAL,
    STALEMATE,
    TYPES,
    U0,
    U1,
    U2,
    U3,
    WHITE,
)
from axedrez.jit import ctz, inlined, kernel, popcount
from axedrez.jit_types import U64, Flag, Words

LIGHT = uint64(0x55AA55AA55AA55AA)


@kernel
def pieces_of_types(state: Words, at: U64, kinds: U64) -> U64:
    """All pieces of a set of types (bit t for type t)."""
    found = U0
    while kinds != U0:
        found |= state[at + TYPES + ctz(kinds)]
        kinds &= kinds - U1
    return found


@inlined
def winner_without_a_move(tables: Words, side: U64, in_check: Flag) -> U64:
    """Who has won when `side` has no legal move: 0 White, 1 Black, 2 nobody (C-16, C-20, D-2)."""
    goal = tables[STALEMATE]
    if in_check or goal == U1:
        return U1 - side
    return U2 if goal == U0 else side


@kernel
def insufficient_material(state: Words, at: U64, tables: Words) -> Flag:
    """Whether the material draws (C-23), at the level that the sheet sets."""
    level = tables[INSUFFICIENT]
    if level == U0:
        return False
    others = (state[at + WHITE] | state[at + BLACK]) & ~state[at + TYPES + tables[ROYAL]]
    if others == U0:
        return True
    knights = pieces_of_types(state, at, tables[KNIGHTS])
    bishops = pieces_of_types(state, at, tables[BISHOPS])
    if others & ~(knights | bishops) != U0:
        return False
    if others & (others - U1) == U0:
        return True
    if level >= U2 and knights == U0 and (bishops & LIGHT == U0 or bishops & ~LIGHT == U0):
        return True
    if level >= U3:
        white = others & state[at + WHITE]
        if popcount(others) == U2:
            one_each = white != U0 and white != others
            return one_each or others == knights
    return False
