"""Where a piece may land and what happens there (G-20 … G-30)."""

from __future__ import annotations

from typing import Any

from axedrez.jit import inlined, kernel
from axedrez.tables.kernel.layout import (
    BAR,
    CAPTURE,
    COMPLETE,
    COUNT,
    ENEMY,
    ENEMY_KING,
    FAR,
    FLAGS,
    HOME,
    JOINT,
    KEY_ENEMY,
    KEY_HOME,
    KEY_OWN,
    KIND,
    N_PIECES,
    OFF,
    OPEN,
    OWN,
    OWN_KING,
    PAWN,
    PROTECTS,
    PUSH,
    PUSH_LONE,
    PUSHES,
    ROYAL,
    SHARE,
    SOLO,
    STEP,
    SURVEY,
    TYPE_OF,
    WAITING,
    WAITS,
)

ILLEGAL = -1


@inlined
def has(types: Any, kind: Any) -> Any:
    """Whether a set of types holds a type."""
    return (types >> kind) & 1 == 1


@inlined
def put_own(rows: Any, at: Any, tables: Any, keys: Any, total: Any, piece: Any, distance: Any, flags: Any) -> None:
    """Set distance and flags of one of the mover's pieces; `total[0]` is the hash of the pieces."""
    base = KEY_OWN + tables[TYPE_OF + piece] * 512
    total[0] += keys[base + distance * 16 + flags] - keys[base + rows[at + OWN + piece] * 16 + rows[at + FLAGS + piece]]
    rows[at + OWN + piece] = distance
    rows[at + FLAGS + piece] = flags


@inlined
def put_enemy(rows: Any, at: Any, tables: Any, keys: Any, total: Any, piece: Any, distance: Any) -> None:
    """Set the distance of one of the enemy's pieces; a king on the bar has left his start point for good (G-17)."""
    base = KEY_ENEMY + tables[TYPE_OF + piece] * 32
    total[0] += keys[base + distance] - keys[base + rows[at + ENEMY + piece]]
    rows[at + ENEMY + piece] = distance
    if distance == BAR and tables[TYPE_OF + piece] == tables[ROYAL]:
        put_home(rows, at, keys, total, rows[at + HOME] & 1)


@inlined
def put_home(rows: Any, at: Any, keys: Any, total: Any, home: Any) -> None:
    """Set which kings have never left their start point."""
    total[0] += keys[KEY_HOME + home] - keys[KEY_HOME + rows[at + HOME]]
    rows[at + HOME] = home


@kernel
def survey(rows: Any, at: Any, tables: Any, board: Any) -> None:
    """Gather what `landing` asks of a row into `board` (`SURVEY` bytes)."""
    for i in range(SURVEY):
        board[i] = 0
    royal = tables[ROYAL]
    for i in range(tables[N_PIECES]):
        kind = tables[TYPE_OF + i]
        distance = rows[at + ENEMY + i]
        if distance != BAR and distance != OFF:
            seen = BAR - distance
            board[COUNT + seen] += 1
            board[KIND + seen] = kind
            if kind == royal:
                board[ENEMY_KING] = seen
        distance = rows[at + OWN + i]
        if rows[at + FLAGS + i] & WAITING != 0:
            board[WAITS + distance] = 1
        if kind == royal and distance != BAR:
            board[OWN_KING] = distance


@kernel
def landing(board: Any, tables: Any, kind: Any, target: Any, entering: Any) -> Any:
    """What a piece of type `kind` does at distance `target`: `STEP` … `SHARE`, or `ILLEGAL`.

    `entering` (0 or 1): from the bar, where a piece has no ability and a king neither pushes nor joins a king (G-32).
    """
    count = board[COUNT + target]
    if count == 0:
        return STEP
    royal = tables[ROYAL]
    lone = board[KIND + target]
    waiting = board[WAITS + target] != 0
    pushes = tables[PUSHES + kind] != 0 and entering == 0
    if board[ENEMY_KING] == target:
        if board[OWN_KING] == target:
            return ILLEGAL  # G-29
        if kind == royal:
            return SHARE if not waiting and entering == 0 else ILLEGAL  # G-28
        if count > 1:
            return ILLEGAL
    elif count > 1:
        return PUSH if pushes else ILLEGAL
    if waiting:
        return COMPLETE if has(tables[JOINT + lone], kind) else ILLEGAL
    if has(tables[SOLO + lone], kind):
        return CAPTURE
    if has(tables[JOINT + lone], kind):
        return OPEN
    return PUSH if pushes and has(tables[PUSH_LONE], lone) else ILLEGAL


@kernel
def _nearest_empty(rows: Any, at: Any, tables: Any, distance: Any) -> Any:
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
def land(rows: Any, at: Any, tables: Any, keys: Any, total: Any, piece: Any, target: Any, flags: Any, act: Any) -> None:
    """Put the mover's `piece` on `target` with `flags`, and do what `act` (from `landing`) says."""
    n = tables[N_PIECES]
    there = BAR - target
    if act in (CAPTURE, COMPLETE):
        for i in range(n):
            if rows[at + ENEMY + i] == there:
                put_enemy(rows, at, tables, keys, total, i, BAR)
            if rows[at + OWN + i] == target and rows[at + FLAGS + i] & WAITING != 0:
                put_own(rows, at, tables, keys, total, i, target, rows[at + FLAGS + i] & ~WAITING)
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
                put_enemy(rows, at, tables, keys, total, i, BAR if captured else refuge)
    put_own(rows, at, tables, keys, total, piece, target, flags | WAITING if act == OPEN else flags)
