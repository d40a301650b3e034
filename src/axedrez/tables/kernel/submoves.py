"""One die: every way in which a piece may use it, in the middle of a turn (G-10 … G-18, G-31 … G-34, G-40, G-41)."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import ctz, inlined, kernel
from axedrez.jit_types import U64, Flag, Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel.landing import (
    ILLEGAL,
    Seen,
    enemies_seen,
    find_enemy,
    land,
    landing,
    put_home,
    put_own,
    waits_and_kings,
)
from axedrez.tables.kernel.layout import (
    ABILITIES,
    ALL_WAITING,
    BACKWARD,
    BAR,
    BEAR_OFF,
    BEARS_OFF,
    CAPTURE,
    CASTLE,
    CODE,
    COMPLETE,
    COMPLETING,
    DICE,
    DONE,
    EITHER_WAY,
    ENEMY,
    ENEMY_WORDS,
    ENTERED,
    ENTERS_ONE_POINT,
    EXACT,
    FAR,
    FIELDS,
    FLAG_WORDS,
    FLAGS,
    HOME,
    KEY,
    KEY_ENEMY,
    KEY_OWN,
    KEY_TURN,
    MINUS,
    OFF,
    ONE_DIE,
    ONE_POINT,
    OPEN,
    OWN,
    PARENT,
    PLAYING,
    PLUS,
    ROYAL,
    ROYAL_MOVES,
    STAGE,
    STATE,
    STATE_WORDS,
    STEP,
    TWICE,
    TYPE_OF,
    USED,
    WAITING,
    WON,
    WORDS,
)
from axedrez.tables.kernel.movers import bears_last_off, king_stays, movers
from axedrez.tables.kernel.space import MAX_SUBMOVES, ROOM_IS_SHORT
from axedrez.tables.kernel.states import SMALL_SET, U, is_new, new_stamp, set_size, whole_key

_NONE, _ONE = np.uint64(0), np.uint64(1)


@inlined
def pack(
    piece: Number,
    origin: Number,
    target: Number,
    face: Number,
    ability: Number,
    between: Number,
    act: Number,
    before: Number,
) -> Number:
    """A sub-move in one word; `between` and `before`: where a queen's first leg ended and what it did there."""
    return piece | origin << 4 | target << 9 | face << 14 | ability << 17 | between << 21 | act << 26 | before << 30


@inlined
def copy_row(words: Words, at: Number, to: Number) -> None:
    """Copy one state, given as indices of states."""
    for i in range(WORDS):
        words[U(to * STATE_WORDS + i)] = words[U(at * STATE_WORDS + i)]


@inlined
def somebody_waits(words: Words, state: Number) -> Flag:
    """Whether a piece waits for its partner (G-24), so that the turn may not end."""
    at = state * STATE_WORDS + FLAG_WORDS
    return (words[U(at)] | words[U(at + 1)]) & ALL_WAITING != _NONE


@kernel
def _finish(
    rows: SignedBytes,
    at: Number,
    tables: Numbers,
    keys: Words,
    key: U64,
    piece: Number,
    die: Number,
    wins: Flag,
    first: Number,
) -> U64:
    """Count the die (bit 1 or 2 of unequal dice, 0 of equal ones); see whether the turn or the game is over.

    `wins`: the last piece has been borne off; `first` (0 or 1): the entry with which a turn that forfeits a die begins.
    Returns the hash of the pieces.
    """
    rows[at + DICE] += 1
    if die == 0:
        rows[at + USED] += 1
    else:
        rows[at + USED] |= die
    if tables[TYPE_OF + piece] == tables[ROYAL]:
        rows[at + ROYAL_MOVES] += 1
        if rows[at + HOME] & 1 != 0:
            key = put_home(rows, at, keys, key, rows[at + HOME] & 2)
    if wins:
        rows[at + STAGE] = WON
    elif first != 0:
        waiting = rows[at + FLAGS + piece] & WAITING != 0
        rows[at + STAGE] = COMPLETING if waiting else DONE
        rows[at + ENTERED] = rows[at + OWN + piece] if waiting else 0
    return key


