"""Alpha-beta over the moves of any sheet without dice, with a quiet end.

Nothing is cut off that a sheet could contradict: no passing, no standing still where captures are mandatory. A turn may
have several moves: a score changes its sign only where the side to move changes.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.kernel.general.generate import CAPTURES, LEGAL, write_moves
from axedrez.chess.kernel.general.goals import is_last_move, winner_of
from axedrez.chess.kernel.general.make import make
from axedrez.chess.kernel.general.reach import checkers
from axedrez.chess.kernel.layout import (
    ALL,
    FLAGS,
    HALFMOVE,
    MANDATORY,
    MATES,
    OVER,
    ROW,
    STM,
    U0,
    U1,
)
from axedrez.chess.kernel.rules import insufficient_material
from axedrez.jit import kernel, popcount
from axedrez.search.kernel.general.judge import evaluate
from axedrez.search.kernel.general.order import rate, takes
from axedrez.search.kernel.history import reward
from axedrez.search.kernel.judge import fade
from axedrez.search.kernel.layout import (
    ABORTED,
    INFINITY,
    LIST,
    MATE,
    MAX_PLY,
    MOVE_LIMIT,
    MOVES,
    ONE,
    ORDERS,
    PLAIN,
    PV,
    PV_ROW,
    STATES,
    THREE,
    UNKNOWN,
    Z,
)
from axedrez.search.kernel.memory import (
    count_node,
    lead_on,
    probe,
    repeated,
    score_of_end,
    store,
    stored_move,
    stored_score,
    without_a_move,
)
from axedrez.search.kernel.order import take_next

_DEEPEST_EVASION = int64(-4)  # below this depth the quiet search no longer follows checks
_DEEPEST_DUTY = int64(-12)  # nor captures that must be made
_DEEPEST = int64(-8)  # nor any
_FEW = uint64(3)
_EARLY = uint64(4)


@kernel
def _stuck(memory: Any, tables: Any, at: Any, ply: Any, in_check: Any) -> Any:
    """The score of a position whose player has no legal move."""
    mated = in_check and tables[FLAGS] & MATES != U0
    return without_a_move(tables, ply, mated or is_last_move(memory, at, tables))


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


@kernel
def quiet(memory: Any, numbers: Any, tables: Any, ply: Any, depth: Any, alpha: Any, beta: Any, in_check: Any) -> Any:
    """The score when only captures go on, and every answer to a check; `depth` is zero or less."""
    count_node(memory, ply)
    if memory[ABORTED] != U0:
        return Z
    at = STATES + ply * ROW
    side = memory[at + STM]
    if memory[at + OVER] != U0:
        return score_of_end(winner_of(memory, at), side, ply)
    if insufficient_material(memory, at, tables):
        return Z
    if ply + U1 >= MAX_PLY:
        return fade(numbers, memory[at + HALFMOVE], evaluate(memory, at, tables, numbers))
    memory[PV + ply * PV_ROW] = U0
    moves = MOVES + ply * LIST
    orders = ORDERS + ply * LIST
    # Under duty to capture, or in check, standing still is no choice.
    exact = memory[PLAIN] != U0
    bound = tables[FLAGS] & MANDATORY != U0 and depth > _DEEPEST_DUTY
    evading = in_check and depth > _DEEPEST_EVASION
    best = -INFINITY
    end = moves
    if bound or evading or exact or popcount(memory[at + side]) <= _FEW:
        end = write_moves(memory, at, tables, memory, moves, LEGAL)
        if end == moves:
            return _stuck(memory, tables, at, ply, in_check)
        bound = bound and takes(memory, at, memory[moves])
    if exact or (not bound and not evading):
        best = fade(numbers, memory[at + HALFMOVE], evaluate(memory, at, tables, numbers))
        if exact or best >= beta or depth <= _DEEPEST:
            return best
        alpha = max(alpha, best)
        end = write_moves(memory, at, tables, memory, moves, CAPTURES)
    n = end - moves
    rate(memory, numbers, at, tables, ply, moves, n, orders, ALL)
    for i in range(n):
        move = take_next(memory, numbers, moves, orders, i, n)
        if not bound and not evading and numbers[orders + i] < Z:
            break  # from here on exchanges lose material
        make(memory, at, memory, at + ROW, tables, move)
        checked = checkers(memory, at + ROW, tables) != U0
        score = Z
        if memory[at + ROW + STM] == side:
            score = quiet(memory, numbers, tables, ply + U1, depth - ONE, alpha, beta, checked)
        else:
            score = -quiet(memory, numbers, tables, ply + U1, depth - ONE, -beta, -alpha, checked)
        if memory[ABORTED] != U0:
            return Z
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                if score >= beta:
                    break
    return best


@kernel
def search(memory: Any, numbers: Any, tables: Any, ply: Any, depth: Any, alpha: Any, beta: Any, in_check: Any) -> Any:
    """The score of the position at `ply`, searched `depth` plies deep; outside `alpha` … `beta` only a bound."""
    at = STATES + ply * ROW
    side = memory[at + STM]
    memory[PV + ply * PV_ROW] = U0
    if memory[at + OVER] != U0:
        return score_of_end(winner_of(memory, at), side, ply)
    exact = memory[PLAIN] != U0
    if in_check and not exact:
        depth += ONE
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
    if narrow:
        stored = stored_score(memory, at, contents, ply, depth, alpha, beta)
        if stored != UNKNOWN:
            return stored

    moves = MOVES + ply * LIST
    orders = ORDERS + ply * LIST
    n = write_moves(memory, at, tables, memory, moves, LEGAL) - moves
    if n == U0:
        return _stuck(memory, tables, at, ply, in_check)
    rate(memory, numbers, at, tables, ply, moves, n, orders, stored_move(contents))
    best = -INFINITY
    refutation = U0
    for i in range(n):
        move = take_next(memory, numbers, moves, orders, i, n)
        is_quiet = not takes(memory, at, move)
        make(memory, at, memory, at + ROW, tables, move)
        checked = checkers(memory, at + ROW, tables) != U0
        again = memory[at + ROW + STM] == side
        onward = depth - ONE
        score = alpha + ONE
        if i > U0:
            # Later moves have to show that they are better at all, late quiet ones first at less depth.
            lower = depth >= THREE and i >= _EARLY and is_quiet and not (checked or in_check or exact)
            low = onward - ONE if lower else onward
            while True:
                if again:
                    score = search(memory, numbers, tables, ply + U1, low, alpha, alpha + ONE, checked)
                else:
                    score = -search(memory, numbers, tables, ply + U1, low, -alpha - ONE, -alpha, checked)
                if low == onward or score <= alpha or memory[ABORTED] != U0:
                    break
                low = onward
        if score > alpha and (i == U0 or score < beta) and memory[ABORTED] == U0:
            if again:
                score = search(memory, numbers, tables, ply + U1, onward, alpha, beta, checked)
            else:
                score = -search(memory, numbers, tables, ply + U1, onward, -beta, -alpha, checked)
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
                    if is_quiet:
                        reward(memory, numbers, side, ply, depth, move)
                    break
    store(memory, at, ply, depth, beta, best, refutation)
    return best
