"""What building tables asks of the general path of the chess kernel; `fast` answers the same."""

from __future__ import annotations

from axedrez.chess.kernel.general.generate import LEGAL, write_moves
from axedrez.chess.kernel.general.goals import is_last_move, reached
from axedrez.chess.kernel.general.make import make as make
from axedrez.chess.kernel.general.reach import checkers, checkers_of
from axedrez.chess.kernel.layout import BEGINS, FLAGS, LAST_MOVE, MATES, MAY_CHECK, OVER, STM, U0, U1, WINS
from axedrez.chess.kernel.rules import insufficient_material, winner_without_a_move
from axedrez.jit import inlined
from axedrez.jit_types import U64, Flag, Words


@inlined
def legal_moves(state: Words, tables: Words, moves: Words) -> U64:
    """Write the legal moves; returns how many there are."""
    return write_moves(state, U0, tables, moves, U0, LEGAL)


@inlined
def is_possible(state: Words, tables: Words) -> Flag:
    """Whether the position may stand in a game, and the game goes on."""
    side = state[STM]
    other = U1 - side
    if checkers_of(state, U0, tables, other) != U0:
        return False
    if tables[FLAGS] & MAY_CHECK == U0 and checkers_of(state, U0, tables, side) != U0:
        return False
    if tables[WINS] == U0:
        return True
    # As after a move of the opponent that changed nothing.
    state[STM] = other
    late = is_last_move(state, U0, tables)
    state[STM] = side
    if reached(state, U0, tables, other, U0, U0, U0, U0, False, late) != U0:
        return False
    if tables[FLAGS] & LAST_MOVE == U0 or side == tables[BEGINS] or is_last_move(state, U0, tables):
        return True
    # Whoever moves second has won on arriving, and cannot be to move once more.
    return reached(state, U0, tables, side, U0, U0, U0, U0, False, False) == U0


@inlined
def over(state: Words, at: U64) -> U64:
    """The word OVER of the position at `at`."""
    return state[at + OVER]


@inlined
def stuck(state: Words, tables: Words) -> U64:
    """Who has won where the side to move has no legal move: 0 White, 1 Black, 2 nobody."""
    mated = checkers(state, U0, tables) != U0 and tables[FLAGS] & MATES != U0
    return winner_without_a_move(tables, state[STM], mated or is_last_move(state, U0, tables))


@inlined
def is_drawn(state: Words, tables: Words) -> Flag:
    """Whether the material draws."""
    return insufficient_material(state, U0, tables) and not is_last_move(state, U0, tables)
