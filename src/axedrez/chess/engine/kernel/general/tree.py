"""Alpha-beta over the moves of any sheet without dice, with a quiet end.

A turn may have several moves: a score changes its sign only where the side to move changes. What is left out, and
what is looked at less deeply, is what the sheet permits (`PERMITS`); with `PLAIN` set, nothing is.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.engine.kernel.corrections import corrected, learn_correction
from axedrez.chess.engine.kernel.general.evaluate import assess
from axedrez.chess.engine.kernel.general.move_order import brings_less, is_calm, mover, rate, take_next_sound, victim
from axedrez.chess.engine.kernel.general.quiescence import note, quiet, stuck
from axedrez.chess.engine.kernel.hash_table import (
    count_node,
    fetch,
    lead_on,
    probe,
    repeated,
    score_in,
    score_of_end,
    store,
    stored_bound,
    stored_depth,
    stored_move,
    stored_score,
)
from axedrez.chess.engine.kernel.history import bonus_at, frame_of, learn_capture, learn_quiet, note_pass, remember
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
    PERMITS,
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
from axedrez.chess.engine.kernel.quiescence import by_table
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
    calm = is_calm(memory, at, chosen)
    if calm:
        remember(memory, ply, chosen, memory[frame - FRAME + MADE])
    for i in range(last + U1):
        move = memory[moves + i]
        kind = mover(memory, at, tables, move)
        change = bonus if i == last else -bonus
        if not is_calm(memory, at, move):
            learn_capture(numbers, kind, move, victim(memory, at, tables, move), change)
        elif calm and kind != U0 and (i == last or i < worst):
            learn_quiet(memory, numbers, tables, frame, side, kind, move, change)


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
    permits = memory[PERMITS]
    memory[PV + ply * PV_ROW] = U0
    if memory[at + OVER] != U0:
        return score_of_end(winner_of(memory, at), side, ply)
    exact = memory[PLAIN] != U0
    excluded = memory[frame + EXCLUDED]
    if _is_drawn(memory, tables, at, ply, in_check):
        return Z
    if depth <= Z or ply + U1 >= MAX_PLY:
        return quiet(memory, numbers, tables, ply, Z, alpha, beta, in_check)
    count_node(memory, ply)
    if memory[ABORTED] != U0:
        return Z
    alpha = max(alpha, int64(ply) - MATE)
    beta = min(beta, MATE - int64(ply))
    if alpha >= beta:
        return alpha
    narrow = beta - alpha == ONE

    contents = probe(memory, at)
    known = stored_move(contents)
    if narrow and excluded == U0:
        stored = stored_score(memory, at, contents, ply, depth, alpha, beta)
        if stored != UNKNOWN:
            return stored

    standing = numbers[frame + EVALUATION]
    improving = False
    if in_check:
        standing = UNKNOWN
        numbers[frame + EVALUATION] = UNKNOWN
    elif not exact:
        if excluded == U0:
            standing = corrected(memory, at, tables, assess(memory, numbers, at, tables))
            numbers[frame + EVALUATION] = standing
        earlier = numbers[frame - FRAME - FRAME + EVALUATION]
        improving = tables[TURN] != U1 or earlier == UNKNOWN or standing > earlier
        standing = by_table(contents, ply, standing)

    # A player who has one move left to draw level, or pieces to place, has no choice but these.
    free = not exact and not in_check and not is_last_move(memory, at, tables)
    if narrow and free and excluded == U0 and -WON < beta < WON:
        if permits & MARGINS != U0:
            if depth <= TWO and standing + LOST * depth <= alpha:
                score = quiet(memory, numbers, tables, ply, Z, alpha, beta, in_check)
                if score <= alpha or memory[ABORTED] != U0:
                    return score
            if depth <= EIGHT and standing < WON and standing - SURE * (depth - (ONE if improving else Z)) >= beta:
                return standing
        # Passing, which the rules do not allow, shows how much is in hand.
        if (
            permits & NULL_MOVE != U0
            and depth >= THREE
            and standing >= beta
            and _pieces(memory, tables, at, side) > U1  # with one or none, having to move is too often a burden
            and memory[frame - FRAME + MADE] != NOTHING_MADE
            and ply >= memory[NO_PASS]
            and not is_placing(memory, at, tables, side)
        ):
            onward = depth - THREE - depth // FOUR - min((standing - beta) // int64(160), THREE)
            _pass(memory, tables, at)
            note_pass(memory, tables, frame)
            score = -search(memory, numbers, tables, ply + U1, onward, -beta, ONE - beta, NO, not cut)
            if memory[ABORTED] != U0:
                return Z
            if score >= beta:
                score = min(score, WON - ONE)
                if depth < VERIFIED_DEPTH or memory[NO_PASS] != U0:
                    return score
                # Much depends on it: not without looking whether having to move is a burden.
                memory[NO_PASS] = ply + U1 + uint64(max(onward, Z))
                verified = search(memory, numbers, tables, ply, onward, beta - ONE, beta, in_check, NO)
                memory[NO_PASS] = U0
                if verified >= beta or memory[ABORTED] != U0:
                    return score

    if known == U0 and depth >= FOUR and not exact and (cut or not narrow):
        depth -= ONE  # nothing is known of this position: the next iteration will know more

    # Is the known move so much better than all others that it deserves to be looked at more deeply?
    further = Z
    if (
        known != U0
        and depth >= SINGULAR_DEPTH
        and excluded == U0
        and not exact
        and ply < memory[HORIZON]
        and stored_bound(contents) & LOWER != U0
        and stored_depth(contents) >= depth - THREE
    ):
        score = score_in(contents, ply)
        if -WON < score < WON:
            goal = score - TWO * depth
            memory[frame + EXCLUDED] = known
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
    rate(memory, numbers, at, tables, ply, moves, n, orders, known)
    known_taking = known != U0 and not is_calm(memory, at, known)
    best = -INFINITY
    refutation = U0
    tried = Z
    worst = n  # quiet moves from here on were not tried
    selective = narrow and free
    many = (FOUR + depth * depth) // (ONE if improving else TWO)
    first = alpha
    next_one = U0
    while next_one < n:
        i = next_one
        next_one += U1
        move = take_next_sound(memory, numbers, at, tables, moves, orders, i, n)
        if move == excluded:
            continue
        tried += ONE
        order = numbers[orders + i]
        calm = is_calm(memory, at, move)
        left_out = not exact and best > -WON
        hopeless = tried > many or (depth <= FOUR and order < -FORGOTTEN * (depth + TWO))
        if hopeless and left_out and selective and calm and order < KILLER:
            # All quiet moves that are left count less: only captures that lose material come after them.
            worst = min(worst, i)
            n = _without_quiet(memory, numbers, moves, orders, i, n)
            next_one = i
            continue
        kind = mover(memory, at, tables, move)
        make(memory, at, memory, at + ROW, tables, move)
        fetch(memory, at + ROW)
        checked = checkers(memory, at + ROW, tables) != U0
        again = memory[at + ROW + STM] == side
        left_out = left_out and not checked and memory[at + ROW + OVER] == U0
        reduction = Z
        if not exact and depth >= TWO and tried > ONE:
            checking = checked or in_check
            reduction = reduction_of(numbers, depth, tried, calm, order, narrow, cut, improving, known_taking, checking)
        if left_out and permits & MARGINS != U0:
            left = max(depth - ONE - reduction, Z)
            if calm:
                if free and left <= SIX and standing + FUTILE + FUTILE_EACH * left <= alpha:
                    worst = min(worst, i)
                    continue
                if left <= EIGHT and brings_less(memory, at, tables, numbers, move, -QUIET_LOSS * left * left):
                    continue
            elif order < Z and depth <= SIX and brings_less(memory, at, tables, numbers, move, -CAPTURE_LOSS * depth):
                continue
        extension = further if move == known else Z
        if checked and extension == Z and not exact and ply < memory[HORIZON] and order >= Z:
            extension = ONE if not brings_less(memory, at, tables, numbers, move, Z) else Z
        onward = depth - ONE + extension
        note(memory, tables, frame, side, kind, move)
        sign = ONE if again else -ONE
        score = Z
        if tried > ONE:
            # Later moves have to show that they are better at all, most of them first at less depth.
            low = max(min(onward - reduction, onward), min(onward, ONE)) if tried > TWO or narrow else onward
            floor = alpha if again else -alpha - ONE
            score = sign * search(memory, numbers, tables, ply + U1, low, floor, floor + ONE, checked, not again)
            if low < onward and score > alpha and memory[ABORTED] == U0:
                score = sign * search(
                    memory, numbers, tables, ply + U1, onward, floor, floor + ONE, checked, cut if again else not cut
                )
        if tried == ONE or (score > alpha and not narrow):
            floor, ceiling = (alpha, beta) if again else (-beta, -alpha)
            score = sign * search(
                memory, numbers, tables, ply + U1, onward, floor, ceiling, checked, narrow and cut == again
            )
        if memory[ABORTED] != U0:
            return Z
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                refutation = move
                if not narrow:
                    lead_on(memory, ply, move)
                if score >= beta:
                    if not exact:
                        _learn(memory, numbers, tables, ply, depth, i, worst)
                    break
    if best == -INFINITY:
        return first  # nothing but the excluded move
    if excluded == U0:
        # In turns of several moves a position is seen in the middle of one, too: that would teach the wrong thing.
        alone = tables[TURN] == U1 and not in_check
        if alone and not exact and (refutation == U0 or is_calm(memory, at, refutation)):
            learn_correction(memory, at, tables, depth, numbers[frame + EVALUATION], best, first, beta)
        store(memory, at, ply, depth, beta, best, refutation)
    return best
