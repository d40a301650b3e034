"""Where a piece may land and what happens there (G-20 … G-30)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from axedrez.jit import inlined, kernel
from axedrez.jit_types import U64, Flag, Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel.layout import (
    BAR,
    CAPTURE,
    COMPLETE,
    ENEMY,
    FAR,
    FLAGS,
    HOME,
    JOINT,
    KEY_ENEMY,
    KEY_HOME,
    KEY_OWN,
    N_PIECES,
    OFF,
    OPEN,
    OWN,
    PAWN,
    PROTECTS,
    PUSH,
    PUSH_LONE,
    PUSHES,
    ROYAL,
    SHARE,
    SOLO,
    STEP,
    TYPE_OF,
    WAITING,
)
from axedrez.tables.kernel.states import U

ILLEGAL = -1
ON_BOARD = (1 << BAR) - 2  # the points 1 to 24


Seen: TypeAlias = tuple[tuple[Number, Number], tuple[Number, Number, Number]]
"""What `enemies_seen` and `waits_and_kings` say of a row."""


@inlined
def has(types: Number, kind: Number) -> Flag:
    """Whether a set of types holds a type."""
    return (types >> kind) & 1 == 1


@inlined
def put_own(
    rows: SignedBytes,
    at: Number,
    tables: Numbers,
    keys: Words,
    key: U64,
    piece: Number,
    distance: Number,
    flags: Number,
) -> U64:
    """Set distance and flags of one of the mover's pieces; returns the new hash of the pieces, which was `key`."""
    base = KEY_OWN + tables[TYPE_OF + piece] * 512
    key += keys[base + distance * 16 + flags] - keys[base + rows[at + OWN + piece] * 16 + rows[at + FLAGS + piece]]
    rows[at + OWN + piece] = distance
    rows[at + FLAGS + piece] = flags
    return key


@inlined
def put_enemy(
    rows: SignedBytes, at: Number, tables: Numbers, keys: Words, key: U64, piece: Number, distance: Number
) -> U64:
    """The same for one of the enemy's pieces; a king on the bar has left his start point for good (G-17)."""
    base = KEY_ENEMY + tables[TYPE_OF + piece] * 32
    key += keys[base + distance] - keys[base + rows[at + ENEMY + piece]]
    rows[at + ENEMY + piece] = distance
    if distance == BAR and tables[TYPE_OF + piece] == tables[ROYAL]:
        key = put_home(rows, at, keys, key, rows[at + HOME] & 1)
    return key


@inlined
def put_home(rows: SignedBytes, at: Number, keys: Words, key: U64, home: Number) -> U64:
    """Set which kings have never left their start point; returns the new hash."""
    key += keys[KEY_HOME + home] - keys[KEY_HOME + rows[at + HOME]]
    rows[at + HOME] = home
    return key


@kernel
def enemies_seen(rows: SignedBytes, at: Number, tables: Numbers) -> tuple[Number, Number]:
    """The points with enemy pieces, and those with two or more, as sets of bits by distance of the mover."""
    once: Any = 0
    twice: Any = 0
    for i in range(tables[U(N_PIECES)]):
        bit = 1 << BAR - np.int64(rows[U(at + ENEMY + i)])
        twice |= once & bit
        once |= bit
    return once & ON_BOARD, twice & ON_BOARD


@kernel
def waits_and_kings(rows: SignedBytes, at: Number, tables: Numbers) -> tuple[Number, Number, Number]:
    """The points where a piece of the mover waits, as bits, then where both kings stand: the enemy's, his own.

    0 is a king who is not on the board.
    """
    waits: Any = 0
    enemy_king: Any = 0
    own_king: Any = 0
    for i in range(tables[U(N_PIECES)]):
        if rows[U(at + FLAGS + i)] & WAITING != 0:
            waits |= 1 << np.int64(rows[U(at + OWN + i)])
        if tables[U(TYPE_OF + i)] == tables[U(ROYAL)]:
            enemy_king = (BAR - np.int64(rows[U(at + ENEMY + i)])) % BAR
            own_king = np.int64(rows[U(at + OWN + i)]) % BAR
    return waits, enemy_king, own_king


