"""What the search asks of rules of any kind; `fast` answers the same where the moves are those of classic chess."""

from __future__ import annotations

from typing import Any

from numpy import int64

from axedrez.chess.engine.kernel.general.chance_nodes import mean as mean
from axedrez.chess.engine.kernel.general.evaluate import assess as assess
from axedrez.chess.engine.kernel.hash_table import repeated, score_without_moves
from axedrez.chess.engine.kernel.history import note_move as _note_move
from axedrez.chess.engine.kernel.history import note_pass
from axedrez.chess.engine.kernel.layout import (
    ALLOWED,
    CHECKING,
    LIST,
    MOVE_LIMIT,
    MOVES,
    NULL_MOVE,
    VALUE,
    WON,
    Z,
)
from axedrez.chess.kernel.attacks import line_attacks
from axedrez.chess.kernel.general.generate import CAPTURES, LEGAL, is_placing, write_moves
from axedrez.chess.kernel.general.goals import checks_left as checks_left
from axedrez.chess.kernel.general.goals import is_last_move as is_last_move
from axedrez.chess.kernel.general.goals import winner_of as winner_of
from axedrez.chess.kernel.general.legality import blast
from axedrez.chess.kernel.general.make import make as make
from axedrez.chess.kernel.general.reach import attackers as attackers
from axedrez.chess.kernel.general.reach import checkers as checkers
from axedrez.chess.kernel.general.reach import royals
from axedrez.chess.kernel.layout import (
    ARRIVAL,
    CASTLING,
    DROP,
    EN_PASSANT,
    EXPLODES,
    FLAGS,
    HALFMOVE,
    HAND,
    LEAP_SOURCES,
    MATES,
    N_SLOTS,
    N_TYPES,
    NIBBLE,
    PARRY,
    PASS,
    PAWN,
    PAWN_CAPTURES,
    PIECE_REACHES,
    REGION,
    ROYAL_REACHES,
    ROYALS,
    RUNNERS,
    SLOT_TYPES,
    STM,
    TYPES,
    U0,
    U1,
    U4,
    U6,
    U12,
    U16,
    U63,
    WINS,
)
from axedrez.chess.kernel.make import type_on
from axedrez.chess.kernel.rules import insufficient_material
from axedrez.jit import ctz, inlined, kernel, popcount
from axedrez.jit_types import I64, U64, Flag, Numbers, Words

GENERAL = True
DECIDED = WON
MIN_EVASION_DEPTH = int64(-4)
_MIN_QUIET = int64(-(1 << 31))  # captures that lose material stand below


@inlined
def legal_moves(memory: Words, at: U64, tables: Words, moves: U64) -> U64:
    """Write the legal moves from `moves` on; returns the place after the last."""
    return write_moves(memory, at, tables, memory, moves, LEGAL)


@inlined
def captures(memory: Words, at: U64, tables: Words, moves: U64) -> U64:
    """Write the captures from `moves` on; returns the place after the last."""
    return write_moves(memory, at, tables, memory, moves, CAPTURES)


@inlined
def mover(state: Words, at: U64, tables: Words, move: U64) -> U64:
    """The type of the piece that is moved or dropped; 0 for passing."""
    kind = (move >> U16) & NIBBLE
    if kind == DROP:
        return (move >> U12) & NIBBLE
    if kind == PASS:
        return U0
    return type_on(state, at, tables, U1 << (move & U63))


@inlined
def victim(state: Words, at: U64, tables: Words, move: U64) -> U64:
    """The type of the piece that a move takes, whosever it is; 0 for none."""
    kind = (move >> U16) & NIBBLE
    if kind == EN_PASSANT:
        return tables[PAWN]
    target = U1 << ((move >> U6) & U63)
    if kind in (DROP, PASS, CASTLING) or (state[at] | state[at + U1]) & target == U0:
        return U0
    return type_on(state, at, tables, target)


@inlined
def takes(state: Words, at: U64, move: U64) -> Flag:
    """Whether a move captures."""
    kind = (move >> U16) & NIBBLE
    if kind in (DROP, PASS, CASTLING):
        return False
    return kind == EN_PASSANT or ((state[at] | state[at + U1]) >> ((move >> U6) & U63)) & U1 != U0


@inlined
def promotion(move: U64) -> U64:
    """The type that the moved piece becomes; 0 for none."""
    return U0 if (move >> U16) & NIBBLE == DROP else (move >> U12) & NIBBLE


@inlined
def is_quiet(state: Words, at: U64, tables: Words, move: U64) -> Flag:
    """Whether a move neither captures nor promotes."""
    return not takes(state, at, move) and promotion(move) == U0


@kernel
def _worth(state: Words, at: U64, tables: Words, numbers: Numbers, pieces: U64) -> I64:
    total = Z
    for kind in range(U1, tables[N_TYPES] + U1):
        total += int64(popcount(state[at + TYPES + kind] & pieces)) * numbers[VALUE + kind]
    return total