@kernel
def _second_landing(
    rows: SignedBytes,
    words: Words,
    tables: Numbers,
    keys: Words,
    parent: Number,
    size: Number,
    piece: Number,
    target: Number,
    act: Number,
    end: Number,
) -> Number:
    """What a piece does at the end of its second leg; the state `size` is scratch."""
    at = size * STATE
    copy_row(words, parent, size)
    land(rows, at, tables, keys, _NONE, piece, target, rows[at + FLAGS + piece] | TWICE, act)
    seen = enemies_seen(rows, at, tables), waits_and_kings(rows, at, tables)
    return landing(rows, at, tables, seen, tables[TYPE_OF + piece], end, 0)


@kernel
def _play_in_full(
    rows: SignedBytes,
    words: Words,
    tables: Numbers,
    keys: Words,
    parent: Number,
    size: Number,
    piece: Number,
    target: Number,
    ability: Number,
    legs: Number,
    act: Number,
    end: Number,
    deed: Number,
    die: Number,
    wins: Flag,
    first: Number,
) -> U64:
    """Write a sub-move of any kind as the state `size`; returns the hash of its pieces."""
    at = size * STATE
    copy_row(words, parent, size)
    key = words[parent * STATE_WORDS + KEY]
    flags = np.int64(rows[at + FLAGS + piece]) | ability
    if legs > 1:
        key = land(rows, at, tables, keys, key, piece, target, flags, act)
    if deed == BEAR_OFF:
        key = put_own(rows, at, tables, keys, key, piece, OFF, 0)
    else:
        key = land(rows, at, tables, keys, key, piece, end, flags, deed)
    return _finish(rows, at, tables, keys, key, piece, die, wins, first)


@inlined
def _write_plain(
    rows: SignedBytes,
    words: Words,
    parent: Number,
    size: Number,
    fields: U64,
    piece: Number,
    distance: Number,
    flags: Number,
) -> None:
    """Write the state `size`, where only one piece and the small fields differ from the state `parent`."""
    copy_row(words, parent, size)
    words[U(size * STATE_WORDS + FIELDS)] = fields
    rows[U(size * STATE + OWN + piece)] = distance
    rows[U(size * STATE + FLAGS + piece)] = flags


@inlined
def _write_way(words: Words, parent: Number, size: Number, key: U64, code: Number) -> None:
    """Write how the search came to the state `size`, and the hash of its pieces."""
    words[U(size * STATE_WORDS + KEY)] = key
    words[U(size * STATE_WORDS + PARENT)] = U(parent)
    words[U(size * STATE_WORDS + CODE)] = U(code)


