"""The fast path, as games ask it."""

from __future__ import annotations

from axedrez.chess.environment.kernel.games import build
from axedrez.chess.kernel.attacks import checkers as checkers
from axedrez.chess.kernel.generate import write_moves as _write_moves
from axedrez.chess.kernel.layout import ALL, U0
from axedrez.chess.kernel.make import make as make
from axedrez.chess.kernel.rules import insufficient_material as insufficient_material
from axedrez.jit import inlined, kernel
from axedrez.jit_types import U64, Flag, Words

NAME = "fast"


@inlined
def write_moves(state: Words, at: U64, tables: Words, moves: Words) -> U64:
    """Write the legal moves to `moves`; how many."""
    return _write_moves(state, at, tables, moves, U0, ALL)


@inlined
def is_last_move(state: Words, at: U64, tables: Words) -> Flag:
    """No goal of these sheets gives a last move."""
    return False


@inlined
def mates(tables: Words) -> Flag:
    """Checkmate is the goal."""
    return True


@inlined
def rolls(state: Words, at: U64, tables: Words) -> Flag:
    """There are no dice."""
    return False


@kernel
def settle(state: Words, tables: Words) -> None:
    """Nothing is arranged."""


set_up, step, observe, enter = build(
    NAME, write_moves, make, checkers, insufficient_material, is_last_move, mates, rolls, settle
)
