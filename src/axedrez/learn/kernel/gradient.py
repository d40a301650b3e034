"""How the loss of a network changes with its numbers, summed over samples: one pass forwards and one back for each."""

from __future__ import annotations

import numpy as np
from numpy import float32, uint64

from axedrez.chess.engine.kernel.layout import NETWORK_BOARDS, NETWORK_WIDTH
from axedrez.chess.engine.kernel.network import BIASES, KINDS, SECOND, SECOND_BIASES, TURNED, bucket_of
from axedrez.chess.kernel.layout import U0, U1, U2, U3, U6, U7
from axedrez.jit import ctz, wide
from axedrez.jit_types import U64, Floats, Index, Numbers, Words

MAX_PIECES = uint64(64)
_ZERO, _ONE, _TWO = float32(0), float32(1), float32(2)


@wide
def _find_rows(boards: Words, sample: U64, turn: Index, rows: Words) -> U64:
    """Write the rows of the first layer that are on for one side (`turn` 0: the one to move); returns how many."""
    ours = U0 if turn == U0 else KINDS
    theirs = KINDS - ours
    king = ctz(boards[sample, ours])
    turned = (U0 if turn == U0 else TURNED) ^ (U7 if king & U7 > U3 else U0)
    n = U0
    for number in range(NETWORK_BOARDS):
        squares = boards[sample, ours + number] if number < KINDS else boards[sample, theirs + number - KINDS]
        while squares != U0:
            rows[turn * MAX_PIECES + n] = ((number << U6) | (ctz(squares) ^ turned)) * NETWORK_WIDTH
            n += U1
            squares &= squares - U1
    return n


@wide
def add_gradients(
    boards: Words,
    order: Numbers,
    bases: Floats,
    targets: Floats,
    numbers: Floats,
    gradients: Floats,
    sums: Floats,
    rows: Words,
    first: U64,
    last: U64,
) -> float:
    """Add to `gradients` what the samples `order[first:last]` contribute; returns the sum of their losses.

    `boards`: samples × 12 bitboards, seen by the side to move; `bases`: what is known of their worth
    without the network, in pieces of `CENTIPAWNS`; `targets`: the share of the points it is expected to
    get; `numbers`, `gradients`: as in `chess/engine/kernel/network.py`, with 1 for `ONE_SUM` and `ONE_WEIGHT`, the
    last biases included; `sums` (2 × width) and `rows` (2 × `MAX_PIECES`) are room to work in.
    """
    loss = 0.0
    for k in range(first, last):
        sample = uint64(order[k])
        occupied = U0
        for number in range(NETWORK_BOARDS):
            occupied |= boards[sample, number]
        bucket = bucket_of(occupied)
        row = SECOND + bucket * (NETWORK_WIDTH + NETWORK_WIDTH)
        out = bases[sample] + numbers[SECOND_BIASES + bucket]
        n = U0
        for turn in range(U2):
            n = _find_rows(boards, sample, turn, rows)
            base = turn * NETWORK_WIDTH
            for i in range(NETWORK_WIDTH):
                sums[base + i] = numbers[BIASES + i]
            for j in range(n):
                at = rows[turn * MAX_PIECES + j]
                for i in range(NETWORK_WIDTH):
                    sums[base + i] += numbers[at + i]
            for i in range(NETWORK_WIDTH):
                value = max(_ZERO, min(_ONE, sums[base + i]))
                out += value * value * numbers[row + base + i]
        share = _ONE / (_ONE + np.exp(-out))
        error = share - targets[sample]
        loss += float(error * error)
        change = _TWO * error * share * (_ONE - share)
        gradients[SECOND_BIASES + bucket] += change
        for turn in range(U2):
            base = turn * NETWORK_WIDTH
            for i in range(NETWORK_WIDTH):
                value = max(_ZERO, min(_ONE, sums[base + i]))
                inside = _ONE if sums[base + i] == value else _ZERO
                weight = numbers[row + base + i]
                gradients[row + base + i] += change * value * value
                sums[base + i] = change * _TWO * value * weight * inside
                gradients[BIASES + i] += sums[base + i]
            for j in range(n):
                at = rows[turn * MAX_PIECES + j]
                for i in range(NETWORK_WIDTH):
                    gradients[at + i] += sums[base + i]
    return loss
