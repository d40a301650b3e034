"""The quiet end of the tree on the general path: captures only, every answer to a check, and captures under duty."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.engine.kernel.corrections import corrected
from axedrez.chess.engine.kernel.general.evaluate import assess
from axedrez.chess.engine.kernel.general.move_order import material_gain, mover, pick_next, score_moves, takes
from axedrez.chess.engine.kernel.hash_table import (
    count_node,
    prefetch_entry,
    probe,
    score_of_end,
    score_without_moves,
    store,
    stored_move,
    stored_score,
)
from axedrez.chess.engine.kernel.history import frame_of, note_move, note_pass
from axedrez.chess.engine.kernel.layout import (
    ABORTED,
    ALLOWED,
    INFINITY,
    LIST,
    MARGINS,
    MAX_PLY,
    MOVES,
    ONE,
    ORDERS,
    PLAIN,
    PV,
    PV_ROW,
    STATES,
    UNKNOWN,
    Z,
)
from axedrez.chess.engine.kernel.quiescence import refined_by_table
from axedrez.chess.kernel.general.generate import CAPTURES, LEGAL, write_moves
from axedrez.chess.kernel.general.goals import is_last_move, winner_of
from axedrez.chess.kernel.general.make import make
from axedrez.chess.kernel.general.reach import checkers
from axedrez.chess.kernel.layout import FLAGS, MANDATORY, MATES, OVER, ROW, STM, U0, U1
from axedrez.chess.kernel.rules import insufficient_material
from axedrez.jit import inlined, kernel, popcount

_DEEPEST_EVASION = int64(-4)  # below this depth the quiet search no longer follows checks
_DEEPEST_DUTY = int64(-12)  # nor captures that must be made
_DEEPEST = int64(-8)  # nor any
_HOPE = int64(180)  # what a capture may bring beyond the value of what it takes
_FEW = uint64(3)


@inlined
def note(memory: Any, tables: Any, frame: Any, side: Any, kind: Any, move: Any) -> None:
    """Write to the frame which move is made from it; a player who passes moves no piece."""
    if kind == U0:
        note_pass(memory, tables, frame)
    else:
        note_move(memory, tables, frame, side, kind, move)


@kernel
def stuck(memory: Any, tables: Any, at: Any, ply: Any, in_check: Any) -> Any:
    """The score of a position whose player has no legal move."""
    mated = in_check and tables[FLAGS] & MATES != U0
    return score_without_moves(tables, ply, mated or is_last_move(memory, at, tables))


@kernel
def quiescence(
    memory: Any, numbers: Any, tables: Any, ply: Any, depth: Any, alpha: Any, beta: Any, in_check: Any
) -> Any:
    """The score when only captures go on, and every answer to a check; `depth` is zero or less."""
    count_node(memory, ply)
    memory[PV + ply * PV_ROW] = U0
    if memory[ABORTED] != U0:
        return Z
    at = STATES + ply * ROW
    side = memory[at + STM]
    if memory[at + OVER] != U0:
        return score_of_end(winner_of(memory, at), side, ply)
    if insufficient_material(memory, at, tables):
        return Z
    exact = memory[PLAIN] != U0
    moves = MOVES + ply * LIST
    orders = ORDERS + ply * LIST
    if exact and write_moves(memory, at, tables, memory, moves, LEGAL) == moves:
        return stuck(memory, tables, at, ply, in_check)
    if exact or ply + U1 >= MAX_PLY:
        return assess(memory, numbers, at, tables)
    contents = probe(memory, at)
    if beta - alpha == ONE:
        stored = stored_score(memory, at, contents, ply, Z, alpha, beta)
        if stored != UNKNOWN:
            return stored
    # Under duty to capture, or in check, standing still is no choice.
    bound = tables[FLAGS] & MANDATORY != U0 and depth > _DEEPEST_DUTY
    evading = in_check and depth > _DEEPEST_EVASION
    best = -INFINITY
    hope = INFINITY
    end = moves
    if bound or evading or popcount(memory[at + side]) <= _FEW:
        end = write_moves(memory, at, tables, memory, moves, LEGAL)
        if end == moves:
            return stuck(memory, tables, at, ply, in_check)
        bound = bound and takes(memory, at, memory[moves])
    if not bound and not evading:
        best = refined_by_table(contents, ply, corrected(memory, at, tables, assess(memory, numbers, at, tables)))
        if best >= beta or depth <= _DEEPEST:
            if contents == U0 and best >= beta:
                store(memory, at, ply, Z, beta, best, U0)
            return best
        alpha = max(alpha, best)
        if memory[ALLOWED] & MARGINS != U0:
            hope = best + _HOPE
        end = write_moves(memory, at, tables, memory, moves, CAPTURES)
    n = end - moves
    score_moves(memory, numbers, at, tables, ply, moves, n, orders, stored_move(contents))
    best_move = U0
    for i in range(n):
        move = pick_next(memory, numbers, at, tables, moves, orders, i, n)
        if not bound and not evading:
            if numbers[orders + i] < Z:
                break  # from here on exchanges lose material
            if hope < INFINITY and hope + material_gain(memory, at, tables, numbers, move) <= alpha:
                best = max(best, min(alpha, hope + material_gain(memory, at, tables, numbers, move)))
                continue
        note(memory, tables, frame_of(ply), side, mover(memory, at, tables, move), move)
        make(memory, at, memory, at + ROW, tables, move)
        prefetch_entry(memory, at + ROW)
        checked = checkers(memory, at + ROW, tables) != U0
        score = Z
        if memory[at + ROW + STM] == side:
            score = quiescence(memory, numbers, tables, ply + U1, depth - ONE, alpha, beta, checked)
        else:
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
