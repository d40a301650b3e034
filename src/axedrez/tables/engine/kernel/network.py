"""A network of the tables family: from the inputs of a position to the probabilities of its outcomes.

Two hidden layers of rectified sums, then one number for each outcome, made into probabilities (softmax). All numbers
are `float32`. The sums of the first layer follow by differences from those of another row.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from axedrez.jit import allocating, ctz, inlined, positive_lanes, wide
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
    active: Numbers
    hidden: Floats
    base_units: Numbers
    units: Numbers
    added: Numbers
    removed: Numbers
    mine: Numbers
    theirs: Numbers
    parts: Doubles


@allocating
def make_scratch(network: Network) -> NetworkScratch:
    """Memory for a network."""
    width, hidden = len(network.first_bias), len(network.second_bias)
    return NetworkScratch(
        np.zeros(width, np.float32),
        np.zeros(width, np.float32),
        np.zeros(width, np.int64),
        np.zeros(hidden, np.float32),
        np.zeros(2 * MAX_PIECES, np.int64),
        np.zeros(2 * MAX_PIECES, np.int64),
        np.zeros(2 * MAX_PIECES, np.int64),
        np.zeros(2 * MAX_PIECES, np.int64),
        np.zeros(SPAN, np.int64),
        np.zeros(SPAN, np.int64),
        np.zeros(MAX_PARTS, np.float64),
    )


@inlined
def _add(sums: Floats, weights: Floats, at: Number, factor: np.float32) -> None:
    for j in range(len(sums)):
        sums[U(j)] += factor * weights[U(at + j)]


@inlined
def _add_four(sums: Floats, weights: Floats, at: Number, factors: Doubles, first: Number) -> None:
    width = len(sums)
    a, b = np.float32(factors[U(first)]), np.float32(factors[U(first + 1)])
    c, d = np.float32(factors[U(first + 2)]), np.float32(factors[U(first + 3)])
    for j in range(width):
        sums[U(j)] += (
            a * weights[U(at + j)] + b * weights[U(at + width + j)]
            + (c * weights[U(at + 2 * width + j)] + d * weights[U(at + 3 * width + j)])
        )  # fmt: skip


@inlined
def _add_fields(
    sums: Floats, network: Network, inputs: Numbers, rows: SignedBytes, at: Number, sign: np.float32
) -> None:  # fmt: skip
    width = len(sums)
    if inputs[OWN_HOME] >= 0:
        if home_bit(rows, at, 0) != _ZERO:
            _add(sums, network.first, inputs[OWN_HOME] * width, sign)
        if home_bit(rows, at, 1) != _ZERO:
            _add(sums, network.first, inputs[ENEMY_HOME] * width, sign)
    if inputs[NO_PROGRESS] >= 0:
        share = no_progress_share(rows, at, inputs)
        if share != _ZERO:
            _add(sums, network.first, inputs[NO_PROGRESS] * width, sign * share)


@wide
def write_base(
    network: Network, scratch: NetworkScratch, tables: Numbers, inputs: Numbers, rows: SignedBytes, at: Number
) -> None:  # fmt: skip
    """Write the first layer's sums of the row at `at` to `scratch.base`, fields left out, and its inputs beside it."""
    base = scratch.base
    width = len(base)
    for j in range(width):
        base[U(j)] = network.first_bias[U(j)]
    write_units(rows, at, tables, inputs, scratch.base_units)
    for side in range(2):
        for i in range(tables[N_PIECES]):
            _add(base, network.first, scratch.base_units[U(side * MAX_PIECES + i)] * width, _ONE)


@inlined
def _differences(scratch: NetworkScratch, n_pieces: Number) -> Number:
    """Fill `added` and `removed`, which are as many, from `base_units` and `units`; how many."""
    n_added, n_removed = 0, 0
    for side in range(2):
        i: Any = side * MAX_PIECES
        j: Any = side * MAX_PIECES
        end = side * MAX_PIECES + n_pieces
        while i < end or j < end:
            old = scratch.base_units[U(i)] if i < end else 1 << 40
            new = scratch.units[U(j)] if j < end else 1 << 40
            if old == new:
                i += 1
                j += 1
            elif old < new:
                scratch.removed[U(n_removed)] = old
                n_removed += 1
                i += 1
            else:
                scratch.added[U(n_added)] = new
                n_added += 1
                j += 1
    return n_added


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
    sums, hidden, active = scratch.sums, scratch.hidden, scratch.active
    width, n_hidden = len(sums), len(hidden)
    write_units(rows, at, tables, inputs, scratch.units)
    n = _differences(scratch, tables[N_PIECES])
    for j in range(width):
        sums[U(j)] = scratch.base[U(j)]
    for i in range(n):
        plus, minus = scratch.added[U(i)] * width, scratch.removed[U(i)] * width
        for j in range(width):
            sums[U(j)] += network.first[U(plus + j)] - network.first[U(minus + j)]
    _add_fields(sums, network, inputs, rows, at, _ONE)
    if inputs[BY_HAND] >= 0:
        write_parts(
            rows, at, tables, network.weights, network.reach, scratch.mine, scratch.theirs, scratch.parts
        )  # fmt: skip
        for i in range(N_PARTS):
            _add(sums, network.first, (inputs[BY_HAND] + i) * width, np.float32(scratch.parts[U(i)] / PART_PIPS))
    if inputs[TACTICS] >= 0 and write_tactics(rows, at, tables, scratch.parts):
        for i in range(0, N_TACTICS, 4):
            _add_four(sums, network.first, (inputs[TACTICS] + i) * width, scratch.parts, i)
    # Most sums are negative: only the others go on.
    count: Any = 0
    block: Any = 0
    while block + 64 <= width:
        lanes = positive_lanes(sums, block)
        while lanes != _NONE:
            active[U(count)] = block + np.int64(ctz(lanes))
            lanes &= lanes - _LANE
            count += 1
        block += 64
    for j in range(block, width):
        active[U(count)] = j
        count += 1 if sums[U(j)] > _ZERO else 0
    for j in range(n_hidden):
        hidden[U(j)] = network.second_bias[U(j)]
    k: Any = 0
    while k + 4 <= count:
        a, b, c, d = active[U(k)], active[U(k + 1)], active[U(k + 2)], active[U(k + 3)]
        va, vb, vc, vd = sums[U(a)], sums[U(b)], sums[U(c)], sums[U(d)]
        a, b, c, d = a * n_hidden, b * n_hidden, c * n_hidden, d * n_hidden
        for j in range(n_hidden):
            hidden[U(j)] += (
                va * network.second[U(a + j)] + vb * network.second[U(b + j)]
                + (vc * network.second[U(c + j)] + vd * network.second[U(d + j)])
            )  # fmt: skip
        k += 4
    while k < count:
        va, a = sums[U(active[U(k)])], active[U(k)] * n_hidden
        for j in range(n_hidden):
            hidden[U(j)] += va * network.second[U(a + j)]
        k += 1
    for j in range(LANES):
        out[U(to + j)] = network.third_bias[U(j)]
    for i in range(n_hidden):
        value = hidden[U(i)]
        if value > _ZERO:
            for j in range(LANES):
                out[U(to + j)] += value * network.third[U(i * LANES + j)]
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
