"""What a position is worth at first sight, by the weights that `evaluate.py` derives from the sheet."""

from __future__ import annotations

from typing import Any

from numpy import int64

from axedrez.chess.kernel.attacks import beside, forward, line_attacks, ring
from axedrez.chess.kernel.layout import (
    LEAP,
    LEAPERS,
    N_LEAPERS,
    N_PROMOTERS,
    N_SLOTS,
    N_TYPES,
    PAWN,
    PROMO_WITHOUT,
    PROMO_ZONE,
    PROMOTERS,
    ROYAL,
    SLOT_TYPES,
    STM,
    TYPES,
    U0,
    U1,
    U2,
    U3,
    U4,
    U6,
    U7,
    U8,
    U16,
    U32,
)
from axedrez.jit import ctz, inlined, kernel, popcount
from axedrez.search.kernel.layout import (
    ASSAULT,
    CENTRE,
    CHASE,
    CONNECTED,
    CORNER,
    DOUBLED,
    END,
    ESCORT,
    HANGING,
    ISOLATED,
    MIDDLE,
    MOBILITY,
    MOVE_LIMIT,
    OPEN_FILE,
    PAIR,
    PASSED,
    PHASE,
    PHASES,
    PROMOTER,
    SHIELD,
    TEMPO,
    THREAT,
    Z,
)

FARTHEST = int64(14)  # steps between two squares
_DANGER_UNIT = int64(8)
_DANGER_MOST = int64(500)


@inlined
def ahead(squares: Any, side: Any) -> Any:
    """All squares in front of `squares`, seen by `side`."""
    if side == U0:
        squares <<= U8
        squares |= squares << U8
        squares |= squares << U16
        return squares | (squares << U32)
    squares >>= U8
    squares |= squares >> U8
    squares |= squares >> U16
    return squares | (squares >> U32)


