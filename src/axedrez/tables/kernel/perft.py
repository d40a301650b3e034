"""Counting the paths of the game tree: every roll, and every position that a turn can end in."""

from __future__ import annotations

import numpy as np

from axedrez.jit import allocating
from axedrez.jit_types import Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel import plain
from axedrez.tables.kernel.layout import ENEMY_WORDS, PLAIN, STAGE, STATE, WIDTH, WON
from axedrez.tables.kernel.space import FIRST_ROOM, ROOM_IS_SHORT, larger_space, make_space
from axedrez.tables.kernel.states import hash_of_pieces
from axedrez.tables.kernel.turns import is_drawn, pass_turn, write_turns


@allocating
def perft(tables: Numbers, keys: Words, root: SignedBytes, high: Number, low: Number, depth: Number) -> Number:
    """The number of paths of `depth` turns (at least 1) from the row `root`; equal results of a turn count once.

    `high` and `low` are the dice of the first turn, 0 where they are still to be rolled: then, as in all later turns,
    the paths of the 21 rolls are added up. A lost turn is one path; a game that has ended has none that go on.
    """
    room = FIRST_ROOM
    space = make_space(room)
    stack = np.empty(room * WIDTH, np.int8)  # positions still to be looked at, each at the beginning of a turn
    left = np.empty(room, np.int64)  # and the turns to be played from each
    row = np.empty(WIDTH, np.int8)
    row_words = row.view(np.uint64)
    is_plain = tables[PLAIN] != 0
    memory = np.empty(plain.MEMORY, np.uint64)
    for i in range(WIDTH):
        stack[i] = root[i]
    left[0] = depth
    size: Number = 1
    nodes: Number = 0
    while size > 0:
        size -= 1
        turns_left = left[size]
        for i in range(WIDTH):
            row[i] = stack[size * WIDTH + i]
        if is_drawn(row_words, 0, tables):
            continue
        if is_plain:
            if row_words[ENEMY_WORDS] | row_words[ENEMY_WORDS + 1] == 0:
                continue  # all borne off
            plain.begin(row, tables, memory)
        key = hash_of_pieces(row, 0, tables, keys, 1)
        for number in range(36):
            one, two = number // 6 + 1, number % 6 + 1
            if two > one or (turns_left == depth and high > 0 and (one != high or two != low)):
                continue
            if is_plain:
                while size + plain.MAX_RESULTS > len(left):
                    stack, left = np.concatenate((stack, stack)), np.concatenate((left, left))
                count = plain.write_results(tables, memory, one, two, stack.view(np.uint64), size)
                if turns_left == 1:
                    nodes += count
                else:
                    left[size : size + count] = turns_left - 1
                    size += count
                continue
            count = write_turns(space, tables, keys, row, key, one, two)
            while count == ROOM_IS_SHORT:
                space = larger_space(room)
                room *= 2
                count = write_turns(space, tables, keys, row, key, one, two)
            if turns_left == 1:
                nodes += max(count, 1)
                continue
            while size + count + 1 > len(left):
                stack, left = np.concatenate((stack, stack)), np.concatenate((left, left))
            if count == 0:
                pass_turn(row, row, stack[size * WIDTH : (size + 1) * WIDTH], tables)
                left[size] = turns_left - 1
                size += 1
            for i in range(count):
                at = space.ends[i] * STATE
                if space.rows[at + STAGE] != WON:
                    after = stack[size * WIDTH : (size + 1) * WIDTH]
                    pass_turn(row, space.rows[at : at + WIDTH], after, tables)
                    left[size] = turns_left - 1
                    size += 1
    return nodes
