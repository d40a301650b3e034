"""Whole turns: every position that a turn can end in, each with one way of playing it (G-6, G-7, G-17, G-33, G-42).

The turn is searched die by die; states that are equal in everything the rest of the turn may need are kept once.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from axedrez.jit import inlined, kernel
from axedrez.jit_types import U64, Flag, Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel.layout import (
    BAR,
    DEPARTURE,
    DICE,
    EACH_BYTE,
    ENEMY_WORDS,
    FIELDS,
    FLAG_WORDS,
    FLAGS,
    FORFEIT,
    HOME,
    HOME_RULE,
    KEY,
    KEY_OWN,
    MAX_PIECES,
    N_PIECES,
    NO_PROGRESS_LIMIT,
    NO_PROGRESS_SHIFT,
    ORDINARY,
    OWN,
    PARENT,
    RACERS,
    ROYAL_MOVES,
    STAGE,
    STATE,
    STATE_WORDS,
    TYPE_OF,
    USED,
    WIDTH,
    WIN_IS_WHOLE,
    WON,
    WORDS,
)
from axedrez.tables.kernel.space import MAX_LEVELS, N_LEVELS, ROOM_IS_SHORT, Space
from axedrez.tables.kernel.states import U, hash_of_pieces, is_new, new_stamp, set_size
from axedrez.tables.kernel.submoves import somebody_waits, write_level

_NONE, _ONE = np.uint64(0), np.uint64(1)
HOME_BITS = np.uint64(8 * (HOME - USED))
SIDE_WORDS = MAX_PIECES // 8
FEW = 4

ProgressRule: TypeAlias = tuple[Flag, U64, U64]
"""Whether turns without progress are counted, and the bytes of the pieces whose every move is progress (G-45)."""


@kernel
def _search(
    space: Space,
    tables: Numbers,
    keys: Words,
    first: SignedBytes,
    first_key: U64,
    high: Number,
    low: Number,
    n_dice: Number,
    mode: Number,
    forfeits: Number,
    base: Number,
    width: Number,
) -> Number:
    """Fill the levels `base`, `base + 1` … with the states after each die; returns their end, or `ROOM_IS_SHORT`.

    Only the first `width` states of a level lead to further ones.
    """
    rows, words, starts = space.rows, space.words, space.starts
    root = starts[base]
    if root + 1 > len(space.ends):
        return ROOM_IS_SHORT
    first_words = first.view(np.uint64)
    for i in range(WORDS):
        words[U(root * STATE_WORDS + i)] = first_words[U(i)]
    words[root * STATE_WORDS + KEY] = first_key
    words[root * STATE_WORDS + PARENT] = root
    size = root + 1
    table = space.table
    for level in range(base, base + n_dice):
        starts[level + 1] = size
        size = write_level(rows, words, table, tables, keys, starts[level], size, high, low, mode, forfeits, 1)
        if size == ROOM_IS_SHORT:
            return ROOM_IS_SHORT
        if level + 1 < base + n_dice:
            size = min(size, starts[level + 1] + width)
    for level in range(base + n_dice + 1, N_LEVELS + 1):
        starts[level] = size
    return size


@inlined
def _ends(rows: SignedBytes, words: Words, state: Number, mode: Number) -> Flag:
    """Whether a turn may legally end here, its length left aside."""
    return not somebody_waits(words, state) and (mode == ORDINARY or rows[U(state * STATE + ROYAL_MOVES)] > 0)


@inlined
def _wins(rows: SignedBytes, state: Number, tables: Numbers) -> Flag:
    """Whether the turn has won and therefore counts as having used all its dice (G-42)."""
    return tables[WIN_IS_WHOLE] != 0 and rows[U(state * STATE + STAGE)] == WON


@kernel
def _longest(space: Space, tables: Numbers, base: Number, n_dice: Number, mode: Number) -> Number:
    """The most dice that a legal turn of a mode uses; a game won may count as all of them (G-6, G-42)."""
    rows, words, starts = space.rows, space.words, space.starts
    longest: Any = 0
    for state in range(starts[base], starts[base + n_dice + 1]):
        if _wins(rows, state, tables) and _ends(rows, words, state, mode):
            return n_dice
        if rows[U(state * STATE + DICE)] > longest and _ends(rows, words, state, mode):
            longest = np.int64(rows[U(state * STATE + DICE)])
    return longest


@inlined
def _position_key(rows: SignedBytes, words: Words, state: Number, tables: Numbers, keys: Words) -> U64:
    """The hash of the position alone: that of the row without what its pieces have done."""
    key = words[U(state * STATE_WORDS + KEY)]
    flags = state * STATE_WORDS + FLAG_WORDS
    if words[U(flags)] | words[U(flags + 1)] != _NONE:
        at = state * STATE
        for i in range(tables[U(N_PIECES)]):
            place = KEY_OWN + tables[U(TYPE_OF + i)] * 512 + rows[U(at + OWN + i)] * 16
            key += keys[U(place)] - keys[U(place + rows[U(at + FLAGS + i)])]
    return key


@kernel
def on_bar(row: SignedBytes, tables: Numbers) -> Number:
    """How many of the mover's pieces are on the bar."""
    count = 0
    for i in range(tables[N_PIECES]):
        if row[OWN + i] == BAR:
            count += 1
    return count


