"""Attack sets: what a line sees, who attacks a square."""

from __future__ import annotations

from typing import Any

from axedrez.chess.kernel.layout import (
    LEAP,
    LEAPERS,
    LINES,
    N_LEAPERS,
    N_SLOTS,
    NOT_A,
    NOT_H,
    PAWN,
    PAWN_CAPTURES,
    RAY_COUNT,
    RAYS,
    RAYS_UP,
    ROYAL,
    SLOT_TYPES,
    SLOTS,
    STM,
    TYPES,
    U0,
    U1,
    U3,
    U4,
    U6,
    U8,
    U63,
)
from axedrez.jit import HAS_PEXT, clz, ctz, inlined, kernel, pext

if HAS_PEXT:

    @inlined
    def line_attacks(tables: Any, slot: Any, square: Any, occupied: Any) -> Any:
        """Squares seen along the line class `slot` from `square`, the first piece in each direction included."""
        at = LINES + (((slot << U6) | square) << U1)
        return tables[tables[at + U1] + pext(occupied, tables[at])]

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
def forward(squares: Any, side: Any) -> Any:
    """The squares one step ahead, seen by `side`."""
    return squares << U8 if side == U0 else squares >> U8


@inlined
def gather_lines(state: Any, at: Any, tables: Any) -> None:
    """Fill in the words of the state that tell which pieces move along each line class."""
    for slot in range(tables[N_SLOTS]):
        base = SLOT_TYPES + (slot << U4)
        pieces = U0
        for i in range(U1, tables[base] + U1):
            pieces |= state[at + TYPES + tables[base + i]]
        state[at + SLOTS + slot] = pieces


@inlined
def is_attacked(state: Any, at: Any, tables: Any, square: Any, occupied: Any, by: Any, by_side: Any) -> Any:
    """Whether a piece in `by` (all of `by_side`) attacks `square` if `occupied` are the occupied squares."""
    near = tables[PAWN_CAPTURES + ((U1 - by_side) << U6) + square] & state[at + TYPES + tables[PAWN]]
    for i in range(tables[N_LEAPERS]):
        leaper = tables[LEAPERS + i]
        near |= tables[LEAP + (leaper << U6) + square] & state[at + TYPES + leaper]
    for slot in range(tables[N_SLOTS]):
        sliders = state[at + SLOTS + slot]
        near |= line_attacks(tables, slot, square, occupied) & sliders
    return near & by != U0


@inlined
def attacked_squares(state: Any, at: Any, tables: Any, occupied: Any, by: Any, by_side: Any) -> Any:
    """All squares that the pieces in `by` (all of `by_side`) attack if `occupied` are the occupied squares."""
    pawns = state[at + TYPES + tables[PAWN]] & by
    ahead = forward(pawns, by_side)
    found = ((ahead & NOT_A) >> U1) | ((ahead & NOT_H) << U1)
    for i in range(tables[N_LEAPERS]):
        leaper = tables[LEAPERS + i]
        pieces = state[at + TYPES + leaper] & by
        while pieces != U0:
            found |= tables[LEAP + (leaper << U6) + ctz(pieces)]
            pieces &= pieces - U1
    for slot in range(tables[N_SLOTS]):
        pieces = state[at + SLOTS + slot] & by
        while pieces != U0:
            found |= line_attacks(tables, slot, ctz(pieces), occupied)
            pieces &= pieces - U1
    return found


@kernel
def attackers(state: Any, at: Any, tables: Any, square: Any, occupied: Any, by: Any, by_side: Any) -> Any:
    """Which of the pieces in `by` (all of `by_side`) attack `square` if `occupied` are the occupied squares."""
    found = U0
    for slot in range(tables[N_SLOTS]):
        sliders = state[at + SLOTS + slot] & by
        if sliders != U0:
            found |= line_attacks(tables, slot, square, occupied) & sliders
    for i in range(tables[N_LEAPERS]):
        leaper = tables[LEAPERS + i]
        found |= tables[LEAP + (leaper << U6) + square] & state[at + TYPES + leaper] & by
    pawns = state[at + TYPES + tables[PAWN]]
    return found | (tables[PAWN_CAPTURES + ((U1 - by_side) << U6) + square] & pawns & by)


@kernel
def checkers(state: Any, at: Any, tables: Any) -> Any:
    """The pieces that give check to the side to move."""
    side = state[at + STM]
    us, them = state[at + side], state[at + U1 - side]
    royal = state[at + TYPES + tables[ROYAL]] & us
    return attackers(state, at, tables, ctz(royal), us | them, them, U1 - side)
