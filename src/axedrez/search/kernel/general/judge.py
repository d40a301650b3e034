"""What a position of any sheet is worth at first sight, by the weights that `evaluate.py` derives from the sheet."""

from __future__ import annotations

from typing import Any

from numpy import int64

from axedrez.chess.kernel.attacks import ring
from axedrez.chess.kernel.general.generate import in_hand
from axedrez.chess.kernel.general.goals import checks_left
from axedrez.chess.kernel.general.reach import attacked_from, royals
from axedrez.chess.kernel.layout import (
    EXTINCT,
    HAND,
    N_TYPES,
    PAWN,
    ROYALS,
    TYPES,
    U0,
    U1,
    U2,
    U4,
    U6,
)
from axedrez.jit import ctz, kernel, popcount
from axedrez.search.kernel.judge import FARTHEST, blend, chase, cost_of_danger
from axedrez.search.kernel.layout import (
    ASSAULT,
    CHECK_GIVEN,
    DISTANCE,
    END,
    HAND_VALUE,
    MIDDLE,
    MOBILITY,
    NEAR,
    PHASE,
    RARE,
    Z,
)


@kernel
def _towards_goals(state: Any, at: Any, tables: Any, numbers: Any, side: Any, king: Any) -> Any:
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
def evaluate(state: Any, at: Any, tables: Any, numbers: Any) -> Any:
    """Centipawns, seen by the side to move."""
    middle = Z
    end = Z
    phase = Z
    all_royals = royals(state, at, tables)
    occupied = state[at] | state[at + U1]
    for side in range(U2):
        middle, end = -middle, -end
        own = state[at + side]
        king, prey = all_royals & own, all_royals & ~own
        near = ring(prey)
        both = Z
        danger = Z
        for kind in range(U1, tables[N_TYPES] + U1):
            pieces = state[at + TYPES + kind] & own
            base = ((side << U4) | kind) << U6
            phase += int64(popcount(pieces)) * numbers[PHASE + kind]
            attacks = kind != tables[PAWN] and (tables[ROYALS] >> kind) & U1 == U0
            while pieces != U0:
                square = ctz(pieces)
                middle += numbers[MIDDLE + base + square]
                end += numbers[END + base + square]
                if attacks:
                    seen = attacked_from(tables, side, kind, square, occupied)
                    both += int64(popcount(seen & ~own)) * numbers[MOBILITY + kind]
                    danger += int64(popcount(seen & near)) * numbers[ASSAULT + kind]
                pieces &= pieces - U1
        both += cost_of_danger(danger) + _towards_goals(state, at, tables, numbers, side, king)
        if prey != U0 and king != U0 and state[at + U1 - side] == prey:
            both += chase(numbers, king, prey)
        middle += both
        end += both
    return blend(state, at, numbers, middle, end, phase)
