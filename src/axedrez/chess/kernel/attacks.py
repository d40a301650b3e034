"""Attack sets: what a line sees, who attacks a square."""

from __future__ import annotations

from typing import Any

from axedrez.chess.kernel.jit import HAS_PEXT, clz, ctz, inlined, kernel, pext
from axedrez.chess.kernel.layout import (
    LEAP,
    LEAPERS,
    LINE_MASK,
    LINE_START,
    N_LEAPERS,
    N_SLOTS,
    PAWN,
    PAWN_CAPTURES,
    RAY_COUNT,
    RAYS,
    RAYS_UP,
    ROYAL,
    SLOT_TYPES,
    STM,
    TYPES,
    U0,
    U1,
    U3,
    U4,
    U6,
    U63,
)

if HAS_PEXT:

    @inlined
    def line_attacks(tables: Any, slot: Any, square: Any, occupied: Any) -> Any:
        """Squares that a piece with the line class `slot` reaches from `square`, the first piece in each way included."""
        at = (slot << U6) | square
        return tables[tables[LINE_START + at] + pext(occupied, tables[LINE_MASK + at])]

else:

    @inlined
    def line_attacks(tables: Any, slot: Any, square: Any, occupied: Any) -> Any:
        """The same on processors without PEXT: ray by ray, cut at the first piece."""
        attacks = U0
        up = tables[RAYS_UP + slot]
        for direction in range(tables[RAY_COUNT + slot]):
            base = RAYS + (((slot << U3) + direction) << U6)
            ray = tables[base + square]
            blockers = ray & occupied
            if blockers != U0:
                first = ctz(blockers) if direction < up else U63 - clz(blockers)
                ray ^= tables[base + first]
            attacks |= ray
        return attacks


@inlined
def types_with_slot(state: Any, at: Any, tables: Any, slot: Any) -> Any:
    """All pieces on the board, of both colours, that move along the line class `slot`."""
    base = SLOT_TYPES + (slot << U4)
    pieces = U0
    for i in range(U1, tables[base] + U1):
        pieces |= state[at + TYPES + tables[base + i]]
    return pieces


@kernel
def attackers(state: Any, at: Any, tables: Any, square: Any, occupied: Any, by: Any, by_side: Any) -> Any:
    """Which of the pieces in `by` (all of `by_side`) attack `square` if `occupied` are the occupied squares."""
    found = U0
    for slot in range(tables[N_SLOTS]):
        sliders = types_with_slot(state, at, tables, slot) & by
        if sliders != U0:
            found |= line_attacks(tables, slot, square, occupied) & sliders
    for i in range(tables[N_LEAPERS]):
        leaper = tables[LEAPERS + i]
        found |= tables[LEAP + (leaper << U6) + square] & state[at + TYPES + leaper] & by
    pawn = tables[PAWN]
    if pawn != U0:
        found |= tables[PAWN_CAPTURES + ((U1 - by_side) << U6) + square] & state[at + TYPES + pawn] & by
    return found


@kernel
def checkers(state: Any, at: Any, tables: Any) -> Any:
    """The pieces that give check to the side to move."""
    side = state[at + STM]
    us, them = state[at + side], state[at + U1 - side]
    royal = state[at + TYPES + tables[ROYAL]] & us
    return attackers(state, at, tables, ctz(royal), us | them, them, U1 - side)
