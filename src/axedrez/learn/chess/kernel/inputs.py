"""What the first layer of the network reads of samples: the rows that are on, for both sides."""

from __future__ import annotations

from numpy import uint64

from axedrez.chess.engine.kernel.layout import NETWORK_BOARDS
from axedrez.chess.engine.kernel.network import KINDS, TURNED, bucket_of
from axedrez.chess.kernel.layout import U0, U1, U2, U3, U6, U7
from axedrez.jit import ctz, kernel
from axedrez.jit_types import Numbers, Words

MAX_PIECES = 64
NO_INPUT = 768
"""Fills the places of pieces that are not there."""


@kernel
def write_inputs(boards: Words, order: Numbers, inputs: Numbers, buckets: Numbers) -> None:
    """Write the inputs of the samples `order` (n) of `boards` (samples × 12 bitboards, seen by the side to move).

    `inputs` (n × 2 × `MAX_PIECES`, full of `NO_INPUT`): kind × 64 + square of each piece, as the side to move and as
    the other sees it (`chess/engine/kernel/network.py`). `buckets` (n): the weights of the second layer that judge it.
    """
    for k in range(len(order)):
        sample = uint64(order[k])
        occupied = U0
        for number in range(NETWORK_BOARDS):
            occupied |= boards[sample, number]
        buckets[k] = bucket_of(occupied)
        for turn in range(U2):
            ours = U0 if turn == U0 else KINDS
            theirs = KINDS - ours
            king = ctz(boards[sample, ours])
            turned = (U0 if turn == U0 else TURNED) ^ (U7 if king & U7 > U3 else U0)
            n = U0
            for number in range(NETWORK_BOARDS):
                squares = boards[sample, ours + number] if number < KINDS else boards[sample, theirs + number - KINDS]
                while squares != U0:
                    inputs[k, turn, n] = (number << U6) | (ctz(squares) ^ turned)
                    n += U1
                    squares &= squares - U1
