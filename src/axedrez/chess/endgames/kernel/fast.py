"""What building tables asks of the fast path of the chess kernel; `general` answers the same."""

from __future__ import annotations

from axedrez.chess.kernel.attacks import attackers, checkers
from axedrez.chess.kernel.generate import write_moves
from axedrez.chess.kernel.layout import ALL, ROYAL, STM, TYPES, U0, U1
from axedrez.chess.kernel.make import make as make
from axedrez.chess.kernel.rules import insufficient_material, winner_without_a_move
from axedrez.jit import ctz, inlined
from axedrez.jit_types import U64, Flag, Words


@inlined
def legal_moves(state: Words, tables: Words, moves: Words) -> U64:
    """Write the legal moves; returns how many there are."""
    return write_moves(state, U0, tables, moves, U0, ALL)


@inlined
def is_possible(state: Words, tables: Words) -> Flag:
    """Whether the position may stand in a game, and the game goes on."""
    side = state[STM]
    us, them = state[side], state[U1 - side]
    king = ctz(state[TYPES + tables[ROYAL]] & them)
    return attackers(state, U0, tables, king, us | them, us, side) == U0


@inlined
def over(state: Words, at: U64) -> U64:
    """The word OVER of the position at `at`."""
    return U0


@inlined
def stuck(state: Words, tables: Words) -> U64:
    """Who has won where the side to move has no legal move: 0 White, 1 Black, 2 nobody."""
    return winner_without_a_move(tables, state[STM], checkers(state, U0, tables) != U0)


@inlined
def is_drawn(state: Words, tables: Words) -> Flag:
    """Whether the material draws."""
    return insufficient_material(state, U0, tables)
