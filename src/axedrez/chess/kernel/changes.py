"""What moves change on the board, for whoever shows them: words that say all of a square at once."""

from __future__ import annotations

from axedrez.chess.kernel.layout import BLACK, N_TYPES, TYPES, U0, U1, U4, U8, U16, U63, WHITE
from axedrez.chess.kernel.make import type_on
from axedrez.jit import ctz, inlined
from axedrez.jit_types import U64, Words


@inlined
def _piece_on(state: Words, tables: Words, bit: U64) -> U64:
    """The type of the piece on the square of `bit`, and 16 if it is Black's; 0 for an empty one."""
    kind = type_on(state, U0, tables, bit)
    return kind | (U1 << U4) if state[BLACK] & bit != U0 else kind


@inlined
def write_changes(before: Words, after: Words, tables: Words, found: Words, start: U64) -> U64:
    """Write a word for each square that differs between two states; returns the index after the last.

    A word is square | piece before << 8 | piece after << 16; a piece is its type, and 16 if it is Black's.
    """
    changed = (before[WHITE] ^ after[WHITE]) | (before[BLACK] ^ after[BLACK])
    for kind in range(U1, tables[N_TYPES] + U1):
        changed |= before[TYPES + kind] ^ after[TYPES + kind]
    n = start
    while changed != U0:
        bit = changed & (U0 - changed)
        found[n] = ctz(bit) | (_piece_on(before, tables, bit) << U8) | (_piece_on(after, tables, bit) << U16)
        n += U1
        changed ^= bit
    return n


@inlined
def heading(before: Words, tables: Words, move: U64, changes: U64, sign: U64) -> U64:
    """The word before the changes of a move: how many they are | `sign` << 8 | the piece on its origin << 16."""
    return changes | (sign << U8) | (_piece_on(before, tables, U1 << (move & U63)) << U16)
