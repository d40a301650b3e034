"""Alpha-beta over the moves of any sheet without dice, with a quiet end.

A turn may have several moves: a score changes its sign only where the side to move changes. What is left out, and
what is looked at less deeply, is what the sheet permits (`ALLOWED`); with `PLAIN` set, nothing is.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.engine.kernel.corrections import corrected, update_correction
from axedrez.chess.engine.kernel.general.evaluate import assess
from axedrez.chess.engine.kernel.general.move_order import is_quiet, mover, pick_next, score_moves, see_below, victim
from axedrez.chess.engine.kernel.general.quiescence import note, quiescence, stuck
from axedrez.chess.engine.kernel.hash_table import (
    count_node,
    prefetch_entry,
    probe,
    repeated,
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
    MOVE_LIMIT,
    MOVES,
    NO,
    NO_PASS,
    NOTHING_MADE,
    NULL_MOVE,
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
from axedrez.chess.engine.kernel.move_order import KILLER
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
from axedrez.chess.engine.kernel.quiescence import refined_by_table
from axedrez.chess.kernel.general.generate import LEGAL, is_placing, write_moves
from axedrez.chess.kernel.general.goals import is_last_move, winner_of
from axedrez.chess.kernel.general.make import make
from axedrez.chess.kernel.general.reach import checkers, royals
from axedrez.chess.kernel.layout import (
    EP,
    HALFMOVE,
    HAND,
    HASH,
    OVER,
    PASSED,
    PAWN,
    ROW,
    STM,
    TURN,
    TYPES,
    U0,
    U1,
    U6,
    ZOBRIST_EP,
    ZOBRIST_STM,
)
from axedrez.chess.kernel.make import key_of_squares
from axedrez.chess.kernel.rules import insufficient_material
from axedrez.jit import inlined, kernel, popcount

_LEAST_QUIET = int64(-(1 << 31))  # captures that lose material stand below


@kernel
def _is_drawn(memory: Any, tables: Any, at: Any, ply: Any, in_check: Any) -> Any:
    """Whether the position draws by material, repetition (inside the tree once is enough) or the move limit."""
    if is_last_move(memory, at, tables):
        return False
    if insufficient_material(memory, at, tables) or repeated(memory, at, ply, U1):
        return True
    if memory[MOVE_LIMIT] == U0 or memory[at + HALFMOVE] < memory[MOVE_LIMIT]:
        return False
    moves = MOVES + ply * LIST
    return not in_check or write_moves(memory, at, tables, memory, moves, LEGAL) != moves


@inlined
def _pass(memory: Any, tables: Any, at: Any) -> None:
    """Write to the next row the position with the other side to move."""
    for i in range(ROW):
        memory[at + ROW + i] = memory[at + i]
    memory[at + ROW + EP] = U0
    memory[at + ROW + PASSED] = U0
    memory[at + ROW + STM] = U1 - memory[at + STM]
    memory[at + ROW + HALFMOVE] = U0
    memory[at + ROW + HASH] ^= tables[ZOBRIST_STM] ^ key_of_squares(tables, ZOBRIST_EP, memory[at + EP])


@inlined
def _pieces(memory: Any, tables: Any, at: Any, side: Any) -> Any:
    """How many pieces `side` has besides royal ones and pawns, on the board or (counted as many) in hand."""
    if memory[at + HAND + side + side] | memory[at + HAND + side + side + U1] != U0:
        return U6
    plain = memory[at + TYPES + tables[PAWN]] | royals(memory, at, tables)
    return popcount(memory[at + side] & ~plain)


@inlined
def _without_quiet(memory: Any, numbers: Any, moves: Any, orders: Any, i: Any, n: Any) -> Any:
    """Close up the list from number `i` on to the captures that lose material; returns its new end."""
    kept: Any = i
    for k in range(i, n):
        if numbers[orders + k] < _LEAST_QUIET:
            memory[moves + kept], numbers[orders + kept] = memory[moves + k], numbers[orders + k]
            kept += U1
    return kept


@kernel
def _learn(memory: Any, numbers: Any, tables: Any, ply: Any, depth: Any, last: Any, worst: Any) -> None:
    """After the move number `last` has refuted the one before: it counts more from now on, those before it less."""
    at = STATES + ply * ROW
    side = memory[at + STM]
    frame = frame_of(ply)
    moves = MOVES + ply * LIST
    bonus = bonus_at(depth)
    chosen = memory[moves + last]
    quiet = is_quiet(memory, at, chosen)
    if quiet:
        store_killer(memory, ply, chosen, memory[frame - FRAME + MADE])
    for i in range(last + U1):
        move = memory[moves + i]
        kind = mover(memory, at, tables, move)
        change = bonus if i == last else -bonus
        if not is_quiet(memory, at, move):
            update_capture_history(numbers, kind, move, victim(memory, at, tables, move), change)
        elif quiet and kind != U0 and (i == last or i < worst):
            update_quiet_history(memory, numbers, tables, frame, side, kind, move, change)


@kernel
def search(
    memory: Any, numbers: Any, tables: Any, ply: Any, depth: Any, alpha: Any, beta: Any, in_check: Any, cut: Any
) -> Any:
    """The score of the position at `ply`, searched `depth` plies deep; outside `alpha` … `beta` only a bound.

    `cut` tells that some move is expected to score at least `beta`.
    """
    at = STATES + ply * ROW
    side = memory[at + STM]
    frame = frame_of(ply)
    permits = memory[ALLOWED]
    memory[PV + ply * PV_ROW] = U0
    if memory[at + OVER] != U0:
        return score_of_end(winner_of(memory, at), side, ply)
    exact = memory[PLAIN] != U0
    excluded = memory[frame + EXCLUDED]
    if _is_drawn(memory, tables, at, ply, in_check):
        return Z
    if depth <= Z or ply + U1 >= MAX_PLY:
        return quiescence(memory, numbers, tables, ply, Z, alpha, beta, in_check)
    count_node(memory, ply)
    if memory[ABORTED] != U0:
        return Z
    alpha = max(alpha, int64(ply) - MATE)
    beta = min(beta, MATE - int64(ply))
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
    improving = False
    if in_check:
        static_score = UNKNOWN
        numbers[frame + EVALUATION] = UNKNOWN
    elif not exact:
        if excluded == U0:
            static_score = corrected(memory, at, tables, assess(memory, numbers, at, tables))
            numbers[frame + EVALUATION] = static_score
        earlier = numbers[frame - FRAME - FRAME + EVALUATION]
        improving = tables[TURN] != U1 or earlier == UNKNOWN or static_score > earlier
        static_score = refined_by_table(contents, ply, static_score)

    # A player who has one move left to draw level, or pieces to place, has no choice but these.
    free = not exact and not in_check and not is_last_move(memory, at, tables)
    if zero_window and free and excluded == U0 and -WON < beta < WON:
        if permits & MARGINS != U0:
            if depth <= TWO and static_score + LOST * depth <= alpha:
                score = quiescence(memory, numbers, tables, ply, Z, alpha, beta, in_check)
                if score <= alpha or memory[ABORTED] != U0:
                    return score
            if (
                depth <= EIGHT
                and static_score < WON
                and static_score - SURE * (depth - (ONE if improving else Z)) >= beta
            ):
                return static_score
        # Passing, which the rules do not allow, shows how much is in hand.
        if (
            permits & NULL_MOVE != U0
            and depth >= THREE
            and static_score >= beta
            and _pieces(memory, tables, at, side) > U1  # with one or none, having to move is too often a burden
            and memory[frame - FRAME + MADE] != NOTHING_MADE
            and ply >= memory[NO_PASS]
            and not is_placing(memory, at, tables, side)
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

    if hash_move == U0 and depth >= FOUR and not exact and (cut or not zero_window):
        depth -= ONE  # nothing is known of this position: the next iteration will know more

    # Is the hash move so much better than all others that it deserves to be looked at more deeply?
    further = Z
    if (
        hash_move != U0
        and depth >= SINGULAR_DEPTH
        and excluded == U0
        and not exact
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
    n = write_moves(memory, at, tables, memory, moves, LEGAL) - moves
    if n == U0:
        return stuck(memory, tables, at, ply, in_check)
    score_moves(memory, numbers, at, tables, ply, moves, n, orders, hash_move)
    hash_move_takes = hash_move != U0 and not is_quiet(memory, at, hash_move)
    best = -INFINITY
    best_move = U0
    tried = Z
    worst = n  # quiet moves from here on were not tried
    selective = zero_window and free
    many = (FOUR + depth * depth) // (ONE if improving else TWO)
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
        quiet = is_quiet(memory, at, move)
        left_out = not exact and best > -WON
        late = tried > many or (depth <= FOUR and order < -FORGOTTEN * (depth + TWO))
        if late and left_out and selective and quiet and order < KILLER:
            # All quiet moves that are left count less: only captures that lose material come after them.
            worst = min(worst, i)
            n = _without_quiet(memory, numbers, moves, orders, i, n)
            next_one = i
            continue
        kind = mover(memory, at, tables, move)
        make(memory, at, memory, at + ROW, tables, move)
        prefetch_entry(memory, at + ROW)
        checked = checkers(memory, at + ROW, tables) != U0
        again = memory[at + ROW + STM] == side
        left_out = left_out and not checked and memory[at + ROW + OVER] == U0
        reduction = Z
        if not exact and depth >= TWO and tried > ONE:
            checking = checked or in_check
            reduction = reduction_of(
                numbers, depth, tried, quiet, order, zero_window, cut, improving, hash_move_takes, checking
            )
        if left_out and permits & MARGINS != U0:
            left = max(depth - ONE - reduction, Z)
            if quiet:
                if free and left <= SIX and static_score + FUTILE + FUTILE_EACH * left <= alpha:
                    worst = min(worst, i)
                    continue
                if left <= EIGHT and see_below(memory, at, tables, numbers, move, -QUIET_LOSS * left * left):
                    continue
            elif order < Z and depth <= SIX and see_below(memory, at, tables, numbers, move, -CAPTURE_LOSS * depth):
                continue
        extension = further if move == hash_move else Z
        if checked and extension == Z and not exact and ply < memory[HORIZON] and order >= Z:
            extension = ONE if not see_below(memory, at, tables, numbers, move, Z) else Z
        new_depth = depth - ONE + extension
        note(memory, tables, frame, side, kind, move)
        sign = ONE if again else -ONE
        score = Z
        if tried > ONE:
            # Later moves have to show that they are better at all, most of them first at less depth.
            low = (
                max(min(new_depth - reduction, new_depth), min(new_depth, ONE))
                if tried > TWO or zero_window
                else new_depth
            )
            floor = alpha if again else -alpha - ONE
            score = sign * search(memory, numbers, tables, ply + U1, low, floor, floor + ONE, checked, not again)
            if low < new_depth and score > alpha and memory[ABORTED] == U0:
                score = sign * search(
                    memory, numbers, tables, ply + U1, new_depth, floor, floor + ONE, checked, cut if again else not cut
                )
        if tried == ONE or (score > alpha and not zero_window):
            floor, ceiling = (alpha, beta) if again else (-beta, -alpha)
            score = sign * search(
                memory, numbers, tables, ply + U1, new_depth, floor, ceiling, checked, zero_window and cut == again
            )
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
                    if not exact:
                        _learn(memory, numbers, tables, ply, depth, i, worst)
                    break
    if best == -INFINITY:
        return first  # nothing but the excluded move
    if excluded == U0:
        # In turns of several moves a position is seen in the middle of one, too: that would teach the wrong thing.
        alone = tables[TURN] == U1 and not in_check
        if alone and not exact and (best_move == U0 or is_quiet(memory, at, best_move)):
            update_correction(memory, at, tables, depth, numbers[frame + EVALUATION], best, first, beta)
        store(memory, at, ply, depth, beta, best, best_move)
    return best
