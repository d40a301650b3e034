"""What a search learns about its own judgement: by how much positions alike were worth more or less than they seemed.

Alike are positions with the same pawns, or with the same other pieces of White, or of Black, on the same squares. For
each of these three there is a table of numbers from -1024 to 1024, `CORRECTED` for either side to move; positions that
fall on the same place share it. What a search finds draws the three numbers of its position towards the difference to
its evaluation, and their sum is added to the evaluation of what is alike.
"""

from __future__ import annotations

from numpy import int64, uint64

from axedrez.chess.engine.kernel.layout import (
    CONTINUATIONS_AT,
    CORRECTED,
    CORRECTION_BITS,
    CORRECTION_TABLES,
    CORRECTIONS_EACH,
    ONE,
    THREE,
    WON,
    Z,
)
from axedrez.chess.kernel.layout import N_TYPES, PAWN, STM, TYPES, U0, U1
from axedrez.jit import inlined, kernel, peek_short, poke_short
from axedrez.jit_types import I64, U64, Index, Words

_MAX_SHIFT = int64(10)  # the number is kept within 1 << this
_MAX_AT_ONCE = int64(256)
_CENTIPAWNS = int64(4)  # bits of a number that are less than a centipawn
_MIX, _MIX_AGAIN = uint64(0x9E3779B97F4A7C15), uint64(0xC2B2AE3D27D4EB4F)
_HIGH = uint64(64) - CORRECTION_BITS
_BYTES_OF_TABLE = CORRECTIONS_EACH << U1


@inlined
def _place(memory: Words, table: U64, side: Index, key: U64) -> U64:
    start = memory[CONTINUATIONS_AT] - (CORRECTION_TABLES - table) * _BYTES_OF_TABLE
    return start + (((key >> _HIGH) + side * CORRECTED) << U1)


@inlined
def _places(memory: Words, at: U64, tables: Words) -> tuple[U64, U64, U64]:
    """The addresses of the three numbers that judge a position."""
    side = memory[at + STM]
    white, black = memory[at], memory[at + U1]
    pawns = memory[at + TYPES + tables[PAWN]]
    structure = ((pawns & white) * _MIX) ^ ((pawns & black) * _MIX_AGAIN)
    structure ^= structure >> uint64(29)
    own, others = U0, U0
    for kind in range(U1, tables[N_TYPES] + U1):
        if kind != tables[PAWN]:
            pieces = memory[at + TYPES + kind]
            own = (own ^ (pieces & white)) * _MIX
            own ^= own >> uint64(32)
            others = (others ^ (pieces & black)) * _MIX
            others ^= others >> uint64(32)
    return (
        _place(memory, U0, side, structure * _MIX),
        _place(memory, U1, side, own * _MIX_AGAIN),
        _place(memory, U1 + U1, side, others * _MIX_AGAIN),
    )


@kernel
def corrected(memory: Words, at: U64, tables: Words, score: I64) -> I64:
    """A score at first sight with what was learnt of positions alike, kept apart from that of a mate."""
    one, two, three = _places(memory, at, tables)
    score += (peek_short(one) + peek_short(two) + peek_short(three)) >> _CENTIPAWNS
    return max(ONE - WON, min(WON - ONE, score))


@inlined
def _draw(address: U64, change: I64) -> None:
    number = peek_short(address)
    poke_short(address, number + change - ((number * abs(change)) >> _MAX_SHIFT))


@kernel
def update_correction(
    memory: Words, at: U64, tables: Words, depth: I64, seemed: I64, score: I64, alpha: I64, beta: I64
) -> None:
    """After a search `depth` plies deep between `alpha` and `beta`: let positions alike be worth what it found.

    `seemed` is what the position at `at` was worth before, already corrected. A score that is only a bound tells
    something when it lies on the other side of that.
    """
    difference = score - seemed
    if (score <= alpha and difference >= Z) or (score >= beta and difference <= Z):
        return
    change = max(-_MAX_AT_ONCE, min(_MAX_AT_ONCE, (difference * depth) >> THREE))
    one, two, three = _places(memory, at, tables)
    _draw(one, change)
    _draw(two, change)
    _draw(three, change)
