"""What endgame tables know of a position in the tree."""

from __future__ import annotations

from numpy import int64, uint64

from axedrez.chess.endgames.kernel.layout import BROKEN, DRAW, LOST
from axedrez.chess.endgames.kernel.solve import find_record, index_of, material_key
from axedrez.chess.engine.kernel.layout import (
    ENDGAME_DIRECTORY,
    ENDGAME_PIECES,
    ENDGAME_VALUES,
    MATE,
    MOVE_LIMIT,
    ONE,
    UNKNOWN,
    WON,
    Z,
)
from axedrez.chess.kernel.layout import EP, HALFMOVE, RIGHTS, U0, U1
from axedrez.jit import inlined, kernel, peek_short, popcount
from axedrez.jit_types import I64, U64, Flag, Words

_VALUE = int64(0xFFFF)


@inlined
def has_few_pieces(memory: Words, at: U64) -> Flag:
    """Whether the position at `at` is small enough for the tables of this search, if it has any."""
    return popcount(memory[at] | memory[at + U1]) <= memory[ENDGAME_PIECES]


@kernel
def known_score(memory: Words, at: U64, tables: Words, ply: U64) -> I64:
    """The score of a position under best play; `UNKNOWN` where no table has it or the move limit could undo it."""
    if memory[at + RIGHTS] != U0 or memory[at + EP] != U0:
        return UNKNOWN
    directory = memory[int64(memory[ENDGAME_DIRECTORY]) :]
    record = find_record(directory, material_key(memory, at, tables, directory))
    if record == U0:
        return UNKNOWN
    place = memory[ENDGAME_VALUES] + (index_of(memory, at, directory, record) << U1)
    value = uint64(peek_short(place) & _VALUE)
    if value == BROKEN:
        return UNKNOWN
    if value == DRAW:
        return Z
    plies = int64((value - LOST) >> U1)
    if memory[MOVE_LIMIT] != U0 and int64(memory[at + HALFMOVE]) + plies > int64(memory[MOVE_LIMIT]):
        return UNKNOWN
    score = max(MATE - int64(ply) - plies, WON - ONE)  # one that is longer than any mate is a win all the same
    return score if value & U1 != U0 else -score