@inlined
def write_submoves(
    rows: SignedBytes,
    words: Words,
    table: Words,
    tables: Numbers,
    keys: Words,
    parent: Number,
    seen: Seen,
    size: Number,
    face: Number,
    die: Number,
    mode: Number,
    forfeits: Number,
    mask: U64,
    stamp: U64,
) -> Number:
    """Add the states after every use of a die of value `face` in the state `parent`; returns the new number of states.

    `rows` and `words` hold `size` states, of which those of this level are in the set of `stamp` and `mask` (`is_new`):
    what is in it is left out, and so is a won game in which a piece waits (G-24). With a `stamp` of 0 everything is
    written. `seen` is what `landing` asks for. `die` is the bit of one of two unequal dice, 0 for equal ones;
    `forfeits` (0 or 1): the turn began with one piece on the bar and two unequal dice (G-33).
    """
    at = parent * STATE
    key = words[U(parent * STATE_WORDS + KEY)]
    royal, castle = tables[U(ROYAL)], tables[U(CASTLE)]
    left, furthest = movers(rows, at, tables)
    entering: Any = 1 if furthest == BAR else 0
    stage = rows[U(at + STAGE)]
    completing = stage == COMPLETING
    first = forfeits * entering if stage == PLAYING else 0
    # After a plain move: the small fields, and what the hash holds beside the pieces.
    fields = words[U(parent * STATE_WORDS + FIELDS)] + ONE_DIE + (_ONE if die == 0 else np.uint64(die))
    used = rows[U(at + USED)] + 1 if die == 0 else rows[U(at + USED)] | die
    rest = keys[U(KEY_TURN + used)] + keys[U(KEY_TURN + 256 + rows[U(at + ROYAL_MOVES)])]
    rest += keys[U(KEY_TURN + 512 + stage)] + keys[U(KEY_TURN + 768 + rows[U(at + ENTERED)])]
    while left != _NONE:
        piece = np.int64(ctz(left))
        left &= left - _ONE
        origin = np.int64(rows[U(at + OWN + piece)])
        flags = np.int64(rows[U(at + FLAGS + piece)])
        kind = tables[U(TYPE_OF + piece)]
        if kind == royal and king_stays(rows, at, tables, piece, die, mode, entering, seen):
            continue
        steady = kind != royal and first == 0 and not completing
        base = KEY_OWN + kind * 512
        gone = key - keys[U(base + origin * 16 + flags)]
        abilities: Any = 0
        ways: Any = 1
        pips: Any = face
        if entering == 1:
            if tables[U(ENTERS_ONE_POINT + kind)] != 0:
                pips = 1
        else:
            abilities = tables[U(ABILITIES + kind)] & ~flags
            ways += tables[U(BACKWARD + kind)]
            if tables[U(ONE_POINT + kind)] != 0:
                pips = 1
        for number in range(1 if abilities == 0 else 4):
            ability = (1 << number) >> 1  # none, PLUS, MINUS, TWICE
            if ability != 0 and (abilities & ability == 0 or (ability == MINUS and face == 1)):
                continue
            length = pips + 1 if ability == PLUS else pips - 1 if ability == MINUS else pips
            for backward in range(ways):
                step = length if backward == 1 else -length
                target = origin + step
                if target > FAR:
                    continue
                legs: Any = 1
                act: Any = BEAR_OFF
                wins: Flag = False
                if target < 1:
                    exactly = target == 0 or (tables[U(EXACT)] == 0 and furthest == origin)
                    if not exactly or furthest > castle or tables[U(BEARS_OFF + kind)] == 0:
                        continue
                    target = OFF
                    wins = bears_last_off(rows, at, tables)
                else:
                    act = landing(rows, at, tables, seen, kind, target, entering)
                    if act == ILLEGAL:
                        continue
                    if act == STEP and steady and ability != TWICE:
                        # Nearly all sub-moves: the short way.
                        after = gone + keys[U(base + target * 16 + (flags | ability))]
                        if stamp == _NONE or is_new(table, mask, stamp, after + rest):
                            _write_plain(rows, words, parent, size, fields, piece, target, flags | ability)
                            _write_way(
                                words, parent, size, after, pack(piece, origin, target, face, ability, 0, STEP, 0)
                            )
                            size += 1
                        continue
                    if ability == TWICE:
                        if act == OPEN:
                            continue  # G-15: she stays there
                        legs = 2 + tables[U(EITHER_WAY + kind)]
                plain = kind != royal and first == 0 and not wins
                completes = act == COMPLETE and target == rows[U(at + ENTERED)]
                for leg in range(1, max(legs, 2)):
                    end: Any = target
                    deed: Any = act
                    whole = not plain
                    if legs > 1:
                        end = target + step if leg == 1 else origin
                        if end < 1 or end > FAR:
                            continue
                        whole |= act != STEP
                        if whole:
                            deed = _second_landing(rows, words, tables, keys, parent, size, piece, target, act, end)
                        else:
                            deed = landing(rows, at, tables, seen, kind, end, 0)
                        if deed == ILLEGAL:
                            continue
                    if completing and not completes and not (deed == COMPLETE and end == rows[U(at + ENTERED)]):
                        continue
                    victim: Any = -1
                    if deed == CAPTURE and not whole:
                        # Else the first leg may have pushed it there: the row of the parent does not tell.
                        victim = find_enemy(rows, at, tables, end)
                        whole |= tables[U(TYPE_OF + victim)] == royal
                    whole |= deed != STEP and deed != CAPTURE and deed != BEAR_OFF
                    if whole:
                        after = _play_in_full(
                            rows, words, tables, keys, parent, size, piece, target, ability, legs, act, end, deed, die,
                            wins, first,
                        )  # fmt: skip
                        if stamp != _NONE:
                            if wins and somebody_waits(words, size):
                                continue
                            if not is_new(table, mask, stamp, whole_key(rows, size * STATE, keys, after)):
                                continue
                    else:
                        new_flags = flags | ability if act != BEAR_OFF else 0
                        after = gone + keys[U(base + end * 16 + new_flags)]
                        if victim >= 0:
                            enemy = KEY_ENEMY + tables[U(TYPE_OF + victim)] * 32
                            after += keys[U(enemy + BAR)] - keys[U(enemy + BAR - end)]
                        if stamp != _NONE and not is_new(table, mask, stamp, after + rest):
                            continue
                        _write_plain(rows, words, parent, size, fields, piece, end, new_flags)
                        if victim >= 0:
                            rows[U(size * STATE + ENEMY + victim)] = BAR
                    between, before = (target, act) if legs > 1 else (0, 0)
                    code = pack(piece, origin, end, face, ability, between, deed, before)
                    _write_way(words, parent, size, after, code)
                    size += 1
    return size


