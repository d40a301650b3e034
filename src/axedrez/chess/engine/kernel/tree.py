"""Alpha-beta over the legal moves, with a quiet end.

Every function works on the two views of one block of memory (`layout.py`); `ply` counts from the root. Whatever is
left out here may be wrong; with `PLAIN` set, nothing is.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.engine.kernel.assess import assess
from axedrez.chess.engine.kernel.corrections import corrected, learn_correction
from axedrez.chess.engine.kernel.hash_table import (
    count_node,
    fetch,
    lead_on,
    probe,
    repeated,
    score_in,
    store,
    stored_bound,
    stored_depth,
    stored_move,
    stored_score,
    without_a_move,
)
from axedrez.chess.engine.kernel.history import (
    bonus_at,
    frame_of,
    learn_capture,
    learn_quiet,
    note_move,
    note_pass,
    remember,
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
from axedrez.chess.engine.kernel.move_order import KILLER, brings_less, is_calm, rate, take_next_sound, victim
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
from axedrez.chess.engine.kernel.quiescence import by_table, can_move, quiet
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
    calm = is_calm(memory, at, tables, chosen)
    if calm:
        remember(memory, ply, chosen, memory[frame - FRAME + MADE])
    for i in range(last + U1):
        move = memory[moves + i]
        kind = type_on(memory, at, tables, U1 << (move & U63))
        change = bonus if i == last else -bonus
        if not is_calm(memory, at, tables, move):
            learn_capture(numbers, kind, move, victim(memory, at, tables, move), change)
        elif calm and (i == last or i < worst):
            learn_quiet(memory, numbers, tables, frame, side, kind, move, change)


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
        return quiet(memory, numbers, tables, ply, Z, alpha, beta, in_check)
    count_node(memory, ply)
    if memory[ABORTED] != U0:
        return Z
    alpha = max(alpha, int64(ply) - MATE)
    beta = min(beta, MATE - int64(ply) - ONE)
    if alpha >= beta:
        return alpha
    narrow = beta - alpha == ONE

    contents = probe(memory, at)
    known = stored_move(contents)
    if narrow and excluded == U0:
        stored = stored_score(memory, at, contents, ply, depth, alpha, beta)
        if stored != UNKNOWN:
            return stored

    side = memory[at + STM]
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
        improving = earlier == UNKNOWN or standing > earlier
        standing = by_table(contents, ply, standing)

    # Where the game is decided, the way to its end may go through quiet moves that no evaluation speaks for.
    undecided = -_DECIDED < beta < _DECIDED
    # Where the window is beyond every score but mates, nobody mates in the last two plies without a check.
    only_checks = depth <= TWO and tables[STALEMATE] == U0 and not exact
    if only_checks and depth <= ONE and beta <= -WON and not in_check:
        return standing
    only_checks &= alpha >= WON
    if narrow and not in_check and not exact and excluded == U0 and undecided:
        if depth <= TWO and standing + LOST * depth <= alpha:
            score = quiet(memory, numbers, tables, ply, Z, alpha, beta, in_check)
            if score <= alpha or memory[ABORTED] != U0:
                return score
        if depth <= EIGHT and standing < WON and standing - SURE * (depth - (ONE if improving else Z)) >= beta:
            return standing
        # Passing, which no rule allows, shows how much is in hand; not where having no move is a goal or no harm.
        pieces = _pieces(memory, tables, at, side)
        if (
            depth >= THREE
            and standing >= beta
            and pieces > U1  # with one piece or none, having to move is too often a burden
            and memory[frame - FRAME + MADE] != NOTHING_MADE
            and ply >= memory[NO_PASS]
            and tables[STALEMATE] == U0
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
    n = write_moves(memory, at, tables, memory, moves, ALL) - moves
    if n == U0:
        return without_a_move(tables, ply, in_check)
    rate(memory, numbers, at, tables, ply, moves, n, orders, known)
    known_taking = known != U0 and not is_calm(memory, at, tables, known)
    best = -INFINITY
    refutation = U0
    tried = Z
    worst = n  # quiet moves from here on were not tried
    many = (FOUR + depth * depth) // (ONE if improving else TWO)
    if exact or in_check or not narrow or not undecided:
        many = INFINITY
    first = alpha
    for i in range(n):
        move = take_next_sound(memory, numbers, at, tables, moves, orders, i, n)
        if move == excluded:
            continue
        tried += ONE
        order = numbers[orders + i]
        calm = is_calm(memory, at, tables, move)
        left_out = not exact and best > -WON
        hopeless = tried > many or (narrow and depth <= FOUR and order < -FORGOTTEN * (depth + TWO) and not in_check)
        if hopeless and left_out and calm and order < KILLER:
            worst = min(worst, i)
            continue
        kind = type_on(memory, at, tables, U1 << (move & U63))
        make(memory, at, memory, at + ROW, tables, move)
        fetch(memory, at + ROW)
        checked = checkers(memory, at + ROW, tables) != U0
        reduction = Z
        if not exact and depth >= TWO and tried > ONE:
            checking = checked or in_check
            reduction = reduction_of(numbers, depth, tried, calm, order, narrow, cut, improving, known_taking, checking)
            if not undecided:
                reduction = max(reduction - ONE, Z)
        if left_out and not checked:
            if only_checks:
                continue
            left = max(depth - ONE - reduction, Z)
            if calm:
                if undecided and not in_check and left <= SIX and standing + FUTILE + FUTILE_EACH * left <= alpha:
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
        note_move(memory, tables, frame, side, kind, move)
        score = Z
        if tried > ONE:
            # Later moves have to show that they are better at all, most of them first at less depth.
            low = max(min(onward - reduction, onward), min(onward, ONE)) if tried > TWO or narrow else onward
            score = -search(memory, numbers, tables, ply + U1, low, -alpha - ONE, -alpha, checked, YES)
            if low < onward and score > alpha and memory[ABORTED] == U0:
                score = -search(memory, numbers, tables, ply + U1, onward, -alpha - ONE, -alpha, checked, not cut)
        if tried == ONE or (score > alpha and not narrow):
            score = -search(memory, numbers, tables, ply + U1, onward, -beta, -alpha, checked, narrow and not cut)
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
        if not exact and not in_check and (refutation == U0 or is_calm(memory, at, tables, refutation)):
            learn_correction(memory, at, tables, depth, numbers[frame + EVALUATION], best, first, beta)
        store(memory, at, ply, depth, beta, best, refutation)
    return best
