"""Alpha-beta over the legal moves, compiled for both paths.

Every function works on the two views of one block of memory (`layout.py`); `ply` counts from the root. Whatever is
left out here may be wrong; with `PLAIN` set, nothing is. On the general path a turn may have several moves: a score
changes its sign only where the side to move changes.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from numpy import int64, uint64

from axedrez.chess.engine.kernel.corrections import corrected, update_correction
from axedrez.chess.engine.kernel.hash_table import (
    count_node,
    prefetch_entry,
    probe,
    score_of_end,
    score_of_entry,
    store,
    stored_bound,
    stored_depth,
    stored_move,
    stored_score,
    update_pv,
)
from axedrez.chess.engine.kernel.history import (
    bonus_at,
    frame_of,
    note_pass,
    store_killer,
    update_capture_history,
    update_quiet_history,
)
from axedrez.chess.engine.kernel.layout import (
    ABORTED,
    ALLOWED,
    EVALUATION,
    EXCLUDED,
    FRAME,
    HORIZON,
    INFINITY,
    LIST,
    LOWER,
    MADE,
    MARGINS,
    MATE,
    MAX_PLY,
    MOVES,
    NO,
    NO_PASS,
    NOTHING_MADE,
    ONE,
    ORDERS,
    PLAIN,
    PV,
    PV_ROW,
    STATES,
    THREE,
    TWO,
    UNKNOWN,
    WON,
    Z,
)
from axedrez.chess.engine.kernel.move_order import KILLER, MoveOrder
from axedrez.chess.engine.kernel.paths.build import kernel_of
from axedrez.chess.engine.kernel.pruning import (
    CAPTURE_LOSS,
    EIGHT,
    FORGOTTEN,
    FOUR,
    FUTILE,
    FUTILE_EACH,
    LOST,
    QUIET_LOSS,
    SINGULAR_DEPTH,
    SIX,
    SURE,
    VERIFIED_DEPTH,
    reduction_of,
)
from axedrez.chess.engine.kernel.quiescence import Quiescence, refined_by_table
from axedrez.chess.kernel.layout import (
    EP,
    HALFMOVE,
    HASH,
    OVER,
    PASSED,
    ROW,
    STALEMATE,
    STM,
    TURN,
    U0,
    U1,
    ZOBRIST_EP,
    ZOBRIST_STM,
)
from axedrez.chess.kernel.make import key_of_squares
from axedrez.jit import inlined
from axedrez.jit_types import I64, U64, Flag, Numbers, Words

TreeSearch = Callable[[Words, Numbers, Words, U64, I64, I64, I64, Flag, Flag], I64]


@inlined
def _pass(memory: Words, tables: Words, at: U64) -> None:
    """Write to the next row the position with the other side to move."""
    for i in range(ROW):
        memory[at + ROW + i] = memory[at + i]
    memory[at + ROW + EP] = U0
    memory[at + ROW + PASSED] = U0
    memory[at + ROW + STM] = U1 - memory[at + STM]
    memory[at + ROW + HALFMOVE] = U0
    memory[at + ROW + HASH] ^= tables[ZOBRIST_STM] ^ key_of_squares(tables, ZOBRIST_EP, memory[at + EP])


def build(path: ModuleType, order: MoveOrder, quiescence: Quiescence) -> TreeSearch:
    """The search for a path (`paths`).

    `search(memory, numbers, tables, ply, depth, alpha, beta, in_check, cut)` returns the score of the position at
    `ply`, searched `depth` plies deep; outside `alpha` … `beta` only a bound. `cut` tells that some move is expected to
    score at least `beta`.
    """
    general: bool = path.GENERAL
    see_below, score_moves, pick_next = order.see_below, order.score_moves, order.pick_next
    # Nobody wins sooner than by the next move; under rules of any kind perhaps by having none.
    first_win = MATE if general else MATE - ONE

    @kernel_of(path)
    def update_histories(
        memory: Words, numbers: Numbers, tables: Words, ply: U64, depth: I64, last: U64, worst: U64
    ) -> None:
        # After the move number `last` has refuted the one before: it counts more from now on, those before it less.
        at = STATES + ply * ROW
        side = memory[at + STM]
        frame = frame_of(ply)
        moves = MOVES + ply * LIST
        bonus = bonus_at(depth)
        chosen = memory[moves + last]
        quiet = path.is_quiet(memory, at, tables, chosen)
        if quiet:
            store_killer(memory, ply, chosen, memory[frame - FRAME + MADE])
        for i in range(last + U1):
            move = memory[moves + i]
            kind = path.mover(memory, at, tables, move)
            change = bonus if i == last else -bonus
            if not path.is_quiet(memory, at, tables, move):
                update_capture_history(numbers, kind, move, path.victim(memory, at, tables, move), change)
            elif quiet and kind != U0 and (i == last or i < worst):
                update_quiet_history(memory, numbers, tables, frame, side, kind, move, change)

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
        memory[PV + ply * PV_ROW] = U0
        if general and memory[at + OVER] != U0:
            return score_of_end(path.winner_of(memory, at), side, ply)
        plain = memory[PLAIN] != U0
        excluded = memory[frame + EXCLUDED]
        if path.is_drawn(memory, tables, at, ply, in_check):
            return Z
        if depth <= Z or ply + U1 >= MAX_PLY:
            return quiescence(memory, numbers, tables, ply, Z, alpha, beta, in_check)
        count_node(memory, ply)
        if memory[ABORTED] != U0:
            return Z
        alpha = max(alpha, int64(ply) - MATE)
        beta = min(beta, first_win - int64(ply))
        if alpha >= beta:
            return alpha
        zero_window = beta - alpha == ONE

        contents = probe(memory, at)
        hash_move = stored_move(contents)
        if zero_window and excluded == U0:
            stored = stored_score(memory, at, contents, ply, depth, alpha, beta)
            if stored != UNKNOWN:
                return stored

        static_score = numbers[frame + EVALUATION]
        improving: Flag = False
        if in_check:
            static_score = UNKNOWN
            numbers[frame + EVALUATION] = UNKNOWN
        elif not plain:
            if excluded == U0:
                static_score = corrected(memory, at, tables, path.assess(memory, numbers, at, tables))
                numbers[frame + EVALUATION] = static_score
            earlier = numbers[frame - FRAME - FRAME + EVALUATION]
            improving = earlier == UNKNOWN or static_score > earlier
            if general:
                improving = improving or tables[TURN] != U1
            static_score = refined_by_table(contents, ply, static_score)

        # Where the game is decided, the way to its end may go through quiet moves that no evaluation speaks for.
        undecided = -path.DECIDED < beta < path.DECIDED
        margins = not general or memory[ALLOWED] & MARGINS != U0
        free = not plain and not in_check
        if general:  # a player who has one move left to draw level has no choice but these
            free = free and not path.is_last_move(memory, at, tables)
        only_checks: Flag = NO
        if not general:
            # Where the window is beyond every score but mates, nobody mates in the last two plies without a check.
            only_checks = depth <= TWO and tables[STALEMATE] == U0 and not plain
            if only_checks and depth <= ONE and beta <= -WON and not in_check:
                return static_score
            only_checks &= alpha >= WON
        if zero_window and free and excluded == U0 and undecided:
            if margins:
                if depth <= TWO and static_score + LOST * depth <= alpha:
                    score = quiescence(memory, numbers, tables, ply, Z, alpha, beta, in_check)
                    if score <= alpha or memory[ABORTED] != U0:
                        return score
                sure = SURE * (depth - (ONE if improving else Z))
                if depth <= EIGHT and static_score < WON and static_score - sure >= beta:
                    return static_score
            # The null move: passing, which the rules do not allow, shows how much is in hand.
            if (
                depth >= THREE
                and static_score >= beta
                and path.pieces(memory, tables, at, side) > U1  # with one or none, having to move is too often a burden
                and memory[frame - FRAME + MADE] != NOTHING_MADE
                and ply >= memory[NO_PASS]
                and path.may_pass(memory, at, tables, side)
            ):
                new_depth = depth - THREE - depth // FOUR - min((static_score - beta) // int64(160), THREE)
                _pass(memory, tables, at)
                note_pass(memory, tables, frame)
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

        if hash_move == U0 and depth >= FOUR and not plain and (cut or not zero_window):
            depth -= ONE  # nothing is known of this position: the next iteration will know more

        # Is the hash move so much better than all others that it deserves to be searched more deeply?
        further = Z
        if (
            hash_move != U0
            and depth >= SINGULAR_DEPTH
            and excluded == U0
            and not plain
            and ply < memory[HORIZON]
            and stored_bound(contents) & LOWER != U0
            and stored_depth(contents) >= depth - THREE
        ):
            score = score_of_entry(contents, ply)
            if -WON < score < WON:
                goal = score - TWO * depth
                memory[frame + EXCLUDED] = hash_move
                others = search(memory, numbers, tables, ply, (depth - ONE) // TWO, goal - ONE, goal, in_check, cut)
                memory[frame + EXCLUDED] = U0
                if memory[ABORTED] != U0:
                    return Z
                if others < goal:
                    further = ONE
                elif goal >= beta:
                    return goal
                elif score >= beta:
                    further = -ONE

        moves = MOVES + ply * LIST
        orders = ORDERS + ply * LIST
        n = path.legal_moves(memory, at, tables, moves) - moves
        if n == U0:
            return path.stuck(memory, tables, at, ply, in_check)
        score_moves(memory, numbers, at, tables, ply, moves, n, orders, hash_move)
        hash_move_takes = hash_move != U0 and not path.is_quiet(memory, at, tables, hash_move)
        best = -INFINITY
        best_move = U0
        tried = Z
        worst = n  # quiet moves from here on were not tried
        selective = zero_window and free
        quiet_limit = (FOUR + depth * depth) // (ONE if improving else TWO)
        if not general and not undecided:
            quiet_limit = INFINITY
        first = alpha
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
            late = tried > quiet_limit or (depth <= FOUR and order < -FORGOTTEN * (depth + TWO))
            if late and prunable and selective and quiet and order < KILLER:
                worst = min(worst, i)
                if general:  # lists with drops are long: nothing but captures that lose material remains in this one
                    n = path.without_quiet(memory, numbers, moves, orders, i, n)
                    next_one = i
                continue
            kind = path.mover(memory, at, tables, move)
            path.make(memory, at, memory, at + ROW, tables, move)
            prefetch_entry(memory, at + ROW)
            checked = path.checkers(memory, at + ROW, tables) != U0
            prunable = prunable and not checked
            again: Flag = NO
            if general:
                again = memory[at + ROW + STM] == side
                prunable = prunable and memory[at + ROW + OVER] == U0
            reduction = Z
            if not plain and depth >= TWO and tried > ONE:
                checking = checked or in_check
                reduction = reduction_of(
                    numbers, depth, tried, quiet, order, zero_window, cut, improving, hash_move_takes, checking
                )
                if not general and not undecided:
                    reduction = max(reduction - ONE, Z)
            if prunable and margins:
                if only_checks:
                    continue
                left = max(depth - ONE - reduction, Z)
                if quiet:
                    futile = static_score + FUTILE + FUTILE_EACH * left <= alpha
                    if futile and left <= SIX and free and (general or undecided):
                        worst = min(worst, i)
                        continue
                    if left <= EIGHT and see_below(memory, at, tables, numbers, move, -QUIET_LOSS * left * left):
                        continue
                elif order < Z and depth <= SIX and see_below(memory, at, tables, numbers, move, -CAPTURE_LOSS * depth):
                    continue
            extension = further if move == hash_move else Z
            if checked and extension == Z and not plain and ply < memory[HORIZON] and order >= Z:
                extension = ONE if not see_below(memory, at, tables, numbers, move, Z) else Z
            new_depth = depth - ONE + extension
            path.note_move(memory, tables, frame, side, kind, move)
            sign = ONE if again else -ONE
            score = Z
            if tried > ONE:
                # Later moves have to show that they are better at all, most of them first at less depth.
                low = new_depth
                if tried > TWO or zero_window:
                    low = max(min(new_depth - reduction, new_depth), min(new_depth, ONE))
                floor = alpha if again else -alpha - ONE
                score = sign * search(memory, numbers, tables, ply + U1, low, floor, floor + ONE, checked, not again)
                if low < new_depth and score > alpha and memory[ABORTED] == U0:
                    cut_next = cut if again else not cut
                    score = sign * search(
                        memory, numbers, tables, ply + U1, new_depth, floor, floor + ONE, checked, cut_next
                    )
            if tried == ONE or (score > alpha and not zero_window):
                floor, ceiling = (alpha, beta) if again else (-beta, -alpha)
                cut_next = zero_window and cut == again
                score = sign * search(memory, numbers, tables, ply + U1, new_depth, floor, ceiling, checked, cut_next)
            if memory[ABORTED] != U0:
                return Z
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    best_move = move
                    if not zero_window:
                        update_pv(memory, ply, move)
                    if score >= beta:
                        if not plain:
                            update_histories(memory, numbers, tables, ply, depth, i, worst)
                        break
        if best == -INFINITY:
            return first  # nothing but the excluded move
        if excluded == U0:
            comparable = not plain and not in_check
            if general:  # in a turn of several moves a position is also seen in the middle of the turn
                comparable = comparable and tables[TURN] == U1
            if comparable and (best_move == U0 or path.is_quiet(memory, at, tables, best_move)):
                update_correction(memory, at, tables, depth, numbers[frame + EVALUATION], best, first, beta)
            store(memory, at, ply, depth, beta, best, best_move)
        return best

    return search