@kernel
def write_level(
    rows: SignedBytes,
    words: Words,
    table: Words,
    tables: Numbers,
    keys: Words,
    begin: Number,
    end: Number,
    high: Number,
    low: Number,
    mode: Number,
    forfeits: Number,
    distinct: Number,
) -> Number:
    """Add the states that the states `begin` … `end` - 1 lead to by one die more; returns their end.

    `distinct` (0 or 1): equal ones are kept once. Returns `ROOM_IS_SHORT` where they do not fit.
    """
    size = end
    room = len(words) // STATE_WORDS
    capacity: Any = SMALL_SET
    stamp = new_stamp(table) if distinct == 1 else _NONE
    enemies_of = words[0]
    more_enemies_of = words[0]
    enemies: tuple[Number, Number] = (np.int64(0), np.int64(0))
    for parent in range(begin, end):
        at = parent * STATE
        if rows[U(at + STAGE)] >= DONE:
            continue
        # The enemy's pieces are mostly those of the parent before.
        one, other = words[U(parent * STATE_WORDS + ENEMY_WORDS)], words[U(parent * STATE_WORDS + ENEMY_WORDS + 1)]
        if parent == begin or one != enemies_of or other != more_enemies_of:
            enemies_of, more_enemies_of = one, other
            enemies = enemies_seen(rows, at, tables)
        alone: tuple[Number, Number, Number] = (np.int64(0), np.int64(0), np.int64(0))
        if tables[U(ROYAL)] >= 0 or somebody_waits(words, parent):
            alone = waits_and_kings(rows, at, tables)
        for number in range(1 if high == low else 2):
            die = 0 if high == low else 1 << number
            if rows[U(at + USED)] & die != 0:
                continue
            if size + MAX_SUBMOVES > room:
                return ROOM_IS_SHORT
            if distinct == 1 and size - end + MAX_SUBMOVES > capacity - capacity // 4:
                capacity = set_size(table, 2 * capacity)
                stamp = new_stamp(table)
                for i in range(end, size):
                    key = whole_key(rows, i * STATE, keys, words[U(i * STATE_WORDS + KEY)])
                    is_new(table, U(capacity - 1), stamp, key)
            size = write_submoves(
                rows, words, table, tables, keys, parent, (enemies, alone), size, high if number == 0 else low, die,
                mode, forfeits, U(capacity - 1), stamp,
            )  # fmt: skip
    return size
