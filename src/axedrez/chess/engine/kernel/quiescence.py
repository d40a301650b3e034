"""The quiet end of the tree: captures and promotions only, and every answer to a check."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.engine.kernel.assess import assess
from axedrez.chess.engine.kernel.corrections import corrected
from axedrez.chess.engine.kernel.hash_table import (
    count_node,
    prefetch_entry,
    probe,
    score_of_entry,
    score_without_moves,
    store,
    stored_bound,
    stored_move,
    stored_score,
)
from axedrez.chess.engine.kernel.history import frame_of, note_move
from axedrez.chess.engine.kernel.layout import (
    ABORTED,
    INFINITY,
    LIST,
    LOWER,
    MAX_PLY,
    MOVES,
    ONE,
    ORDERS,
    PLAIN,
    PV,
    PV_ROW,
    STATES,
    UNKNOWN,
    UPPER,
    WON,
    Z,
)
from axedrez.chess.engine.kernel.move_order import material_gain, pick_next, score_moves
from axedrez.chess.kernel.attacks import checkers
from axedrez.chess.kernel.generate import write_moves
from axedrez.chess.kernel.layout import ALL, ROW, STM, U0, U1, U63
from axedrez.chess.kernel.make import make, type_on
from axedrez.chess.kernel.rules import insufficient_material
from axedrez.jit import inlined, kernel, popcount

_DEEPEST_EVASION = int64(-6)  # below this depth checks are no longer followed
_HOPE = int64(180)  # what a capture may bring beyond the value of what it takes
_FEW = uint64(3)


@kernel
def can_move(memory: Any, tables: Any, at: Any, ply: Any) -> Any:
    """Whether the player to move has a legal move."""
    moves = MOVES + ply * LIST
    return write_moves(memory, at, tables, memory, moves, ALL) != moves


@inlined
def refined_by_table(contents: Any, ply: Any, static_score: Any) -> Any:
    """The evaluation of a position, corrected by the score that the table keeps of it."""
    if contents != U0:
        score = score_of_entry(contents, ply)
        bound = stored_bound(contents)
        if -WON < score < WON and bound & (LOWER if score > static_score else UPPER) != U0:
            return score
    return static_score


@kernel
def quiescence(
    memory: Any, numbers: Any, tables: Any, ply: Any, depth: Any, alpha: Any, beta: Any, in_check: Any
) -> Any:
    """The score when only captures and promotions go on, and every answer to a check; `depth` is zero or less."""
    count_node(memory, ply)
    memory[PV + ply * PV_ROW] = U0
    if memory[ABORTED] != U0:
        return Z
    at = STATES + ply * ROW
    side = memory[at + STM]
    if insufficient_material(memory, at, tables):
        return Z
    if memory[PLAIN] != U0:
        return (
            assess(memory, numbers, at, tables)
            if can_move(memory, tables, at, ply)
            else score_without_moves(tables, ply, in_check)
        )
    if ply + U1 >= MAX_PLY:
        return assess(memory, numbers, at, tables)
    contents = probe(memory, at)
    if beta - alpha == ONE:
        stored = stored_score(memory, at, contents, ply, Z, alpha, beta)
        if stored != UNKNOWN:
            return stored
    moves = MOVES + ply * LIST
    orders = ORDERS + ply * LIST
    evading = in_check and depth > _DEEPEST_EVASION
    best = -INFINITY
    hope = -INFINITY
    if evading:
        end = write_moves(memory, at, tables, memory, moves, ALL)
        if end == moves:
            return score_without_moves(tables, ply, True)
    else:
        if not in_check and popcount(memory[at + side]) <= _FEW and not can_move(memory, tables, at, ply):
            return score_without_moves(tables, ply, False)
        best = refined_by_table(contents, ply, corrected(memory, at, tables, assess(memory, numbers, at, tables)))
        if best >= beta:
            if contents == U0:
                store(memory, at, ply, Z, beta, best, U0)
            return best
        alpha = max(alpha, best)
        hope = best + _HOPE
        end = write_moves(memory, at, tables, memory, moves, memory[at + U1 - side])
    n = end - moves
    score_moves(memory, numbers, at, tables, ply, moves, n, orders, stored_move(contents))
    best_move = U0
    for i in range(n):
        move = pick_next(memory, numbers, at, tables, moves, orders, i, n)
        if not evading:
            if numbers[orders + i] < Z:
                break  # from here on exchanges lose material
            if hope + material_gain(memory, at, tables, numbers, move) <= alpha:
                best = max(best, min(alpha, hope + material_gain(memory, at, tables, numbers, move)))
                continue
        note_move(memory, tables, frame_of(ply), side, type_on(memory, at, tables, U1 << (move & U63)), move)
        make(memory, at, memory, at + ROW, tables, move)
        prefetch_entry(memory, at + ROW)
        checked = checkers(memory, at + ROW, tables) != U0
        score = -quiescence(memory, numbers, tables, ply + U1, depth - ONE, -beta, -alpha, checked)
        if memory[ABORTED] != U0:
            return Z
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                if score >= beta:
                    break
    store(memory, at, ply, Z, beta, best, best_move)
    return best
