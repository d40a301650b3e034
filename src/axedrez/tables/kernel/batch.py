"""Many positions and rolls in one compiled call: arrays in, arrays out."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import allocating
from axedrez.jit_types import Numbers, SignedBytes, Words
from axedrez.tables.kernel import plain
from axedrez.tables.kernel.layout import PLAIN, STATE_WORDS, WIDTH, WORDS
from axedrez.tables.kernel.rolls import write_result
from axedrez.tables.kernel.space import FIRST_ROOM, ROOM_IS_SHORT, larger_space, make_space
from axedrez.tables.kernel.states import U, hash_of_pieces
from axedrez.tables.kernel.turns import pass_turn, progress_rule, write_turns

_FORESEEN = 48  # results of a roll; memory that is never touched costs nothing, moving what is there does


@allocating
def _plain_results(tables: Numbers, rows: SignedBytes, dice: Numbers) -> tuple[Numbers, SignedBytes]:
    """`results` for a plain sheet."""
    memory = np.empty(plain.MEMORY, np.uint64)
    offsets = np.zeros(len(rows) * len(dice) + 1, np.int64)
    found = np.empty((len(rows) * len(dice) * _FORESEEN + plain.MAX_RESULTS) * WORDS, np.uint64)
    total: Any = 0
    for p in range(len(rows)):
        plain.begin(rows[p], tables, memory)
        for d in range(len(dice)):
            while (total + plain.MAX_RESULTS) * WORDS > len(found):
                found = np.concatenate((found, found))
            total += plain.write_results(tables, memory, dice[d, 0], dice[d, 1], found, total)
            offsets[p * len(dice) + d + 1] = total
    return offsets, found.view(np.int8)[: total * WIDTH].reshape(total, WIDTH)


@allocating
def results(tables: Numbers, keys: Words, rows: SignedBytes, dice: Numbers) -> tuple[Numbers, SignedBytes]:
    """The positions that each roll can lead to from each row: `(offsets, found)`.

    `rows` (n × `WIDTH`, `int8`) are positions at the beginning of a turn whose game is not over; `dice` (m × 2,
    `int64`, the larger first). `found` (k × `WIDTH`, `int8`) are rows at the beginning of the other side's turn, seen
    by that side, no two alike for one roll; those of roll `d` from row `p` are
    `found[offsets[p * m + d] : offsets[p * m + d + 1]]`. A turn that is lost has the one result of passing. The order
    is that of `write_turns` or, for plain sheets, of `plain.write_results`: the same in every run.
    `axedrez.tables.batch.results` is the friendly twin.
    """
    if tables[PLAIN] != 0:
        return _plain_results(tables, rows, dice)
    room = FIRST_ROOM
    space = make_space(room)
    offsets = np.zeros(len(rows) * len(dice) + 1, np.int64)
    found = np.empty((len(rows) * len(dice) * _FORESEEN + room) * WORDS, np.uint64)
    found_bytes = found.view(np.int8)
    lost = np.empty(WIDTH, np.int8)
    lost_words = lost.view(np.uint64)
    rule = progress_rule(tables)
    total: Any = 0
    for p in range(len(rows)):
        row = rows[p]
        row_words = row.view(np.uint64)
        key = hash_of_pieces(row, 0, tables, keys, 1)
        pass_turn(row, row, lost, tables)
        for d in range(len(dice)):
            count = write_turns(space, tables, keys, row, key, dice[d, 0], dice[d, 1])
            while count == ROOM_IS_SHORT:
                space = larger_space(room)
                room *= 2
                count = write_turns(space, tables, keys, row, key, dice[d, 0], dice[d, 1])
            while (total + count + 1) * WORDS > len(found):
                found = np.concatenate((found, found))
                found_bytes = found.view(np.int8)
            if count == 0:
                for i in range(WORDS):
                    found[U(total * WORDS + i)] = lost_words[U(i)]
                total += 1
            words, ends = space.words, space.ends
            for end in range(count):
                write_result(
                    words, ends[U(end)] * STATE_WORDS, row_words, lost_words, found_bytes, found, total * WORDS, tables,
                    rule,
                )  # fmt: skip
                total += 1
            offsets[p * len(dice) + d + 1] = total
    return offsets, found_bytes[: total * WIDTH].reshape(total, WIDTH)
