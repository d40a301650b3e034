"""What a position is worth at first sight, by the weights that `evaluate.py` derives from the sheet."""

from __future__ import annotations

from typing import Any

from numpy import int64

from axedrez.chess.kernel.attacks import beside, line_attacks, ring
from axedrez.chess.kernel.layout import (
    HALFMOVE,
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
    CORNER,
    DOUBLED,
    END,
    ISOLATED,
    MIDDLE,
    MOBILITY,
    MOVE_LIMIT,
    PASSED,
    PHASE,
    PHASES,
    PROMOTER,
    SHIELD,
    TEMPO,
    Z,
)

FARTHEST = int64(14)  # steps between two squares
_DANGER_UNIT = int64(8)
_DANGER_MOST = int64(300)


@inlined
def _ahead(squares: Any, side: Any) -> Any:
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
    score = numbers[TEMPO] + (middle * phase + end * (total - phase)) // total
    limit = numbers[MOVE_LIMIT]
    if limit != Z:
        # The nearer the draw by the move limit, the less an advantage is worth: progress pays.
        score = score * (limit + limit - min(int64(state[at + HALFMOVE]), limit)) // (limit + limit)
    return score


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
def _activity(state: Any, at: Any, tables: Any, numbers: Any, side: Any, ring: Any) -> Any:
    """Squares that the pieces of `side` attack, and danger that they bring to the royal piece inside `ring`."""
    own = state[at + side]
    free = ~own
    occupied = own | state[at + U1 - side]
    own ^= state[at + TYPES + tables[ROYAL]] & own
    score = Z
    danger = Z
    for slot in range(tables[N_SLOTS]):
        base = SLOT_TYPES + (slot << U4)
        for i in range(U1, tables[base] + U1):
            kind = tables[base + i]
            pieces = state[at + TYPES + kind] & own
            while pieces != U0:
                seen = line_attacks(tables, slot, ctz(pieces), occupied)
                score += int64(popcount(seen & free)) * numbers[MOBILITY + kind]
                danger += int64(popcount(seen & ring)) * numbers[ASSAULT + kind]
                pieces &= pieces - U1
    for i in range(tables[N_LEAPERS]):
        kind = tables[LEAPERS + i]
        pieces = state[at + TYPES + kind] & own
        while pieces != U0:
            seen = tables[LEAP + (kind << U6) + ctz(pieces)]
            score += int64(popcount(seen & free)) * numbers[MOBILITY + kind]
            danger += int64(popcount(seen & ring)) * numbers[ASSAULT + kind]
            pieces &= pieces - U1
    return score + cost_of_danger(danger)


@kernel
def _pawns(state: Any, at: Any, tables: Any, numbers: Any, side: Any) -> Any:
    """Passed, doubled and isolated pawns of `side`."""
    pawns = state[at + TYPES + tables[PAWN]]
    own = pawns & state[at + side]
    score = Z
    if own == U0:
        return score
    score -= int64(popcount(own & _ahead(own, side))) * numbers[DOUBLED]
    files = own | _ahead(own, U0) | _ahead(own, U1)
    score -= int64(popcount(own & ~beside(files))) * numbers[ISOLATED]
    guarded = _ahead(pawns & state[at + U1 - side], U1 - side)
    passed = own & ~(guarded | beside(guarded))
    while passed != U0:
        score += numbers[PASSED + (side << U6) + ctz(passed)]
        passed &= passed - U1
    return score


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
def evaluate(state: Any, at: Any, tables: Any, numbers: Any) -> Any:
    """Centipawns, seen by the side to move."""
    middle = Z
    end = Z
    phase = Z
    royals = state[at + TYPES + tables[ROYAL]]
    for side in range(U2):
        middle, end = -middle, -end
        own = state[at + side]
        for kind in range(U1, tables[N_TYPES] + U1):
            pieces = state[at + TYPES + kind] & own
            base = ((side << U4) | kind) << U6
            phase += int64(popcount(pieces)) * numbers[PHASE + kind]
            while pieces != U0:
                square = ctz(pieces)
                middle += numbers[MIDDLE + base + square]
                end += numbers[END + base + square]
                pieces &= pieces - U1
        king = royals & own
        prey = royals & ~own
        both = _activity(state, at, tables, numbers, side, ring(prey)) + _pawns(state, at, tables, numbers, side)
        if tables[N_PROMOTERS] != U0:
            both += _promoters(state, at, tables, numbers, side)
        if state[at + U1 - side] == prey:
            both += chase(numbers, king, prey)
        shield = state[at + TYPES + tables[PAWN]] & own & ring(king) & _ahead(king | beside(king), side)
        middle += both + int64(popcount(shield)) * numbers[SHIELD]
        end += both
    return blend(state, at, numbers, middle, end, phase)
