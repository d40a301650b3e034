"""The goals that a move can reach, in the order in which they are judged (docs/decisions/0004-modified-sheets.md)."""

from __future__ import annotations

from axedrez.chess.kernel.general.legality import is_legal
from axedrez.chess.kernel.general.reach import attacked_from, moves_from, royals
from axedrez.chess.kernel.layout import (
    ARRIVAL,
    BARE_ROYAL,
    BEGINS,
    BYTE,
    CAPTURE_ROYAL,
    CHECKS,
    CHECKS_LEFT,
    EXPLODES,
    EXTINCT,
    EXTINCTION,
    FLAGS,
    HAND,
    LAST_MOVE,
    LAST_MOVE_LEVELS,
    LOSE_ALL,
    OVER,
    OWN,
    PIECE_REACHES,
    REGION,
    ROYAL_REACHES,
    RUNNERS,
    SETUP,
    STM,
    TYPES,
    U0,
    U1,
    U2,
    U3,
    U4,
    U6,
    WINS,
)
from axedrez.chess.kernel.make import type_on
from axedrez.chess.kernel.rules import pieces_of_types
from axedrez.jit import ctz, inlined, kernel
from axedrez.jit_types import U64, Flag, Index, Words


@inlined
def _is_goal(tables: Words, goal: U64) -> Flag:
    return (tables[WINS] >> goal) & U1 != U0


@inlined
def _won(winner: U64, goal: U64) -> U64:
    return (winner + U1) | (goal << U4)


@inlined
def winner_of(state: Words, at: U64) -> U64:
    """Who has won a game that has ended: 0 White, 1 Black, 2 nobody."""
    return (state[at + OVER] & U3) - U1


@inlined
def checks_left(state: Words, at: U64, side: Index) -> U64:
    """How many checks `side` still has to give, where they are counted."""
    return (state[at + CHECKS_LEFT] >> (side << U3)) & BYTE


@kernel
def _extinct(state: Words, at: U64, tables: Words, side: Index) -> Flag:
    """Whether a side has lost all pieces of a kind that it must keep."""
    own = state[at + side]
    kinds = tables[EXTINCT + side]
    if kinds == U1:
        return own == U0
    while kinds != U0:
        if state[at + TYPES + ctz(kinds)] & own == U0:
            return True
        kinds &= kinds - U1
    return False


@inlined
def _arrived(state: Words, at: U64, tables: Words, side: Index) -> Flag:
    return royals(state, at, tables) & state[at + side] & tables[REGION] != U0


@kernel
def is_last_move(state: Words, at: U64, tables: Words) -> Flag:
    """Whether the side that began has arrived, and the other has one move left to draw level."""
    begins = tables[BEGINS]
    if not _is_goal(tables, ROYAL_REACHES) or tables[FLAGS] & LAST_MOVE == U0 or state[at + STM] == begins:
        return False
    return _arrived(state, at, tables, begins)


@kernel
def can_level(state: Words, at: U64, tables: Words) -> Flag:
    """Whether the side to move can bring a royal piece to the region with its next move.

    Sheets that ask this have neither castling nor a duty to capture, and nothing becomes a royal piece (`checks_ends`).
    """
    side = state[at + STM]
    us, them = state[at + side], state[at + U1 - side]
    occupied = us | them
    all_royals = royals(state, at, tables)
    takeable = them & ~all_royals
    if tables[FLAGS] & OWN != U0:
        takeable |= us & ~all_royals
    if tables[FLAGS] & EXPLODES != U0:
        takeable = U0
    own = all_royals & us
    while own != U0:
        origin = ctz(own)
        kind = type_on(state, at, tables, own & (U0 - own))
        targets = attacked_from(tables, side, kind, origin, occupied) & takeable
        targets |= moves_from(tables, side, kind, origin, occupied) & ~occupied
        targets &= tables[REGION]
        while targets != U0:
            if is_legal(state, at, tables, origin | (ctz(targets) << U6)):
                return True
            targets &= targets - U1
        own &= own - U1
    return False


@kernel
def _is_left_behind(state: Words, at: U64, tables: Words, side: Index) -> Flag:
    """Whether `side`, which began, has arrived, and the other gets a last move only where it draws level."""
    if tables[FLAGS] & LAST_MOVE_LEVELS == U0 or not _arrived(state, at, tables, side):
        return False
    return not can_level(state, at, tables)


@kernel
def reached(
    state: Words,
    at: U64,
    tables: Words,
    side: U64,
    moved: U64,
    target: U64,
    own_lost: U64,
    taken: U64,
    checks: Flag,
    late: Flag,
) -> U64:
    """The word OVER after a move of `side`, a piece of the type `moved` to `target`.

    The row must be complete but for OVER, en passant and the hash. `own_lost` and `taken` are the royal pieces of both
    sides that the move destroyed; `checks` tells whether it gives check,
    `late` whether it was the last move that the second side had (even if it took the royal piece that had arrived).
    """
    other = U1 - side
    if tables[FLAGS] & SETUP != U0:
        for i in range(U4):
            if state[at + HAND + i] != U0:
                return U0
    us, them = state[at + side], state[at + other]
    if _is_goal(tables, CAPTURE_ROYAL):
        if taken != U0:
            return _won(side, CAPTURE_ROYAL)
        if own_lost != U0:
            return _won(other, CAPTURE_ROYAL)
    if _is_goal(tables, EXTINCTION):
        if _extinct(state, at, tables, other):
            return _won(side, EXTINCTION)
        if _extinct(state, at, tables, side):
            return _won(other, EXTINCTION)
    if _is_goal(tables, LOSE_ALL):
        if us == U0:
            return _won(side, LOSE_ALL)
        if them == U0:
            return _won(other, LOSE_ALL)
    if _is_goal(tables, BARE_ROYAL) and them & ~royals(state, at, tables) == U0:
        return _won(side, BARE_ROYAL)
    if _is_goal(tables, ROYAL_REACHES):
        if tables[FLAGS] & LAST_MOVE == U0:
            if _arrived(state, at, tables, side):
                return _won(side, ROYAL_REACHES)
        elif side != tables[BEGINS]:
            mine = _arrived(state, at, tables, side)
            if mine or late:
                return _won(U2 if mine and late else (side if mine else other), ROYAL_REACHES)
        elif _is_left_behind(state, at, tables, side):
            return _won(side, ROYAL_REACHES)
    if _is_goal(tables, PIECE_REACHES):
        runners = pieces_of_types(state, at, tables[RUNNERS]) & us
        # A pawn that arrives has become something else.
        if (tables[RUNNERS] >> moved) & U1 != U0 and target & us != U0:
            runners |= target
        if runners & tables[ARRIVAL + side] != U0:
            return _won(side, PIECE_REACHES)
    if _is_goal(tables, CHECKS) and checks and checks_left(state, at, side) == U0:
        return _won(side, CHECKS)
    return U0
