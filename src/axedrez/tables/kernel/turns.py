"""Whole turns: every position that a turn can end in, each with one way of playing it (G-6, G-7, G-17, G-33, G-42).

The turn is searched die by die; states that are equal in everything the rest of the turn may need are kept once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import inlined, kernel
from axedrez.tables.kernel.layout import (
    BAR,
    DEPARTURE,
    DICE,
    DONE,
    ENEMY,
    FLAGS,
    FORFEIT,
    HOME,
    HOME_RULE,
    N_PIECES,
    ORDINARY,
    OWN,
    ROYAL_MOVES,
    STAGE,
    SURVEY,
    TYPE_OF,
    USED,
    WAITING,
    WIDTH,
    WIN_IS_WHOLE,
    WON,
)
from axedrez.tables.kernel.states import hash_of_pieces, is_new, whole_key
from axedrez.tables.kernel.submoves import MAX_SUBMOVES, write_submoves

MAX_LEVELS = 4
# Levels of the search: 0 … 4 dice of the ordinary turn, then 0 … 2 of the departure.
N_LEVELS = 8
ROOM_IS_SHORT = -1


@inlined
def _may_end(rows: Any, at: Any, tables: Any) -> Any:
    """Whether no piece waits for its partner (G-24)."""
    waiting = False
    for i in range(tables[N_PIECES]):
        waiting |= rows[at + FLAGS + i] & WAITING != 0
    return not waiting


@kernel
def _search(
    tables: Any,
    keys: Any,
    first: Any,
    high: Any,
    low: Any,
    n_dice: Any,
    mode: Any,
    forfeits: Any,
    rows: Any,
    room: Any,
    row_keys: Any,
    parents: Any,
    codes: Any,
    sizes: Any,
    base: Any,
    table: Any,
    stamps: Any,
    stamp: Any,
) -> Any:
    """Fill the levels `base`, `base + 1` … with the states after each die; returns the new stamp, or `ROOM_IS_SHORT`.

    Level l holds at most `room - MAX_SUBMOVES` states, from index l × `room` on.
    """
    made = np.empty(MAX_SUBMOVES, np.int64)
    child_keys = np.empty(MAX_SUBMOVES, np.uint64)
    board = np.empty(SURVEY, np.int8)
    total = np.empty(1, np.uint64)
    start = base * room
    for i in range(WIDTH):
        rows[start * WIDTH + i] = first[i]
    row_keys[start] = hash_of_pieces(first, 0, tables, keys, 1)
    sizes[base] = 1
    for level in range(base, base + n_dice):
        stamp += 1
        size = 0
        here, there = level * room, (level + 1) * room
        for parent in range(sizes[level]):
            at = (here + parent) * WIDTH
            if rows[at + STAGE] >= DONE:
                continue
            for number in range(1 if high == low else 2):
                die = 0 if high == low else 1 << number
                if rows[at + USED] & die != 0:
                    continue
                count = write_submoves(
                    rows, at, (there + size) * WIDTH, tables, keys, row_keys[here + parent],
                    high if number == 0 else low, die, mode, forfeits, made, child_keys, board, total,
                    table, stamps, stamp,
                )  # fmt: skip
                written = there + size
                for i in range(count):
                    child = (written + i) * WIDTH
                    if rows[child + STAGE] == WON and not _may_end(rows, child, tables):
                        continue
                    key = whole_key(rows, child, keys, child_keys[i])
                    if is_new(table, stamps, stamp, key):
                        kept = (there + size) * WIDTH
                        for byte in range(WIDTH):
                            rows[kept + byte] = rows[child + byte]
                        row_keys[there + size] = child_keys[i]
                        parents[there + size] = parent
                        codes[there + size] = made[i]
                        size += 1
                if size + MAX_SUBMOVES > room:
                    return ROOM_IS_SHORT
        sizes[level + 1] = size
        if size == 0:
            break
    return stamp


@inlined
def _ends(rows: Any, at: Any, tables: Any, mode: Any) -> Any:
    """Whether a turn may legally end here, its length left aside."""
    return _may_end(rows, at, tables) and (mode == ORDINARY or rows[at + ROYAL_MOVES] > 0)


@inlined
def _wins(rows: Any, at: Any, tables: Any) -> Any:
    """Whether the turn has won and therefore counts as having used all its dice (G-42)."""
    return rows[at + STAGE] == WON and tables[WIN_IS_WHOLE] != 0


@kernel
def _longest(tables: Any, rows: Any, room: Any, sizes: Any, base: Any, n_dice: Any, mode: Any) -> Any:
    """The most dice that a legal turn of a mode uses; a game won may count as all of them (G-6, G-42)."""
    longest = 0
    for level in range(base, base + n_dice + 1):
        for i in range(sizes[level]):
            at = (level * room + i) * WIDTH
            if _ends(rows, at, tables, mode):
                longest = max(longest, n_dice if _wins(rows, at, tables) else rows[at + DICE])
    return longest


@kernel
def on_bar(row: Any, tables: Any) -> Any:
    """How many of the mover's pieces are on the bar."""
    count = 0
    for i in range(tables[N_PIECES]):
        if row[OWN + i] == BAR:
            count += 1
    return count


