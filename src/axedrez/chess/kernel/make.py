"""Making a move on a copy of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axedrez.chess.kernel.attacks import en_passant_candidates, forward
from axedrez.chess.kernel.generate import en_passant_origins
from axedrez.chess.kernel.layout import (
    CASTLES,
    CASTLING,
    DOUBLE,
    EN_PASSANT,
    EP,
    FULLMOVE,
    HALFMOVE,
    HAS_EP,
    HASH,
    N_SLOTS,
    N_TYPES,
    NIBBLE,
    PASSED,
    PAWN,
    RIGHTS,
    ROYAL,
    SLOTS,
    STM,
    TYPE_SLOTS,
    TYPES,
    U0,
    U1,
    U2,
    U3,
    U4,
    U6,
    U12,
    U16,
    U20,
    U63,
    ZOBRIST_EP,
    ZOBRIST_PIECE,
    ZOBRIST_RIGHTS,
    ZOBRIST_STM,
)
from axedrez.jit import ctz, inlined, kernel
from axedrez.jit_types import U64, Index, Words


@inlined
def type_on(state: Words, at: U64, tables: Words, bit: U64) -> U64:
    """The type of the piece on the square of `bit`; 0 for an empty one."""
    found: Any = U0
    for piece in range(U1, tables[N_TYPES] + U1):
        if state[at + TYPES + piece] & bit != U0:
            found = piece
    return found


@inlined
def key_of_piece(tables: Words, side: Index, kind: Index, square: Index) -> U64:
    """The share of one piece in the hash."""
    return tables[ZOBRIST_PIECE + (((side << U4) + kind) << U6) + square]


@inlined
def key_of_squares(tables: Words, keys: U64, squares: U64) -> U64:
    """The share of a set of squares in the hash, whose keys are at `keys`."""
    key = U0
    while squares != U0:
        key ^= tables[keys + ctz(squares)]
        squares &= squares - U1
    return key


def _build(hashed: bool) -> Callable[..., None]:
    @inlined
    def make(source: Words, at: U64, state: Words, to: U64, tables: Words, move: U64) -> None:
        side = source[at + STM]
        other = U1 - side
        origin, target = move & U63, (move >> U6) & U63
        kind = (move >> U16) & NIBBLE
        becomes = (move >> U12) & NIBBLE
        from_bit, to_bit = U1 << origin, U1 << target
        us, them = source[at + side], source[at + other]
        taken_bit = to_bit & them
        if kind == EN_PASSANT:
            taken_bit = forward(to_bit, other)
        gone = from_bit | taken_bit

        moved: Any = U0
        taken: Any = U0
        for piece in range(U1, tables[N_TYPES] + U1):
            squares = source[at + TYPES + piece]
            moved |= ((squares >> origin) & U1) * piece
            if squares & taken_bit != U0:
                taken = piece
            state[to + TYPES + piece] = squares & ~gone
        final = moved if becomes == U0 else becomes
        state[to + TYPES + final] |= to_bit
        lines = tables[TYPE_SLOTS + final]
        for slot in range(tables[N_SLOTS]):
            state[to + SLOTS + slot] = (source[at + SLOTS + slot] & ~gone) | (((lines >> slot) & U1) << target)
        us ^= from_bit | to_bit

        pawn = tables[PAWN]
        key = U0
        if hashed:
            key = source[at + HASH] ^ tables[ZOBRIST_STM] ^ key_of_squares(tables, ZOBRIST_EP, source[at + EP])
            key ^= key_of_piece(tables, side, moved, origin) ^ key_of_piece(tables, side, final, target)
            if taken_bit != U0:
                key ^= key_of_piece(tables, other, taken, ctz(taken_bit))

        if kind == CASTLING:
            base = CASTLES + ((move >> U20) << U3)
            rook_from, rook_to = tables[base + U1], tables[base + U2]
            rook = type_on(source, at, tables, U1 << rook_from)
            both = (U1 << rook_from) | (U1 << rook_to)
            us ^= both
            state[to + TYPES + rook] ^= both
            for slot in range(tables[N_SLOTS]):
                state[to + SLOTS + slot] ^= both * ((tables[TYPE_SLOTS + rook] >> slot) & U1)
            if hashed:
                key ^= key_of_piece(tables, side, rook, rook_from) ^ key_of_piece(tables, side, rook, rook_to)

        rights = source[at + RIGHTS]
        kept = rights & ~(from_bit | to_bit)
        if moved == tables[ROYAL]:
            kept &= ~source[at + side]
        if hashed and kept != rights:
            key ^= key_of_squares(tables, ZOBRIST_RIGHTS, kept ^ rights)

        state[to + side] = us
        state[to + other] = them & ~taken_bit
        state[to + EP] = U0
        state[to + PASSED] = U0
        state[to + RIGHTS] = kept
        state[to + STM] = other
        state[to + HALFMOVE] = U0 if taken_bit != U0 or moved == pawn else source[at + HALFMOVE] + U1
        state[to + FULLMOVE] = source[at + FULLMOVE] + side
        if kind == DOUBLE and tables[HAS_EP] != U0:
            behind = forward(from_bit, side)
            if en_passant_candidates(state, to, tables, behind) != U0:
                state[to + EP] = behind
                state[to + PASSED] = behind
                if en_passant_origins(state, to, tables) == U0:
                    state[to + EP] = U0
                elif hashed:
                    key ^= tables[ZOBRIST_EP + ctz(behind)]
        state[to + HASH] = key

    return make


make_inline = _build(hashed=True)
make_unhashed_inline = _build(hashed=False)


@kernel
def make(source: Words, at: U64, state: Words, to: U64, tables: Words, move: U64) -> None:
    """Write the position after a legal `move` of `source[at:]` to `state[to:]`; the two must not overlap."""
    make_inline(source, at, state, to, tables, move)


@kernel
def fresh_hash(state: Words, at: U64, tables: Words) -> U64:
    """The hash computed from nothing; always equal to the incremental one."""
    key = tables[ZOBRIST_STM] if state[at + STM] != U0 else U0
    for side in range(U2):
        for kind in range(U1, tables[N_TYPES] + U1):
            pieces = state[at + TYPES + kind] & state[at + side]
            while pieces != U0:
                key ^= key_of_piece(tables, side, kind, ctz(pieces))
                pieces &= pieces - U1
    key ^= key_of_squares(tables, ZOBRIST_EP, state[at + EP])
    return key ^ key_of_squares(tables, ZOBRIST_RIGHTS, state[at + RIGHTS])
