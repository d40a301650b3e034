"""Making a move on a copy of the state."""

from __future__ import annotations

from typing import Any

from axedrez.chess.kernel.generate import en_passant_origins, forward
from axedrez.chess.kernel.jit import ctz, inlined, kernel
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
    N_TYPES,
    PAWN,
    PAWN_CAPTURES,
    RIGHTS,
    ROW,
    ROYAL,
    STM,
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
    ZOBRIST_EP,
    ZOBRIST_PIECE,
    ZOBRIST_RIGHTS,
    ZOBRIST_STM,
)
from numpy import uint64

_SQUARE = uint64(63)
_TYPE = uint64(15)


@inlined
def type_on(state: Any, at: Any, tables: Any, bit: Any) -> Any:
    """The type of the piece on the square of `bit`; 0 for an empty square."""
    for kind in range(U1, tables[N_TYPES] + U1):
        if state[at + TYPES + kind] & bit != U0:
            return kind
    return U0


@inlined
def key_of_rights(tables: Any, rights: Any) -> Any:
    """The share of a set of castling rights in the hash."""
    key = U0
    while rights != U0:
        key ^= tables[ZOBRIST_RIGHTS + ctz(rights)]
        rights &= rights - U1
    return key


@kernel
def make(source: Any, at: Any, state: Any, to: Any, tables: Any, move: Any) -> None:
    """Write the position after a legal `move` of `source[at:]` to `state[to:]`; the two must not overlap."""
    for i in range(ROW):
        state[to + i] = source[at + i]
    side = source[at + STM]
    other = U1 - side
    origin, target = move & _SQUARE, (move >> U6) & _SQUARE
    kind = (move >> U16) & _TYPE
    becomes = (move >> U12) & _TYPE
    from_bit, to_bit = U1 << origin, U1 << target
    moved = type_on(source, at, tables, from_bit)
    pieces = ZOBRIST_PIECE + (side << uint64(10))
    enemies = ZOBRIST_PIECE + (other << uint64(10))
    key = source[at + HASH] ^ tables[ZOBRIST_STM]
    if source[at + EP] != U0:
        key ^= tables[ZOBRIST_EP + ctz(source[at + EP])]
    state[to + EP] = U0
    state[to + HALFMOVE] += U1
    pawn = tables[PAWN]

    if kind == CASTLING:
        base = CASTLES + ((move >> U20) << U3)
        rook_from, rook_to = tables[base + U1], tables[base + U2]
        rook = type_on(source, at, tables, U1 << rook_from)
        state[to + TYPES + moved] ^= from_bit
        state[to + TYPES + rook] ^= U1 << rook_from
        state[to + TYPES + moved] ^= to_bit
        state[to + TYPES + rook] ^= U1 << rook_to
        state[to + side] = (source[at + side] & ~from_bit & ~(U1 << rook_from)) | to_bit | (U1 << rook_to)
        key ^= tables[pieces + (moved << U6) + origin] ^ tables[pieces + (moved << U6) + target]
        key ^= tables[pieces + (rook << U6) + rook_from] ^ tables[pieces + (rook << U6) + rook_to]
    else:
        taken_bit = forward(to_bit, other) if kind == EN_PASSANT else to_bit & source[at + other]
        if taken_bit != U0:
            taken = type_on(source, at, tables, taken_bit)
            state[to + TYPES + taken] ^= taken_bit
            state[to + other] ^= taken_bit
            key ^= tables[enemies + (taken << U6) + ctz(taken_bit)]
            state[to + HALFMOVE] = U0
        final = moved if becomes == U0 else becomes
        state[to + TYPES + moved] ^= from_bit
        state[to + TYPES + final] ^= to_bit
        state[to + side] ^= from_bit | to_bit
        key ^= tables[pieces + (moved << U6) + origin] ^ tables[pieces + (final << U6) + target]
        if moved == pawn:
            state[to + HALFMOVE] = U0

    rights = source[at + RIGHTS]
    if rights != U0:
        kept = rights & ~(from_bit | to_bit)
        if moved == tables[ROYAL]:
            kept &= ~source[at + side]
        if kept != rights:
            state[to + RIGHTS] = kept
            key ^= key_of_rights(tables, kept ^ rights)

    state[to + STM] = other
    state[to + FULLMOVE] += side
    if kind == DOUBLE and tables[HAS_EP] != U0:
        behind = forward(from_bit, side)
        reach = tables[PAWN_CAPTURES + (side << U6) + ctz(behind)]
        if reach & state[to + TYPES + pawn] & state[to + other] != U0:
            state[to + EP] = behind
            if en_passant_origins(state, to, tables) != U0:
                key ^= tables[ZOBRIST_EP + ctz(behind)]
            else:
                state[to + EP] = U0
    state[to + HASH] = key


@kernel
def fresh_hash(state: Any, at: Any, tables: Any) -> Any:
    """The hash computed from nothing; always equal to the incremental one."""
    key = tables[ZOBRIST_STM] if state[at + STM] != U0 else U0
    for side in range(U2):
        for kind in range(U1, tables[N_TYPES] + U1):
            pieces = state[at + TYPES + kind] & state[at + side]
            while pieces != U0:
                key ^= tables[ZOBRIST_PIECE + (((side << U4) + kind) << U6) + ctz(pieces)]
                pieces &= pieces - U1
    if state[at + EP] != U0:
        key ^= tables[ZOBRIST_EP + ctz(state[at + EP])]
    return key ^ key_of_rights(tables, state[at + RIGHTS])
