"""A network of the tables family: from the inputs of a position to the probabilities of its outcomes.

Two hidden layers of rectified sums, then one number for each outcome, made into probabilities (softmax). All numbers
are `float32`. The sums of the first layer follow by differences from those of another row.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from axedrez.jit import allocating, ctz, inlined, positive_lanes, weighted_rows, wide
from axedrez.jit_types import Doubles, Flag, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.evaluate import N_PARTS, write_parts
from axedrez.tables.engine.kernel.inputs import (
    BY_HAND,
    ENEMY_HOME,
    MAX_PARTS,
    N_OUTCOMES,
    NO_PROGRESS,
    OWN_HOME,
    PART_PIPS,
    TACTICS,
    home_bit,
    no_progress_share,
    write_units,
)
from axedrez.tables.engine.kernel.layout import SPAN
from axedrez.tables.engine.kernel.tactics import N_TACTICS, write_tactics
from axedrez.tables.kernel.layout import ENEMY, MAX_PIECES, N_PIECES, OFF, OWN, WIDTH
from axedrez.tables.kernel.locks import nobody_wins
from axedrez.tables.kernel.playout import lost_as
from axedrez.tables.kernel.rolls import has_borne_off
from axedrez.tables.kernel.states import U

LANES = 8  # numbers to an outcome vector; those beyond the outcomes are 0
WINS, LOSSES, DRAWN = 0, 3, 6  # where the three kinds of win and of loss begin
_ZERO, _ONE = np.float32(0), np.float32(1)
_NONE, _LANE = U(0), U(1)


class Network(NamedTuple):
    """The numbers of a network, flat (`float32`): weights input by input, then the constants of each layer.

    `points`: what each outcome is worth (`LANES`); `weights`, `reach`: of the evaluation made by hand, for
    the inputs that are parts of it.
    """

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    third: Floats
    third_bias: Floats
    points: Floats
    weights: Doubles
    reach: Words


class NetworkScratch(NamedTuple):
    """Memory of one thread for `write_outcomes`."""

    base: Floats
    sums: Floats
    hidden: Floats
    lanes: Floats
    rows: Numbers
    factors: Floats
    base_units: Numbers
    units: Numbers
    mine: Numbers
    theirs: Numbers
    parts: Doubles


@allocating
def make_scratch(network: Network) -> NetworkScratch:
    """Memory for a network."""
    width, hidden = len(network.first_bias), len(network.second_bias)
    # Each piece may turn one input off and one on; three fields and the parts come to that.
    rows = max(4 * MAX_PIECES + 3 + MAX_PARTS, width, hidden)
    return NetworkScratch(
        np.zeros(width, np.float32),
        np.zeros(width, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(LANES, np.float32),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.float32),
        np.zeros(2 * MAX_PIECES, np.int64),
        np.zeros(2 * MAX_PIECES, np.int64),
        np.zeros(SPAN, np.int64),
        np.zeros(SPAN, np.int64),
        np.zeros(MAX_PARTS, np.float64),
    )


@inlined
def _add(scratch: NetworkScratch, count: Number, row: Number, factor: np.float32) -> Number:
    """Add a row of weights to the list of those that count, unless its factor is 0; how many there are."""
    scratch.rows[U(count)] = row
    scratch.factors[U(count)] = factor
    return count + (1 if factor != _ZERO else 0)


@wide
def write_base(
    network: Network, scratch: NetworkScratch, tables: Numbers, inputs: Numbers, rows: SignedBytes, at: Number
) -> None:  # fmt: skip
    """Write the first layer's sums of the row at `at` to `scratch.base`, fields left out, and its inputs beside it."""
    write_units(rows, at, tables, inputs, scratch.base_units)
    count: Any = 0
    for side in range(2):
        for i in range(tables[N_PIECES]):
            count = _add(scratch, count, scratch.base_units[U(side * MAX_PIECES + i)], _ONE)
    weighted_rows(scratch.base, network.first_bias, network.first, scratch.rows, scratch.factors, count)


@inlined
def _add_differences(scratch: NetworkScratch, n_pieces: Number) -> Number:
    """Make the list of inputs that are on in `units` and not in `base_units`, or the other way round; how many."""
    count: Any = 0
    for side in range(2):
        i: Any = side * MAX_PIECES
        j: Any = side * MAX_PIECES
        end = side * MAX_PIECES + n_pieces
        while i < end or j < end:
            old = scratch.base_units[U(i)] if i < end else 1 << 40
            new = scratch.units[U(j)] if j < end else 1 << 40
            if old < new:
                count = _add(scratch, count, old, -_ONE)
            elif new < old:
                count = _add(scratch, count, new, _ONE)
            i += old <= new
            j += new <= old
    return count


