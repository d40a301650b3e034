"""What both trees do with the memory of a search: nodes, repetitions, the transposition table, the value of an end."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.kernel.layout import (
    BYTE,
    HALFMOVE,
    HASH,
    ROW,
    U0,
    U1,
    U2,
    U3,
)
from axedrez.chess.kernel.rules import winner_without_a_move
from axedrez.jit import inlined, kernel
from axedrez.search.kernel.layout import (
    ABORTED,
    EXACT,
    INFINITY,
    KEYS,
    LOWER,
    MATE,
    MOVE_BITS,
    N_KEYS,
    NODE_LIMIT,
    NODES,
    REPETITION,
    STOP,
    TABLE,
    TABLE_MASK,
    UPPER,
    WON,
    Z,
)

UNKNOWN = INFINITY  # no position has this score
_LOOK_EVERY = uint64(1023)  # nodes between two looks at the stop word, less one
_DEPTH_SHIFT, _BOUND_SHIFT, _SCORE_SHIFT = uint64(24), uint64(32), uint64(34)


@inlined
def count_node(memory: Any) -> None:
    """Count a node; raise the abort word at the node limit or when somebody set the stop word."""
    memory[NODES] += U1
    if memory[NODES] == memory[NODE_LIMIT] or (memory[NODES] & _LOOK_EVERY == U0 and memory[STOP] != U0):
        memory[ABORTED] = U1


@inlined
def score_of_end(winner: Any, side: Any, ply: Any) -> Any:
    """The score for `side` of a game that `winner` has won (2: nobody)."""
    if winner == U2:
        return Z
    return MATE - int64(ply) if winner == side else int64(ply) - MATE


@inlined
def without_a_move(tables: Any, ply: Any, in_check: Any) -> Any:
    """The score of a position whose player has no legal move."""
    return score_of_end(winner_without_a_move(tables, U0, in_check), U0, ply)


@kernel
def repeated(memory: Any, at: Any, ply: Any, step: Any) -> Any:
    """Whether a position stood on the board before so often that it draws; inside the tree once is enough.

    It can have stood there only `step`, 2 × `step` … plies ago.
    """
    if memory[REPETITION] == U0:
        return False
    key = memory[at + HASH]
    back = memory[at + HALFMOVE]
    seen = U1
    distance = step
    while distance <= back:
        if distance <= ply:
            if memory[at - distance * ROW + HASH] == key:
                return True
        elif distance - ply <= memory[N_KEYS]:
            if memory[KEYS + memory[N_KEYS] - (distance - ply)] == key:
                seen += U1
        else:
            break
        distance += step
    return seen >= memory[REPETITION]


@inlined
def _entry(memory: Any, at: Any) -> Any:
    """Where the transposition table keeps this position."""
    return TABLE + ((memory[at + HASH] & memory[TABLE_MASK]) << U1)


@kernel
def store(memory: Any, at: Any, ply: Any, depth: Any, beta: Any, score: Any, move: Any) -> None:
    """Keep the score of a position searched below `beta`, its depth, and the move that raised alpha (0: none did)."""
    place = _entry(memory, at)
    bound = UPPER
    if score >= beta:
        bound = LOWER
    elif move != U0:
        bound = EXACT
    # A mate is kept as its distance from here, not from the root.
    if score >= WON:
        score += int64(ply)
    elif score <= -WON:
        score -= int64(ply)
    memory[place] = memory[at + HASH]
    memory[place + U1] = (
        move
        | (uint64(max(depth, Z)) << _DEPTH_SHIFT)
        | (bound << _BOUND_SHIFT)
        | (uint64(score + INFINITY) << _SCORE_SHIFT)
    )


@inlined
def probe(memory: Any, at: Any) -> Any:
    """What the transposition table keeps of this position; 0 for nothing."""
    place = _entry(memory, at)
    return memory[place + U1] if memory[place] == memory[at + HASH] else U0


@inlined
def stored_move(contents: Any) -> Any:
    """The best move that is kept; 0, which is no move, for none."""
    return contents & MOVE_BITS


@inlined
def stored_score(contents: Any, ply: Any, depth: Any, alpha: Any, beta: Any) -> Any:
    """The score that is kept, if it spares a search `depth` plies deep between these bounds; else UNKNOWN."""
    if int64((contents >> _DEPTH_SHIFT) & BYTE) < depth:
        return UNKNOWN
    score = int64(contents >> _SCORE_SHIFT) - INFINITY
    if score >= WON:
        score -= int64(ply)
    elif score <= -WON:
        score += int64(ply)
    bound = (contents >> _BOUND_SHIFT) & U3
    if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
        return score
    return UNKNOWN
