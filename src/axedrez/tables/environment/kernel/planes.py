"""Observations: what stands where, as planes of 24 points seen by who is to play.

Point 0 is the last one of his way. They are apart from all else, because each kind of numbers is compiled anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import kernel, wide
from axedrez.jit_types import Number, SignedBytes
from axedrez.tables.environment.kernel.games import is_crawford
from axedrez.tables.environment.kernel.layout import (
    AT_HOME,
    BEFORE_ROLL,
    BORNE_OFF,
    CHANCE,
    COUNTER,
    CRAWFORD_PLANE,
    CUBE,
    CUBE_OWNED,
    CUBE_PLANE,
    DICE_LEFT,
    DOUBLED,
    HIGH,
    KING_MOVES,
    LACKING,
    LENGTH,
    LOW,
    MAX_TYPES,
    N_FIELDS,
    OFFERED,
    ON_BAR,
    OWNER,
    PHASE,
    PIECES,
    PLAY,
    SCORE,
    SIDE,
    SWAPPED,
    TURN_OR_DOUBLE,
    UNIT_COUNTS,
    UNITS,
    USED_ABILITY,
    WAITS,
    WITH_CUBE,
    Games,
    Rules,
    Scratch,
)
from axedrez.tables.kernel.layout import (
    BAR,
    DICE,
    ENEMY,
    FAR,
    FLAGS,
    HOME,
    N_PIECES,
    N_TYPES,
    NO_PROGRESS_COUNT,
    NO_PROGRESS_LIMIT,
    OFF,
    OWN,
    ROYAL_MOVES,
    TYPE_OF,
    USED,
    WAITING,
    WIDTH,
)
from axedrez.tables.kernel.states import U

_MAX_NUMBER = 127


@kernel
def _mark(shown: Any, rules: Rules, base: Number, plane: Number, point: Number, count: Number) -> None:
    """Write a number at one point."""
    shown[U(base + plane * FAR + point)] = np.float32(count) * rules.scales[plane]


@kernel
def _fill(shown: Any, rules: Rules, base: Number, plane: Number, number: Number) -> None:
    """Write a number as a plane that is the same everywhere, if the sheet has the plane."""
    if plane >= 0 and number != 0:
        value = np.float32(min(number, _MAX_NUMBER)) * rules.scales[plane]
        begin = U(base + plane * FAR)
        for i in range(U(FAR)):
            shown[begin + i] = value


@wide
def _clear(shown: Any, begin: Number, length: Number) -> None:
    for i in range(U(begin), U(begin + length)):
        shown[i] = 0


@kernel
def _write_side(
    shown: Any, rules: Rules, scratch: Scratch, base: Number, row: SignedBytes, side: Number, owner: Number
) -> None:
    """Write where the pieces of a side stand; `owner`: 0 for who is to play, else 1.

    Their distances begin at `side` in the row.
    """
    tables, tally, places = rules.tables, scratch.tally, rules.places
    for kind in range(tables[N_TYPES]):
        first = places[U(PIECES + owner * MAX_TYPES + kind)]
        if first < 0:
            continue
        for distance in range(U(BAR + 1)):
            tally[distance] = 0
        for i in range(U(tables[N_PIECES])):
            if tables[U(TYPE_OF) + i] == kind:
                tally[U(row[U(side) + i])] += 1
        units = places[U(UNIT_COUNTS + kind)]
        for distance in range(1, FAR + 1):
            count = tally[U(distance)]
            point = distance - 1 if owner == 0 else FAR - distance
            for unit in range(min(count, units)):
                _mark(shown, rules, base, first + unit, point, 1 if unit < UNITS - 1 else count - unit)
        _fill(shown, rules, base, places[ON_BAR + owner * MAX_TYPES + kind], tally[BAR])
        _fill(shown, rules, base, places[BORNE_OFF + owner * MAX_TYPES + kind], tally[OFF])


@kernel
def _write_turn(shown: Any, rules: Rules, base: Number, row: SignedBytes, high: Number, low: Number) -> None:
    """Write what the turn has come to: the dice left, and what each piece has done."""
    tables, places = rules.tables, rules.places
    used = np.int64(row[USED])
    if high == low:
        _fill(shown, rules, base, places[DICE_LEFT] + high - 1, 4 - np.int64(row[DICE]))
    else:
        _fill(shown, rules, base, places[DICE_LEFT] + high - 1, 1 - (used & 1))
        _fill(shown, rules, base, places[DICE_LEFT] + low - 1, 1 - (used >> 1 & 1))
    _fill(shown, rules, base, places[KING_MOVES], np.int64(row[ROYAL_MOVES]))
    for i in range(tables[N_PIECES]):
        flags, distance = np.int64(row[FLAGS + i]), np.int64(row[OWN + i])
        if flags == 0 or distance < 1 or distance > FAR:
            continue
        for number in range(3):
            plane = places[USED_ABILITY + 3 * tables[TYPE_OF + i] + number]
            if plane >= 0 and flags >> number & 1 != 0:
                _mark(shown, rules, base, plane, distance - 1, 1)
        if flags & WAITING != 0 and places[WAITS] >= 0:
            _mark(shown, rules, base, places[WAITS], distance - 1, 1)


@kernel
def _write_game(shown: Any, games: Games, rules: Rules, scratch: Scratch, g: Number) -> None:
    """Write the observation of a game."""
    places, fields, settings = rules.places, games.fields, rules.settings
    length = len(shown) // len(games.counts)
    base, at = g * length, g * N_FIELDS
    _clear(shown, base, length)
    row = games.rows[g * WIDTH : (g + 1) * WIDTH]
    phase = CHANCE if games.over[g] != 0 else fields[at + PHASE]  # nothing is due any more
    answers = 1 if phase == DOUBLED else 0  # the row is seen by the other side
    _write_side(shown, rules, scratch, base, row, ENEMY if answers == 1 else OWN, 0)
    _write_side(shown, rules, scratch, base, row, OWN if answers == 1 else ENEMY, 1)
    if places[AT_HOME] >= 0:
        for owner in range(2):
            _fill(shown, rules, base, places[AT_HOME] + owner, np.int64(row[HOME]) >> (owner ^ answers) & 1)
    if phase == PLAY:
        _write_turn(shown, rules, base, row, np.int64(fields[at + HIGH]), np.int64(fields[at + LOW]))
    if rules.tables[NO_PROGRESS_LIMIT] != 0:
        _fill(shown, rules, base, places[COUNTER], np.int64(row.view(np.int16)[NO_PROGRESS_COUNT // 2]))
    player = np.int64(fields[at + SIDE] ^ fields[at + SWAPPED]) ^ answers
    if settings[WITH_CUBE] != 0:
        doublings: Any = 0
        while 1 << doublings < fields[at + CUBE]:
            doublings += 1
        _fill(shown, rules, base, places[CUBE_PLANE], doublings)
        owner_of = np.int64(fields[at + OWNER])
        if owner_of != 0:
            _fill(shown, rules, base, places[CUBE_OWNED] + (owner_of - 1 ^ player), 1)
        _fill(shown, rules, base, places[OFFERED], answers)
        _fill(shown, rules, base, places[BEFORE_ROLL], 1 if phase == TURN_OR_DOUBLE else 0)
    if settings[LENGTH] > 1:
        for owner in range(2):
            lacking = settings[LENGTH] - np.int64(fields[at + SCORE + (owner ^ player)])
            _fill(shown, rules, base, places[LACKING] + owner, max(0, lacking))
        _fill(shown, rules, base, places[CRAWFORD_PLANE], is_crawford(games, rules, g))


@kernel
def write_planes(shown: Any, games: Games, rules: Rules, scratch: Scratch, begin: Number, end: Number) -> None:
    """Write the observations of a slice of the games."""
    for g in range(begin, end):
        _write_game(shown, games, rules, scratch, g)