@inlined
def cost_of_danger(danger: Any) -> Any:
    """What danger to a royal piece counts: little alone, much together, never all."""
    return min(danger * danger // _DANGER_UNIT, _DANGER_MOST)


@inlined
def chase(numbers: Any, king: Any, prey: Any) -> Any:
    """What it is worth that a bare royal piece, `prey`, stands far from the middle and near to the enemy's, `king`."""
    a, b = ctz(king), ctz(prey)
    steps = abs(int64(a & U7) - int64(b & U7)) + abs(int64(a >> U3) - int64(b >> U3))
    return numbers[CORNER] * numbers[CENTRE + b] + numbers[CHASE] * (FARTHEST - steps)


@inlined
def blend(state: Any, at: Any, numbers: Any, middle: Any, end: Any, phase: Any) -> Any:
    """The score for the side to move, from what Black is ahead in the middle game and in the endgame."""
    if state[at + STM] == U0:
        middle, end = -middle, -end
    total = numbers[PHASES]
    phase = min(phase, total)
    return numbers[TEMPO] + (middle * phase + end * (total - phase)) // total


@inlined
def fade(numbers: Any, quiet_plies: Any, score: Any) -> Any:
    """The nearer the draw by the move limit, the less an advantage is worth: progress pays."""
    limit = numbers[MOVE_LIMIT]
    if limit == Z:
        return score
    return score * (limit + limit - min(int64(quiet_plies), limit)) // (limit + limit)


@kernel
def reach(state: Any, at: Any, tables: Any, kind: Any, square: Any, occupied: Any) -> Any:
    """The squares that a piece of the type `kind`, not a pawn, attacks from `square`."""
    found = tables[LEAP + (kind << U6) + square]
    for slot in range(tables[N_SLOTS]):
        base = SLOT_TYPES + (slot << U4)
        for i in range(U1, tables[base] + U1):
            if tables[base + i] == kind:
                found |= line_attacks(tables, slot, square, occupied)
    return found


@kernel
def _activity(state: Any, at: Any, tables: Any, numbers: Any, side: Any, free: Any, ring: Any) -> Any:
    """What the pieces of `side` are worth by what they attack: squares in `free`, danger to the royal piece in `ring`.

    Also returns all that they attack, pawns and royal piece included.
    """
    own = state[at + side]
    occupied = own | state[at + U1 - side]
    royal = state[at + TYPES + tables[ROYAL]] & own
    pawns = forward(state[at + TYPES + tables[PAWN]] & own, side)
    reached = beside(pawns) | tables[LEAP + (tables[ROYAL] << U6) + ctz(royal)]
    own ^= royal
    score = Z
    danger = Z
    for slot in range(tables[N_SLOTS]):
        base = SLOT_TYPES + (slot << U4)
        for i in range(U1, tables[base] + U1):
            kind = tables[base + i]
            pieces = state[at + TYPES + kind] & own
            while pieces != U0:
                seen = line_attacks(tables, slot, ctz(pieces), occupied)
                reached |= seen
                score += int64(popcount(seen & free)) * numbers[MOBILITY + kind]
                danger += int64(popcount(seen & ring)) * numbers[ASSAULT + kind]
                pieces &= pieces - U1
    for i in range(tables[N_LEAPERS]):
        kind = tables[LEAPERS + i]
        pieces = state[at + TYPES + kind] & own
        while pieces != U0:
            seen = tables[LEAP + (kind << U6) + ctz(pieces)]
            reached |= seen
            score += int64(popcount(seen & free)) * numbers[MOBILITY + kind]
            danger += int64(popcount(seen & ring)) * numbers[ASSAULT + kind]
            pieces &= pieces - U1
    return score, cost_of_danger(danger), reached


@inlined
def _steps(one: Any, other: Any) -> Any:
    """Steps of a king between two squares."""
    return max(abs(int64(one & U7) - int64(other & U7)), abs(int64(one >> U3) - int64(other >> U3)))


@kernel
def pawn_structure(state: Any, at: Any, tables: Any, numbers: Any, side: Any, king: Any, prey: Any) -> Any:
    """Passed, connected, doubled and isolated pawns of `side`, in the middle game and in the endgame."""
    pawns = state[at + TYPES + tables[PAWN]]
    own = pawns & state[at + side]
    middle = Z
    end = Z
    if own == U0:
        return middle, end
    middle -= int64(popcount(own & ahead(own, side))) * numbers[DOUBLED]
    files = own | ahead(own, U0) | ahead(own, U1)
    middle -= int64(popcount(own & ~beside(files))) * numbers[ISOLATED]
    middle += int64(popcount(own & (beside(own) | beside(forward(own, side))))) * numbers[CONNECTED]
    end = middle
    guarded = ahead(pawns & state[at + U1 - side], U1 - side)
    passed = own & ~(guarded | beside(guarded))
    occupied = state[at] | state[at + U1]
    while passed != U0:
        square = ctz(passed)
        worth = numbers[PASSED + (side << U6) + square]
        front = forward(U1 << square, side)
        if front & occupied != U0:
            worth = worth * int64(3) // int64(4)
        steps = _steps(ctz(prey), ctz(front)) - _steps(ctz(king), ctz(front))
        middle += worth // int64(2)
        end += worth + numbers[ESCORT] * steps * worth // int64(64)
        passed &= passed - U1
    return middle, end


@kernel
def _promoters(state: Any, at: Any, tables: Any, numbers: Any, side: Any) -> Any:
    """What it is worth that a piece may still promote on arriving on the last rank (T-4)."""
    own = state[at + side]
    occupied = own | state[at + U1 - side]
    best = Z
    for i in range(tables[N_PROMOTERS]):
        kind = tables[PROMOTERS + i]
        without = tables[PROMO_WITHOUT + kind]
        if without == U0 or state[at + TYPES + without] & own == U0:
            zone = tables[PROMO_ZONE + (side << U4) + kind]
            pieces = state[at + TYPES + kind] & own & ~zone
            while pieces != U0:
                worth = numbers[PROMOTER + kind]
                if reach(state, at, tables, kind, ctz(pieces), occupied) & zone & ~own != U0:
                    worth += worth
                best = max(best, worth)
                pieces &= pieces - U1
    return best


@kernel
def material(state: Any, at: Any, tables: Any, numbers: Any, side: Any) -> Any:
    """Pieces of `side` by their squares, in the middle game and in the endgame, and their share in the phase."""
    middle = Z
    end = Z
    phase = Z
    own = state[at + side]
    pawns = state[at + TYPES + tables[PAWN]] & own
    closed = pawns | ahead(pawns, U0) | ahead(pawns, U1)
    for kind in range(U1, tables[N_TYPES] + U1):
        pieces = state[at + TYPES + kind] & own
        base = ((side << U4) | kind) << U6
        phase += int64(popcount(pieces)) * numbers[PHASE + kind]
        both = int64(popcount(pieces & ~closed)) * numbers[OPEN_FILE + kind]
        if pieces & (pieces - U1) != U0:
            both += numbers[PAIR + kind]
        middle += both
        end += both
        while pieces != U0:
            square = ctz(pieces)
            middle += numbers[MIDDLE + base + square]
            end += numbers[END + base + square]
            pieces &= pieces - U1
    return middle, end, phase


@kernel
def evaluate(state: Any, at: Any, tables: Any, numbers: Any) -> Any:
    """Centipawns, seen by the side to move."""
    middle = Z
    end = Z
    phase = Z
    royals = state[at + TYPES + tables[ROYAL]]
    pawns = state[at + TYPES + tables[PAWN]]
    seen_before = U0
    for side in range(U2):
        middle, end = -middle, -end
        own, others = state[at + side], state[at + U1 - side]
        king, prey = royals & own, royals & ~own
        values = material(state, at, tables, numbers, side)
        phase += values[2]
        hits = beside(forward(pawns & own, side))
        avoided = beside(forward(pawns & others, U1 - side))
        activity, danger, seen = _activity(state, at, tables, numbers, side, ~(own | avoided), ring(prey))
        structure = pawn_structure(state, at, tables, numbers, side, king, prey)
        both = activity + int64(popcount(hits & others & ~pawns)) * numbers[THREAT]
        if side == U0:
            seen_before = seen
        else:
            # What stands attacked and undefended; White's side of it is seen from Black, whose turn this is.
            both += int64(popcount(others & ~prey & seen & ~seen_before)) * numbers[HANGING]
            both -= int64(popcount(own & ~king & seen_before & ~seen)) * numbers[HANGING]
        if tables[N_PROMOTERS] != U0:
            both += _promoters(state, at, tables, numbers, side)
        if others == prey:
            both += chase(numbers, king, prey)
        shield = pawns & own & ring(king) & ahead(king | beside(king), side)
        middle += values[0] + both + structure[0] + danger + int64(popcount(shield)) * numbers[SHIELD]
        end += values[1] + both + structure[1] + danger // int64(4)
    return blend(state, at, numbers, middle, end, phase)
