"""What Python calls on the general path: the same names and arguments as `axedrez.chess.kernel.entry`."""

from __future__ import annotations

import numpy as np

from axedrez.chess.kernel import attacks
from axedrez.chess.kernel.changes import heading, write_changes
from axedrez.chess.kernel.general import generate, reach
from axedrez.chess.kernel.general.goals import can_level, is_last_move
from axedrez.chess.kernel.general.legality import en_passant_origins
from axedrez.chess.kernel.general.make import fresh_hash, make, turn_length
from axedrez.chess.kernel.layout import (
    EP,
    FULLMOVE,
    HASH,
    MOVES_LEFT,
    STM,
    U0,
    U1,
    U2,
    WHITE,
)
from axedrez.jit import kernel
from axedrez.jit_types import I64, U64, Flag, Index, Words


@kernel
def legal_moves(state: Words, tables: Words, moves: Words) -> U64:
    """Write the legal moves into `moves` (`MAX_MOVES` words); returns how many there are."""
    return generate.write_moves(state, U0, tables, moves, U0, generate.LEGAL)


@kernel
def pseudo_legal_moves(state: Words, tables: Words, moves: Words) -> U64:
    """The moves that the pieces can make, the safety of royal pieces and the duty to capture left aside."""
    return generate.write_moves(state, U0, tables, moves, U0, generate.PSEUDO_LEGAL)


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
        if reach.checkers(after, U0, tables) != U0:
            sign = U1 if generate.write_moves(after, U0, tables, replies, U0, generate.LEGAL) != U0 else U2
        end = write_changes(state, after, tables, found, n + U1)
        found[n] = heading(state, tables, moves[i], end - n - U1, sign)
        n = end
    return n


@kernel
def checking_pieces(state: Words, tables: Words) -> U64:
    """The pieces that give check to the side to move; none where check need not be parried."""
    return reach.checkers(state, U0, tables)


@kernel
def attacking_pieces(state: Words, tables: Words, square: Index, by_side: U64) -> U64:
    """The pieces of `by_side` that attack a royal piece on `square`."""
    side = np.uint64(by_side)
    by = state[WHITE + side]
    hunters = reach.royals(state, U0, tables) & by
    other = state[WHITE + U1 - side]
    return reach.royal_attackers(state, U0, tables, np.uint64(square), by | other, by, side, hunters)


@kernel
def settle(state: Words, tables: Words) -> None:
    """Finish a state set up by hand: lines, moves left in the turn, a useless en passant square, the hash."""
    attacks.gather_lines(state, U0, tables)
    if state[MOVES_LEFT] == U0:
        state[MOVES_LEFT] = turn_length(tables, state[STM], state[FULLMOVE])
    if en_passant_origins(state, U0, tables) == U0:
        state[EP] = U0
    state[HASH] = fresh_hash(state, U0, tables)


@kernel
def opponent_is_attacked(state: Words, tables: Words) -> Flag:
    """Whether the side that is not to move stands in check, which no position allows; the pieces have been set up."""
    attacks.gather_lines(state, U0, tables)
    return reach.checkers_of(state, U0, tables, U1 - state[STM]) != U0


@kernel
def last_move(state: Words, tables: Words) -> Flag:
    """Whether the player to move has one move left to draw level with who arrived first (`royal-reaches`)."""
    return is_last_move(state, U0, tables)


@kernel
def may_level(state: Words, tables: Words) -> Flag:
    """Whether the player to move can bring a royal piece to the region now; the pieces have been set up."""
    attacks.gather_lines(state, U0, tables)
    return can_level(state, U0, tables)
