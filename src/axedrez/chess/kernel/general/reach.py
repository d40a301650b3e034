"""Where pieces of any movement go, and what attacks a square."""

from __future__ import annotations

from axedrez.chess.kernel.attacks import line_attacks, ring
from axedrez.chess.kernel.layout import (
    ALL,
    BOARD,
    EXPLODES,
    FLAGS,
    HOP_BEHIND,
    LEAP_CAPTURES,
    LEAP_MOVES,
    LEAP_SOURCES,
    LEAPERS,
    LOW,
    N_LEAPERS,
    N_SLOTS,
    NIBBLE,
    PARRY,
    PATH,
    PAWN,
    PAWN_CAPTURES,
    RIDE,
    ROYALS,
    SLOTS,
    STM,
    TYPE_SLOTS,
    TYPES,
    U0,
    U1,
    U3,
    U4,
    U6,
    U32,
    U63,
    WAY_CAPTURES,
    WAY_MOVES,
    WAY_RISES,
    WAY_SIZE,
    WAYS_OF,
)
from axedrez.chess.kernel.rules import pieces_of_types
from axedrez.jit import clz, ctz, inlined, kernel
from axedrez.jit_types import U64, Flag, Index, Words


@inlined
def royals(state: Words, at: U64, tables: Words) -> U64:
    """The royal pieces of both sides."""
    return pieces_of_types(state, at, tables[ROYALS])


@inlined
def _beyond(blockers: U64, rises: Flag) -> U64:
    """The squares behind the first of `blockers` on a way whose squares rise in number, or fall."""
    if rises:
        return (ALL << ctz(blockers)) << U1
    return (U1 << (U63 - clz(blockers))) - U1


@kernel
def way_targets(tables: Words, way: U64, square: Index, occupied: U64) -> U64:
    """The squares that a piece on `square` reaches by a way, the first piece on it included."""
    head = tables[way]
    place = way + U1 + square * U3
    line = tables[place]
    kind = (head >> U4) & U3
    blockers = line & occupied
    if kind == PATH:
        return tables[place + U1] if blockers == U0 else U0
    if blockers == U0:
        return line if kind == RIDE else U0
    rises = head & WAY_RISES != U0
    behind = line & _beyond(blockers, rises)
    if kind == RIDE:
        return line ^ behind
    if behind == U0:
        return U0
    if kind == HOP_BEHIND:
        return behind ^ (behind & _beyond(behind, rises))
    second = behind & blockers
    if second != U0:
        behind ^= behind & _beyond(second, rises)
    return behind


@kernel
def attacked_from(tables: Words, side: Index, kind: Index, square: Index, occupied: U64) -> U64:
    """The squares that a piece of `side` could capture on from `square`."""
    if kind == tables[PAWN]:
        return tables[PAWN_CAPTURES + (side << U6) + square]
    index = (side << U4) | kind
    found = tables[LEAP_CAPTURES + (index << U6) + square]
    slots = tables[TYPE_SLOTS + kind]
    while slots != U0:
        found |= line_attacks(tables, ctz(slots), square, occupied)
        slots &= slots - U1
    way, end = tables[WAYS_OF + index] >> U32, tables[WAYS_OF + index] & LOW
    while way < end:
        if tables[way] & WAY_CAPTURES != U0:
            found |= way_targets(tables, way, square, occupied)
        way += WAY_SIZE
    return found & tables[BOARD]


@kernel
def moves_from(tables: Words, side: Index, kind: Index, square: Index, occupied: U64) -> U64:
    """The squares that a piece of `side`, not a pawn, could go to from `square` without capture, were they empty."""
    index = (side << U4) | kind
    found = tables[LEAP_MOVES + (index << U6) + square]
    slots = tables[TYPE_SLOTS + kind]
    while slots != U0:
        found |= line_attacks(tables, ctz(slots), square, occupied)
        slots &= slots - U1
    way, end = tables[WAYS_OF + index] >> U32, tables[WAYS_OF + index] & LOW
    while way < end:
        if tables[way] & WAY_MOVES != U0:
            found |= way_targets(tables, way, square, occupied)
        way += WAY_SIZE
    return found & tables[BOARD]


@kernel
def attackers(state: Words, at: U64, tables: Words, square: Index, occupied: U64, by: U64, by_side: U64) -> U64:
    """Which of the pieces in `by` (all of `by_side`) attack `square` if `occupied` are the occupied squares."""
    found = tables[PAWN_CAPTURES + ((U1 - by_side) << U6) + square] & state[at + TYPES + tables[PAWN]]
    for i in range(tables[N_LEAPERS]):
        leaper = tables[LEAPERS + i]
        found |= tables[LEAP_SOURCES + (((by_side << U4) | leaper) << U6) + square] & state[at + TYPES + leaper]
    for slot in range(tables[N_SLOTS]):
        sliders = state[at + SLOTS + slot] & by
        if sliders != U0:
            found |= line_attacks(tables, slot, square, occupied) & sliders
    found &= by
    way, end = tables[WAYS_OF + (by_side << U4)] >> U32, tables[WAYS_OF + (by_side << U4)] & LOW
    while way < end:
        if tables[way] & WAY_CAPTURES != U0:
            near = tables[way + U3 + square * U3] & state[at + TYPES + (tables[way] & NIBBLE)] & by & ~found
            while near != U0:
                if way_targets(tables, way, ctz(near), occupied) & (U1 << square) != U0:
                    found |= near & (U0 - near)
                near &= near - U1
        way += WAY_SIZE
    return found


@kernel
def royal_attackers(
    state: Words, at: U64, tables: Words, square: Index, occupied: U64, by: U64, by_side: U64, hunters: U64
) -> U64:
    """The pieces in `by` that attack a royal piece on `square`; `hunters` are the royal pieces among `by`.

    Where captures explode royal pieces take nothing, and next to one of them no royal piece is attacked.
    """
    if tables[FLAGS] & EXPLODES != U0:
        if ring(U1 << square) & hunters != U0:
            return U0
        by &= ~hunters
    return attackers(state, at, tables, square, occupied, by, by_side)


@kernel
def checkers_of(state: Words, at: U64, tables: Words, side: Index) -> U64:
    """The pieces that give check to `side`; none where check need not be parried."""
    found = U0
    if tables[FLAGS] & PARRY != U0:
        us, them = state[at + side], state[at + U1 - side]
        all_royals = royals(state, at, tables)
        own = all_royals & us
        while own != U0:
            found |= royal_attackers(state, at, tables, ctz(own), us | them, them, U1 - side, all_royals & them)
            own &= own - U1
    return found


@kernel
def checkers(state: Words, at: U64, tables: Words) -> U64:
    """The pieces that give check to the side to move."""
    return checkers_of(state, at, tables, state[at + STM])
