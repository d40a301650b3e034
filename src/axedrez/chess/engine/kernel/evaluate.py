"""What a position is worth at first sight, by the weights that `evaluate.py` derives from the sheet."""

from __future__ import annotations

from numpy import int64, uint64

from axedrez.chess.engine.kernel.layout import (
    AIM,
    ASSAULT,
    CENTRE,
    CHASE,
    CHECK,
    CONNECTED,
    CORNER,
    DEARER,
    DOUBLED,
    END,
    ESCORT,
    HANGING,
    ISOLATED,
    LATE_CHECK,
    MIDDLE,
    MOBILITY,
    MOVE_LIMIT,
    ONE,
    OPEN_FILE,
    PAIR,
    PASSED,
    PHASE,
    PHASES,
    PROMOTER,
    SEEN,
    SHIELD,
    TEMPO,
    THREAT,
    Z,
)
from axedrez.chess.kernel.attacks import beside, forward, line_attacks, ring
from axedrez.chess.kernel.layout import (
    LEAP,
    N_PROMOTERS,
    N_TYPES,
    PAWN,
    PROMO_WITHOUT,
    PROMO_ZONE,
    PROMOTERS,
    ROYAL,
    STM,
    TYPE_SLOTS,
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
from axedrez.jit_types import I64, U64, Index, Numbers, Words

FARTHEST = int64(14)  # steps between two squares
_DANGER_UNIT = int64(8)
_DANGER_MOST = int64(500)


@inlined
def ahead(squares: U64, side: Index) -> U64:
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
def cost_of_danger(danger: I64) -> I64:
    """What danger to a royal piece counts: little alone, much together, never all."""
    return min(danger * danger // _DANGER_UNIT, _DANGER_MOST)


@inlined
def chase(numbers: Numbers, king: U64, prey: U64) -> I64:
    """What it is worth that a bare royal piece, `prey`, stands far from the middle and near to the enemy's, `king`."""
    a, b = ctz(king), ctz(prey)
    steps = abs(int64(a & U7) - int64(b & U7)) + abs(int64(a >> U3) - int64(b >> U3))
    return numbers[CORNER] * numbers[CENTRE + b] + numbers[CHASE] * (FARTHEST - steps)


@inlined
def blend(state: Words, at: U64, numbers: Numbers, middle: I64, end: I64, phase: I64) -> I64:
    """The score for the side to move, from what Black is ahead in the middle game and in the endgame."""
    if state[at + STM] == U0:
        middle, end = -middle, -end
    total = numbers[PHASES]
    phase = min(phase, total)
    return numbers[TEMPO] + (middle * phase + end * (total - phase)) // total


@inlined
def fade(numbers: Numbers, quiet_plies: U64, score: I64) -> I64:
    """The nearer the draw by the move limit, the less an advantage is worth: progress pays."""
    limit = numbers[MOVE_LIMIT]
    if limit == Z:
        return score
    return score * (limit + limit - min(int64(quiet_plies), limit)) // (limit + limit)


@kernel
def reach(state: Words, at: U64, tables: Words, kind: Index, square: Index, occupied: U64) -> U64:
    """The squares that a piece of the type `kind`, not a pawn, attacks from `square`."""
    found = tables[LEAP + (kind << U6) + square]
    lines = tables[TYPE_SLOTS + kind]
    while lines != U0:
        found |= line_attacks(tables, ctz(lines), square, occupied)
        lines &= lines - U1
    return found


@kernel
def _activity(
    state: Words, at: U64, tables: Words, numbers: Numbers, side: Index, free: U64, near: U64
) -> tuple[I64, I64, U64, U64]:
    """What the pieces of `side` are worth by what they attack: squares in `free`, danger to the royal piece in `near`.

    Also returns what they and the pawns attack, once and twice; what the pieces of each type attack is kept at `SEEN`.
    """
    occupied = state[at] | state[at + U1]
    pawns = state[at + TYPES + tables[PAWN]]
    own = state[at + side] & ~(pawns | state[at + TYPES + tables[ROYAL]])
    reached = beside(forward(pawns & state[at + side], side))
    twice = U0
    score = Z
    danger = Z
    for kind in range(U1, tables[N_TYPES] + U1):
        pieces = state[at + TYPES + kind] & own
        together = U0
        while pieces != U0:
            seen = reach(state, at, tables, kind, ctz(pieces), occupied)
            together |= seen
            twice |= reached & seen
            reached |= seen
            score += int64(popcount(seen & free)) * numbers[MOBILITY + kind]
            danger += int64(popcount(seen & near)) * numbers[ASSAULT + kind]
            pieces &= pieces - U1
        numbers[SEEN + (side << U4) + kind] = int64(together)
    return score, danger, reached, twice


@kernel
def _aims(state: Words, at: U64, tables: Words, numbers: Numbers, side: Index, prey: U64, safe: U64) -> tuple[I64, I64]:
    """How many types of `side` may check `prey` from a square in `safe`, and how many dearer pieces they attack."""
    others = state[at + U1 - side]
    occupied = others | state[at + side]
    square = ctz(prey)
    checking = Z
    dearer = Z
    for kind in range(U1, tables[N_TYPES] + U1):
        seen = uint64(numbers[SEEN + (side << U4) + kind])
        if seen != U0:
            if seen & safe & reach(state, at, tables, kind, square, occupied) != U0:
                checking += ONE
            kinds = uint64(numbers[DEARER + kind])
            while kinds != U0:
                dearer += int64(popcount(seen & others & state[at + TYPES + ctz(kinds)]))
                kinds &= kinds - U1
    return checking, dearer


@inlined
def _steps(one: U64, other: U64) -> I64:
    """Steps of a king between two squares."""
    return max(abs(int64(one & U7) - int64(other & U7)), abs(int64(one >> U3) - int64(other >> U3)))


@kernel
def pawn_structure(
    state: Words, at: U64, tables: Words, numbers: Numbers, side: Index, king: U64, prey: U64, feared: U64
) -> tuple[I64, I64]:
    """Passed, connected, doubled and isolated pawns of `side`, in the middle game and in the endgame.

    A passed pawn is worth less in the endgame if its next step is one of the squares `feared`.
    """
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
        if front & feared != U0:
            end -= worth * int64(2) // int64(5)
        passed &= passed - U1
    return middle, end


@kernel
def _promoters(state: Words, at: U64, tables: Words, numbers: Numbers, side: Index) -> I64:
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
def material(state: Words, at: U64, tables: Words, numbers: Numbers, side: Index) -> tuple[I64, I64, I64]:
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
def evaluate(state: Words, at: U64, tables: Words, numbers: Numbers) -> I64:
    """Centipawns, seen by the side to move."""
    middle = Z
    end = Z
    phase = Z
    royals = state[at + TYPES + tables[ROYAL]]
    pawns = state[at + TYPES + tables[PAWN]]
    white, black = state[at], state[at + U1]
    guarded = beside(forward(pawns & white, U0)), beside(forward(pawns & black, U1))
    first = _activity(state, at, tables, numbers, U0, ~(white | guarded[1]), ring(royals & black))
    second = _activity(state, at, tables, numbers, U1, ~(black | guarded[0]), ring(royals & white))
    for side in range(U2):
        middle, end = -middle, -end
        own, others = state[at + side], state[at + U1 - side]
        king, prey = royals & own, royals & ~own
        activity, danger, reached, twice = first if side == U0 else second
        theirs = second[2] if side == U0 else first[2]
        beside_king = tables[LEAP + (tables[ROYAL] << U6) + ctz(king)]
        beside_prey = tables[LEAP + (tables[ROYAL] << U6) + ctz(prey)]
        # What only the royal piece defends is safe for whoever attacks it twice.
        safe = ~(own | theirs) & (~beside_prey | twice)
        checking, dearer = _aims(state, at, tables, numbers, side, prey, safe)
        values = material(state, at, tables, numbers, side)
        phase += values[2]
        hits = guarded[0] if side == U0 else guarded[1]
        structure = pawn_structure(state, at, tables, numbers, side, king, prey, theirs | beside_prey)
        both = activity + int64(popcount(hits & others & ~pawns)) * numbers[THREAT] + dearer * numbers[AIM]
        # What stands attacked and undefended.
        both += int64(popcount(others & ~prey & (reached | beside_king) & ~(theirs | beside_prey))) * numbers[HANGING]
        if tables[N_PROMOTERS] != U0:
            both += _promoters(state, at, tables, numbers, side)
        if others == prey:
            both += chase(numbers, king, prey)
        shield = pawns & own & ring(king) & ahead(king | beside(king), side)
        middle += values[0] + both + structure[0] + int64(popcount(shield)) * numbers[SHIELD]
        middle += cost_of_danger(danger + numbers[CHECK] * checking)
        end += values[1] + both + structure[1] + cost_of_danger(danger) // int64(4) + numbers[LATE_CHECK] * checking
    return blend(state, at, numbers, middle, end, phase)
