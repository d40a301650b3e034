"""Dice chess: what a position is worth before its roll, as the mean over all rolls.

The moves that a roll allows are those of the kinds on its two faces, so each face is searched once: a roll is worth
the better of its two faces.
"""

from __future__ import annotations

from numpy import int64

from axedrez.chess.engine.kernel.evaluate import fade
from axedrez.chess.engine.kernel.general.evaluate import evaluate
from axedrez.chess.engine.kernel.hash_table import count_node, score_of_end
from axedrez.chess.engine.kernel.layout import ABORTED, INFINITY, LIST, MAX_PLY, MOVES, ONE, ORDERS, STATES, TWO, WON, Z
from axedrez.chess.kernel.general.generate import LEGAL, write_moves
from axedrez.chess.kernel.general.goals import winner_of
from axedrez.chess.kernel.general.make import make, roll
from axedrez.chess.kernel.layout import HALFMOVE, NIBBLE, OVER, PASS, ROW, STM, U0, U1, U4, U6, U16
from axedrez.jit import kernel
from axedrez.jit_types import I64, U64, Numbers, Words

_ROLLS = int64(36)
_LIKELY = int64(4_000)  # what an end counts that only may come: a queen is worth a good part of the game
_PASSED = U6 + U1  # where the value of passing lies behind those of the faces


@kernel
def mean(memory: Words, numbers: Numbers, tables: Words, ply: U64, depth: I64) -> I64:
    """The score for the side to move of the position at `ply`, whose dice are to be rolled, `depth` moves deep."""
    at = STATES + ply * ROW
    side = memory[at + STM]
    if memory[at + OVER] != U0:
        score = score_of_end(winner_of(memory, at), side, ply)
        return score if ply == U1 else max(-_LIKELY, min(_LIKELY, score))
    count_node(memory, ply)
    if memory[ABORTED] != U0:
        return Z
    if depth <= Z or ply + U1 + U1 >= MAX_PLY:
        score = max(ONE - WON, min(WON - ONE, evaluate(memory, at, tables, numbers)))
        return fade(numbers, memory[at + HALFMOVE], score)
    moves = MOVES + ply * LIST
    faces = ORDERS + ply * LIST
    rolled = at + ROW
    for face in range(U1, U6 + U1):
        roll(memory, at, memory, rolled, tables, (face << U4) | face)
        best = -INFINITY
        n = write_moves(memory, rolled, tables, memory, moves, LEGAL) - moves
        for i in range(n):
            move = memory[moves + i]
            if (move >> U16) & NIBBLE != PASS:
                make(memory, rolled, memory, rolled + ROW, tables, move)
                best = max(best, -mean(memory, numbers, tables, ply + U1 + U1, depth - ONE))
                if memory[ABORTED] != U0:
                    return Z
        numbers[faces + face] = best
    numbers[faces + _PASSED] = -INFINITY
    total = Z
    for high in range(U1, U6 + U1):
        for low in range(U1, high + U1):
            value = max(numbers[faces + high], numbers[faces + low])
            if value == -INFINITY:
                if numbers[faces + _PASSED] == -INFINITY:
                    roll(memory, at, memory, rolled, tables, (high << U4) | low)
                    make(memory, rolled, memory, rolled + ROW, tables, PASS << U16)
                    numbers[faces + _PASSED] = -mean(memory, numbers, tables, ply + U1 + U1, depth - ONE)
                value = numbers[faces + _PASSED]
            total += value * (ONE if high == low else TWO)
    return total // _ROLLS
