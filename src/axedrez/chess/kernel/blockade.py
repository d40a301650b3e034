"""Whether a side can never mate because nothing gets where it would have to: what no move of the game can change.

For each piece the squares that it may ever come to are collected, more rather than fewer: turns, checks and pins do not
count, and a square is free as soon as the piece that stands on it might leave it or be captured. Pawns that can neither
move nor be captured stay for ever, and with them what they bar and guard. Where on none of the squares that a king may
come to a mate could be put together from all that, there is none.

The idea is that of M. Ambrona, “A Practical Algorithm for Chess Unwinnability”, FUN 2022.
"""

from __future__ import annotations

import numpy as np

from axedrez.chess.kernel.attacks import forward
from axedrez.chess.kernel.layout import (
    BLACK,
    BOARD,
    EP,
    LEAP,
    N_TYPES,
    PAWN,
    PAWN_CAPTURES,
    PAWN_INTO,
    PAWN_ZONE,
    PROMO_INTO,
    PROMO_ZONE,
    RAY_COUNT,
    RAYS,
    RAYS_UP,
    RIGHTS,
    ROYAL,
    TYPE_SLOTS,
    TYPES,
    U0,
    U1,
    U3,
    U4,
    U6,
    U63,
    WHITE,
)
from axedrez.jit import clz, ctz, inlined, kernel
from axedrez.jit_types import U64, Flag, Index, Words

# The words of a piece in the working memory, `PIECE` words for each.
OWNER = np.uint64(0)
ORIGIN = np.uint64(1)
KINDS = np.uint64(2)  # the types that it is or may become (bit t)
SQUARES = np.uint64(3)  # those that it may ever stand on
SEEN = np.uint64(4)  # those of them whose steps are in `STEPS` and `CAPTURES`
STEPS = np.uint64(5)  # where a step of one who is no pawn leads
CAPTURES = np.uint64(6)  # the squares that it attacks from where it may stand
PIECE = np.uint64(8)
MEMORY = 64 * int(PIECE)
"""The words of working memory that `is_blocked` needs."""


@kernel
def _steps(tables: Words, kinds: U64, square: U64) -> U64:
    """The squares next to `square`, as any of `kinds` other than a pawn moves: leaps, and lines up to their first one.

    A longer way along a line leads over the squares in between, which are reached one by one.
    """
    found = U0
    kinds &= ~(U1 << tables[PAWN])
    while kinds != U0:
        kind = ctz(kinds)
        kinds &= kinds - U1
        found |= tables[LEAP + (kind << U6) + square]
        slots = tables[TYPE_SLOTS + kind]
        while slots != U0:
            slot = ctz(slots)
            slots &= slots - U1
            up = tables[RAYS_UP + slot]
            for direction in range(tables[RAY_COUNT + slot]):
                ray = tables[RAYS + (((slot << U3) + direction) << U6) + square]
                if ray != U0:
                    found |= ray & (~ray + U1) if direction < up else U1 << (U63 - clz(ray))
    return found


@inlined
def _into(tables: Words, kind: Index, side: U64, squares: U64) -> U64:
    """The types that a piece of type `kind` may become on one of `squares`."""
    if kind == tables[PAWN]:
        return tables[PAWN_INTO] if squares & tables[PAWN_ZONE + side] != U0 else U0
    return tables[PROMO_INTO + kind] if squares & tables[PROMO_ZONE + (side << U4) + kind] != U0 else U0


@kernel
def _write_pieces(state: Words, at: U64, tables: Words, memory: Words) -> U64:
    """Write what stands on the board; returns how many pieces there are."""
    count = U0
    for kind in range(U1, tables[N_TYPES] + U1):
        left = state[at + TYPES + kind]
        while left != U0:
            bit = left & (~left + U1)
            left ^= bit
            piece = count * PIECE
            memory[piece + OWNER] = U0 if state[at + WHITE] & bit != U0 else U1
            memory[piece + ORIGIN] = bit
            memory[piece + KINDS] = U1 << kind
            memory[piece + SQUARES] = bit
            memory[piece + SEEN] = U0
            memory[piece + STEPS] = U0
            memory[piece + CAPTURES] = U0
            count += U1
    return count


