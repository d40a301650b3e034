"""What both trees do with the memory of a search: nodes, repetitions, the transposition table, the value of an end."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.engine.kernel.layout import (
    ABORTED,
    EXACT,
    GENERATION,
    INFINITY,
    KEYS,
    LOWER,
    MATE,
    MOVE_BITS,
    MOVE_LIMIT,
    N_KEYS,
    NODE_LIMIT,
    NODES,
    PLAIN,
    PV,
    PV_ROW,
    REPETITION,
    SELDEPTH,
    STOP,
    TABLE_AT,
    TABLE_MASK,
    UNKNOWN,
    UPPER,
    WON,
    Z,
)
from axedrez.chess.kernel.layout import BYTE, HALFMOVE, HASH, ROW, U0, U1, U2, U3, U4, U6, U8, U63
from axedrez.chess.kernel.rules import winner_without_a_move
from axedrez.jit import inlined, kernel, peek, poke, prefetch
from axedrez.jit_types import I64, U64, Flag, Index, Words

_LOOK_EVERY = uint64(1023)  # nodes between two looks at the stop word, less one
_DEPTH_SHIFT, _BOUND_SHIFT, _GENERATION_SHIFT, _SCORE_SHIFT = uint64(24), uint64(32), uint64(34), uint64(40)
_NEAR_LIMIT = uint64(12)  # plies before the move limit from where scores reached on other ways are not trusted
_STALE = int64(6)  # plies of depth that an entry of an earlier search counts less
_DEEPER = int64(4)  # an entry this much deeper is worth more than a newer bound


@inlined
def count_node(memory: Words, ply: U64) -> None:
    """Count a node; raise the abort word at the node limit or when somebody set the stop word."""
    memory[NODES] += U1
    if ply > memory[SELDEPTH]:
        memory[SELDEPTH] = ply
    if memory[NODES] == memory[NODE_LIMIT] or (memory[NODES] & _LOOK_EVERY == U0 and memory[STOP] != U0):
        memory[ABORTED] = U1


@inlined
def score_of_end(winner: U64, side: Index, ply: U64) -> I64:
    """The score for `side` of a game that `winner` has won (2: nobody)."""
    if winner == U2:
        return Z
    return MATE - int64(ply) if winner == side else int64(ply) - MATE


@inlined
def score_without_moves(tables: Words, ply: U64, in_check: Flag) -> I64:
    """The score of a position whose player has no legal move."""
    return score_of_end(winner_without_a_move(tables, U0, in_check), U0, ply)


@kernel
def repeated(memory: Words, at: U64, ply: U64, step: U64) -> Flag:
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
def _depth_of(contents: U64) -> I64:
    return int64((contents >> _DEPTH_SHIFT) & BYTE)


@inlined
def _worth_keeping(memory: Words, contents: U64) -> I64:
    age = (memory[GENERATION] - (contents >> _GENERATION_SHIFT)) & U63
    return _depth_of(contents) - _STALE * int64(age)


@inlined
def prefetch_entry(memory: Words, at: U64) -> None:
    """Have the entries of the table for the position at `at` on their way while something else is done."""
    prefetch(memory[TABLE_AT] + ((memory[at + HASH] & memory[TABLE_MASK]) << U6))


@kernel
def store(memory: Words, at: U64, ply: U64, depth: I64, beta: I64, score: I64, move: U64) -> None:
    """Keep the score of a position searched below `beta`, its depth, and the move that raised alpha (0: none did)."""
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
    key = memory[at + HASH]
    bucket = memory[TABLE_AT] + ((key & memory[TABLE_MASK]) << U6)
    place = bucket
    least = INFINITY
    for i in range(U4):
        entry = bucket + (i << U4)
        contents = peek(entry + U8)
        if peek(entry) ^ contents == key and contents != U0:
            if bound != EXACT and depth + _DEEPER < _depth_of(contents):
                return
            if move == U0:
                move = contents & MOVE_BITS
            place = entry
            break
        worth = _worth_keeping(memory, contents) if contents != U0 else -INFINITY
        if worth < least:
            least = worth
            place = entry
    contents = (
        move
        | (uint64(max(depth, Z)) << _DEPTH_SHIFT)
        | (bound << _BOUND_SHIFT)
        | (memory[GENERATION] << _GENERATION_SHIFT)
        | (uint64(score + INFINITY) << _SCORE_SHIFT)
    )
    # Threads share the table without locks: an entry of two halves that do not belong together fits no position.
    poke(place, key ^ contents)
    poke(place + U8, contents)


@inlined
def probe(memory: Words, at: U64) -> U64:
    """What the transposition table keeps of this position; 0 for nothing."""
    key = memory[at + HASH]
    bucket = memory[TABLE_AT] + ((key & memory[TABLE_MASK]) << U6)
    found: Any = U0
    for i in range(U4):
        contents = peek(bucket + (i << U4) + U8)
        if peek(bucket + (i << U4)) ^ contents == key:
            found = contents
    return found


@inlined
def stored_move(contents: U64) -> U64:
    """The best move that is kept; 0, which is no move, for none."""
    return contents & MOVE_BITS


@inlined
def stored_depth(contents: U64) -> I64:
    """How deep the position was searched."""
    return _depth_of(contents)


@inlined
def stored_bound(contents: U64) -> U64:
    """What the score that is kept tells: `UPPER`, `LOWER` or `EXACT`, which is both; 0 where nothing is kept."""
    return (contents >> _BOUND_SHIFT) & U3


@inlined
def score_of_entry(contents: U64, ply: U64) -> I64:
    """The score that is kept, seen from `ply`."""
    score = int64(contents >> _SCORE_SHIFT) - INFINITY
    if score >= WON:
        score -= int64(ply)
    elif score <= -WON:
        score += int64(ply)
    return score


@inlined
def stored_score(memory: Words, at: U64, contents: U64, ply: U64, depth: I64, alpha: I64, beta: I64) -> I64:
    """The score that is kept, if it spares a search `depth` plies deep between these bounds; else UNKNOWN."""
    kept_depth = _depth_of(contents)
    if contents == U0 or kept_depth < depth or (memory[PLAIN] != U0 and kept_depth != depth):
        return UNKNOWN
    if memory[MOVE_LIMIT] != U0 and memory[at + HALFMOVE] + _NEAR_LIMIT > memory[MOVE_LIMIT]:
        return UNKNOWN
    score = score_of_entry(contents, ply)
    bound = stored_bound(contents)
    if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
        return score
    return UNKNOWN


@inlined
def update_pv(memory: Words, ply: U64, move: U64) -> None:
    """Let the expected moves from `ply` on be `move` and what is expected after it."""
    row = PV + ply * PV_ROW
    after = row + PV_ROW
    count = memory[after]
    memory[row] = count + U1
    memory[row + U1] = move
    for i in range(count):
        memory[row + U2 + i] = memory[after + U1 + i]
