"""The root of the tree: one iteration over its moves at a time."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.engine.kernel.assess import assess
from axedrez.chess.engine.kernel.hash_table import update_pv
from axedrez.chess.engine.kernel.history import frame_of, note_move, note_pass
from axedrez.chess.engine.kernel.layout import (
    ABORTED,
    BEST,
    EVALUATION,
    FRAME,
    HORIZON,
    INFINITY,
    MARGIN,
    N_ROOT,
    NO,
    ONE,
    PLAIN,
    REDUCTIONS,
    ROOT_MOVES,
    ROOT_NEW,
    ROOT_SCORES,
    STATES,
    THREE,
    UNKNOWN,
    YES,
    Z,
)
from axedrez.chess.engine.kernel.move_order import bring_next, is_quiet, score_moves
from axedrez.chess.engine.kernel.tree import search
from axedrez.chess.kernel.attacks import checkers
from axedrez.chess.kernel.generate import write_moves
from axedrez.chess.kernel.layout import ALL, ROW, STM, U0, U1, U3, U6, U63
from axedrez.chess.kernel.make import make, type_on
from axedrez.jit import inlined, kernel

_SHIFT = int64(10)


@inlined
def sort_moves(memory: Any, numbers: Any, first: Any) -> None:
    """Put the root's moves from number `first` on in the order of their new scores; equal ones stay as they were."""
    for i in range(first, memory[N_ROOT]):
        move, score = memory[ROOT_MOVES + i], numbers[ROOT_NEW + i]
        k: Any = i
        while k > first and numbers[ROOT_SCORES + k - U1] < score:
            memory[ROOT_MOVES + k] = memory[ROOT_MOVES + k - U1]
            numbers[ROOT_SCORES + k] = numbers[ROOT_SCORES + k - U1]
            k -= U1
        memory[ROOT_MOVES + k] = move
        numbers[ROOT_SCORES + k] = score


@inlined
def order_root_moves(memory: Any, numbers: Any, n: Any) -> None:
    """Have the `n` rated moves of the root ready for the first iteration, in their order and without scores."""
    memory[N_ROOT] = n
    for i in range(n):
        bring_next(memory, numbers, ROOT_MOVES, ROOT_SCORES, i, n)
    for i in range(n):
        numbers[ROOT_SCORES + i] = Z
    memory[BEST] = memory[ROOT_MOVES]


@kernel
def begin(memory: Any, numbers: Any, tables: Any) -> None:
    """Write the legal moves of the position in row 0 to `ROOT_MOVES`, in the order in which to look at them."""
    at = STATES
    frame = frame_of(U0)
    for i in range(U3):
        note_pass(memory, tables, frame - FRAME * i)
    n = write_moves(memory, at, tables, memory, ROOT_MOVES, ALL) - ROOT_MOVES
    numbers[frame + EVALUATION] = UNKNOWN
    numbers[frame - FRAME + EVALUATION] = UNKNOWN
    numbers[frame - FRAME - FRAME + EVALUATION] = UNKNOWN
    if checkers(memory, at, tables) == U0:
        numbers[frame + EVALUATION] = assess(memory, numbers, at, tables)
    score_moves(memory, numbers, at, tables, U0, ROOT_MOVES, n, ROOT_SCORES, ALL)
    order_root_moves(memory, numbers, n)


@kernel
def iterate(memory: Any, numbers: Any, tables: Any, depth: Any, first: Any, alpha: Any, beta: Any) -> Any:
    """Search the moves of the root from number `first` on, `depth` plies deep; returns the score of the best.

    It is exact between `alpha` and `beta`. Then the moves are in the order of their scores, which are exact within
    `MARGIN` of the best. `BEST` becomes the best move as soon as one is found above `alpha`.
    """
    at = STATES
    frame = frame_of(U0)
    side = memory[at + STM]
    margin = numbers[MARGIN]
    numbers[HORIZON] = depth + depth
    best = -INFINITY
    n = memory[N_ROOT]
    for i in range(first, n):
        numbers[ROOT_NEW + i] = -INFINITY
    for i in range(first, n):
        move = memory[ROOT_MOVES + i]
        kind = type_on(memory, at, tables, U1 << (move & U63))
        quiet = is_quiet(memory, at, tables, move)
        make(memory, at, memory, at + ROW, tables, move)
        note_move(memory, tables, frame, side, kind, move)
        checked = checkers(memory, at + ROW, tables) != U0
        low = max(alpha, best - margin)
        new_depth = depth - ONE
        score = Z
        if i > first:
            reduced = new_depth
            if quiet and not checked and depth >= THREE and i > first + U1 and margin == Z and memory[PLAIN] == U0:
                place = (uint64(min(depth, int64(63))) << U6) + min(i - first, U63)
                reduced -= max(Z, (numbers[REDUCTIONS + place] >> _SHIFT) - ONE)
            score = -search(memory, numbers, tables, U1, reduced, -low - ONE, -low, checked, YES)
            if reduced < new_depth and score > low and memory[ABORTED] == U0:
                score = -search(memory, numbers, tables, U1, new_depth, -low - ONE, -low, checked, NO)
        if i == first or (score > low and memory[ABORTED] == U0):
            score = -search(memory, numbers, tables, U1, new_depth, -beta, -low, checked, NO)
        if memory[ABORTED] != U0:
            return best
        if i == first or score > low:
            numbers[ROOT_NEW + i] = score
        if score > best:
            best = score
            if score > alpha:
                update_pv(memory, U0, move)
                if first == U0:
                    memory[BEST] = move
                if score >= beta:
                    break
    sort_moves(memory, numbers, first)
    return best
