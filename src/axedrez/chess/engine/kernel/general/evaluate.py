"""What a position of any sheet is worth at first sight, by the weights that `evaluate.py` derives from the sheet."""

from __future__ import annotations

from numpy import int64

from axedrez.chess.engine.kernel.assess import recalled, remembered
from axedrez.chess.engine.kernel.evaluate import (
    FARTHEST,
    ahead,
    blend,
    chase,
    cost_of_danger,
    fade,
    material,
    pawn_structure,
)
from axedrez.chess.engine.kernel.layout import (
    ASSAULT,
    CHECK_GIVEN,
    DISTANCE,
    HAND_VALUE,
    HANGING,
    MOBILITY,
    NEAR,
    RARE,
    SHIELD,
    THREAT,
    UNKNOWN,
    Z,
)
from axedrez.chess.kernel.attacks import beside, forward, ring
from axedrez.chess.kernel.general.generate import in_hand
from axedrez.chess.kernel.general.goals import checks_left
from axedrez.chess.kernel.general.reach import attacked_from, royals
from axedrez.chess.kernel.layout import (
    EXTINCT,
    HALFMOVE,
    HAND,
    HASH,
    N_TYPES,
    PAWN,
    TYPES,
    U0,
    U1,
    U2,
)
from axedrez.jit import ctz, kernel, popcount
from axedrez.jit_types import I64, U64, Index, Numbers, Words


@kernel
def _towards_goals(state: Words, at: U64, tables: Words, numbers: Numbers, side: Index, king: U64) -> I64:
    """What hands, checks given, the way to a region and the rarity of pieces are worth to `side`."""
    score = Z
    if state[at + HAND + side + side] | state[at + HAND + side + side + U1] != U0:
        for kind in range(U1, tables[N_TYPES] + U1):
            score += int64(in_hand(state, at, side, kind)) * numbers[HAND_VALUE + kind]
    score += numbers[CHECK_GIVEN + checks_left(state, at, side)]
    if numbers[NEAR] != Z:
        nearest = FARTHEST
        while king != U0:
            nearest = min(nearest, numbers[DISTANCE + ctz(king)])
            king &= king - U1
        score -= numbers[NEAR] * nearest
    kinds = tables[EXTINCT + side] & ~U1
    while kinds != U0 and numbers[RARE] != Z:
        pieces = state[at + TYPES + ctz(kinds)] & state[at + side]
        if pieces & (pieces - U1) == U0:
            score -= numbers[RARE]
        kinds &= kinds - U1
    return score


@kernel
def evaluate(state: Words, at: U64, tables: Words, numbers: Numbers) -> I64:
    """Centipawns, seen by the side to move."""
    middle = Z
    end = Z
    phase = Z
    all_royals = royals(state, at, tables)
    pawns = state[at + TYPES + tables[PAWN]]
    occupied = state[at] | state[at + U1]
    reached = seen_before = U0
    for side in range(U2):
        middle, end = -middle, -end
        own, others = state[at + side], state[at + U1 - side]
        king, prey = all_royals & own, all_royals & others
        near = ring(prey)
        values = material(state, at, tables, numbers, side)
        phase += values[2]
        reached = beside(forward(pawns & own, side))
        both = int64(popcount(reached & others & ~pawns)) * numbers[THREAT]
        danger = Z
        for kind in range(U1, tables[N_TYPES] + U1):
            pieces = state[at + TYPES + kind] & own & ~pawns
            while pieces != U0:
                seen = attacked_from(tables, side, kind, ctz(pieces), occupied)
                reached |= seen
                # Royal pieces have no weight here.
                both += int64(popcount(seen & ~own)) * numbers[MOBILITY + kind]
                danger += int64(popcount(seen & near)) * numbers[ASSAULT + kind]
                pieces &= pieces - U1
        if side == U0:
            seen_before = reached
        else:
            # What stands attacked and undefended; White's side of it is seen from Black, whose turn this is.
            both += int64(popcount(others & ~prey & reached & ~seen_before)) * numbers[HANGING]
            both -= int64(popcount(own & ~king & seen_before & ~reached)) * numbers[HANGING]
        both += cost_of_danger(danger) + _towards_goals(state, at, tables, numbers, side, king)
        if prey != U0 and king != U0 and others == prey:
            both += chase(numbers, king, prey)
        shield = pawns & own & ring(king) & ahead(king | beside(king), side)
        middle += values[0] + both + int64(popcount(shield)) * numbers[SHIELD]
        end += values[1] + both
    king, prey = all_royals & state[at], all_royals & state[at + U1]
    if king == U0 or prey == U0:  # nobody is nearer to a pawn than nobody
        king = prey = king | prey
    white = pawn_structure(state, at, tables, numbers, U0, king, prey, reached)
    black = pawn_structure(state, at, tables, numbers, U1, prey, king, seen_before)
    middle += black[0] - white[0]
    end += black[1] - white[1]
    return blend(state, at, numbers, middle, end, phase)


@kernel
def assess(memory: Words, numbers: Numbers, at: U64, tables: Words) -> I64:
    """What the position at `at` is worth, remembered, and fading towards a draw by the move limit."""
    key = memory[at + HASH]
    score = recalled(memory, key)
    if score == UNKNOWN:
        score = remembered(memory, key, evaluate(memory, at, tables, numbers))
    return fade(numbers, memory[at + HALFMOVE], score)
