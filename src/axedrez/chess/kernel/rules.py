"""Ends of games that a position shows by itself (C-20, C-23, C-24)."""

from __future__ import annotations

from numpy import uint64

from axedrez.chess.kernel.layout import (
    BISHOPS,
    BLACK,
    INSUFFICIENT,
    KNIGHTS,
    PAWN,
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


@kernel
def has_mating_material(state: Words, at: U64, tables: Words, queens: U64, side: U64) -> Flag:
    """Whether the pieces on the board, on whatever squares, let `side` mate (C-18). `queens`: the set of their types.

    A lone king cannot. A lone knight needs a piece of the opponent, other than queens, that takes a square from the
    king. Bishops of one colour need a pawn, a knight or a bishop of the other colour on the board.
    """
    royals = state[at + TYPES + tables[ROYAL]]
    knights = pieces_of_types(state, at, tables[KNIGHTS])
    bishops = pieces_of_types(state, at, tables[BISHOPS])
    own = state[at + WHITE + side] & ~royals
    if own & ~(knights | bishops) != U0:
        return True
    if own & knights != U0:
        others = state[at + WHITE + U1 - side] & ~(royals | pieces_of_types(state, at, queens))
        return own & (own - U1) != U0 or others != U0
    if own != U0:
        return state[at + TYPES + tables[PAWN]] | knights != U0 or (bishops & LIGHT != U0 and bishops & ~LIGHT != U0)
    return False
