"""What the search asks of rules whose moves the fast path of the chess kernel knows; `general` answers the same."""

from __future__ import annotations

from numpy import int64

from axedrez.chess.engine.kernel.assess import assess as assess
from axedrez.chess.engine.kernel.hash_table import repeated, score_without_moves
from axedrez.chess.engine.kernel.history import note_move as note_move
from axedrez.chess.engine.kernel.layout import CHECKING, LIST, MOVE_LIMIT, MOVES, VALUE
from axedrez.chess.kernel.attacks import attackers as attackers
from axedrez.chess.kernel.attacks import checkers as checkers
from axedrez.chess.kernel.attacks import line_attacks
from axedrez.chess.kernel.generate import write_moves
from axedrez.chess.kernel.layout import (
    ALL,
    EN_PASSANT,
    HALFMOVE,
    LEAP,
    N_SLOTS,
    N_TYPES,
    NIBBLE,
    PAWN,
    PAWN_CAPTURES,
    ROYAL,
    SLOT_TYPES,
    STALEMATE,
    STM,
    TYPES,
    U0,
    U1,
    U2,
    U4,
    U6,
    U12,
    U16,
    U63,
)
from axedrez.chess.kernel.make import make as make
from axedrez.chess.kernel.make import type_on
from axedrez.chess.kernel.rules import insufficient_material
from axedrez.jit import ctz, inlined, popcount
from axedrez.jit_types import I64, U64, Flag, Numbers, Words

GENERAL = False
DECIDED = int64(600)  # windows further out are those of a game that is won or lost
MIN_EVASION_DEPTH = int64(-6)  # below this depth quiescence search no longer follows checks


@inlined
def legal_moves(memory: Words, at: U64, tables: Words, moves: U64) -> U64:
    """Write the legal moves from `moves` on; returns the place after the last."""
    return write_moves(memory, at, tables, memory, moves, ALL)


@inlined
def captures(memory: Words, at: U64, tables: Words, moves: U64) -> U64:
    """Write the captures and promotions from `moves` on; returns the place after the last."""
    return write_moves(memory, at, tables, memory, moves, memory[at + U1 - memory[at + STM]])


@inlined
def mover(state: Words, at: U64, tables: Words, move: U64) -> U64:
    """The type of the piece that is moved."""
    return type_on(state, at, tables, U1 << (move & U63))


@inlined
def victim(state: Words, at: U64, tables: Words, move: U64) -> U64:
    """The type of the piece that a move takes; 0 for none."""
    if (move >> U16) & NIBBLE == EN_PASSANT:
        return tables[PAWN]
    target = U1 << ((move >> U6) & U63)
    if target & state[at + U1 - state[at + STM]] == U0:
        return U0
    return type_on(state, at, tables, target)


@inlined
def promotion(move: U64) -> U64:
    """The type that the moved piece becomes; 0 for none."""
    return (move >> U12) & NIBBLE


@inlined
def is_quiet(state: Words, at: U64, tables: Words, move: U64) -> Flag:
    """Whether a move neither captures nor promotes."""
    return promotion(move) == U0 and victim(state, at, tables, move) == U0


@inlined
def gain_of(state: Words, at: U64, tables: Words, numbers: Numbers, move: U64, taken: U64) -> I64:
    """What a move that takes a piece of type `taken` (0: none) wins if nothing takes back."""
    won = numbers[VALUE + taken]
    becomes = promotion(move)
    if becomes != U0:
        won += numbers[VALUE + becomes] - numbers[VALUE + mover(state, at, tables, move)]
    return won


@inlined
def find_checks(memory: Words, at: U64, tables: Words) -> None:
    """Write to `CHECKING`, for each type, from where a piece of the side to move attacks the enemy's royal piece."""
    side = memory[at + STM]
    king = ctz(memory[at + TYPES + tables[ROYAL]] & memory[at + U1 - side])
    for kind in range(U1, tables[N_TYPES] + U1):
        memory[CHECKING + kind] = tables[LEAP + (kind << U6) + king]
    memory[CHECKING + tables[PAWN]] = tables[PAWN_CAPTURES + ((U1 - side) << U6) + king]
    for slot in range(tables[N_SLOTS]):
        line = line_attacks(tables, slot, king, memory[at] | memory[at + U1])
        base = SLOT_TYPES + (slot << U4)
        for i in range(U1, tables[base] + U1):
            memory[CHECKING + tables[base + i]] |= line


@inlined
def stuck(memory: Words, tables: Words, at: U64, ply: U64, in_check: Flag) -> I64:
    """The score of a position whose player has no legal move."""
    return score_without_moves(tables, ply, in_check)


@inlined
def is_drawn(memory: Words, tables: Words, at: U64, ply: U64, in_check: Flag) -> Flag:
    """Whether the position draws by material, repetition or the move limit; mate comes first."""
    if insufficient_material(memory, at, tables) or repeated(memory, at, ply, U2):
        return True
    if memory[MOVE_LIMIT] == U0 or memory[at + HALFMOVE] < memory[MOVE_LIMIT]:
        return False
    moves = MOVES + ply * LIST
    return not in_check or legal_moves(memory, at, tables, moves) != moves


@inlined
def may_pass(memory: Words, at: U64, tables: Words, side: U64) -> Flag:
    """Whether passing shows how much is in hand: not where having no move is a goal or no harm."""
    return tables[STALEMATE] == U0


@inlined
def pieces(memory: Words, tables: Words, at: U64, side: U64) -> U64:
    """How many pieces `side` has besides the royal one and pawns."""
    plain = memory[at + TYPES + tables[PAWN]] | memory[at + TYPES + tables[ROYAL]]
    return popcount(memory[at + side] & ~plain)
