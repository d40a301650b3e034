"""Attack sets: what a line sees, who attacks a square."""

from __future__ import annotations

from axedrez.chess.kernel.layout import (
    ALL,
    BETWEEN,
    LEAP,
    LEAPERS,
    LINES,
    N_LEAPERS,
    N_SLOTS,
    NOT_A,
    NOT_H,
    OPEN_LINES,
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
from axedrez.jit_types import U64, Flag, Index, Words

if HAS_PEXT:

    @inlined
    def line_attacks(tables: Words, slot: Index, square: Index, occupied: U64) -> U64:
        """Squares seen along the line class `slot` from `square`, the first piece in each direction included."""
        at = LINES + (((slot << U6) | square) << U1)
        return tables[tables[at + U1] + pext(occupied, tables[at])]

else:

    @inlined
    def line_attacks(tables: Words, slot: Index, square: Index, occupied: U64) -> U64:
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
def forward(squares: U64, side: Index) -> U64:
    """The squares one step ahead, seen by `side`."""
    return squares << U8 if side == U0 else squares >> U8


@inlined
def beside(squares: U64) -> U64:
    """The squares to the left and right of `squares`."""
    return ((squares & NOT_H) << U1) | ((squares & NOT_A) >> U1)


@inlined
def ring(squares: U64) -> U64:
    """The squares with all their neighbours."""
    row = squares | beside(squares)
    return row | (row << U8) | (row >> U8)


@inlined
def gather_lines(state: Words, at: U64, tables: Words) -> None:
    """Fill in the words of the state that tell which pieces move along each line class."""
    for slot in range(tables[N_SLOTS]):
        base = SLOT_TYPES + (slot << U4)
        pieces = U0
        for i in range(U1, tables[base] + U1):
            pieces |= state[at + TYPES + tables[base + i]]
        state[at + SLOTS + slot] = pieces


@inlined
def is_attacked(state: Words, at: U64, tables: Words, square: Index, occupied: U64, by: U64, by_side: U64) -> Flag:
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
def attacked_squares(state: Words, at: U64, tables: Words, occupied: U64, by: U64, by_side: U64) -> U64:
    """All squares that the pieces in `by` (all of `by_side`) attack if `occupied` are the occupied squares."""
    pawns = state[at + TYPES + tables[PAWN]] & by
    found = beside(forward(pawns, by_side))
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
def attackers(state: Words, at: U64, tables: Words, square: Index, occupied: U64, by: U64, by_side: U64) -> U64:
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
def checkers(state: Words, at: U64, tables: Words) -> U64:
    """The pieces that give check to the side to move."""
    side = state[at + STM]
    us, them = state[at + side], state[at + U1 - side]
    royal = state[at + TYPES + tables[ROYAL]] & us
    return attackers(state, at, tables, ctz(royal), us | them, them, U1 - side)


@inlined
def en_passant_candidates(state: Words, at: U64, tables: Words, passed: U64) -> U64:
    """Pawns of the side to move that attack the square `passed`, which a double step has passed over."""
    side = state[at + STM]
    reach = tables[PAWN_CAPTURES + ((U1 - side) << U6) + ctz(passed)]
    return reach & state[at + TYPES + tables[PAWN]] & state[at + side]


@inlined
def king_masks(
    state: Words, at: U64, tables: Words, king: U64, us: U64, them: U64, occupied: U64, near: U64
) -> tuple[U64, U64, U64]:
    """Where a move answers every check, the pinned pieces among `us`, and the checking pieces.

    Of these, `near` check without a line; `them` are those that may check along one. No check: every square answers.
    """
    safe, pinned, checks = ALL, U0, near
    if near != U0:
        safe = near
    # A line towards the king with one piece in between that is ours is a pin, with nothing it is a check.
    for slot in range(tables[N_SLOTS]):
        snipers = state[at + SLOTS + slot] & them & tables[OPEN_LINES + (slot << U6) + king]
        while snipers != U0:
            between = tables[BETWEEN + (king << U6) + ctz(snipers)]
            blockers = between & occupied
            if blockers == U0:
                checks |= snipers & (U0 - snipers)
                safe &= between | (snipers & (U0 - snipers))
            elif blockers & (blockers - U1) == U0:
                pinned |= blockers & us
            snipers &= snipers - U1
    if checks & (checks - U1) != U0:
        safe = U0
    return safe, pinned, checks


@kernel
def pin_line(state: Words, at: U64, tables: Words, king: U64, pinned: U64, occupied: U64, them: U64) -> U64:
    """Where a pinned piece may go: the squares between its king and the pinner, and the pinner's own."""
    bit = U1 << pinned
    for slot in range(tables[N_SLOTS]):
        snipers = state[at + SLOTS + slot] & them & tables[OPEN_LINES + (slot << U6) + king]
        while snipers != U0:
            line = tables[BETWEEN + (king << U6) + ctz(snipers)]
            if line & occupied == bit:
                return line | (snipers & (U0 - snipers))
            snipers &= snipers - U1
    return U0
