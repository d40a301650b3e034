"""The root of the tree: deeper and deeper, all moves in the order of their last scores."""

from __future__ import annotations

from typing import Any

from numpy import uint64

from axedrez.chess.kernel.attacks import checkers
from axedrez.chess.kernel.generate import write_moves
from axedrez.chess.kernel.layout import ALL, ROW, U0, U1
from axedrez.chess.kernel.make import make
from axedrez.jit import inlined, kernel
from axedrez.search.kernel.layout import (
    ABORTED,
    BEST,
    INFINITY,
    MARGIN,
    MATE,
    N_ROOT,
    ONE,
    REACHED,
    ROOT_MOVES,
    ROOT_NEW,
    ROOT_SCORES,
    STATES,
    Z,
)
from axedrez.search.kernel.order import rate, take_next
from axedrez.search.kernel.tree import search


@kernel
def _sort(memory: Any, numbers: Any, n: Any) -> None:
    """Put the moves of the root in the order of their new scores; equal ones stay as they were."""
    for i in range(n):
        move, score = memory[ROOT_MOVES + i], numbers[ROOT_NEW + i]
        k: Any = i
        while k > U0 and numbers[ROOT_SCORES + k - U1] < score:
            memory[ROOT_MOVES + k] = memory[ROOT_MOVES + k - U1]
            numbers[ROOT_SCORES + k] = numbers[ROOT_SCORES + k - U1]
            k -= U1
        memory[ROOT_MOVES + k] = move
        numbers[ROOT_SCORES + k] = score


@inlined
def line_up(memory: Any, numbers: Any, n: Any) -> None:
    """Have the `n` rated moves of the root ready for the first iteration, in their order and without scores."""
    memory[N_ROOT] = n
    for i in range(n):
        take_next(memory, numbers, ROOT_MOVES, ROOT_SCORES, i, n)
    for i in range(n):
        numbers[ROOT_SCORES + i] = Z
    memory[BEST] = memory[ROOT_MOVES]


@inlined
def end_iteration(memory: Any, numbers: Any, n: Any, depth: Any, best: Any) -> Any:
    """Sort the moves by their new scores after an iteration; returns whether the search has found a forced mate."""
    _sort(memory, numbers, n)
    memory[REACHED] = uint64(depth)
    return best >= MATE - depth or best <= depth - MATE


@kernel
def think(memory: Any, numbers: Any, tables: Any, deepest: Any) -> None:
    """Search the position in row 0 deeper and deeper, until `deepest`, a limit or a forced mate.

    Leaves the moves and their scores of the last complete iteration at `ROOT_MOVES` and `ROOT_SCORES`, the best first,
    and the best move found at `BEST`. A score is exact if it is within `MARGIN` of the best.
    """
    at = STATES
    n = write_moves(memory, at, tables, memory, ROOT_MOVES, ALL) - ROOT_MOVES
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
            alpha = max(best - margin, -INFINITY)
            score = Z
            onward = depth - ONE + (ONE if in_check else Z)
            if i > U0:
                score = -search(memory, numbers, tables, U1, onward, -alpha - ONE, -alpha, checked, U1)
            if i == U0 or (score > alpha and memory[ABORTED] == U0):
                score = -search(memory, numbers, tables, U1, onward, -INFINITY, -alpha, checked, U1)
            if memory[ABORTED] != U0:
                return
            numbers[ROOT_NEW + i] = score
            if score > best:
                best = score
                memory[BEST] = move
        if end_iteration(memory, numbers, n, depth, best):
            return
        depth += ONE
