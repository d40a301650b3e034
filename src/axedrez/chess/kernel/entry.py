"""What Python calls: one compiled call for each question about one position.

`state` is one row of `layout.ROW` words, `tables` a compiled sheet; bitboards come back as ints.
`axedrez.chess.position.game` is the friendly twin.
"""

from __future__ import annotations

import numpy as np

from axedrez.chess.kernel import attacks, generate
from axedrez.chess.kernel.changes import heading, write_changes
from axedrez.chess.kernel.layout import ALL, EP, HASH, STM, U0, U1, U2, WHITE
from axedrez.chess.kernel.make import fresh_hash, make
from axedrez.jit import kernel
from axedrez.jit_types import I64, U64, Flag, Index, Words


@kernel
def legal_moves(state: Words, tables: Words, moves: Words) -> U64:
    """Write the legal moves into `moves` (`MAX_MOVES` words); returns how many there are."""
    return generate.write_moves(state, U0, tables, moves, U0, ALL)


@kernel
def pseudo_legal_moves(state: Words, tables: Words, moves: Words) -> U64:
    """The moves that the pieces can make, those that leave the king attacked included."""
    return generate.write_pseudo_legal(state, U0, tables, moves, U0, ALL)


@kernel
def after(state: Words, result: Words, tables: Words, move: U64) -> None:
    """Write the position after `move` into `result`."""
    make(state, U0, result, U0, tables, np.uint64(move))


@kernel
def changes(state: Words, tables: Words, moves: Words, count: I64, after: Words, replies: Words, found: Words) -> U64:
    """Write what each of `count` legal moves changes into `found`: a heading and the squares; returns where it ends.

    `kernel.changes` says what the words are; the sign is 1 for a check, 2 for one that no move answers. There are at
    most 65 words for a move. `after` (`ROW` words) and `replies` (`MAX_MOVES`) are used up.
    """
    n = U0
    for i in range(np.uint64(count)):
        make(state, U0, after, U0, tables, moves[i])
        sign = U0
        if attacks.checkers(after, U0, tables) != U0:
            sign = U1 if generate.write_moves(after, U0, tables, replies, U0, ALL) != U0 else U2
        end = write_changes(state, after, tables, found, n + U1)
        found[n] = heading(state, tables, moves[i], end - n - U1, sign)
        n = end
    return n


@kernel
def checking_pieces(state: Words, tables: Words) -> U64:
    """The pieces that give check to the side to move."""
    return attacks.checkers(state, U0, tables)


@kernel
def attacking_pieces(state: Words, tables: Words, square: Index, by_side: U64) -> U64:
    """The pieces of `by_side` that attack `square`."""
    side = np.uint64(by_side)
    by = state[WHITE + side]
    return attacks.attackers(state, U0, tables, np.uint64(square), by | state[WHITE + U1 - side], by, side)


@kernel
def settle(state: Words, tables: Words) -> None:
    """Finish a state set up by hand: drop an en passant square that no legal capture uses, compute the hash."""
    if generate.en_passant_origins(state, U0, tables) == U0:
        state[EP] = U0
    state[HASH] = fresh_hash(state, U0, tables)


@kernel
def opponent_is_attacked(state: Words, tables: Words) -> Flag:
    """Whether the side that is not to move stands in check, which no position allows; the pieces have been set up."""
    attacks.gather_lines(state, U0, tables)
    state[STM] = U1 - state[STM]
    found = attacks.checkers(state, U0, tables) != U0
    state[STM] = U1 - state[STM]
    return found
