"""Observations: what stands where, as planes seen by the side to move.

They are apart from all else, because each kind of numbers is compiled anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import uint64

from axedrez.chess.environment.kernel.layout import (
    CHECKS_PLANE,
    CLOCK,
    COLOUR,
    DICE_PLANE,
    ENEMY,
    EP_PLANE,
    HANDS_PLANE,
    MOVES_PLANE,
    OWN,
    PROMOTED_PLANE,
    RIGHTS_PLANE,
    SEEN,
    Games,
    Rules,
)
from axedrez.chess.kernel.layout import (
    BYTE,
    CHECKS_LEFT,
    DICE,
    EP,
    HALFMOVE,
    HAND,
    MOVES_LEFT,
    N_TYPES,
    NIBBLE,
    PROMOTED,
    RIGHTS,
    ROW,
    STM,
    TYPES,
    U0,
    U1,
    U3,
    U4,
    U7,
)
from axedrez.jit import ctz, kernel
from axedrez.jit_types import U64, Number

_MAX_NUMBER = uint64(127)


@kernel
def _mark(shown: Any, rules: Rules, base: U64, plane: Number, squares: U64) -> None:
    """Write a set of squares as a plane."""
    size = uint64(len(rules.cells))
    value = rules.scales[plane]
    begin = base + uint64(plane) * uint64(rules.cells[size - U1])
    while squares != U0:
        shown[begin + uint64(rules.cells[ctz(squares)])] = value
        squares &= squares - U1


@kernel
def _fill(shown: Any, rules: Rules, base: U64, plane: Number, number: U64) -> None:
    """Write a number as a plane that is the same everywhere."""
    if number != U0:
        size = uint64(rules.cells[uint64(len(rules.cells)) - U1])
        value = np.float32(min(number, _MAX_NUMBER)) * rules.scales[plane]
        begin = base + uint64(plane) * size
        for i in range(size):
            shown[begin + i] = value


@kernel
def _write_game(shown: Any, games: Games, rules: Rules, g: U64) -> None:
    """Write the observation of a game."""
    state, at, places = games.states, g * ROW, rules.places
    length = uint64(len(shown)) // uint64(len(games.counts))
    base = g * length
    for i in range(length):
        shown[base + i] = 0
    side = state[at + STM]
    us, them = state[at + side], state[at + U1 - side]
    types = rules.tables[N_TYPES]
    for kind in range(U1, types + U1):
        pieces = state[at + TYPES + kind]
        number = np.int64(kind - U1)
        _mark(shown, rules, base, places[OWN] + number, pieces & us)
        _mark(shown, rules, base, places[ENEMY] + number, pieces & them)
    if places[RIGHTS_PLANE] >= 0:
        _mark(shown, rules, base, places[RIGHTS_PLANE], state[at + RIGHTS])
    if places[EP_PLANE] >= 0:
        _mark(shown, rules, base, places[EP_PLANE], state[at + EP])
    _fill(shown, rules, base, places[COLOUR], side)
    _fill(shown, rules, base, places[CLOCK], state[at + HALFMOVE])
    if places[SEEN] >= 0:
        _fill(shown, rules, base, places[SEEN], games.seen[g] - U1)
    if places[HANDS_PLANE] >= 0:
        for k in range(uint64(2)):
            owner = side if k == U0 else U1 - side
            for kind in range(U1, types + U1):
                word = state[at + HAND + owner + owner + ((kind - U1) >> U3)]
                held = (word >> (((kind - U1) & U7) << U3)) & BYTE
                _fill(shown, rules, base, places[HANDS_PLANE] + np.int64(k * types + kind - U1), held)
    if places[PROMOTED_PLANE] >= 0:
        _mark(shown, rules, base, places[PROMOTED_PLANE], state[at + PROMOTED])
    if places[CHECKS_PLANE] >= 0:
        checks = state[at + CHECKS_LEFT]
        _fill(shown, rules, base, places[CHECKS_PLANE], (checks >> (side << U3)) & BYTE)
        _fill(shown, rules, base, places[CHECKS_PLANE] + 1, (checks >> ((U1 - side) << U3)) & BYTE)
    if places[MOVES_PLANE] >= 0:
        _fill(shown, rules, base, places[MOVES_PLANE], state[at + MOVES_LEFT])
    if places[DICE_PLANE] >= 0:
        _fill(shown, rules, base, places[DICE_PLANE], state[at + DICE] >> U4)
        _fill(shown, rules, base, places[DICE_PLANE] + 1, state[at + DICE] & NIBBLE)


@kernel
def write_planes(shown: Any, games: Games, rules: Rules, begin: Number, end: Number) -> None:
    """Write the observations of a slice of the games."""
    for game in range(begin, end):
        _write_game(shown, games, rules, uint64(game))