@kernel
def write_turns(
    tables: Any,
    keys: Any,
    first: Any,
    high: Any,
    low: Any,
    rows: Any,
    room: Any,
    row_keys: Any,
    parents: Any,
    codes: Any,
    sizes: Any,
    table: Any,
    stamps: Any,
    ends: Any,
    rule: Any,
) -> Any:
    """All positions that a turn from the row `first` can end in; returns how many, or `ROOM_IS_SHORT`.

    `ends[i]` is the index of the i-th among the states of all levels (`room` to a level); `parents` and `codes` lead
    back to the first row. `rule` is what a turn must keep: [dice of the ordinary turn, die bits it must hold, dice of
    the departure, forfeits]. It is found and written at the beginning of a turn; in the middle of one (`DICE` > 0) it
    is read.
    """
    doubles = high == low
    played = np.int64(first[DICE])
    departs = rule[2] > 0 and played <= 2
    if played == 0:
        rule[0], rule[1], rule[2] = 0, 0, 0
        rule[3] = 1 if tables[FORFEIT] != 0 and not doubles and on_bar(first, tables) == 1 else 0
        departs = doubles and tables[HOME_RULE] != 0 and first[HOME] & 1 != 0 and on_bar(first, tables) <= 1
    forfeits = rule[3]
    stamp = stamps[len(table)]
    for level in range(N_LEVELS):
        sizes[level] = 0
    for mode in range(2):
        # A king who has departed in this turn rules the ordinary turn out.
        if mode == ORDINARY and played > 0 and rule[2] > 0 and first[ROYAL_MOVES] > 0:
            continue
        if mode == DEPARTURE and not departs:
            continue
        n_dice = 4 if doubles and mode == ORDINARY else 2
        base = mode * (MAX_LEVELS + 1)
        stamp = _search(
            tables, keys, first, high, low, n_dice - played, mode, forfeits,
            rows, room, row_keys, parents, codes, sizes, base, table, stamps, stamp,
        )  # fmt: skip
        if stamp == ROOM_IS_SHORT:
            return ROOM_IS_SHORT
        if played == 0:
            longest = _longest(tables, rows, room, sizes, base, n_dice, mode)
            rule[2 * mode] = longest
            if mode == ORDINARY and longest == 1 and not doubles and forfeits == 0:
                for i in range(room, room + sizes[1]):
                    if _ends(rows, i * WIDTH, tables, mode) and rows[i * WIDTH + USED] == 1:
                        rule[1] = 1
    stamp += 1
    count = 0
    for level in range(N_LEVELS):
        mode = ORDINARY if level <= MAX_LEVELS else DEPARTURE
        for i in range(level * room, level * room + sizes[level]):
            at = i * WIDTH
            if rows[at + DICE] == 0 or not _ends(rows, at, tables, mode):
                continue
            if mode == DEPARTURE:
                wanted = rows[at + DICE] == rule[2] or _wins(rows, at, tables)
            elif forfeits == 1:
                wanted = True
            else:
                wanted = rows[at + DICE] == rule[0] or _wins(rows, at, tables)
                wanted &= rows[at + USED] & rule[1] == rule[1]
            if wanted and is_new(table, stamps, stamp, hash_of_pieces(rows, at, tables, keys, 0)):
                ends[count] = i
                count += 1
    stamps[len(table)] = stamp
    return count


@kernel
def pass_turn(row: Any, result: Any, tables: Any) -> None:
    """Write the row as the other side sees it at the beginning of its turn, equal pieces from the furthest one on."""
    for i in range(WIDTH):
        result[i] = 0
    for i in range(tables[N_PIECES]):
        result[OWN + i] = row[ENEMY + i]
        result[ENEMY + i] = row[OWN + i]
    for i in range(1, tables[N_PIECES]):
        for base in (OWN, ENEMY):
            at = base + i
            while at > base and tables[TYPE_OF + i] == tables[TYPE_OF + at - base - 1] and result[at] > result[at - 1]:
                result[at], result[at - 1] = result[at - 1], result[at]
                at -= 1
    result[HOME] = (row[HOME] & 1) << 1 | (row[HOME] & 2) >> 1
