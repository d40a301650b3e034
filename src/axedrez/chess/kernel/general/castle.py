"""Castling, from the squares of the sheet or from wherever the pieces stand (C-14, M-10)."""

from __future__ import annotations

from axedrez.chess.kernel.general.legality import castling_squares, is_legal, span
from axedrez.chess.kernel.general.reach import royal_attackers, royals
from axedrez.chess.kernel.layout import (
    BOARD,
    CASTLES,
    CASTLING,
    CASTLING_960,
    CASTLINGS,
    FLAGS,
    LAST_RANK,
    LOW,
    PARRY,
    RIGHTS,
    STM,
    U0,
    U1,
    U2,
    U3,
    U4,
    U6,
    U16,
    U20,
    U32,
)
from axedrez.chess.kernel.make import type_on
from axedrez.jit import ctz, kernel
from axedrez.jit_types import U64, Flag, Index, Words


@kernel
def _castling_is_open(state: Words, at: U64, tables: Words, move: U64, legal: Flag) -> Flag:
    """Whether nothing stands in the way of a castling, and no attack on its path if only legal ones are wanted."""
    side = state[at + STM]
    us, them = state[at + side], state[at + U1 - side]
    occupied = us | them
    king_from, king_to, rook_from, rook_to = castling_squares(tables, move)
    both = (U1 << king_from) | (U1 << rook_from)
    path = span(king_from, king_to)
    if (path | span(rook_from, rook_to) | span(king_from, rook_from)) & occupied & ~both != U0:
        return False
    if (path | (U1 << rook_to)) & ~tables[BOARD] != U0:
        return False
    if not legal:
        return True
    if tables[FLAGS] & PARRY != U0:
        hunters = royals(state, at, tables) & them
        seen = occupied ^ (U1 << king_from)
        while path != U0:
            passing = ctz(path) != king_to or king_to == king_from
            if passing and royal_attackers(state, at, tables, ctz(path), seen, them, U1 - side, hunters) != U0:
                return False
            path &= path - U1
    return is_legal(state, at, tables, move)


@kernel
def castling_home(state: Words, at: U64, tables: Words, side: Index) -> U64:
    """The royal piece of a `960` sheet that may castle: the only one on the first rank of its side; U0 for none."""
    home = royals(state, at, tables) & state[at + side] & tables[LAST_RANK + U1 - side]
    return home if home & (home - U1) == U0 else U0


@kernel
def write_castlings(state: Words, at: U64, tables: Words, moves: Words, n: U64, kinds: U64, legal: Flag) -> U64:
    """Write the castlings of royal pieces of the types `kinds`; returns the index after the last."""
    side = state[at + STM]
    rights = state[at + RIGHTS] & state[at + side]
    if tables[FLAGS] & CASTLING_960 != U0:
        home = castling_home(state, at, tables, side)
        if home == U0 or (kinds >> type_on(state, at, tables, home)) & U1 == U0:
            return n
        while rights != U0:
            move = ctz(home) | (ctz(rights) << U6) | (CASTLING << U16)
            if _castling_is_open(state, at, tables, move, legal):
                moves[n] = move
                n += U1
            rights &= rights - U1
        return n
    for number in range(tables[CASTLINGS + side] >> U32, tables[CASTLINGS + side] & LOW):
        base = CASTLES + (number << U3)
        king = tables[base + U3]
        if rights & (U1 << tables[base + U1]) != U0 and (kinds >> type_on(state, at, tables, U1 << king)) & U1 != U0:
            move = king | (tables[base + U4] << U6) | (CASTLING << U16) | (number << U20)
            if _castling_is_open(state, at, tables, move, legal):
                moves[n] = move
                n += U1
    return n


@kernel
def rights_left(state: Words, at: U64, tables: Words, gone: U64) -> U64:
    """The castling rights that remain when all that stands on the squares `gone` leaves them."""
    rights = state[at + RIGHTS] & ~gone
    if rights == U0 or royals(state, at, tables) & gone == U0:
        return rights
    if tables[FLAGS] & CASTLING_960 != U0:
        for side in range(U2):
            if castling_home(state, at, tables, side) & gone != U0:
                rights &= ~state[at + side]
        return rights
    for side in range(U2):
        for number in range(tables[CASTLINGS + side] >> U32, tables[CASTLINGS + side] & LOW):
            base = CASTLES + (number << U3)
            if (gone >> tables[base + U3]) & U1 != U0:
                rights &= ~(U1 << tables[base + U1])
    return rights
