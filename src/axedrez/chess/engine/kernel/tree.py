"""Alpha-beta over the legal moves, compiled for both paths.

Every function works on the two views of one block of memory (`layout.py`); `ply` counts from the root. Whatever is
left out here may be wrong; with `PLAIN` set, nothing is. On the general path a turn may have several moves: a score
changes its sign only where the side to move changes.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from numpy import int64, uint64

from axedrez.chess.engine.kernel import learning, pruning
from axedrez.chess.engine.kernel.corrections import corrected
from axedrez.chess.engine.kernel.endgames import has_few_pieces, known_score
from axedrez.chess.engine.kernel.hash_table import (
    count_node,
    prefetch_entry,
    probe,
    score_of_end,
    stored_move,
    stored_score,
    update_pv,
)
from axedrez.chess.engine.kernel.history import (
    frame_of,
    note_pass,
)
from axedrez.chess.engine.kernel.layout import (
    ABORTED,
    EVALUATION,
    EXCLUDED,
    INFINITY,
    LIST,
    MATE,
    MAX_PLY,
    MOVES,
    NO,
    NO_PASS,
    ONE,
    ORDERS,
    PLAIN,
    PV,
    PV_ROW,
    STATES,
    TWO,
    UNKNOWN,
    WON,
    Z,
)
from axedrez.chess.engine.kernel.move_order import MoveOrder
from axedrez.chess.engine.kernel.pruning import (
    FOUR,
    FUTILE,
    VERIFIED_DEPTH,
    Candidate,
    null_move_depth,
    only_captures_help,
    singular_extension,
    singular_goal,
)
from axedrez.chess.engine.kernel.quiescence import Quiescence
from axedrez.chess.kernel.layout import (
    EP,
    HALFMOVE,
    HASH,
    OVER,
    PASSED,
    ROW,
    STM,
    U0,
    U1,
    ZOBRIST_EP,
    ZOBRIST_STM,
)
from axedrez.chess.kernel.make import key_of_squares
from axedrez.chess.kernel.paths import kernel_of
from axedrez.jit import inlined
from axedrez.jit_types import I64, U64, Flag, Numbers, Words

TreeSearch = Callable[[Words, Numbers, Words, U64, I64, I64, I64, Flag, Flag], I64]


@inlined
def _pass(memory: Words, tables: Words, ply: U64) -> None:
    """Write to the next row the position with the other side to move, and to the frame that no move led there."""
    at = STATES + ply * ROW
    for i in range(ROW):
        memory[at + ROW + i] = memory[at + i]
    memory[at + ROW + EP] = U0
    memory[at + ROW + PASSED] = U0
    memory[at + ROW + STM] = U1 - memory[at + STM]
    memory[at + ROW + HALFMOVE] = U0
    memory[at + ROW + HASH] ^= tables[ZOBRIST_STM] ^ key_of_squares(tables, ZOBRIST_EP, memory[at + EP])
    note_pass(memory, tables, frame_of(ply))


def build(path: ModuleType, order: MoveOrder, quiescence: Quiescence) -> TreeSearch:
    """The search for a path (`paths`).

    `search(memory, numbers, tables, ply, depth, alpha, beta, in_check, cut)` returns the score of the position at
    `ply`, searched `depth` plies deep; outside `alpha` … `beta` only a bound. `cut` tells that some move is expected to
    score at least `beta`.
    """
    general: bool = path.GENERAL
    score_moves, pick_next = order.score_moves, order.pick_next
    selective, learned = pruning.build(path, order), learning.build(path)
    assess_node, score_by_evaluation = selective.assess_node, selective.score_by_evaluation
    may_try_null_move = selective.may_try_null_move
    late_move_limit, is_late, depths_of_move = selective.late_move_limit, selective.is_late, selective.depths_of_move
    update_histories, keep_result = learned.update_histories, learned.keep_result
    # Nobody wins sooner than by the next move; under rules of any kind perhaps by having none.
    first_win = MATE if general else MATE - ONE

    @kernel_of(path)
    def search(
        memory: Words,
        numbers: Numbers,
        tables: Words,
        ply: U64,
        depth: I64,
        alpha: I64,
        beta: I64,
        in_check: Flag,
        cut: Flag,
    ) -> I64:
        at = STATES + ply * ROW
        side = memory[at + STM]
        frame = frame_of(ply)
        plain = memory[PLAIN] != U0
        excluded = memory[frame + EXCLUDED]
        memory[PV + ply * PV_ROW] = U0
        if general and memory[at + OVER] != U0:
            return score_of_end(path.winner_of(memory, at), side, ply)
        if path.is_drawn(memory, tables, at, ply, in_check):
            return Z
        if depth <= Z or ply + U1 >= MAX_PLY:
            return quiescence(memory, numbers, tables, ply, Z, alpha, beta, in_check)
        count_node(memory, ply)
        if memory[ABORTED] != U0:
            return Z
        if has_few_pieces(memory, at):
            score = known_score(memory, at, tables, ply)
            if score != UNKNOWN:
                return score
        alpha = max(alpha, int64(ply) - MATE)
        beta = min(beta, first_win - int64(ply))
        if alpha >= beta:
            return alpha
        contents = probe(memory, at)
        hash_move = stored_move(contents)
        if beta - alpha == ONE and excluded == U0:
            score = stored_score(memory, at, contents, ply, depth, alpha, beta)
            if score != UNKNOWN:
                return score
        if not plain and not in_check and excluded == U0:  # with a move excluded it has been done before
            numbers[frame + EVALUATION] = corrected(memory, at, tables, path.assess(memory, numbers, at, tables))
        node = assess_node(memory, numbers, tables, ply, depth, alpha, beta, contents, in_check, cut)
        score = score_by_evaluation(node, tables, depth, beta)
        if score != UNKNOWN:
            return score
        if only_captures_help(node, depth, alpha):
            score = quiescence(memory, numbers, tables, ply, Z, alpha, beta, in_check)
            if score <= alpha or memory[ABORTED] != U0:
                return score

        # The null move: passing, which the rules do not allow, shows how much is in hand.
        if may_try_null_move(node, memory, tables, ply, depth, beta):
            new_depth = null_move_depth(depth, node.static_score, beta)
            _pass(memory, tables, ply)
            score = -search(memory, numbers, tables, ply + U1, new_depth, -beta, ONE - beta, NO, not cut)
            if memory[ABORTED] != U0:
                return Z
            if score >= beta:
                score = min(score, WON - ONE)
                if depth < VERIFIED_DEPTH or memory[NO_PASS] != U0:
                    return score
                # Much depends on it: not without looking whether having to move is a burden.
                memory[NO_PASS] = ply + U1 + uint64(max(new_depth, Z))
                verified = search(memory, numbers, tables, ply, new_depth, beta - ONE, beta, in_check, NO)
                memory[NO_PASS] = U0
                if verified >= beta or memory[ABORTED] != U0:
                    return score

        if hash_move == U0 and depth >= FOUR and not plain and (cut or not node.zero_window):
            depth -= ONE  # nothing is known of this position: the next iteration will know more

        further = Z  # plies by which the hash move is searched more deeply
        goal = singular_goal(memory, ply, depth, contents)
        if goal != UNKNOWN:
            memory[frame + EXCLUDED] = hash_move
            others = search(memory, numbers, tables, ply, (depth - ONE) // TWO, goal - ONE, goal, in_check, cut)
            memory[frame + EXCLUDED] = U0
            if memory[ABORTED] != U0:
                return Z
            if others >= goal >= beta:
                return goal
            further = singular_extension(contents, ply, goal, others, beta)

        moves = MOVES + ply * LIST
        orders = ORDERS + ply * LIST
        n = path.legal_moves(memory, at, tables, moves) - moves
        if n == U0:
            return path.stuck(memory, tables, at, ply, in_check)
        score_moves(memory, numbers, at, tables, ply, moves, n, orders, hash_move)
        hash_move_takes = hash_move != U0 and not path.is_quiet(memory, at, tables, hash_move)
        best, best_move = -INFINITY, U0
        first = alpha
        tried = Z
        worst = n  # quiet moves from here on were not tried
        limit = late_move_limit(node, depth)
        next_one = U0
        while next_one < n:
            i = next_one
            next_one += U1
            move = pick_next(memory, numbers, at, tables, moves, orders, i, n)
            if move == excluded:
                continue
            tried += ONE
            order = numbers[orders + i]
            quiet = path.is_quiet(memory, at, tables, move)
            prunable: Flag = not plain and best > -WON
            if prunable and quiet and is_late(node, depth, tried, limit, order):
                worst = min(worst, i)
                if general:  # lists with drops are long: nothing but captures that lose material remains in this one
                    n = path.without_quiet(memory, numbers, moves, orders, i, n)
                    next_one = i
                continue
            extension = further if move == hash_move else Z
            path.make(memory, at, memory, at + ROW, tables, move)
            prefetch_entry(memory, at + ROW)
            checked = path.checkers(memory, at + ROW, tables) != U0
            again: Flag = NO
            if general:
                again = memory[at + ROW + STM] == side
                prunable = prunable and memory[at + ROW + OVER] == U0
            candidate = Candidate(move, order, quiet, tried, extension, checked, prunable and not checked)
            new_depth, low = depths_of_move(
                node, candidate, memory, numbers, tables, ply, depth, alpha, hash_move_takes
            )
            if new_depth < Z:
                if new_depth == FUTILE:
                    worst = min(worst, i)
                continue
            path.note_move(memory, tables, frame, side, path.mover(memory, at, tables, move), move)
            sign = ONE if again else -ONE
            score = Z
            if tried > ONE:
                # Later moves have to show that they are better at all, most of them first at less depth.
                floor = alpha if again else -alpha - ONE
                score = sign * search(memory, numbers, tables, ply + U1, low, floor, floor + ONE, checked, not again)
                if low < new_depth and score > alpha and memory[ABORTED] == U0:
                    expected = cut == again
                    score = sign * search(
                        memory, numbers, tables, ply + U1, new_depth, floor, floor + ONE, checked, expected
                    )
            if tried == ONE or (score > alpha and not node.zero_window):
                floor, ceiling = (alpha, beta) if again else (-beta, -alpha)
                expected = node.zero_window and cut == again
                score = sign * search(memory, numbers, tables, ply + U1, new_depth, floor, ceiling, checked, expected)
            if memory[ABORTED] != U0:
                return Z
            if score > best:
                best = score
                if score > alpha:
                    alpha, best_move = score, move
                    if not node.zero_window:
                        update_pv(memory, ply, move)
                    if score >= beta:
                        if not plain:
                            update_histories(memory, numbers, tables, ply, depth, i, worst)
                        break
        if best == -INFINITY:
            return first  # nothing but the excluded move
        if excluded == U0:
            keep_result(memory, numbers, tables, ply, depth, first, beta, best, best_move, in_check)
        return best

    return search
