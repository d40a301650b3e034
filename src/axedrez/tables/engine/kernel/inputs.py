"""What a network of the tables family reads of a row: an input for each piece, some fields, and what is hard to see.

The last are parts for both sides: of the evaluation by hand where pieces are of several kinds, else `tactics`.
The n-th of equal pieces at one distance turns on the n-th input of that distance (the last one again where there are
no more). So a piece that moves turns one input off and one on, and the sums of the first layer follow by differences.
"""

from __future__ import annotations

import numpy as np

from axedrez.jit import allocating, inlined
from axedrez.jit_types import Doubles, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.evaluate import N_PARTS, write_parts
from axedrez.tables.engine.kernel.layout import SPAN as COUNTS
from axedrez.tables.engine.kernel.tactics import N_TACTICS, write_tactics
from axedrez.tables.kernel.layout import ENEMY, HOME, MAX_PIECES, N_PIECES, NO_PROGRESS_COUNT, OWN, WIDTH
from axedrez.tables.kernel.states import U

# The array `inputs` (`int64`). Inputs are numbered so that those of a side never decrease in the order of its pieces.
SPAN = 32
SIDE = MAX_PIECES * SPAN
FIRST = 0  # own pieces, then the enemy's: piece × SPAN + distance: the first input of its kind there
LAST = 2 * SIDE  # and the last
OWN_HOME = 4 * SIDE  # inputs of the kings who have never left their start point, -1 for none
ENEMY_HOME = OWN_HOME + 1
NO_PROGRESS = OWN_HOME + 2  # the input that is the share of the turns without progress (G-45), -1 for none
LIMIT = OWN_HOME + 3  # the number of turns that it is a share of
N_INPUTS = OWN_HOME + 4
N_OUTCOMES = OWN_HOME + 5
BY_HAND = OWN_HOME + 6  # the first of the inputs that are the parts of the evaluation made by hand, -1 for none
TACTICS = OWN_HOME + 7  # the first of the inputs that are the `tactics` of a plain sheet, -1 for none
SIZE = OWN_HOME + 8

PART_PIPS = 50.0  # the unit of the parts of the evaluation made by hand
MAX_PARTS = max(N_PARTS, N_TACTICS)


@inlined
def _write_side(rows: SignedBytes, at: Number, side: Number, n: Number, inputs: Numbers, units: Numbers) -> None:
    before: Number = -1
    unit: Number = 0
    for i in range(n):
        place = side * SIDE + i * SPAN + rows[U(at + i)]
        first = inputs[U(FIRST + place)]
        if first == before:
            if unit < inputs[U(LAST + place)]:
                unit += 1
        else:
            before = unit = first
        units[U(side * MAX_PIECES + i)] = unit


@inlined
def write_units(rows: SignedBytes, at: Number, tables: Numbers, inputs: Numbers, units: Numbers) -> None:
    """Write the input of each piece of the row at `at` to `units` (2 × `MAX_PIECES`): own pieces, then the enemy's.

    Equal pieces have to come from the furthest one on, as they do at the beginning of a turn.
    """
    _write_side(rows, at + OWN, 0, tables[N_PIECES], inputs, units)
    _write_side(rows, at + ENEMY, 1, tables[N_PIECES], inputs, units)


@inlined
def no_progress_count(rows: SignedBytes, at: Number) -> Number:
    """The turns in a row without progress (G-45) of the row at `at`."""
    low = np.int64(rows[U(at + NO_PROGRESS_COUNT)]) & 255
    return low | (np.int64(rows[U(at + NO_PROGRESS_COUNT + 1)]) & 255) << 8


@inlined
def no_progress_share(rows: SignedBytes, at: Number, inputs: Numbers) -> np.float32:
    """The value of the input `NO_PROGRESS`: the count of turns without progress as a share of the limit."""
    return np.float32(np.float32(no_progress_count(rows, at)) / np.float32(inputs[LIMIT]))


@inlined
def home_bit(rows: SignedBytes, at: Number, bit: Number) -> np.float32:
    """The value of the input `OWN_HOME` (`bit` 0) or `ENEMY_HOME` (1)."""
    return np.float32((np.int64(rows[U(at + HOME)]) >> bit) & 1)


@allocating
def write_dense(
    rows: SignedBytes,
    count: Number,
    tables: Numbers,
    inputs: Numbers,
    weights: Doubles,
    reach: Words,
    out: Floats,
) -> None:
    """Write the inputs of `count` rows, one after another, to `out` (`count` × `inputs[N_INPUTS]`).

    `weights` and `reach`: of the evaluation made by hand (`engine.weights.Parameters`).
    """
    units = np.zeros(2 * MAX_PIECES, np.int64)
    mine, theirs = np.zeros(COUNTS, np.int64), np.zeros(COUNTS, np.int64)
    parts = np.zeros(MAX_PARTS, np.float64)
    width = inputs[N_INPUTS]
    for r in range(count):
        at, to = r * WIDTH, r * width
        for j in range(width):
            out[U(to + j)] = np.float32(0)
        write_units(rows, at, tables, inputs, units)
        for side in range(2):
            for i in range(tables[N_PIECES]):
                out[U(to + units[U(side * MAX_PIECES + i)])] += np.float32(1)
        for bit in range(2):
            if inputs[OWN_HOME + bit] >= 0:
                out[U(to + inputs[OWN_HOME + bit])] = home_bit(rows, at, bit)
        if inputs[NO_PROGRESS] >= 0:
            out[U(to + inputs[NO_PROGRESS])] = no_progress_share(rows, at, inputs)
        if inputs[BY_HAND] >= 0:
            write_parts(rows, at, tables, weights, reach, mine, theirs, parts)
            for i in range(N_PARTS):
                out[U(to + inputs[BY_HAND] + i)] = np.float32(parts[i] / PART_PIPS)
        if inputs[TACTICS] >= 0:
            write_tactics(rows, at, tables, parts)
            for i in range(N_TACTICS):
                out[U(to + inputs[TACTICS] + i)] = np.float32(parts[i])
