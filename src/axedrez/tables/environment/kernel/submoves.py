"""The sub-moves that may follow in a turn, by their action ids."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import inlined, kernel
from axedrez.jit_types import U64, Flag, Number, Numbers, SignedBytes
from axedrez.tables.environment.kernel.layout import Games, Rules, Scratch, place
from axedrez.tables.environment.kernel.plain import play_plain, write_plain_submoves
from axedrez.tables.kernel.layout import (
    ALL_WAITING,
    CODE,
    DEPARTURE,
    DICE,
    FLAG_WORDS,
    FLAGS,
    KEY,
    MINUS,
    ORDINARY,
    PARENT,
    PLAIN,
    PLUS,
    ROYAL_MOVES,
    STAGE,
    STATE_WORDS,
    TWICE,
    TYPE_OF,
    USED,
    WIDTH,
    WIN_IS_WHOLE,
    WON,
    WORDS,
)
from axedrez.tables.kernel.space import ROOM_IS_SHORT
from axedrez.tables.kernel.states import U, hash_of_pieces
from axedrez.tables.kernel.submoves import write_level
from axedrez.tables.kernel.turns import write_completable, write_rule

USED_BEFORE = PLUS | MINUS | TWICE
"""The flags that tell pieces of a kind on one point from each other."""
_NONE = np.uint64(0)


@inlined
def action_of(rules: Rules, row: SignedBytes, code: Number) -> Number:
    """The action id of a sub-move from a row."""
    piece, origin, target = code & 15, code >> 4 & 31, code >> 9 & 31
    ability, between = code >> 17 & 15, code >> 21 & 31
    first = between if ability == TWICE and between > 0 else target
    turned = 1 if ability == TWICE and target == origin else 0
    backward = 1 if first > origin else 0
    flags = np.int64(row[U(FLAGS + piece)]) & USED_BEFORE
    kind = rules.tables[U(TYPE_OF + piece)]
    return np.int64(rules.lookup[U(place(kind, flags, origin, code >> 14 & 7, ability, backward, turned))])


@kernel
def _write_children(
    rules: Rules, scratch: Scratch, row: SignedBytes, high: Number, low: Number, mode: Number
) -> Number:
    """Write the states after every use of one die behind the state 0; where they end."""
    space = scratch.space
    words, row_words = space.words, row.view(np.uint64)
    for i in range(WORDS):
        words[U(i)] = row_words[U(i)]
    words[KEY] = _NONE
    words[PARENT] = _NONE
    # Typed as those that Python hands in: a constant would be compiled for itself.
    begin, end, distinct, forfeits = np.int64(0), np.int64(1), np.int64(0), space.rule[3]
    return write_level(
        space.rows, words, space.table, rules.tables, rules.keys, begin, end, high, low, mode, forfeits, distinct
    )  # fmt: skip


@inlined
def _modes(scratch: Scratch) -> Number:
    return DEPARTURE + 1 if scratch.space.rule[2] > 0 else ORDINARY + 1


@kernel
def _has(ids: Numbers, count: Number, wanted: Number) -> Flag:
    found: Flag = False
    for i in range(count):
        found |= ids[i] == wanted
    return found


@kernel
def _tell_rule(games: Games, scratch: Scratch, g: Number) -> None:
    for i in range(4):
        scratch.space.rule[i] = games.turn_rules[4 * g + i]


@kernel
def may_end(row: SignedBytes, tables: Numbers, rule: Numbers) -> Flag:
    """Whether a turn may end with this row; `OpenTurn.may_end` says the same."""
    words = row.view(np.uint64)
    if (words[FLAG_WORDS] | words[FLAG_WORDS + 1]) & ALL_WAITING != _NONE:
        return False
    if row[STAGE] == WON and tables[WIN_IS_WHOLE] != 0:
        return True
    played = np.int64(row[DICE])
    if played == 0:
        return rule[0] == 0 and rule[2] == 0
    if rule[3] != 0:
        return True
    if rule[2] != 0 and row[ROYAL_MOVES] != 0:
        return played == rule[2]
    return played == rule[0] and np.int64(row[USED]) & rule[1] == rule[1]


@kernel
def play(games: Games, rules: Rules, scratch: Scratch, g: Number, high: Number, low: Number, action: Number) -> None:
    """Play a legal sub-move in a game."""
    if rules.tables[PLAIN] != 0:
        play_plain(games, rules, g, high, low, action)
        return
    row = games.rows[g * WIDTH : (g + 1) * WIDTH]
    _tell_rule(games, scratch, g)
    words, row_words = scratch.space.words, row.view(np.uint64)
    for mode in range(_modes(scratch)):
        size = _write_children(rules, scratch, row, high, low, mode)
        for state in range(1, size):
            code = np.int64(words[U(state * STATE_WORDS + CODE)])
            if action_of(rules, row, code) == action:
                games.played[4 * g + np.int64(row[DICE])] = code
                for i in range(WORDS):
                    row_words[U(i)] = words[U(state * STATE_WORDS + i)]
                return


@kernel
def write_submoves(games: Games, rules: Rules, scratch: Scratch, g: Number, high: Number, low: Number) -> Number:
    """Write the ids of the sub-moves that may follow to `scratch.ids`; how many, or `ROOM_IS_SHORT`."""
    tables, keys, space, ids = rules.tables, rules.keys, scratch.space, scratch.ids
    if tables[PLAIN] != 0:
        plain_count = write_plain_submoves(games, rules, scratch, g, high, low)
        _tell_rule(games, scratch, g)
        return plain_count
    row = games.rows[g * WIDTH : (g + 1) * WIDTH]
    if row[DICE] == 0:
        key: U64 = hash_of_pieces(row, 0, tables, keys, 1)
        if write_rule(space, tables, keys, row, key, high, low) == ROOM_IS_SHORT:
            return ROOM_IS_SHORT
        for i in range(4):
            games.turn_rules[4 * g + i] = space.rule[i]
    else:
        _tell_rule(games, scratch, g)
    words, children = space.words, scratch.children.view(np.uint64)
    count: Any = 0
    for mode in range(_modes(scratch)):
        if row[DICE] >= (4 if high == low and mode == ORDINARY else 2):
            continue
        size = _write_children(rules, scratch, row, high, low, mode)
        for state in range(1, size):
            action = action_of(rules, row, np.int64(words[U(state * STATE_WORDS + CODE)]))
            if _has(ids, count, action):
                continue
            for i in range(WORDS):
                children[U(count * WORDS + i)] = words[U(state * STATE_WORDS + i)]
            ids[U(count)] = action
            count += 1
    kept: Any = 0
    for child in range(count):
        after = scratch.children[child * WIDTH : (child + 1) * WIDTH]
        if not may_end(after, tables, space.rule):
            if write_completable(space, tables, keys, after, high, low, scratch.found) == ROOM_IS_SHORT:
                return ROOM_IS_SHORT
            if scratch.found[0] == 0:
                continue
        ids[U(kept)] = ids[U(child)]
        kept += 1
    return kept