@kernel
def _look(tables: Words, memory: Words, piece: U64) -> None:
    """Bring the steps and captures of a piece, and what it may become, up to the squares that it may stand on."""
    side = memory[piece + OWNER]
    kinds = memory[piece + KINDS]
    for kind in range(U1, tables[N_TYPES] + U1):
        if (kinds >> kind) & U1 != U0:
            kinds |= _into(tables, kind, side, memory[piece + SQUARES])
    if kinds != memory[piece + KINDS]:
        memory[piece + KINDS] = kinds
        memory[piece + SEEN] = U0
    fresh = memory[piece + SQUARES] & ~memory[piece + SEEN]
    memory[piece + SEEN] = memory[piece + SQUARES]
    is_pawn = (kinds >> tables[PAWN]) & U1 != U0
    while fresh != U0:
        square = ctz(fresh)
        fresh &= fresh - U1
        steps = _steps(tables, kinds, square)
        memory[piece + STEPS] |= steps
        memory[piece + CAPTURES] |= steps
        if is_pawn:
            memory[piece + CAPTURES] |= tables[PAWN_CAPTURES + (side << U6) + square]


@kernel
def _spread(tables: Words, memory: Words, count: U64, empty: U64) -> None:
    """Collect where everybody may come to. `empty`: the free squares."""
    royal, pawn = U1 << tables[ROYAL], U1 << tables[PAWN]
    freed = empty
    changed = True
    while changed:
        changed = False
        # By side: where pieces that can be captured may stand, where they stand now, what pawns guard for ever.
        prey_white, prey_black = U0, U0
        now_white, now_black = U0, U0
        guarded_white, guarded_black = U0, U0
        for number in range(count):
            piece = number * PIECE
            _look(tables, memory, piece)
            prey = U0 if memory[piece + KINDS] == royal else memory[piece + SQUARES]
            now = U0 if memory[piece + KINDS] == royal else memory[piece + ORIGIN]
            stays = memory[piece + KINDS] == pawn and memory[piece + ORIGIN] & freed == U0
            guarded = memory[piece + CAPTURES] if stays else U0
            if memory[piece + OWNER] == U0:
                prey_white |= prey
                now_white |= now
                guarded_white |= guarded
            else:
                prey_black |= prey
                now_black |= now
                guarded_black |= guarded
        hunters_white, hunters_black = U0, U0
        for number in range(count):
            piece = number * PIECE
            side = memory[piece + OWNER]
            prey = prey_black if side == U0 else prey_white
            now = now_black if side == U0 else now_white
            arrived = memory[piece + STEPS] & (freed | now)
            captured = arrived & prey
            if memory[piece + KINDS] == royal:
                safe = ~(guarded_black if side == U0 else guarded_white)
                arrived &= safe
                captured &= safe
            if memory[piece + KINDS] & pawn != U0:
                captured |= memory[piece + CAPTURES] & prey
                arrived |= captured | forward(memory[piece + SQUARES], side) & freed
            if side == U0:
                hunters_white |= captured
            else:
                hunters_black |= captured
            if arrived & ~memory[piece + SQUARES] != U0:
                memory[piece + SQUARES] |= arrived
                changed = True
            if arrived != U0 and memory[piece + ORIGIN] & freed == U0:
                freed |= memory[piece + ORIGIN]
                changed = True
        for number in range(count):
            piece = number * PIECE
            hunted = hunters_black if memory[piece + OWNER] == U0 else hunters_white
            is_captured = memory[piece + KINDS] != royal and memory[piece + SQUARES] & hunted != U0
            if is_captured and memory[piece + ORIGIN] & freed == U0:
                freed |= memory[piece + ORIGIN]
                changed = True


@kernel
def is_blocked(state: Words, at: U64, tables: Words, winner: U64, memory: Words) -> Flag:
    """Whether `winner` is proved to be unable ever to mate; False where that is not known.

    `memory`: `MEMORY` words. For sheets of the fast path.
    """
    if state[at + RIGHTS] != U0 or state[at + EP] != U0:
        return False
    royal = U1 << tables[ROYAL]
    count = _write_pieces(state, at, tables, memory)
    _spread(tables, memory, count, tables[BOARD] & ~(state[at + WHITE] | state[at + BLACK]))
    checks, guarded, filled, flights = U0, U0, U0, U0
    for number in range(count):
        piece = number * PIECE
        is_royal = memory[piece + KINDS] == royal
        if memory[piece + OWNER] == winner:
            guarded |= memory[piece + CAPTURES]
            checks |= U0 if is_royal else memory[piece + CAPTURES]
        elif is_royal:
            flights |= memory[piece + SQUARES]
        else:
            filled |= memory[piece + SQUARES]
    places = flights & checks
    while places != U0:
        square = ctz(places)
        places &= places - U1
        if _steps(tables, royal, square) & ~(guarded | filled) == U0:
            return False
    return True
