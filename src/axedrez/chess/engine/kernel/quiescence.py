"""Quiescence search: captures and promotions only, every answer to a check, and captures that must be made."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from numpy import int64, uint64

from axedrez.chess.engine.kernel.corrections import corrected
from axedrez.chess.engine.kernel.endgames import has_few_pieces, known_score
from axedrez.chess.engine.kernel.hash_table import (
    count_node,
    prefetch_entry,
    probe,
    score_of_end,
    score_of_entry,
    store,
    stored_bound,
    stored_move,
    stored_score,
)
from axedrez.chess.engine.kernel.history import frame_of
from axedrez.chess.engine.kernel.layout import (
    ABORTED,
    ALLOWED,
    INFINITY,
    LIST,
    LOWER,
    MARGINS,
    MAX_PLY,
    MOVES,
    NO,
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
from axedrez.chess.engine.kernel.move_order import MoveOrder
from axedrez.chess.kernel.layout import FLAGS, MANDATORY, OVER, ROW, STM, U0, U1
from axedrez.chess.kernel.paths import kernel_of
from axedrez.chess.kernel.rules import insufficient_material
from axedrez.jit import inlined, popcount
from axedrez.jit_types import I64, U64, Flag, Numbers, Words

Quiescence = Callable[[Words, Numbers, Words, U64, I64, I64, I64, Flag], I64]

_MIN_FORCED_DEPTH = int64(-12)  # below this depth captures that must be made are no longer followed
_MIN_CAPTURE_DEPTH = int64(-8)  # nor any, where a turn may have many of them
_HOPE = int64(180)  # what a capture may bring beyond the value of what it takes
_FEW = uint64(3)


@inlined
def refined_by_table(contents: U64, ply: U64, static_score: I64) -> I64:
    """The evaluation of a position, corrected by the score that the table keeps of it."""
    if contents != U0:
        score = score_of_entry(contents, ply)
        bound = stored_bound(contents)
        if -WON < score < WON and bound & (LOWER if score > static_score else UPPER) != U0:
            return score
    return static_score


def build(path: ModuleType, order: MoveOrder) -> Quiescence:
    """The search for a path (`paths`).

    `quiescence(memory, numbers, tables, ply, depth, alpha, beta, in_check)` returns the score of the position at `ply`;
    `depth` is zero or less.
    """
    general: bool = path.GENERAL
    gain, score_moves, pick_next = order.gain, order.score_moves, order.pick_next

    @kernel_of(path)
    def quiescence(
        memory: Words, numbers: Numbers, tables: Words, ply: U64, depth: I64, alpha: I64, beta: I64, in_check: Flag
    ) -> I64:
        count_node(memory, ply)
        memory[PV + ply * PV_ROW] = U0
        if memory[ABORTED] != U0:
            return Z
        at = STATES + ply * ROW
        side = memory[at + STM]
        if general and memory[at + OVER] != U0:
            return score_of_end(path.winner_of(memory, at), side, ply)
        if insufficient_material(memory, at, tables):
            return Z
        if has_few_pieces(memory, at):
            known = known_score(memory, at, tables, ply)
            if known != UNKNOWN:
                return known
        plain = memory[PLAIN] != U0
        moves = MOVES + ply * LIST
        orders = ORDERS + ply * LIST
        if plain and path.legal_moves(memory, at, tables, moves) == moves:
            return path.stuck(memory, tables, at, ply, in_check)
        if plain or ply + U1 >= MAX_PLY:
            return path.assess(memory, numbers, at, tables)
        contents = probe(memory, at)
        if beta - alpha == ONE:
            stored = stored_score(memory, at, contents, ply, Z, alpha, beta)
            if stored != UNKNOWN:
                return stored

        # In check, or where a capture must be made, the player cannot stand pat.
        evading = in_check and depth > path.MIN_EVASION_DEPTH
        must_capture: Flag = NO
        if general:
            must_capture = tables[FLAGS] & MANDATORY != U0 and depth > _MIN_FORCED_DEPTH
        best = -INFINITY
        hope = INFINITY
        end = moves
        if must_capture or evading or ((general or not in_check) and popcount(memory[at + side]) <= _FEW):
            end = path.legal_moves(memory, at, tables, moves)
            if end == moves:
                return path.stuck(memory, tables, at, ply, in_check)
            if general:
                must_capture = must_capture and path.takes(memory, at, memory[moves])
        stand_pat = not must_capture and not evading
        if stand_pat:
            static_score = corrected(memory, at, tables, path.assess(memory, numbers, at, tables))
            best = refined_by_table(contents, ply, static_score)
            if best >= beta or (general and depth <= _MIN_CAPTURE_DEPTH):
                if contents == U0 and best >= beta:
                    store(memory, at, ply, Z, beta, best, U0)
                return best
            alpha = max(alpha, best)
            if not general or memory[ALLOWED] & MARGINS != U0:
                hope = best + _HOPE
            end = path.captures(memory, at, tables, moves)

        n = end - moves
        score_moves(memory, numbers, at, tables, ply, moves, n, orders, stored_move(contents))
        best_move = U0
        for i in range(n):
            move = pick_next(memory, numbers, at, tables, moves, orders, i, n)
            if stand_pat:
                if numbers[orders + i] < Z:
                    break  # from here on exchanges lose material
                if hope < INFINITY and hope + gain(memory, at, tables, numbers, move) <= alpha:
                    best = max(best, min(alpha, hope + gain(memory, at, tables, numbers, move)))
                    continue
            path.note_move(memory, tables, frame_of(ply), side, path.mover(memory, at, tables, move), move)
            path.make(memory, at, memory, at + ROW, tables, move)
            prefetch_entry(memory, at + ROW)
            checked = path.checkers(memory, at + ROW, tables) != U0
            score = Z
            if general and memory[at + ROW + STM] == side:
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

    return quiescence