@kernel
def _write_turns(
    space: Space,
    tables: Numbers,
    keys: Words,
    first: SignedBytes,
    first_key: U64,
    high: Number,
    low: Number,
    width: Number,
) -> Number:
    """Like `write_turns`, of all that follows the first `width` states of each level of the ordinary turn."""
    rows, words, table, starts, ends, rule = space.rows, space.words, space.table, space.starts, space.ends, space.rule
    doubles = high == low
    played = np.int64(first[DICE])
    departs = rule[2] > 0 and played <= 2
    if played == 0:
        rule[0], rule[1], rule[2] = 0, 0, 0
        rule[3] = 1 if tables[FORFEIT] != 0 and not doubles and on_bar(first, tables) == 1 else 0
        departs = doubles and tables[HOME_RULE] != 0 and first[HOME] & 1 != 0 and on_bar(first, tables) <= 1
    forfeits = rule[3]
    for level in range(N_LEVELS + 1):
        starts[level] = 0
    for mode in range(2):
        # A king who has departed in this turn rules the ordinary turn out.
        if mode == ORDINARY and played > 0 and rule[2] > 0 and first[ROYAL_MOVES] > 0:
            continue
        if mode == DEPARTURE and not departs:
            continue
        n_dice = 4 if doubles and mode == ORDINARY else 2
        base = mode * (MAX_LEVELS + 1)
        left = n_dice - played
        most = width if mode == ORDINARY else len(ends)
        if _search(space, tables, keys, first, first_key, high, low, left, mode, forfeits, base, most) == ROOM_IS_SHORT:
            return ROOM_IS_SHORT
        if played == 0:
            longest = _longest(space, tables, base, n_dice, mode)
            rule[2 * mode] = longest
            if mode == ORDINARY and longest == 1 and not doubles and forfeits == 0:
                for i in range(starts[1], starts[2]):
                    if _ends(rows, words, i, mode) and rows[i * STATE + USED] == 1:
                        rule[1] = 1
    stamp = new_stamp(table)
    mask = np.uint64(set_size(table, starts[N_LEVELS]) - 1)
    count = 0
    for level in range(N_LEVELS):
        mode = ORDINARY if level <= MAX_LEVELS else DEPARTURE
        for i in range(starts[level], starts[level + 1]):
            at = i * STATE
            if rows[U(at + DICE)] == 0:
                continue
            if mode == DEPARTURE:
                wanted = rows[U(at + DICE)] == rule[2]
            elif forfeits == 1:
                wanted = True
            else:
                wanted = rows[U(at + DICE)] == rule[0] and rows[U(at + USED)] & rule[1] == rule[1]
            wanted |= _wins(rows, i, tables) and (mode == DEPARTURE or rows[U(at + USED)] & rule[1] == rule[1])
            if not wanted or not _ends(rows, words, i, mode):
                continue
            if is_new(table, mask, stamp, _position_key(rows, words, i, tables, keys)):
                ends[count] = i
                count += 1
    return count


