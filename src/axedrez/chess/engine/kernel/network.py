"""A small network that corrects the evaluation of positions of classic chess.

For each side there is a first layer of `NETWORK_WIDTH` sums over the pieces as that side sees them: its own first, its
first rank at the bottom, and the board mirrored so that its king stands on the files a to d. The sums belong to a set
of bitboards; for another position only what differs is added or taken off, whichever moves led there. The second layer
is one weight for each squared sum, in eight sets by the number of pieces.

The numbers, all `int16`: 768 × width weights (kind of piece × 64 + square), width biases, 8 × 2 × width weights of the
second layer (for the side to move first), 8 biases in centipawns. `ONE_SUM` stands for 1 in the first layer and
`ONE_WEIGHT` in the second.
"""

from __future__ import annotations

from numpy import int16, int32, int64, uint64

from axedrez.chess.engine.kernel.layout import NETWORK_AT, NETWORK_BOARDS, NETWORK_WIDTH, SUMS, SUMS_AT, SUMS_EACH
from axedrez.chess.kernel.layout import STM, TYPES, U0, U1, U2, U3, U6, U7
from axedrez.jit import ctz, inlined, popcount, shorts, wide
from axedrez.jit_types import I64, U64, Index, Shorts, Words

KINDS = NETWORK_BOARDS // U2
TURNED = uint64(56)  # what turns the ranks of a square round
BIASES = uint64(768) * NETWORK_WIDTH
SECOND = BIASES + NETWORK_WIDTH
SECOND_BIASES = SECOND + uint64(16) * NETWORK_WIDTH
NUMBERS = SECOND_BIASES + uint64(8)
ONE_SUM, ONE_WEIGHT = int16(255), int64(512)
CENTIPAWNS = int64(250)  # what 1 in the last layer means
_FULL = int64(255 * 255) * ONE_WEIGHT
_NONE = int16(0)
_BYTES_OF_WORD = uint64(8)
_PIECES_OF_BUCKET = uint64(4)
_LAST_BUCKET = U7


@inlined
def bucket_of(occupied: U64) -> U64:
    """Which of the eight sets of weights of the second layer judges a position."""
    return min((popcount(occupied) - U1) // _PIECES_OF_BUCKET, _LAST_BUCKET)


@wide
def _bring_up(memory: Words, at: U64, side: Index, weights: Shorts) -> U64:
    """Have the sums of a side stand for the position at `at`; returns their address."""
    own, others = memory[at + side], memory[at + U1 - side]
    king = ctz(memory[at + TYPES + U1] & own)
    mirror = king & U7 > U3
    turned = (U0 if side == U0 else TURNED) ^ (U7 if mirror else U0)
    here = SUMS + (side + side + (U1 if mirror else U0)) * SUMS_EACH
    place = memory[SUMS_AT] + (here + NETWORK_BOARDS - SUMS) * _BYTES_OF_WORD
    sums = shorts(place, NETWORK_WIDTH)
    for number in range(NETWORK_BOARDS):
        if number < KINDS:
            squares = memory[at + TYPES + U1 + number] & own
        else:
            squares = memory[at + TYPES + U1 + number - KINDS] & others
        before = memory[here + number]
        if squares != before:
            memory[here + number] = squares
            gone, come = before & ~squares, squares & ~before
            base = number << U6
            while gone != U0 and come != U0:
                take = (base | (ctz(gone) ^ turned)) * NETWORK_WIDTH
                add = (base | (ctz(come) ^ turned)) * NETWORK_WIDTH
                for i in range(NETWORK_WIDTH):
                    sums[i] += weights[add + i] - weights[take + i]
                gone &= gone - U1
                come &= come - U1
            while gone != U0:
                take = (base | (ctz(gone) ^ turned)) * NETWORK_WIDTH
                for i in range(NETWORK_WIDTH):
                    sums[i] -= weights[take + i]
                gone &= gone - U1
            while come != U0:
                add = (base | (ctz(come) ^ turned)) * NETWORK_WIDTH
                for i in range(NETWORK_WIDTH):
                    sums[i] += weights[add + i]
                come &= come - U1
    return place


@wide
def _second(sums: Shorts, weights: Shorts, at: U64) -> I64:
    """What the second layer makes of the sums of one side, its weights from `at` on."""
    total = int32(0)  # 128 products of at most 255 × 255 × 127 fit
    for i in range(NETWORK_WIDTH):
        value = max(_NONE, min(ONE_SUM, sums[i]))
        total = int32(total + int32(int32(int16(value * weights[at + i])) * int32(value)))
    return int64(total)


@wide
def correction(memory: Words, at: U64) -> I64:
    """What is to be added to the evaluation by the weights of the sheet: centipawns for the side to move."""
    weights = shorts(memory[NETWORK_AT], NUMBERS)
    side = memory[at + STM]
    bucket = bucket_of(memory[at] | memory[at + U1])
    row = SECOND + bucket * (NETWORK_WIDTH + NETWORK_WIDTH)
    total = int64(0)
    for turn in range(U2):
        who = side if turn == U0 else U1 - side
        place = _bring_up(memory, at, who, weights)
        sums = shorts(place, NETWORK_WIDTH)
        total += _second(sums, weights, row + turn * NETWORK_WIDTH)
    return total * CENTIPAWNS // _FULL + int64(weights[SECOND_BIASES + bucket])