@kernel
def gain_of(state: Words, at: U64, tables: Words, numbers: Numbers, move: U64, taken: U64) -> I64:
    """What a move that takes a piece of type `taken` (0: none) wins if nothing takes back."""
    side = state[at + STM]
    us, them = state[at + side], state[at + U1 - side]
    target = U1 << ((move >> U6) & U63)
    won = numbers[VALUE + taken]
    if target & (us | them) != U0 and taken != U0:
        if tables[FLAGS] & EXPLODES != U0:
            gone = blast(state, at, tables, target) | target | (U1 << (move & U63))
            return _worth(state, at, tables, numbers, gone & them) - _worth(state, at, tables, numbers, gone & us)
        if target & us != U0:
            won = -won
    becomes = promotion(move)
    if becomes != U0:
        won += numbers[VALUE + becomes] - numbers[VALUE + mover(state, at, tables, move)]
    return won


@inlined
def find_checks(memory: Words, at: U64, tables: Words) -> None:
    """Write to `CHECKING`, for each type, from where a piece of the side to move attacks the enemy's royal piece."""
    side = memory[at + STM]
    prey = royals(memory, at, tables) & memory[at + U1 - side]
    if prey == U0 or tables[FLAGS] & PARRY == U0:
        for kind in range(U1, tables[N_TYPES] + U1):
            memory[CHECKING + kind] = U0
        return
    king = ctz(prey)
    for kind in range(U1, tables[N_TYPES] + U1):
        memory[CHECKING + kind] = tables[LEAP_SOURCES + (((side << U4) | kind) << U6) + king]
    memory[CHECKING + tables[PAWN]] = tables[PAWN_CAPTURES + ((U1 - side) << U6) + king]
    for slot in range(tables[N_SLOTS]):
        line = line_attacks(tables, slot, king, memory[at] | memory[at + U1])
        base = SLOT_TYPES + (slot << U4)
        for i in range(U1, tables[base] + U1):
            memory[CHECKING + tables[base + i]] |= line


@inlined
def arrives(tables: Words, side: U64, kind: U64, target: U64) -> Flag:
    """Whether a piece that moves to `target` is where its sheet wants it to be."""
    if ((tables[ROYALS] >> kind) & (tables[REGION] >> target)) & (tables[WINS] >> ROYAL_REACHES) & U1 != U0:
        return True
    runs = ((tables[RUNNERS] >> kind) & (tables[ARRIVAL + side] >> target)) & (tables[WINS] >> PIECE_REACHES)
    return runs & U1 != U0


@inlined
def note_move(memory: Words, tables: Words, frame: U64, side: U64, kind: U64, move: U64) -> None:
    """Write to the frame which move is made from it; a player who passes moves no piece."""
    if kind == U0:
        note_pass(memory, tables, frame)
    else:
        _note_move(memory, tables, frame, side, kind, move)


@kernel
def stuck(memory: Words, tables: Words, at: U64, ply: U64, in_check: Flag) -> I64:
    """The score of a position whose player has no legal move."""
    mated = in_check and tables[FLAGS] & MATES != U0
    return score_without_moves(tables, ply, mated or is_last_move(memory, at, tables))


@kernel
def is_drawn(memory: Words, tables: Words, at: U64, ply: U64, in_check: Flag) -> Flag:
    """Whether the position draws by material, repetition (inside the tree once is enough) or the move limit."""
    if is_last_move(memory, at, tables):
        return False
    if insufficient_material(memory, at, tables) or repeated(memory, at, ply, U1):
        return True
    if memory[MOVE_LIMIT] == U0 or memory[at + HALFMOVE] < memory[MOVE_LIMIT]:
        return False
    moves = MOVES + ply * LIST
    return not in_check or legal_moves(memory, at, tables, moves) != moves


@inlined
def may_pass(memory: Words, at: U64, tables: Words, side: U64) -> Flag:
    """Whether passing, which the rules do not allow, shows how much is in hand."""
    return memory[ALLOWED] & NULL_MOVE != U0 and not is_placing(memory, at, tables, side)


@inlined
def pieces(memory: Words, tables: Words, at: U64, side: U64) -> U64:
    """How many pieces `side` has besides royal ones and pawns, on the board or (counted as many) in hand."""
    if memory[at + HAND + side + side] | memory[at + HAND + side + side + U1] != U0:
        return U6
    plain = memory[at + TYPES + tables[PAWN]] | royals(memory, at, tables)
    return popcount(memory[at + side] & ~plain)


@inlined
def without_quiet(memory: Words, numbers: Numbers, moves: U64, orders: U64, i: U64, n: U64) -> U64:
    """Close up the list from number `i` on to the captures that lose material; returns its new end."""
    kept: Any = i
    for k in range(i, n):
        if numbers[orders + k] < _MIN_QUIET:
            memory[moves + kept], numbers[orders + kept] = memory[moves + k], numbers[orders + k]
            kept += U1
    return kept