@kernel
def write_turns(
    space: Space, tables: Numbers, keys: Words, first: SignedBytes, first_key: U64, high: Number, low: Number
) -> Number:
    """All positions that a turn from the row `first` can end in; returns how many, or `ROOM_IS_SHORT`.

    `first_key` is the hash of its pieces with what they have done (`hash_of_pieces`).
    `space.ends[i]` is the index of the i-th among the states of all levels; `PARENT` and `CODE` of each lead back to
    the first row. `space.rule` is what a turn must keep: [dice of the ordinary turn, die bits it must hold, dice of the
    departure, forfeits]. It is found and written at the beginning of a turn; in the middle of one (`DICE` > 0) it is
    read.
    """
    return _write_turns(space, tables, keys, first, first_key, high, low, len(space.ends))


@kernel
def write_rule(
    space: Space, tables: Numbers, keys: Words, first: SignedBytes, first_key: U64, high: Number, low: Number
) -> Number:
    """Write into `space.rule` what a turn from the row `first` must keep; may return `ROOM_IS_SHORT`.

    A few ways are enough where one of them uses all dice.
    """
    count = _write_turns(space, tables, keys, first, first_key, high, low, FEW)
    if count == ROOM_IS_SHORT or space.rule[0] == (4 if high == low else 2):
        return count
    return write_turns(space, tables, keys, first, first_key, high, low)


@kernel
def write_completable(
    space: Space, tables: Numbers, keys: Words, rows: SignedBytes, high: Number, low: Number, found: Numbers
) -> Number:
    """Write into `found`, for each of the `rows` of a turn under way, whether it can still end legally (0 or 1).

    `space.rule` is what the turn must keep. Returns how many can, or `ROOM_IS_SHORT`.
    """
    count = 0
    for number in range(len(found)):
        row = rows[number * WIDTH : (number + 1) * WIDTH]
        key = hash_of_pieces(row, 0, tables, keys, 1)
        # Mostly a few ways show it; that none leads to an end needs all of them.
        ends = _write_turns(space, tables, keys, row, key, high, low, FEW)
        if ends == 0:
            ends = write_turns(space, tables, keys, row, key, high, low)
        if ends == ROOM_IS_SHORT:
            return ROOM_IS_SHORT
        found[number] = 1 if ends > 0 else 0
        count += found[number]
    return count


@inlined
def _sort(result: SignedBytes, to: Number, tables: Numbers) -> None:
    """Bring the distances of a side into the one order: equal pieces from the furthest on."""
    kind: Any = -1
    last: Any = 0
    first_of_kind: Any = 0
    for i in range(tables[U(N_PIECES)]):
        distance = np.int64(result[U(to + i)])
        if tables[U(TYPE_OF + i)] != kind:
            kind, first_of_kind, last = tables[U(TYPE_OF + i)], i, distance
        elif distance <= last:
            last = distance
        else:
            place = i
            while place > first_of_kind and result[U(to + place - 1)] < distance:
                result[U(to + place)] = result[U(to + place - 1)]
                place -= 1
            result[U(to + place)] = distance


@inlined
def write_side(words: Words, at: Number, result: SignedBytes, result_words: Words, to: Number, tables: Numbers) -> None:
    """Copy the distances of a side from word `at` to word `to`, equal pieces from the furthest one on.

    `result` and `result_words` are the same memory.
    """
    for i in range(SIDE_WORDS):
        result_words[U(to + i)] = words[U(at + i)]
    _sort(result, 8 * to, tables)


@inlined
def passed_fields(words: Words, at: Number) -> U64:
    """The small fields, in a word, of the row that begins at word `at` when the other side's turn begins."""
    home = words[U(at + FIELDS)] >> HOME_BITS
    return ((home & _ONE) << _ONE | (home >> _ONE & _ONE)) << HOME_BITS


@inlined
def _zeros(word: U64) -> U64:
    """The top bits of the bytes that are 0; none is more than 127."""
    return ~(word + np.uint64(127) * EACH_BYTE) & np.uint64(128) * EACH_BYTE


