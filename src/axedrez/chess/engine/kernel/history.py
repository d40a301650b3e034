"""What a search learns about moves while it goes on: which ones have refuted others, and after which moves.

The tables of the histories hold numbers from -`MAX_HISTORY` to `MAX_HISTORY`; each change draws them less the nearer
they are to an end. `CONTINUATIONS` has, for each move of either side (its type and target) and for none, a table of
each side's moves after it: the part of a move is `FOLLOWING` of its frame.
"""

from __future__ import annotations

from numpy import int64, uint64

from axedrez.chess.engine.kernel.layout import (
    CONTINUATIONS_AT,
    COUNTERS,
    FOLLOWING,
    FRAME,
    FRAMES,
    HISTORY,
    KILLERS,
    MADE,
    NOTHING_MADE,
    TAKINGS,
)
from axedrez.chess.kernel.layout import N_TYPES, U1, U2, U3, U4, U6, U7, U12, U63
from axedrez.jit import inlined, kernel, peek_short, poke_short
from axedrez.jit_types import I64, U64, Index, Numbers, Words

MAX_HISTORY_SHIFT = int64(14)
MAX_HISTORY = int64(1 << 14)
_MAX_BONUS = int64(1536)
_FROM_TO = uint64(4095)


@inlined
def frame_of(ply: U64) -> U64:
    """Where the frame of a ply lies; there are two before the root's."""
    return FRAMES + (ply + U2) * FRAME


@inlined
def bonus_at(depth: I64) -> I64:
    """What a refutation at `depth` plies counts."""
    return min((depth * depth << int64(4)) + (depth << int64(5)), _MAX_BONUS)


@inlined
def _add(numbers: Numbers, place: U64, bonus: I64) -> None:
    numbers[place] += bonus - ((numbers[place] * abs(bonus)) >> MAX_HISTORY_SHIFT)


@inlined
def _add_short(address: U64, bonus: I64) -> None:
    number = peek_short(address)
    poke_short(address, number + bonus - ((number * abs(bonus)) >> MAX_HISTORY_SHIFT))


@inlined
def note_move(memory: Words, tables: Words, frame: U64, side: Index, kind: Index, move: U64) -> None:
    """Write to the frame which move is made from it."""
    target = (move >> U6) & U63
    width = tables[N_TYPES] << U6
    number = side * width + ((kind - U1) << U6) + target
    memory[frame + FOLLOWING] = memory[CONTINUATIONS_AT] + ((number * width) << U2)
    memory[frame + MADE] = (((side << U4) | kind) << U6) | target


@inlined
def note_pass(memory: Words, tables: Words, frame: U64) -> None:
    """Write to the frame that no move leads on from it, or none that is known."""
    width = tables[N_TYPES] << U6
    memory[frame + FOLLOWING] = memory[CONTINUATIONS_AT] + ((width * width) << U3)
    memory[frame + MADE] = NOTHING_MADE


@inlined
def continuation_of(memory: Words, tables: Words, frame: U64, side: Index) -> U64:
    """The address where the moves of `side` begin that may follow the move made from the frame."""
    return memory[frame + FOLLOWING] + side * (tables[N_TYPES] << U7)


@inlined
def capture_place(kind: Index, target: U64, taken: U64) -> U64:
    """Where the history of a capture is kept."""
    return TAKINGS + ((((kind << U6) | target) << U4) | taken)


@inlined
def butterfly_place(side: Index, move: U64) -> U64:
    """Where the history of a quiet move is kept."""
    return HISTORY + (side << U12) + (move & _FROM_TO)


@kernel
def update_quiet_history(
    memory: Words, numbers: Numbers, tables: Words, frame: U64, side: Index, kind: Index, move: U64, bonus: I64
) -> None:
    """Let a quiet move count `bonus` more, by itself and after the two moves before it."""
    _add(numbers, butterfly_place(side, move), bonus)
    number = (((kind - U1) << U6) | ((move >> U6) & U63)) << U1
    _add_short(continuation_of(memory, tables, frame - FRAME, side) + number, bonus)
    _add_short(continuation_of(memory, tables, frame - FRAME - FRAME, side) + number, bonus)


@kernel
def update_capture_history(numbers: Numbers, kind: Index, move: U64, taken: U64, bonus: I64) -> None:
    """Let a capture count `bonus` more."""
    _add(numbers, capture_place(kind, (move >> U6) & U63, taken), bonus)


@kernel
def store_killer(memory: Words, ply: U64, move: U64, before: U64) -> None:
    """Keep a quiet move that refuted the move `before` (see `MADE`)."""
    killers = KILLERS + ply + ply
    if memory[killers] != move:
        memory[killers + U1] = memory[killers]
        memory[killers] = move
    memory[COUNTERS + before] = move
