"""The evaluation of samples without a network."""

from __future__ import annotations

from numpy import uint64

from axedrez.chess.engine.kernel.evaluate import evaluate
from axedrez.chess.kernel.layout import STM, TYPES, U0, U1, U6
from axedrez.jit import kernel
from axedrez.jit_types import Numbers, Words

_TWELVE = uint64(12)


@kernel
def evaluate_samples(boards: Words, state: Words, tables: Words, numbers: Numbers, out: Numbers) -> None:
    """Write the evaluation by the sheet's weights of samples × 12 bitboards, in centipawns, to `out`."""
    for sample in range(len(boards)):
        state[U0] = U0
        state[U1] = U0
        state[STM] = U0
        for number in range(_TWELVE):
            side = U0 if number < U6 else U1
            kind = number if number < U6 else number - U6
            squares = boards[sample, number]
            state[side] |= squares
            if side == U0:
                state[TYPES + U1 + kind] = squares
            else:
                state[TYPES + U1 + kind] |= squares
        out[sample] = evaluate(state, U0, tables, numbers)
