"""The root of the tree: one iteration over its moves at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from numpy import int64, uint64

from axedrez.chess.engine.kernel import move_order, quiescence, tree
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
from axedrez.chess.engine.kernel.move_order import bring_next
from axedrez.chess.kernel.layout import ALL, FLAGS, ROLLED, ROW, STM, U0, U1, U3, U6, U63
from axedrez.chess.kernel.paths import kernel_of
from axedrez.jit import inlined
from axedrez.jit_types import I64, U64, Flag, Numbers, Words

_SHIFT = int64(10)


@inlined
def _sort_moves(memory: Words, numbers: Numbers, first: U64) -> None:
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
def _order_root_moves(memory: Words, numbers: Numbers, n: U64) -> None:
    """Have the `n` rated moves of the root ready for the first iteration, in their order and without scores."""
    memory[N_ROOT] = n
    for i in range(n):
        bring_next(memory, numbers, ROOT_MOVES, ROOT_SCORES, i, n)
    for i in range(n):
        numbers[ROOT_SCORES + i] = Z
    memory[BEST] = memory[ROOT_MOVES]


class Root(NamedTuple):
    """The search of one path.

    `begin(memory, numbers, tables)`: write the legal moves of the position in row 0 to `ROOT_MOVES`, in the order in
    which to search them.

    `iterate(memory, numbers, tables, depth, first, alpha, beta)`: search the moves of the root from number `first` on,
    `depth` plies deep; returns the score of the best. It is exact between `alpha` and `beta`. Then the moves are in the
    order of their scores, which are exact within `MARGIN` of the best. `BEST` becomes the best move as soon as one is
    found above `alpha`.
    """

    begin: Callable[[Words, Numbers, Words], None]
    iterate: Callable[[Words, Numbers, Words, I64, U64, I64, I64], I64]
    search: tree.TreeSearch


@cache
def build(path: ModuleType) -> Root:
    """The search for a path (`paths`); it is compiled when it is first called."""
    general: bool = path.GENERAL
    order = move_order.build(path)
    score_moves = order.score_moves
    search = tree.build(path, order, quiescence.build(path, order))

    @kernel_of(path)
    def begin(memory: Words, numbers: Numbers, tables: Words) -> None:
        frame = frame_of(U0)
        for i in range(U3):
            note_pass(memory, tables, frame - FRAME * i)
            numbers[frame - FRAME * i + EVALUATION] = UNKNOWN
        if path.checkers(memory, STATES, tables) == U0:
            numbers[frame + EVALUATION] = path.assess(memory, numbers, STATES, tables)
        n = path.legal_moves(memory, STATES, tables, ROOT_MOVES) - ROOT_MOVES
        score_moves(memory, numbers, STATES, tables, U0, ROOT_MOVES, n, ROOT_SCORES, ALL)
        _order_root_moves(memory, numbers, n)

    @kernel_of(path)
    def iterate(memory: Words, numbers: Numbers, tables: Words, depth: I64, first: U64, alpha: I64, beta: I64) -> I64:
        at = STATES
        frame = frame_of(U0)
        side = memory[at + STM]
        margin = numbers[MARGIN]
        numbers[HORIZON] = depth + depth
        new_depth = depth - ONE
        best = -INFINITY
        n = memory[N_ROOT]
        for i in range(first, n):
            numbers[ROOT_NEW + i] = -INFINITY
        for i in range(first, n):
            move = memory[ROOT_MOVES + i]
            kind = path.mover(memory, at, tables, move)
            quiet = path.is_quiet(memory, at, tables, move)
            path.make(memory, at, memory, at + ROW, tables, move)
            path.note_move(memory, tables, frame, side, kind, move)
            checked = path.checkers(memory, at + ROW, tables) != U0
            again: Flag = NO
            if general:
                again = memory[at + ROW + STM] == side
            sign = ONE if again else -ONE
            low = max(alpha, best - margin)
            score = low + ONE
            if general and tables[FLAGS] & ROLLED != U0:
                memory[PV + PV_ROW] = U0
                score = -path.mean(memory, numbers, tables, U1, new_depth)
            else:
                if i > first:
                    reduced = new_depth
                    late = quiet and not checked and i > first + U1
                    if late and depth >= THREE and margin == Z and memory[PLAIN] == U0:
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
        _sort_moves(memory, numbers, first)
        return best

    return Root(begin, iterate, search)