@inlined
def _changes_bar_or_tray(before: U64, after: U64) -> Flag:
    """Whether one of eight distances, which differ, has come to the bar or the tray or left it."""
    bar = np.uint64(BAR) * EACH_BYTE
    around = _zeros(before) | _zeros(after) | _zeros(before ^ bar) | _zeros(after ^ bar)
    return around & ~_zeros(before ^ after) != _NONE


@inlined
def progress_rule(tables: Numbers) -> ProgressRule:
    """What `count_no_progress` reads of a sheet, to be read once for many turns: whether turns are counted; racers."""
    return tables[NO_PROGRESS_LIMIT] != 0, np.uint64(tables[RACERS]), np.uint64(tables[RACERS + 1])


@inlined
def count_no_progress(first: Words, result: Words, to: Number, rule: ProgressRule) -> U64:
    """The turns in a row without progress, as small fields, after a turn (G-45).

    `first` are the words of the row at its beginning; the one after it begins at word `to` of `result`, seen by the
    other side. Both have equal pieces in their order, so that what stands where it stood is equal. `rule` is from
    `progress_rule`.
    """
    counted, racers, more_racers = rule
    if not counted:
        return _NONE
    own, more_own = result[U(to + ENEMY_WORDS)], result[U(to + ENEMY_WORDS + 1)]
    enemy, more_enemy = result[U(to)], result[U(to + 1)]
    moved, more_moved = first[U(0)] ^ own, first[U(1)] ^ more_own
    driven, more_driven = first[U(ENEMY_WORDS)] ^ enemy, first[U(ENEMY_WORDS + 1)] ^ more_enemy
    # Most turns move a pawn or a king.
    if (moved | driven) & racers | (more_moved | more_driven) & more_racers != _NONE:
        return _NONE
    if moved != _NONE and _changes_bar_or_tray(first[U(0)], own):
        return _NONE
    if more_moved != _NONE and _changes_bar_or_tray(first[U(1)], more_own):
        return _NONE
    if driven != _NONE and _changes_bar_or_tray(first[U(ENEMY_WORDS)], enemy):
        return _NONE
    if more_driven != _NONE and _changes_bar_or_tray(first[U(ENEMY_WORDS + 1)], more_enemy):
        return _NONE
    return ((first[U(FIELDS)] >> NO_PROGRESS_SHIFT) + _ONE) << NO_PROGRESS_SHIFT


@inlined
def is_drawn(row_words: Words, at: Number, tables: Numbers) -> Flag:
    """Whether the game is drawn (G-45) at the row that begins at word `at`."""
    limit = np.uint64(tables[NO_PROGRESS_LIMIT])
    return limit != _NONE and row_words[U(at + FIELDS)] >> NO_PROGRESS_SHIFT >= limit


@kernel
def pass_turn(first: SignedBytes, row: SignedBytes, result: SignedBytes, tables: Numbers) -> None:
    """Write the row that a turn from `first` ends in as the other side sees it at the beginning of its turn.

    Equal pieces come from the furthest one on. A lost turn ends in the row `first` itself.
    """
    words, result_words = row.view(np.uint64), result.view(np.uint64)
    for i in range(WORDS):
        result_words[i] = _NONE
    write_side(words, ENEMY_WORDS, result, result_words, 0, tables)
    write_side(words, 0, result, result_words, ENEMY_WORDS, tables)
    result_words[FIELDS] = passed_fields(words, 0) | count_no_progress(
        first.view(np.uint64), result_words, 0, progress_rule(tables)
    )


@kernel
def write_no_progress_counts(
    space: Space, tables: Numbers, first: SignedBytes, count: Number, seen: SignedBytes, found: Numbers
) -> None:
    """Write the turns in a row without progress after each of the `count` turns that were found from the row `first`.

    `seen` (`WIDTH` bytes) is scratch.
    """
    words = seen.view(np.uint64)
    for i in range(count):
        at = space.ends[i] * STATE
        pass_turn(first, space.rows[at : at + WIDTH], seen, tables)
        found[i] = np.int64(words[FIELDS] >> NO_PROGRESS_SHIFT)
