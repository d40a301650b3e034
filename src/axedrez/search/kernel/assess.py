"""The evaluation as the tree sees it: remembered, and fading towards a draw by the move limit."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.kernel.layout import HALFMOVE, HASH, U0
from axedrez.jit import kernel
from axedrez.search.kernel.judge import evaluate, fade
from axedrez.search.kernel.layout import EVALUATION_MASK, EVALUATIONS, INFINITY, ONE, WON

_SCORE = uint64(0xFFFF)


@kernel
def assess(memory: Any, numbers: Any, at: Any, tables: Any) -> Any:
    """What the position at `at` is worth at first sight, in centipawns for the side to move."""
    key = memory[at + HASH]
    place = EVALUATIONS + (key & EVALUATION_MASK)
    if (memory[place] ^ key) & ~_SCORE == U0:
        score = int64(memory[place] & _SCORE) - INFINITY
    else:
        score = max(ONE - WON, min(WON - ONE, evaluate(memory, at, tables, numbers)))
        memory[place] = (key & ~_SCORE) | uint64(score + INFINITY)
    return fade(numbers, memory[at + HALFMOVE], score)
