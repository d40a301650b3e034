"""All results of one roll from one row, in memory that is used again and again: for loops that stay in the kernel."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from axedrez.jit import allocating, inlined, kernel
from axedrez.jit_types import Flag, Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel import plain
from axedrez.tables.kernel.layout import (
    BEARS_OFF,
    ENEMY_WORDS,
    FIELDS,
    N_PIECES,
    OFF,
    PLAIN,
    STATE_WORDS,
    TYPE_OF,
    WORDS,
)
from axedrez.tables.kernel.space import FIRST_ROOM, ROOM_IS_SHORT, Space, larger_space, make_space
from axedrez.tables.kernel.states import U, hash_of_pieces
from axedrez.tables.kernel.turns import (
    ProgressRule,
    count_no_progress,
    pass_turn,
    passed_fields,
    progress_rule,
    write_side,
    write_turns,
)


class Rolls(NamedTuple):
    """Memory for the results of a roll.

    `found` (`uint64`, `WORDS` to a row; `found_bytes`: the same memory): the results. `passed`: the row that comes of
    passing.
    """

    space: Space
    memory: Words
    found: Words
    found_bytes: SignedBytes
    passed: SignedBytes
    passed_words: Words


@allocating
def _rolls(space: Space, room: Number) -> Rolls:
    found = np.empty((room + 1) * WORDS, np.uint64)
    passed = np.empty(WORDS, np.uint64)
    return Rolls(
        space, np.empty(plain.MEMORY, np.uint64), found, found.view(np.int8), passed.view(np.int8), passed
    )  # fmt: skip


@allocating
def make_rolls(tables: Numbers) -> Rolls:
    """Memory for most rolls of a sheet; `write_roll` says where it is short."""
    # Plain sheets need no states, and never more results.
    return _rolls(make_space(1 if tables[PLAIN] != 0 else FIRST_ROOM), FIRST_ROOM)


@allocating
def larger_rolls(rolls: Rolls) -> Rolls:
    """Memory for twice as many. Raises `MemoryError` beyond what a turn may need."""
    room = len(rolls.space.ends)
    return _rolls(larger_space(room), 2 * room)


@inlined
def write_result(
    words: Words,
    at: Number,
    row_words: Words,
    passed_words: Words,
    found_bytes: SignedBytes,
    found: Words,
    to: Number,
    tables: Numbers,
    rule: ProgressRule,
) -> None:
    """Write the row at word `at` of a search, where a turn from `row_words` ends, as the other side sees it.

    It goes to word `to` of `found` (`found_bytes`: the same memory).
    """
    untouched: Any = True
    for i in range(ENEMY_WORDS, FIELDS):
        untouched &= words[U(at + i)] == row_words[U(i)]
    for i in range(WORDS):
        found[U(to + i)] = passed_words[U(i)]
    if not untouched:
        write_side(words, at + ENEMY_WORDS, found_bytes, found, to, tables)
    write_side(words, at, found_bytes, found, to + ENEMY_WORDS, tables)
    found[U(to + FIELDS)] = passed_fields(words, at) | count_no_progress(row_words, found, to, rule)


@kernel
def write_roll(
    rolls: Rolls, tables: Numbers, keys: Words, row: SignedBytes, high: Number, low: Number
) -> Number:  # fmt: skip
    """Write the results of a roll from a row at the beginning of a turn to `rolls.found`; how many, at least one.

    They are those of `kernel.batch.results`, in its order; `rolls.passed` is written too. Returns `ROOM_IS_SHORT`
    where the memory does not suffice.
    """
    pass_turn(row, row, rolls.passed, tables)
    if tables[PLAIN] != 0:
        plain.begin(row, tables, rolls.memory)
        return plain.write_results(tables, rolls.memory, high, low, rolls.found, 0)
    key = hash_of_pieces(row, 0, tables, keys, 1)
    count = write_turns(rolls.space, tables, keys, row, key, high, low)
    if count == ROOM_IS_SHORT:
        return ROOM_IS_SHORT
    if count == 0:
        for i in range(WORDS):
            rolls.found[U(i)] = rolls.passed_words[U(i)]
        return 1
    words, ends = rolls.space.words, rolls.space.ends
    row_words = row.view(np.uint64)
    rule = progress_rule(tables)
    for end in range(count):
        write_result(
            words, ends[U(end)] * STATE_WORDS, row_words, rolls.passed_words, rolls.found_bytes, rolls.found,
            end * WORDS, tables, rule,
        )  # fmt: skip
    return count


@inlined
def has_borne_off(rows: SignedBytes, at: Number, tables: Numbers) -> Flag:
    """Whether the side with its distances at `at` has borne off all that it must (G-4)."""
    for i in range(tables[N_PIECES]):
        if rows[U(at + i)] != OFF and tables[U(BEARS_OFF + tables[U(TYPE_OF + i)])] != 0:
            return False
    return True
