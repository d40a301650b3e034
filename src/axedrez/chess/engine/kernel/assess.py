"""The evaluation as the tree sees it: remembered, and fading towards a draw by the move limit."""

from __future__ import annotations

from numpy import int64, uint64

from axedrez.chess.engine.kernel.evaluate import evaluate, fade
from axedrez.chess.engine.kernel.layout import EVALUATION_MASK, EVALUATIONS, INFINITY, NETWORK_AT, ONE, UNKNOWN, WON
from axedrez.chess.engine.kernel.network import correction
from axedrez.chess.kernel.layout import HALFMOVE, HASH, U0, U1
from axedrez.jit import inlined, kernel
from axedrez.jit_types import I64, U64, Flag, Numbers, Words

_SCORE = uint64(0xFFFF)


@inlined
def _is_alone(squares: U64) -> Flag:
    return squares & (squares - U1) == U0


@kernel
def _look(memory: Words, numbers: Numbers, at: U64, tables: Words) -> I64:
    """By the weights of the sheet, and what a network knows better; of bare royal pieces it knows nothing."""
    score = evaluate(memory, at, tables, numbers)
    if memory[NETWORK_AT] == U0 or _is_alone(memory[at]) or _is_alone(memory[at + U1]):
        return score
    return score + correction(memory, at)


@inlined
def recalled(memory: Words, key: U64) -> I64:
    """What was remembered of the position with this key; `UNKNOWN` for nothing."""
    word = memory[EVALUATIONS + (key & EVALUATION_MASK)]
    return int64(word & _SCORE) - INFINITY if (word ^ key) & ~_SCORE == U0 else UNKNOWN


@inlined
def remembered(memory: Words, key: U64, score: I64) -> I64:
    """The score, kept apart from that of a mate and remembered."""
    score = max(ONE - WON, min(WON - ONE, score))
    memory[EVALUATIONS + (key & EVALUATION_MASK)] = (key & ~_SCORE) | uint64(score + INFINITY)
    return score


@kernel
def assess(memory: Words, numbers: Numbers, at: U64, tables: Words) -> I64:
    """What the position at `at` is worth at first sight, in centipawns for the side to move."""
    key = memory[at + HASH]
    score = recalled(memory, key)
    if score == UNKNOWN:
        score = remembered(memory, key, _look(memory, numbers, at, tables))
    return fade(numbers, memory[at + HALFMOVE], score)