@kernel
def find_enemy(rows: SignedBytes, at: Number, tables: Numbers, target: Number) -> Number:
    """The last of the enemy's pieces at the mover's distance `target`, where one stands."""
    piece = tables[N_PIECES] - 1
    while piece > 0 and rows[at + ENEMY + piece] != BAR - target:
        piece -= 1
    return piece


@kernel
def _meeting(
    rows: SignedBytes,
    at: Number,
    tables: Numbers,
    block: Flag,
    waiting: Flag,
    enemy_king: Number,
    own_king: Number,
    kind: Number,
    target: Number,
    entering: Number,
) -> Number:
    """`landing` where enemies are: `block` if two or more; `waiting` if a piece of the mover waits there."""
    royal = tables[ROYAL]
    pushes = tables[PUSHES + kind] != 0 and entering == 0
    if enemy_king == target:
        if own_king == target:
            return ILLEGAL  # G-29
        if kind == royal:
            return SHARE if not waiting and entering == 0 else ILLEGAL  # G-28
        if block:
            return ILLEGAL
    elif block:
        return PUSH if pushes else ILLEGAL
    lone = tables[TYPE_OF + find_enemy(rows, at, tables, target)]
    if waiting:
        return COMPLETE if has(tables[JOINT + lone], kind) else ILLEGAL
    if has(tables[SOLO + lone], kind):
        return CAPTURE
    if has(tables[JOINT + lone], kind):
        return OPEN
    return PUSH if pushes and has(tables[PUSH_LONE], lone) else ILLEGAL


@inlined
def landing(
    rows: SignedBytes, at: Number, tables: Numbers, seen: Seen, kind: Number, target: Number, entering: Number
) -> Number:
    """What a piece of type `kind` does at distance `target`: `STEP` … `SHARE`, or `ILLEGAL`.

    `seen` is what `enemies_seen` and `waits_and_kings` say of the row; `entering` (0 or 1): from the bar, where a piece
    has no ability and a king neither pushes nor joins a king (G-32).
    """
    (enemies, blocks), (waits, enemy_king, own_king) = seen
    result: Any = STEP
    if enemies >> target & 1 != 0:
        block, waiting = blocks >> target & 1 != 0, waits >> target & 1 != 0
        if block and tables[U(ROYAL)] < 0:
            result = ILLEGAL
        else:
            result = _meeting(rows, at, tables, block, waiting, enemy_king, own_king, kind, target, entering)
    return result


@kernel
def _nearest_empty(rows: SignedBytes, at: Number, tables: Numbers, distance: Number) -> Number:
    """The nearest point behind the enemy's `distance` that is empty of both colours; 0 if there is none."""
    n = tables[N_PIECES]
    for behind in range(distance + 1, FAR + 1):
        free = True
        for i in range(n):
            if rows[at + ENEMY + i] == behind or rows[at + OWN + i] == BAR - behind:
                free = False
        if free:
            return behind
    return OFF


@kernel
def land(
    rows: SignedBytes,
    at: Number,
    tables: Numbers,
    keys: Words,
    key: U64,
    piece: Number,
    target: Number,
    flags: Number,
    act: Number,
) -> U64:
    """Put the mover's `piece` on `target` with `flags`, and do what `act` (from `landing`) says.

    Returns the new hash of the pieces, which was `key`.
    """
    n = tables[N_PIECES]
    there = BAR - target
    if act in (CAPTURE, COMPLETE):
        for i in range(n):
            if rows[at + ENEMY + i] == there:
                key = put_enemy(rows, at, tables, keys, key, i, BAR)
            if rows[at + OWN + i] == target and rows[at + FLAGS + i] & WAITING != 0:
                key = put_own(rows, at, tables, keys, key, i, target, rows[at + FLAGS + i] & ~WAITING)
    elif act == PUSH:
        protected = 0
        for i in range(n):
            if rows[at + ENEMY + i] == there:
                protected += tables[PROTECTS + tables[TYPE_OF + i]]
        refuge = _nearest_empty(rows, at, tables, there)
        for i in range(n):
            if rows[at + ENEMY + i] == there:
                captured = refuge == OFF
                if tables[TYPE_OF + i] == tables[PAWN]:
                    captured |= protected <= 0
                    protected -= 1
                key = put_enemy(rows, at, tables, keys, key, i, BAR if captured else refuge)
    return put_own(rows, at, tables, keys, key, piece, target, flags | WAITING if act == OPEN else flags)
