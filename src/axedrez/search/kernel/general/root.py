"""The root of the tree on the general path: one iteration over its moves at a time."""

from __future__ import annotations

from typing import Any

from axedrez.chess.kernel.general.generate import LEGAL, write_moves
from axedrez.chess.kernel.general.make import make
from axedrez.chess.kernel.general.reach import checkers
from axedrez.chess.kernel.layout import ALL, FLAGS, ROW, STM, THROWN, U0, U1
from axedrez.jit import kernel
from axedrez.search.kernel.general.lots import mean
from axedrez.search.kernel.general.order import rate
from axedrez.search.kernel.general.tree import search
from axedrez.search.kernel.layout import (
    ABORTED,
    BEST,
    INFINITY,
    MARGIN,
    N_ROOT,
    ONE,
    PLAIN,
    PV,
    PV_ROW,
    ROOT_MOVES,
    ROOT_NEW,
    ROOT_SCORES,
    STATES,
)
from axedrez.search.kernel.memory import lead_on
from axedrez.search.kernel.root import line_up, sort_moves


@kernel
def begin(memory: Any, numbers: Any, tables: Any) -> None:
    """Like `begin` of the fast path."""
    n = write_moves(memory, STATES, tables, memory, ROOT_MOVES, LEGAL) - ROOT_MOVES
    rate(memory, numbers, STATES, tables, U0, ROOT_MOVES, n, ROOT_SCORES, ALL)
    line_up(memory, numbers, n)


@kernel
def iterate(memory: Any, numbers: Any, tables: Any, depth: Any, first: Any, alpha: Any, beta: Any) -> Any:
    """Like `iterate` of the fast path."""
    at = STATES
    side = memory[at + STM]
    dice = tables[FLAGS] & THROWN != U0
    in_check = checkers(memory, at, tables) != U0
    margin = numbers[MARGIN]
    onward = depth if in_check and memory[PLAIN] == U0 else depth - ONE
    best = -INFINITY
    n = memory[N_ROOT]
    for i in range(first, n):
        numbers[ROOT_NEW + i] = -INFINITY
    for i in range(first, n):
        move = memory[ROOT_MOVES + i]
        make(memory, at, memory, at + ROW, tables, move)
        checked = checkers(memory, at + ROW, tables) != U0
        again = memory[at + ROW + STM] == side
        low = max(alpha, best - margin)
        score = low + ONE
        if dice:
            memory[PV + PV_ROW] = U0
            score = -mean(memory, numbers, tables, U1, onward)
        else:
            if i > first:
                if again:
                    score = search(memory, numbers, tables, U1, onward, low, low + ONE, checked)
                else:
                    score = -search(memory, numbers, tables, U1, onward, -low - ONE, -low, checked)
            if score > low and memory[ABORTED] == U0:
                if again:
                    score = search(memory, numbers, tables, U1, onward, low, beta, checked)
                else:
                    score = -search(memory, numbers, tables, U1, onward, -beta, -low, checked)
        if memory[ABORTED] != U0:
            return best
        if i == first or score > low:
            numbers[ROOT_NEW + i] = score
        if score > best:
            best = score
            if score > alpha:
                lead_on(memory, U0, move)
                if first == U0:
                    memory[BEST] = move
                if score >= beta:
                    break
    sort_moves(memory, numbers, first)
    return best
