"""The general path, as games ask it."""

from __future__ import annotations

from axedrez.chess.environment.kernel.games import build
from axedrez.chess.kernel.general.entry import settle as settle
from axedrez.chess.kernel.general.generate import LEGAL
from axedrez.chess.kernel.general.generate import write_moves as _write_moves
from axedrez.chess.kernel.general.goals import is_last_move as is_last_move
from axedrez.chess.kernel.general.make import make as make
from axedrez.chess.kernel.general.reach import checkers as checkers
from axedrez.chess.kernel.layout import DICE, FLAGS, MATES, OVER, ROLLED, U0
from axedrez.chess.kernel.rules import insufficient_material as insufficient_material
from axedrez.jit import inlined
from axedrez.jit_types import U64, Flag, Words

NAME = "general"


@inlined
def write_moves(state: Words, at: U64, tables: Words, moves: Words) -> U64:
    """Write the legal moves to `moves`; how many."""
    return _write_moves(state, at, tables, moves, U0, LEGAL)


@inlined
def mates(tables: Words) -> Flag:
    """Whether checkmate is a goal."""
    return tables[FLAGS] & MATES != U0


@inlined
def rolls(state: Words, at: U64, tables: Words) -> Flag:
    """Whether dice are due."""
    return tables[FLAGS] & ROLLED != U0 and state[at + DICE] == U0 and state[at + OVER] == U0


set_up, step, observe, enter = build(
    NAME, write_moves, make, checkers, insufficient_material, is_last_move, mates, rolls, settle
)
