"""Counting the paths of the game tree: every throw, and every position that a turn can end in."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import kernel
from axedrez.tables.kernel.layout import STAGE, WIDTH, WON
from axedrez.tables.kernel.turns import N_LEVELS, ROOM_IS_SHORT, pass_turn, write_turns

_FIRST_ROOM = 4096


@kernel
def _memory(room: Any) -> Any:
    """What `write_turns` works with, from `rows` to `stamps`, for `room` states a level."""
    states = N_LEVELS * room
    return (
        np.empty(states * WIDTH, np.int8),
        np.empty(states, np.uint64),
        np.zeros(states, np.int64),
        np.zeros(states, np.int64),
        np.zeros(states, np.int64),
        np.zeros(2 * room, np.uint64),
        np.zeros(2 * room + 1, np.int64),
    )


@kernel
def perft(tables: Any, keys: Any, root: Any, high: Any, low: Any, depth: Any) -> Any:
    """The number of paths of `depth` turns (at least 1) from the row `root`; equal results of a turn count once.

    `high` and `low` are the dice of the first turn, 0 where they are still to be thrown: then, as in all later turns,
    the paths of the 21 throws are added up. A lost turn is one path; a game that has ended has none that go on.
    """
    room = _FIRST_ROOM
    rows, row_keys, parents, codes, ends, table, stamps = _memory(room)
    sizes = np.zeros(N_LEVELS, np.int64)
    rule = np.zeros(4, np.int64)
    stack = np.empty(room * WIDTH, np.int8)  # positions still to be looked at, each at the beginning of a turn
    left = np.empty(room, np.int64)  # and the turns to be played from each
    row = np.empty(WIDTH, np.int8)
    for i in range(WIDTH):
        stack[i] = root[i]
    left[0] = depth
    size, nodes = 1, 0
    while size > 0:
        size -= 1
        turns_left = left[size]
        for i in range(WIDTH):
            row[i] = stack[size * WIDTH + i]
        for number in range(36):
            one, two = number // 6 + 1, number % 6 + 1
            if two > one or (turns_left == depth and high > 0 and (one != high or two != low)):
                continue
            count: Any = ROOM_IS_SHORT
            while count == ROOM_IS_SHORT:
                count = write_turns(
                    tables, keys, row, one, two, rows, room, row_keys, parents, codes, sizes, table, stamps, ends, rule
                )
                if count == ROOM_IS_SHORT:
                    room *= 2
                    rows, row_keys, parents, codes, ends, table, stamps = _memory(room)
            if turns_left == 1:
                nodes += max(count, 1)
                continue
            while size + count + 1 > len(left):
                stack, left = np.concatenate((stack, stack)), np.concatenate((left, left))
            if count == 0:
                pass_turn(row, stack[size * WIDTH :], tables)
                left[size] = turns_left - 1
                size += 1
            for i in range(count):
                at = ends[i] * WIDTH
                if rows[at + STAGE] != WON:
                    pass_turn(rows[at : at + WIDTH], stack[size * WIDTH :], tables)
                    left[size] = turns_left - 1
                    size += 1
    return nodes
