"""Alpha-beta over the legal moves, with a quiet end.

Every function works on the two views of one block of memory (`layout.py`); `ply` counts from the root. Whatever is
left out here may be wrong; with `PLAIN` set, nothing is.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.engine.kernel.assess import assess
from axedrez.chess.engine.kernel.corrections import corrected, update_correction
from axedrez.chess.engine.kernel.hash_table import (
    count_node,
    prefetch_entry,
    probe,
    repeated,
    score_of_entry,
    score_without_moves,
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
    note_move,
    note_pass,
    store_killer,
    update_capture_history,
    update_quiet_history,
)
from axedrez.chess.engine.kernel.layout import (
    ABORTED,
    EVALUATION,
    EXCLUDED,
    FRAME,
    HORIZON,
    INFINITY,
    LIST,
    LOWER,
    MADE,
    MATE,
    MAX_PLY,
    MOVE_LIMIT,
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
    YES,
    Z,
)
from axedrez.chess.engine.kernel.move_order import KILLER, is_quiet, pick_next, score_moves, see_below, victim
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
from axedrez.chess.engine.kernel.quiescence import can_move, quiescence, refined_by_table
from axedrez.chess.kernel.attacks import checkers
from axedrez.chess.kernel.generate import write_moves
from axedrez.chess.kernel.layout import (
    ALL,
    EP,
    HALFMOVE,
    HASH,
    PAWN,
    ROW,
    ROYAL,
    STALEMATE,
    STM,
    TYPES,
    U0,
    U1,
    U2,
    U63,
    ZOBRIST_EP,
    ZOBRIST_STM,
)
from axedrez.chess.kernel.make import key_of_squares, make, type_on
from axedrez.chess.kernel.rules import insufficient_material
from axedrez.jit import inlined, kernel, popcount

_DECIDED = int64(600)  # windows further out are those of a game that is won or lost


@inlined
def _is_drawn(memory: Any, tables: Any, at: Any, ply: Any, in_check: Any) -> Any:
    """Whether the position draws by material, repetition or the move limit; mate comes first."""
    if insufficient_material(memory, at, tables) or repeated(memory, at, ply, U2):
        return True
    if memory[MOVE_LIMIT] == U0 or memory[at + HALFMOVE] < memory[MOVE_LIMIT]:
        return False
    return not in_check or can_move(memory, tables, at, ply)


@inlined
def _pass(memory: Any, tables: Any, at: Any) -> None:
    """Write to the next row the position with the other side to move."""
    for i in range(ROW):
        memory[at + ROW + i] = memory[at + i]
    memory[at + ROW + EP] = U0
    memory[at + ROW + STM] = U1 - memory[at + STM]
    memory[at + ROW + HALFMOVE] = U0
    memory[at + ROW + HASH] ^= tables[ZOBRIST_STM] ^ key_of_squares(tables, ZOBRIST_EP, memory[at + EP])


@inlined
def _pieces(memory: Any, tables: Any, at: Any, side: Any) -> Any:
    """How many pieces `side` has besides the royal one and pawns."""
    plain = memory[at + TYPES + tables[PAWN]] | memory[at + TYPES + tables[ROYAL]]
    return popcount(memory[at + side] & ~plain)


@kernel
def _learn(memory: Any, numbers: Any, tables: Any, ply: Any, depth: Any, last: Any, worst: Any) -> None:
    """After the move number `last` has refuted the one before: it counts more from now on, those before it less."""
    at = STATES + ply * ROW
    side = memory[at + STM]
    frame = frame_of(ply)
    moves = MOVES + ply * LIST
    bonus = bonus_at(depth)
    chosen = memory[moves + last]
    quiet = is_quiet(memory, at, tables, chosen)
    if quiet:
        store_killer(memory, ply, chosen, memory[frame - FRAME + MADE])
    for i in range(last + U1):
        move = memory[moves + i]
        kind = type_on(memory, at, tables, U1 << (move & U63))
        change = bonus if i == last else -bonus
        if not is_quiet(memory, at, tables, move):
            update_capture_history(numbers, kind, move, victim(memory, at, tables, move), change)
        elif quiet and (i == last or i < worst):
            update_quiet_history(memory, numbers, tables, frame, side, kind, move, change)


@kernel
def search(
    memory: Any, numbers: Any, tables: Any, ply: Any, depth: Any, alpha: Any, beta: Any, in_check: Any, cut: Any
) -> Any:
    """The score of the position at `ply`, searched `depth` plies deep; outside `alpha` … `beta` only a bound.

    `cut` tells that some move is expected to score at least `beta`.
    """
    at = STATES + ply * ROW
    frame = frame_of(ply)
    memory[PV + ply * PV_ROW] = U0
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
    beta = min(beta, MATE - int64(ply) - ONE)
    if alpha >= beta:
        return alpha
    zero_window = beta - alpha == ONE

    contents = probe(memory, at)
    hash_move = stored_move(contents)
    if zero_window and excluded == U0:
        stored = stored_score(memory, at, contents, ply, depth, alpha, beta)
        if stored != UNKNOWN:
            return stored

    side = memory[at + STM]
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
        improving = earlier == UNKNOWN or static_score > earlier
        static_score = refined_by_table(contents, ply, static_score)

    # Where the game is decided, the way to its end may go through quiet moves that no evaluation speaks for.
    undecided = -_DECIDED < beta < _DECIDED
    # Where the window is beyond every score but mates, nobody mates in the last two plies without a check.
    only_checks = depth <= TWO and tables[STALEMATE] == U0 and not exact
    if only_checks and depth <= ONE and beta <= -WON and not in_check:
        return static_score
    only_checks &= alpha >= WON
    if zero_window and not in_check and not exact and excluded == U0 and undecided:
        if depth <= TWO and static_score + LOST * depth <= alpha:
            score = quiescence(memory, numbers, tables, ply, Z, alpha, beta, in_check)
            if score <= alpha or memory[ABORTED] != U0:
                return score
        if depth <= EIGHT and static_score < WON and static_score - SURE * (depth - (ONE if improving else Z)) >= beta:
            return static_score
        # Passing, which no rule allows, shows how much is in hand; not where having no move is a goal or no harm.
        pieces = _pieces(memory, tables, at, side)
        if (
            depth >= THREE
            and static_score >= beta
            and pieces > U1  # with one piece or none, having to move is too often a burden
            and memory[frame - FRAME + MADE] != NOTHING_MADE
            and ply >= memory[NO_PASS]
            and tables[STALEMATE] == U0
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
    n = write_moves(memory, at, tables, memory, moves, ALL) - moves
    if n == U0:
        return score_without_moves(tables, ply, in_check)
    score_moves(memory, numbers, at, tables, ply, moves, n, orders, hash_move)
    hash_move_takes = hash_move != U0 and not is_quiet(memory, at, tables, hash_move)
    best = -INFINITY
    best_move = U0
    tried = Z
    worst = n  # quiet moves from here on were not tried
    many = (FOUR + depth * depth) // (ONE if improving else TWO)
    if exact or in_check or not zero_window or not undecided:
        many = INFINITY
    first = alpha
    for i in range(n):
        move = pick_next(memory, numbers, at, tables, moves, orders, i, n)
        if move == excluded:
            continue
        tried += ONE
        order = numbers[orders + i]
        quiet = is_quiet(memory, at, tables, move)
        left_out = not exact and best > -WON
        late = tried > many or (zero_window and depth <= FOUR and order < -FORGOTTEN * (depth + TWO) and not in_check)
        if late and left_out and quiet and order < KILLER:
            worst = min(worst, i)
            continue
        kind = type_on(memory, at, tables, U1 << (move & U63))
        make(memory, at, memory, at + ROW, tables, move)
        prefetch_entry(memory, at + ROW)
        checked = checkers(memory, at + ROW, tables) != U0
        reduction = Z
        if not exact and depth >= TWO and tried > ONE:
            checking = checked or in_check
            reduction = reduction_of(
                numbers, depth, tried, quiet, order, zero_window, cut, improving, hash_move_takes, checking
            )
            if not undecided:
                reduction = max(reduction - ONE, Z)
        if left_out and not checked:
            if only_checks:
                continue
            left = max(depth - ONE - reduction, Z)
            if quiet:
                if undecided and not in_check and left <= SIX and static_score + FUTILE + FUTILE_EACH * left <= alpha:
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
        note_move(memory, tables, frame, side, kind, move)
        score = Z
        if tried > ONE:
            # Later moves have to show that they are better at all, most of them first at less depth.
            low = (
                max(min(new_depth - reduction, new_depth), min(new_depth, ONE))
                if tried > TWO or zero_window
                else new_depth
            )
            score = -search(memory, numbers, tables, ply + U1, low, -alpha - ONE, -alpha, checked, YES)
            if low < new_depth and score > alpha and memory[ABORTED] == U0:
                score = -search(memory, numbers, tables, ply + U1, new_depth, -alpha - ONE, -alpha, checked, not cut)
        if tried == ONE or (score > alpha and not zero_window):
            score = -search(
                memory, numbers, tables, ply + U1, new_depth, -beta, -alpha, checked, zero_window and not cut
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
        if not exact and not in_check and (best_move == U0 or is_quiet(memory, at, tables, best_move)):
            update_correction(memory, at, tables, depth, numbers[frame + EVALUATION], best, first, beta)
        store(memory, at, ply, depth, beta, best, best_move)
    return best