@inlined
def _add_fields(scratch: NetworkScratch, count: Number, inputs: Numbers, rows: SignedBytes, at: Number) -> Number:
    if inputs[OWN_HOME] >= 0:
        count = _add(scratch, count, inputs[OWN_HOME], home_bit(rows, at, 0))
        count = _add(scratch, count, inputs[ENEMY_HOME], home_bit(rows, at, 1))
    if inputs[NO_PROGRESS] >= 0:
        count = _add(scratch, count, inputs[NO_PROGRESS], no_progress_share(rows, at, inputs))
    return count


@inlined
def _add_positive(scratch: NetworkScratch, sums: Floats) -> Number:
    """Make the list of sums that are above 0: only these go on; how many."""
    count: Any = 0
    block: Any = 0
    while block + 64 <= len(sums):
        lanes = positive_lanes(sums, block)
        while lanes != _NONE:
            at = block + np.int64(ctz(lanes))
            scratch.rows[U(count)] = at
            scratch.factors[U(count)] = sums[U(at)]
            lanes &= lanes - _LANE
            count += 1
        block += 64
    for at in range(block, len(sums)):
        scratch.rows[U(count)] = at
        scratch.factors[U(count)] = sums[U(at)]
        count += 1 if sums[U(at)] > _ZERO else 0
    return count


@inlined
def _has_off(rows: SignedBytes, at: Number, tables: Numbers) -> Flag:
    found = False
    for i in range(tables[N_PIECES]):
        found |= rows[U(at + i)] == OFF
    return found


@wide
def write_outcomes(
    network: Network,
    scratch: NetworkScratch,
    tables: Numbers,
    inputs: Numbers,
    rows: SignedBytes,
    words: Words,
    row: Number,
    out: Floats,
    to: Number,
) -> np.float32:
    """Write the outcome probabilities of row number `row` to `out` from `to` on (`LANES`); its equity in points.

    Both are those of the side that rolls next, which sees the row. `words` is the memory of `rows`. `write_base` has
    been called for a row not far from it. Where the game is over, or can no longer be won, one outcome is
    certain; what can no longer happen (a gammon after a piece was borne off) has the probability 0.
    """
    at = row * WIDTH
    for j in range(LANES):
        out[U(to + j)] = _ZERO
    if has_borne_off(rows, at + ENEMY, tables):
        lost = LOSSES + lost_as(rows, at + OWN, tables)
        out[U(to + lost)] = _ONE
        return network.points[U(lost)]
    if nobody_wins(rows, words, row, tables):
        out[U(to + DRAWN)] = _ONE
        return network.points[DRAWN]
    listed, factors = scratch.rows, scratch.factors
    write_units(rows, at, tables, inputs, scratch.units)
    count = _add_fields(scratch, _add_differences(scratch, tables[N_PIECES]), inputs, rows, at)
    if inputs[BY_HAND] >= 0:
        write_parts(
            rows, at, tables, network.weights, network.reach, scratch.mine, scratch.theirs, scratch.parts
        )  # fmt: skip
        for i in range(N_PARTS):
            count = _add(scratch, count, inputs[BY_HAND] + i, np.float32(scratch.parts[U(i)] / PART_PIPS))
    if inputs[TACTICS] >= 0 and write_tactics(rows, at, tables, scratch.parts):
        for i in range(N_TACTICS):
            count = _add(scratch, count, inputs[TACTICS] + i, np.float32(scratch.parts[U(i)]))
    weighted_rows(scratch.sums, scratch.base, network.first, listed, factors, count)
    count = _add_positive(scratch, scratch.sums)
    weighted_rows(scratch.hidden, network.second_bias, network.second, listed, factors, count)
    count = _add_positive(scratch, scratch.hidden)
    weighted_rows(scratch.lanes, network.third_bias, network.third, listed, factors, count)
    for j in range(LANES):
        out[U(to + j)] = scratch.lanes[U(j)]
    own_off, enemy_off = _has_off(rows, at + OWN, tables), _has_off(rows, at + ENEMY, tables)
    most = out[U(to)]
    for j in range(inputs[N_OUTCOMES]):
        most = max(most, out[U(to + j)])
    total = _ZERO
    for j in range(LANES):
        impossible = (own_off and LOSSES < j < DRAWN) or (enemy_off and WINS < j < LOSSES)
        if j >= inputs[N_OUTCOMES] or impossible:
            out[U(to + j)] = _ZERO
        else:
            out[U(to + j)] = np.float32(math.exp(out[U(to + j)] - most))
            total += out[U(to + j)]
    equity = _ZERO
    for j in range(LANES):
        out[U(to + j)] /= total
        equity += out[U(to + j)] * network.points[U(j)]
    return equity
