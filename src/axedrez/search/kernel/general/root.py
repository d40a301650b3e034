"""The root of the tree on the general path: deeper and deeper, all moves in the order of their last scores."""

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
    ONE,
    ROOT_MOVES,
    ROOT_NEW,
    ROOT_SCORES,
    STATES,
    Z,
)
from axedrez.search.kernel.root import end_iteration, line_up


@kernel
def think(memory: Any, numbers: Any, tables: Any, deepest: Any) -> None:
    """Search the position in row 0 deeper and deeper; like `think` of the fast path."""
    at = STATES
    side = memory[at + STM]
    dice = tables[FLAGS] & THROWN != U0
    n = write_moves(memory, at, tables, memory, ROOT_MOVES, LEGAL) - ROOT_MOVES
    in_check = checkers(memory, at, tables) != U0
    rate(memory, numbers, at, tables, U0, ROOT_MOVES, n, ROOT_SCORES, ALL)
    line_up(memory, numbers, n)
    margin = numbers[MARGIN]
    depth = ONE
    while depth <= deepest:
        best = -INFINITY
        for i in range(n):
            move = memory[ROOT_MOVES + i]
            make(memory, at, memory, at + ROW, tables, move)
            checked = checkers(memory, at + ROW, tables) != U0
            again = memory[at + ROW + STM] == side
            alpha = max(best - margin, -INFINITY)
            onward = depth - ONE + (ONE if in_check else Z)
            score = alpha + ONE
            if dice:
                score = -mean(memory, numbers, tables, U1, onward)
            else:
                if i > U0:
                    if again:
                        score = search(memory, numbers, tables, U1, onward, alpha, alpha + ONE, checked)
                    else:
                        score = -search(memory, numbers, tables, U1, onward, -alpha - ONE, -alpha, checked)
                if score > alpha and memory[ABORTED] == U0:
                    if again:
                        score = search(memory, numbers, tables, U1, onward, alpha, INFINITY, checked)
                    else:
                        score = -search(memory, numbers, tables, U1, onward, -INFINITY, -alpha, checked)
            if memory[ABORTED] != U0:
                return
            numbers[ROOT_NEW + i] = score
            if score > best:
                best = score
                memory[BEST] = move
        if end_iteration(memory, numbers, n, depth, best):
            return
        depth += ONE
