"""What the tree leaves out, and what it looks at less or more deeply, where nothing has to be exact.

`tree.py` searches; here it is decided whether and how deeply. Only small kernels are called from here: the compiler
prepares all that a pasted function calls once more, which would make the first start longer.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

from numpy import int64, uint64

from axedrez.chess.engine.kernel.hash_table import score_of_entry, stored_bound, stored_depth, stored_move
from axedrez.chess.engine.kernel.history import frame_of
from axedrez.chess.engine.kernel.layout import (
    ALLOWED,
    EVALUATION,
    EXCLUDED,
    FRAME,
    HORIZON,
    INFINITY,
    LOWER,
    MADE,
    MARGINS,
    NO,
    NO_PASS,
    NOTHING_MADE,
    ONE,
    PLAIN,
    REDUCTIONS,
    STATES,
    THREE,
    TWO,
    UNKNOWN,
    WON,
    Z,
)
from axedrez.chess.engine.kernel.move_order import KILLER, MoveOrder
from axedrez.chess.engine.kernel.quiescence import refined_by_table
from axedrez.chess.kernel.layout import ROW, STALEMATE, STM, TURN, U0, U1, U6
from axedrez.jit import inlined
from axedrez.jit_types import I64, U64, Flag, Numbers, Words

FOUR, _SIX, _EIGHT = int64(4), int64(6), int64(8)
_SURE = int64(75)  # how far above beta, for each ply left, an evaluation is taken at its word
_LOST = int64(220)  # how far below alpha only captures can help, for each ply left
_FUTILE, _FUTILE_EACH = int64(90), int64(85)  # what a quiet move may bring, and more for each ply left
_CAPTURE_LOSS, _QUIET_LOSS = int64(90), int64(22)  # what a move may lose, for each ply left (squared for quiet ones)
_FORGOTTEN = int64(3000)  # histories this bad, for each ply left, are not looked at
_SINGULAR_DEPTH = int64(7)
VERIFIED_DEPTH = int64(12)
_SURPLUS = int64(160)  # for each such step above beta the null move is searched a ply less deeply
_PLY = int64(10)  # bits of a ply in reductions
LEFT_OUT, FUTILE = int64(-2), int64(-3)  # instead of a depth: the move is not searched


class Node(NamedTuple):
    """What decides how selectively the moves of a position are searched."""

    in_check: Flag
    cut: Flag  # some move is expected to score at least beta
    zero_window: Flag
    static_score: I64  # the evaluation, corrected; UNKNOWN in check and where nothing may be left out
    improving: Flag  # the evaluation has risen since the last move of the side to move
    undecided: Flag  # else the way to the end may go through quiet moves that no evaluation speaks for
    margins: Flag  # a move changes the evaluation by no more than the margins that are reckoned with
    free: Flag  # the player may choose among all moves, and passing or quiet moves are worth a thought
    by_bound: Flag  # a bound is asked for, and the evaluation or a null move may give it
    only_checks: Flag  # only mates count, and so near the leaves only checks can lead there


class Candidate(NamedTuple):
    """A move of a node, after it has been made."""

    move: U64
    order: I64  # the number that it was sorted by
    quiet: Flag
    tried: I64  # how many moves have been tried, this one included
    extension: I64  # by how much more than others it deserves to be searched
    checked: Flag  # it gives check
    prunable: Flag  # it may be left out


@inlined
def only_captures_help(node: Node, depth: I64, alpha: I64) -> Flag:
    """Whether the evaluation is so far below the window that captures are tried first, and mostly alone (razoring)."""
    return node.by_bound and node.margins and depth <= TWO and node.static_score + _LOST * depth <= alpha


@inlined
def null_move_depth(depth: I64, static_score: I64, beta: I64) -> I64:
    """How deeply the answer to a null move is searched: the less, the further the evaluation is above beta."""
    return depth - THREE - depth // FOUR - min((static_score - beta) // _SURPLUS, THREE)


@inlined
def singular_goal(memory: Words, ply: U64, depth: I64, contents: U64) -> I64:
    """The score that no other move may reach if the hash move is so much better that it deserves more depth.

    UNKNOWN where the question is not worth a search. `contents` is what the table keeps of the position.
    """
    if (
        stored_move(contents) == U0
        or depth < _SINGULAR_DEPTH
        or memory[frame_of(ply) + EXCLUDED] != U0
        or memory[PLAIN] != U0
        or ply >= memory[HORIZON]
        or stored_bound(contents) & LOWER == U0
        or stored_depth(contents) < depth - THREE
    ):
        return UNKNOWN
    score = score_of_entry(contents, ply)
    if -WON < score < WON:
        return score - TWO * depth
    return UNKNOWN


@inlined
def singular_extension(contents: U64, ply: U64, goal: I64, others: I64, beta: I64) -> I64:
    """How much more deeply the hash move is searched when the others have scored `others` against `goal`."""
    if others < goal:
        return ONE
    return -ONE if score_of_entry(contents, ply) >= beta else Z


class Selectivity(NamedTuple):
    """The functions of one path.

    `assess_node(memory, numbers, tables, ply, depth, alpha, beta, contents, in_check, cut)`: says how the position at
    `ply` may be searched. `contents` is what the table keeps of it; its frame has the evaluation, if it has one.

    `score_by_evaluation(node, tables, depth, beta)`: a bound where the evaluation is so far above the window that no
    move needs to be searched (reverse futility), or no move can mate in time; else UNKNOWN.

    `may_try_null_move(node, memory, tables, ply, depth, beta)`: whether passing would show how much is in hand.

    `late_move_limit(node, depth)`: so many moves are tried before quiet ones are left out.

    `is_late(node, depth, tried, limit, order)`: whether a quiet move comes so late, or has been refuted so often
    elsewhere (`order`), that it is left out.

    `depths_of_move(node, candidate, memory, numbers, tables, ply, depth, alpha, hash_move_takes)`: how deeply a move is
    searched, and how deeply at first, while nothing speaks for it. The former is `LEFT_OUT` or `FUTILE` where it is not
    searched at all.
    """

    assess_node: Callable[[Words, Numbers, Words, U64, I64, I64, I64, U64, Flag, Flag], Node]
    score_by_evaluation: Callable[[Node, Words, I64, I64], I64]
    may_try_null_move: Callable[[Node, Words, Words, U64, I64, I64], Flag]
    late_move_limit: Callable[[Node, I64], I64]
    is_late: Callable[[Node, I64, I64, I64, I64], Flag]
    depths_of_move: Callable[[Node, Candidate, Words, Numbers, Words, U64, I64, I64, Flag], tuple[I64, I64]]


def build(path: ModuleType, order: MoveOrder) -> Selectivity:
    """The functions for a path (`paths`)."""
    general: bool = path.GENERAL
    see_below = order.see_below

    @inlined
    def assess_node(
        memory: Words,
        numbers: Numbers,
        tables: Words,
        ply: U64,
        depth: I64,
        alpha: I64,
        beta: I64,
        contents: U64,
        in_check: Flag,
        cut: Flag,
    ) -> Node:
        at = STATES + ply * ROW
        frame = frame_of(ply)
        plain = memory[PLAIN] != U0
        static_score = UNKNOWN
        improving: Flag = NO
        if in_check:
            numbers[frame + EVALUATION] = UNKNOWN
        elif not plain:
            evaluation = numbers[frame + EVALUATION]
            earlier = numbers[frame - FRAME - FRAME + EVALUATION]
            improving = earlier == UNKNOWN or evaluation > earlier
            if general:  # in turns of several moves it may not be his own evaluation
                improving = improving or tables[TURN] != U1
            static_score = refined_by_table(contents, ply, evaluation)
        free = not plain and not in_check
        margins: Flag = True
        only_checks: Flag = NO
        if general:
            margins = memory[ALLOWED] & MARGINS != U0
            # A player who has one move left to draw level has no choice but the moves that do.
            free = free and not path.is_last_move(memory, at, tables)
        else:
            only_checks = depth <= TWO and tables[STALEMATE] == U0 and not plain and alpha >= WON
        zero_window = beta - alpha == ONE
        undecided = -path.DECIDED < beta < path.DECIDED
        by_bound = zero_window and free and undecided and memory[frame + EXCLUDED] == U0
        return Node(
            in_check, cut, zero_window, static_score, improving, undecided, margins, free, by_bound, only_checks
        )

    @inlined
    def score_by_evaluation(node: Node, tables: Words, depth: I64, beta: I64) -> I64:
        static_score = node.static_score
        if not general and depth <= ONE and beta <= -WON and node.free and tables[STALEMATE] == U0:
            return static_score  # no move mates in time
        sure = _SURE * (depth - (ONE if node.improving else Z))
        if node.by_bound and node.margins and depth <= _EIGHT and static_score < WON and static_score - sure >= beta:
            return static_score
        return UNKNOWN

    @inlined
    def may_try_null_move(node: Node, memory: Words, tables: Words, ply: U64, depth: I64, beta: I64) -> Flag:
        at = STATES + ply * ROW
        side = memory[at + STM]
        return (
            node.by_bound
            and depth >= THREE
            and node.static_score >= beta
            and path.pieces(memory, tables, at, side) > U1  # with one or none, having to move is too often a burden
            and memory[frame_of(ply) - FRAME + MADE] != NOTHING_MADE
            and ply >= memory[NO_PASS]
            and path.may_pass(memory, at, tables, side)
        )

    @inlined
    def late_move_limit(node: Node, depth: I64) -> I64:
        if not general and not node.undecided:
            return INFINITY
        return (FOUR + depth * depth) // (ONE if node.improving else TWO)

    @inlined
    def is_late(node: Node, depth: I64, tried: I64, limit: I64, order: I64) -> Flag:
        late = tried > limit or (depth <= FOUR and order < -_FORGOTTEN * (depth + TWO))
        return late and node.zero_window and node.free and order < KILLER

    @inlined
    def is_futile(node: Node, left: I64, alpha: I64) -> Flag:
        # Whether no quiet move that `left` more plies follow can be expected to lift the evaluation above alpha.
        futile = left <= _SIX and node.static_score + _FUTILE + _FUTILE_EACH * left <= alpha
        return futile and node.free and (general or node.undecided)

    @inlined
    def least_gain(candidate: Candidate, depth: I64, left: I64) -> I64:
        # A move that brings less is not searched; -INFINITY where that is not asked.
        if candidate.quiet:
            return -_QUIET_LOSS * left * left if left <= _EIGHT else -INFINITY
        return -_CAPTURE_LOSS * depth if candidate.order < Z and depth <= _SIX else -INFINITY

    @inlined
    def reduction_of(
        node: Node, candidate: Candidate, memory: Words, numbers: Numbers, depth: I64, hash_move_takes: Flag
    ) -> I64:
        # How many plies less deeply the move is looked at first: the more, the later it comes; not so much when it has
        # refuted others, takes or is in or gives check.
        tried, order = candidate.tried, candidate.order
        if memory[PLAIN] != U0 or depth < TWO or tried == ONE:
            return Z
        reduction = numbers[REDUCTIONS + (uint64(min(depth, int64(63))) << U6) + uint64(min(tried, int64(63)))]
        if candidate.quiet:
            reduction -= max(-THREE << _PLY, min(THREE << _PLY, order >> FOUR)) if order < KILLER else TWO << _PLY
        else:
            reduction -= ONE << _PLY
        if not node.zero_window:
            reduction -= ONE << _PLY
        if node.cut:
            reduction += ONE << _PLY
        if not node.improving:
            reduction += ONE << (_PLY - ONE)
        if hash_move_takes:
            reduction += ONE << (_PLY - ONE)
        if candidate.checked or node.in_check:
            reduction -= ONE << _PLY
        reduction = max(reduction >> _PLY, Z)
        if not general and not node.undecided:
            reduction = max(reduction - ONE, Z)
        return reduction

    @inlined
    def depths_of_move(
        node: Node,
        candidate: Candidate,
        memory: Words,
        numbers: Numbers,
        tables: Words,
        ply: U64,
        depth: I64,
        alpha: I64,
        hash_move_takes: Flag,
    ) -> tuple[I64, I64]:
        at = STATES + ply * ROW
        reduction = reduction_of(node, candidate, memory, numbers, depth, hash_move_takes)
        if candidate.prunable and node.margins:
            if node.only_checks:
                return LEFT_OUT, Z
            left = max(depth - ONE - reduction, Z)
            if candidate.quiet and is_futile(node, left, alpha):
                return FUTILE, Z
            least = least_gain(candidate, depth, left)
            if least > -INFINITY and see_below(memory, at, tables, numbers, candidate.move, least):
                return LEFT_OUT, Z
        extension = candidate.extension
        extensible = memory[PLAIN] == U0 and ply < memory[HORIZON] and candidate.order >= Z
        if candidate.checked and extension == Z and extensible:
            # A check deserves it if it does more than roll the piece away.
            extension = Z if see_below(memory, at, tables, numbers, candidate.move, Z) else ONE
        new_depth = depth - ONE + extension
        first = new_depth
        if candidate.tried > TWO or node.zero_window:
            first = max(min(new_depth - reduction, new_depth), min(new_depth, ONE))
        return new_depth, first

    return Selectivity(assess_node, score_by_evaluation, may_try_null_move, late_move_limit, is_late, depths_of_move)
