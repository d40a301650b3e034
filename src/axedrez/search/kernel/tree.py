"""Alpha-beta over the legal moves, with a quiet end.

Every function works on the two views of one block of memory (`layout.py`); `ply` counts from the root.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.kernel.attacks import checkers
from axedrez.chess.kernel.generate import write_moves
from axedrez.chess.kernel.layout import (
    ALL,
    EP,
    HALFMOVE,
    HASH,
    MAX_MOVES,
    PAWN,
    ROW,
    ROYAL,
    STALEMATE,
    STM,
    TYPES,
    U0,
    U1,
    U2,
    ZOBRIST_EP,
    ZOBRIST_STM,
)
from axedrez.chess.kernel.make import key_of_squares, make
from axedrez.chess.kernel.rules import insufficient_material
from axedrez.jit import kernel, popcount
from axedrez.search.kernel.judge import evaluate
from axedrez.search.kernel.layout import (
    ABORTED,
    INFINITY,
    MATE,
    MAX_PLY,
    MOVE_LIMIT,
    MOVES,
    NO,
    ONE,
    ORDERS,
    STATES,
    THREE,
    TWO,
    WON,
    Z,
)
from axedrez.search.kernel.memory import (
    UNKNOWN,
    count_node,
    probe,
    repeated,
    store,
    stored_move,
    stored_score,
    without_a_move,
)
from axedrez.search.kernel.order import gain, promotion, rate, reward, take_next, victim

_DEEPEST_EVASION = int64(-6)  # below this depth the quiet search no longer follows checks
_HOPE = int64(200)  # what a capture may bring beyond the value of what it takes
_CALM = int64(90)  # how much the evaluation may change in a ply
_FEW = uint64(3)
_EARLY = uint64(3)
_LATE = uint64(10)


@kernel
def _can_move(memory: Any, tables: Any, at: Any, ply: Any) -> Any:
    moves = MOVES + ply * MAX_MOVES
    return write_moves(memory, at, tables, memory, moves, ALL) != moves


@kernel
def _is_drawn(memory: Any, tables: Any, at: Any, ply: Any, in_check: Any) -> Any:
    """Whether the position draws by material, repetition or the move limit; mate comes first."""
    if insufficient_material(memory, at, tables) or repeated(memory, at, ply, U2):
        return True
    if memory[MOVE_LIMIT] == U0 or memory[at + HALFMOVE] < memory[MOVE_LIMIT]:
        return False
    return not in_check or _can_move(memory, tables, at, ply)


@kernel
def _pass(memory: Any, tables: Any, at: Any) -> None:
    """Write to the next row the position with the other side to move."""
    for i in range(ROW):
        memory[at + ROW + i] = memory[at + i]
    memory[at + ROW + EP] = U0
    memory[at + ROW + STM] = U1 - memory[at + STM]
    memory[at + ROW + HALFMOVE] = U0
    memory[at + ROW + HASH] ^= tables[ZOBRIST_STM] ^ key_of_squares(tables, ZOBRIST_EP, memory[at + EP])


@kernel
def quiet(memory: Any, numbers: Any, tables: Any, ply: Any, depth: Any, alpha: Any, beta: Any, in_check: Any) -> Any:
    """The score when only captures and promotions go on, and every answer to a check; `depth` is zero or less."""
    count_node(memory)
    if memory[ABORTED] != U0:
        return Z
    at = STATES + ply * ROW
    side = memory[at + STM]
    if insufficient_material(memory, at, tables):
        return Z
    if ply + U1 >= MAX_PLY:
        return evaluate(memory, at, tables, numbers)
    moves = MOVES + ply * MAX_MOVES
    orders = ORDERS + ply * MAX_MOVES
    evading = in_check and depth > _DEEPEST_EVASION
    best = -INFINITY
    if evading:
        end = write_moves(memory, at, tables, memory, moves, ALL)
        if end == moves:
            return without_a_move(tables, ply, True)
    else:
        if not in_check and popcount(memory[at + side]) <= _FEW and not _can_move(memory, tables, at, ply):
            return without_a_move(tables, ply, False)
        best = evaluate(memory, at, tables, numbers)
        if best >= beta:
            return best
        alpha = max(alpha, best)
        end = write_moves(memory, at, tables, memory, moves, memory[at + U1 - side])
    standing = best
    n = end - moves
    rate(memory, numbers, at, tables, ply, moves, n, orders, ALL)
    for i in range(n):
        move = take_next(memory, numbers, moves, orders, i, n)
        if not evading:
            if numbers[orders + i] < Z:
                break  # from here on exchanges lose material
            if standing + gain(memory, at, tables, numbers, move) + _HOPE <= alpha:
                continue
        make(memory, at, memory, at + ROW, tables, move)
        checked = checkers(memory, at + ROW, tables) != U0
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
def search(
    memory: Any,
    numbers: Any,
    tables: Any,
    ply: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    in_check: Any,
    may_pass: Any,
) -> Any:
    """The score of the position at `ply`, searched `depth` plies deep; outside `alpha` … `beta` only a bound."""
    at = STATES + ply * ROW
    if in_check:
        depth += ONE
    if _is_drawn(memory, tables, at, ply, in_check):
        return Z
    if depth <= Z or ply + U1 >= MAX_PLY:
        return quiet(memory, numbers, tables, ply, Z, alpha, beta, in_check)
    count_node(memory)
    if memory[ABORTED] != U0:
        return Z
    alpha = max(alpha, int64(ply) - MATE)
    beta = min(beta, MATE - int64(ply))
    if alpha >= beta:
        return alpha
    narrow = beta - alpha == ONE

    contents = probe(memory, at)
    if narrow:
        stored = stored_score(contents, ply, depth, alpha, beta)
        if stored != UNKNOWN:
            return stored

    side = memory[at + STM]
    standing = evaluate(memory, at, tables, numbers)
    if narrow and not in_check and -WON < beta < WON:
        if depth <= THREE and standing - _CALM * depth >= beta:
            return standing
        plain = memory[at + TYPES + tables[PAWN]] | memory[at + TYPES + tables[ROYAL]]
        # Passing, which no rule allows, shows how much is in hand; not where having no move is a goal or no harm.
        if (
            may_pass != U0
            and depth >= THREE
            and standing >= beta
            and memory[at + side] & ~plain != U0
            and tables[STALEMATE] == U0
        ):
            _pass(memory, tables, at)
            score = -search(
                memory, numbers, tables, ply + U1, depth - THREE - depth // int64(5), -beta, ONE - beta, NO, U0
            )
            if memory[ABORTED] != U0:
                return Z
            if score >= beta:
                return beta

    moves = MOVES + ply * MAX_MOVES
    orders = ORDERS + ply * MAX_MOVES
    n = write_moves(memory, at, tables, memory, moves, ALL) - moves
    if n == U0:
        return without_a_move(tables, ply, in_check)
    rate(memory, numbers, at, tables, ply, moves, n, orders, stored_move(contents))
    best = -INFINITY
    refutation = U0
    for i in range(n):
        move = take_next(memory, numbers, moves, orders, i, n)
        is_quiet = promotion(move) == U0 and victim(memory, at, tables, move) == U0
        make(memory, at, memory, at + ROW, tables, move)
        checked = checkers(memory, at + ROW, tables) != U0
        reduction = Z
        if is_quiet and not checked and not in_check and i > U0:
            if narrow and depth <= TWO and best > -WON and standing + _CALM * depth <= alpha:
                continue
            if depth >= THREE and i >= _EARLY:
                reduction = ONE + (ONE if i >= _LATE else Z) + (ONE if depth >= int64(8) else Z)
        score = Z
        if i > U0:
            score = -search(
                memory, numbers, tables, ply + U1, depth - ONE - reduction, -alpha - ONE, -alpha, checked, U1
            )
        if i == U0 or (score > alpha and (reduction > Z or score < beta)):
            score = -search(memory, numbers, tables, ply + U1, depth - ONE, -beta, -alpha, checked, U1)
        if memory[ABORTED] != U0:
            return Z
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                refutation = move
                if score >= beta:
                    if is_quiet:
                        reward(memory, numbers, side, ply, depth, move)
                    break
    store(memory, at, ply, depth, beta, best, refutation)
    return best
