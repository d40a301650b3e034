"""The root of the tree on the general path: one iteration over its moves at a time."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.engine.kernel.general.chance_nodes import mean
from axedrez.chess.engine.kernel.general.evaluate import assess
from axedrez.chess.engine.kernel.general.move_order import is_quiet, mover, score_moves
from axedrez.chess.engine.kernel.general.quiescence import note
from axedrez.chess.engine.kernel.general.tree import search
from axedrez.chess.engine.kernel.hash_table import update_pv
from axedrez.chess.engine.kernel.history import frame_of, note_pass
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
    PV,
    PV_ROW,
    REDUCTIONS,
    ROOT_MOVES,
    ROOT_NEW,
    ROOT_SCORES,
    STATES,
    THREE,
    UNKNOWN,
    Z,
)
from axedrez.chess.engine.kernel.root import order_root_moves, sort_moves
from axedrez.chess.kernel.general.generate import LEGAL, write_moves
from axedrez.chess.kernel.general.make import make
from axedrez.chess.kernel.general.reach import checkers
from axedrez.chess.kernel.layout import ALL, FLAGS, ROW, STM, THROWN, U0, U1, U3, U6, U63
from axedrez.jit import kernel

_SHIFT = int64(10)


@kernel
def begin(memory: Any, numbers: Any, tables: Any) -> None:
    """Like `begin` of the fast path."""
    frame = frame_of(U0)
    for i in range(U3):
        note_pass(memory, tables, frame - FRAME * i)
        numbers[frame - FRAME * i + EVALUATION] = UNKNOWN
    if checkers(memory, STATES, tables) == U0:
        numbers[frame + EVALUATION] = assess(memory, numbers, STATES, tables)
    n = write_moves(memory, STATES, tables, memory, ROOT_MOVES, LEGAL) - ROOT_MOVES
    score_moves(memory, numbers, STATES, tables, U0, ROOT_MOVES, n, ROOT_SCORES, ALL)
    order_root_moves(memory, numbers, n)


@kernel
def iterate(memory: Any, numbers: Any, tables: Any, depth: Any, first: Any, alpha: Any, beta: Any) -> Any:
    """Like `iterate` of the fast path."""
    at = STATES
    frame = frame_of(U0)
    side = memory[at + STM]
    dice = tables[FLAGS] & THROWN != U0
    margin = numbers[MARGIN]
    numbers[HORIZON] = depth + depth
    new_depth = depth - ONE
    best = -INFINITY
    n = memory[N_ROOT]
    for i in range(first, n):
        numbers[ROOT_NEW + i] = -INFINITY
    for i in range(first, n):
        move = memory[ROOT_MOVES + i]
        kind = mover(memory, at, tables, move)
        quiet = is_quiet(memory, at, move)
        make(memory, at, memory, at + ROW, tables, move)
        note(memory, tables, frame, side, kind, move)
        checked = checkers(memory, at + ROW, tables) != U0
        again = memory[at + ROW + STM] == side
        sign = ONE if again else -ONE
        low = max(alpha, best - margin)
        score = low + ONE
        if dice:
            memory[PV + PV_ROW] = U0
            score = -mean(memory, numbers, tables, U1, new_depth)
        else:
            if i > first:
                reduced = new_depth
                if quiet and not checked and depth >= THREE and i > first + U1 and margin == Z and memory[PLAIN] == U0:
                    place = (uint64(min(depth, int64(63))) << U6) + min(i - first, U63)
                    reduced -= max(Z, (numbers[REDUCTIONS + place] >> _SHIFT) - ONE)
                floor = low if again else -low - ONE
                score = sign * search(memory, numbers, tables, U1, reduced, floor, floor + ONE, checked, not again)
                if reduced < new_depth and score > low and memory[ABORTED] == U0:
                    score = sign * search(memory, numbers, tables, U1, new_depth, floor, floor + ONE, checked, NO)
            if score > low and memory[ABORTED] == U0:
                floor, ceiling = (low, beta) if again else (-beta, -low)
                score = sign * search(memory, numbers, tables, U1, new_depth, floor, ceiling, checked, NO)
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
