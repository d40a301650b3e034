"""One die: every way in which a piece may use it, in the middle of a turn (G-10 … G-18, G-31 … G-34, G-40, G-41)."""

from __future__ import annotations

from typing import Any, NamedTuple

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


class Arrays(NamedTuple):
    """What every sub-move is read from and written to."""

    rows: SignedBytes  # of all states
    words: Words  # the same memory
    tables: Numbers
    keys: Words


class Visited(NamedTuple):
    """The set of the states that were visited at this level (`is_new`)."""

    table: Words
    mask: U64
    stamp: U64  # 0: there is no such set, and equal states are all written


class Die(NamedTuple):
    """A die, and the turn in which it is used."""

    face: Number
    bit: Number  # of one of two unequal dice; 0 for equal ones
    mode: Number
    forfeits: Number  # (0 or 1) the turn began with one piece on the bar and two unequal dice (G-33)


class Before(NamedTuple):
    """The state in which a die is used, and what all its uses have in common."""

    parent: Number
    seen: Seen
    furthest: Number
    entering: Number
    completing: Flag
    first: Number  # (0 or 1) this is the entry with which a turn that forfeits a die begins
    fields: U64  # the small fields after a plain move
    rest: U64  # what the hash then holds beside the pieces


class Mover(NamedTuple):
    """A piece that may use the die."""

    piece: Number
    kind: Number
    origin: Number
    flags: Number
    royal: Flag
    base: Number  # of the keys of its type
    gone: U64  # the hash of the pieces without it


class Leg(NamedTuple):
    """The first leg of a move, mostly the only one."""

    ability: Number
    step: Number
    target: Number
    act: Number
    wins: Flag  # the last piece is borne off
    legs: Number  # 1, or for a second leg 2 if it goes on and 3 if it may also turn back


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
    arrays: Arrays, parent: Number, size: Number, piece: Number, target: Number, act: Number, end: Number
) -> Number:
    """What a piece does at the end of its second leg; the state `size` is scratch."""
    rows, words, tables, keys = arrays
    at = size * STATE
    copy_row(words, parent, size)
    land(rows, at, tables, keys, _NONE, piece, target, rows[at + FLAGS + piece] | TWICE, act)
    seen = enemies_seen(rows, at, tables), waits_and_kings(rows, at, tables)
    return landing(rows, at, tables, seen, tables[TYPE_OF + piece], end, 0)


@kernel
def _play_in_full(
    arrays: Arrays,
    parent: Number,
    size: Number,
    piece: Number,
    leg: Leg,
    end: Number,
    deed: Number,
    die: Number,
    first: Number,
) -> U64:
    """Write a sub-move of any kind as the state `size`; returns the hash of its pieces."""
    rows, words, tables, keys = arrays
    at = size * STATE
    copy_row(words, parent, size)
    key = words[parent * STATE_WORDS + KEY]
    flags = np.int64(rows[at + FLAGS + piece]) | leg.ability
    if leg.legs > 1:
        key = land(rows, at, tables, keys, key, piece, leg.target, flags, leg.act)
    if deed == BEAR_OFF:
        key = put_own(rows, at, tables, keys, key, piece, OFF, 0)
    else:
        key = land(rows, at, tables, keys, key, piece, end, flags, deed)
    return _finish(rows, at, tables, keys, key, piece, die, leg.wins, first)


@inlined
def _write_plain(
    arrays: Arrays, parent: Number, size: Number, fields: U64, piece: Number, distance: Number, flags: Number
) -> None:
    """Write the state `size`, where only one piece and the small fields differ from the state `parent`."""
    copy_row(arrays.words, parent, size)
    arrays.words[U(size * STATE_WORDS + FIELDS)] = fields
    arrays.rows[U(size * STATE + OWN + piece)] = distance
    arrays.rows[U(size * STATE + FLAGS + piece)] = flags


@inlined
def _write_way(words: Words, parent: Number, size: Number, key: U64, code: Number) -> None:
    """Write how the search came to the state `size`, and the hash of its pieces."""
    words[U(size * STATE_WORDS + KEY)] = key
    words[U(size * STATE_WORDS + PARENT)] = U(parent)
    words[U(size * STATE_WORDS + CODE)] = U(code)


@inlined
def _before(arrays: Arrays, parent: Number, seen: Seen, furthest: Number, die: Die) -> Before:
    """What all uses of a die in the state `parent` have in common."""
    rows, words, _, keys = arrays
    at = parent * STATE
    entering: Any = 1 if furthest == BAR else 0
    stage = rows[U(at + STAGE)]
    first = die.forfeits * entering if stage == PLAYING else 0
    fields = words[U(parent * STATE_WORDS + FIELDS)] + ONE_DIE + (_ONE if die.bit == 0 else np.uint64(die.bit))
    used = rows[U(at + USED)] + 1 if die.bit == 0 else rows[U(at + USED)] | die.bit
    rest = keys[U(KEY_TURN + used)] + keys[U(KEY_TURN + 256 + rows[U(at + ROYAL_MOVES)])]
    rest += keys[U(KEY_TURN + 512 + stage)] + keys[U(KEY_TURN + 768 + rows[U(at + ENTERED)])]
    return Before(parent, seen, furthest, entering, stage == COMPLETING, first, fields, rest)


@inlined
def _mover(arrays: Arrays, parent: Number, piece: Number) -> Mover:
    rows, words, tables, keys = arrays
    kind = tables[U(TYPE_OF + piece)]
    origin = np.int64(rows[U(parent * STATE + OWN + piece)])
    flags = np.int64(rows[U(parent * STATE + FLAGS + piece)])
    base = KEY_OWN + kind * 512
    gone = words[U(parent * STATE_WORDS + KEY)] - keys[U(base + origin * 16 + flags)]
    return Mover(piece, kind, origin, flags, kind == tables[U(ROYAL)], base, gone)


@inlined
def _bears_off(tables: Numbers, before: Before, mover: Mover, target: Number) -> Flag:
    """Whether the piece may be borne off by a die that takes it to `target`, which is off the board."""
    exactly = target == 0 or (tables[U(EXACT)] == 0 and before.furthest == mover.origin)
    return exactly and before.furthest <= tables[U(CASTLE)] and tables[U(BEARS_OFF + mover.kind)] != 0


@inlined
def _write_last_leg(
    arrays: Arrays, visited: Visited, before: Before, mover: Mover, leg: Leg, number: Number, die: Die, size: Number
) -> Number:
    """Write the state after a move of one leg, or with the second leg `number` (2 turns back), if it is legal and new.

    Returns the new number of states.
    """
    rows, words, tables, keys = arrays
    at = before.parent * STATE
    end: Any = leg.target
    deed: Any = leg.act
    whole = mover.royal or before.first != 0 or leg.wins  # not to be had by moving one piece, or taking one more
    if leg.legs > 1:
        end = leg.target + leg.step if number == 1 else mover.origin
        if end < 1 or end > FAR:
            return size
        whole |= leg.act != STEP
        if whole:
            deed = _second_landing(arrays, before.parent, size, mover.piece, leg.target, leg.act, end)
        else:
            deed = landing(rows, at, tables, before.seen, mover.kind, end, 0)
        if deed == ILLEGAL:
            return size
    if before.completing:
        entered = rows[U(at + ENTERED)]
        if not ((leg.act == COMPLETE and leg.target == entered) or (deed == COMPLETE and end == entered)):
            return size
    victim: Any = -1
    if deed == CAPTURE and not whole:
        # Else the first leg may have pushed it there: the row of the parent does not tell.
        victim = find_enemy(rows, at, tables, end)
        whole |= tables[U(TYPE_OF + victim)] == tables[U(ROYAL)]
    whole |= deed != STEP and deed != CAPTURE and deed != BEAR_OFF
    if whole:
        after = _play_in_full(arrays, before.parent, size, mover.piece, leg, end, deed, die.bit, before.first)
        if visited.stamp != _NONE:
            if leg.wins and somebody_waits(words, size):
                return size
            if not is_new(visited.table, visited.mask, visited.stamp, whole_key(rows, size * STATE, keys, after)):
                return size
    else:
        flags = mover.flags | leg.ability if leg.act != BEAR_OFF else 0
        after = mover.gone + keys[U(mover.base + end * 16 + flags)]
        if victim >= 0:
            enemy = KEY_ENEMY + tables[U(TYPE_OF + victim)] * 32
            after += keys[U(enemy + BAR)] - keys[U(enemy + BAR - end)]
        if visited.stamp != _NONE and not is_new(visited.table, visited.mask, visited.stamp, after + before.rest):
            return size
        _write_plain(arrays, before.parent, size, before.fields, mover.piece, end, flags)
        if victim >= 0:
            rows[U(size * STATE + ENEMY + victim)] = BAR
    between, act = (leg.target, leg.act) if leg.legs > 1 else (0, 0)
    code = pack(mover.piece, mover.origin, end, die.face, leg.ability, between, deed, act)
    _write_way(words, before.parent, size, after, code)
    return size + 1


@inlined
def _write_uses(arrays: Arrays, visited: Visited, before: Before, mover: Mover, die: Die, size: Number) -> Number:
    """Write the states after every use of a die by one piece; returns the new number of states."""
    rows, words, tables, keys = arrays
    at = before.parent * STATE
    kind = mover.kind
    steady = not mover.royal and before.first == 0 and not before.completing
    abilities: Any = 0
    ways: Any = 1
    pips: Any = die.face
    if before.entering == 1:
        if tables[U(ENTERS_ONE_POINT + kind)] != 0:
            pips = 1
    else:
        abilities = tables[U(ABILITIES + kind)] & ~mover.flags
        ways += tables[U(BACKWARD + kind)]
        if tables[U(ONE_POINT + kind)] != 0:
            pips = 1
    for number in range(1 if abilities == 0 else 4):
        ability = (1 << number) >> 1  # none, PLUS, MINUS, TWICE
        if ability != 0 and (abilities & ability == 0 or (ability == MINUS and pips == 1)):
            continue
        length = pips + 1 if ability == PLUS else pips - 1 if ability == MINUS else pips
        for backward in range(ways):
            step = length if backward == 1 else -length
            target = mover.origin + step
            if target > FAR:
                continue
            legs: Any = 1
            act: Any = BEAR_OFF
            wins: Flag = False
            if target < 1:
                if not _bears_off(tables, before, mover, target):
                    continue
                target = OFF
                wins = bears_last_off(rows, at, tables)
            else:
                act = landing(rows, at, tables, before.seen, kind, target, before.entering)
                if act == ILLEGAL:
                    continue
                if act == STEP and steady and ability != TWICE:
                    # Nearly all sub-moves: the short way.
                    flags = mover.flags | ability
                    after = mover.gone + keys[U(mover.base + target * 16 + flags)]
                    if visited.stamp == _NONE or is_new(
                        visited.table, visited.mask, visited.stamp, after + before.rest
                    ):
                        _write_plain(arrays, before.parent, size, before.fields, mover.piece, target, flags)
                        code = pack(mover.piece, mover.origin, target, die.face, ability, 0, STEP, 0)
                        _write_way(words, before.parent, size, after, code)
                        size += 1
                    continue
                if ability == TWICE:
                    if act == OPEN:
                        continue  # G-15: she stays there
                    legs = 2 + tables[U(EITHER_WAY + kind)]
            leg = Leg(ability, step, target, act, wins, legs)
            for last in range(1, max(legs, 2)):
                size = _write_last_leg(arrays, visited, before, mover, leg, last, die, size)
    return size


@inlined
def write_submoves(arrays: Arrays, visited: Visited, parent: Number, seen: Seen, die: Die, size: Number) -> Number:
    """Add the states after every use of a die in the state `parent`; returns the new number of states.

    The arrays hold `size` states. Those that were `visited` are left out, and so is a won game in which a piece waits
    (G-24). `seen` is what `landing` asks for.
    """
    rows, _, tables, _ = arrays
    left, furthest = movers(rows, parent * STATE, tables)
    before = _before(arrays, parent, seen, furthest, die)
    while left != _NONE:
        mover = _mover(arrays, parent, np.int64(ctz(left)))
        left &= left - _ONE
        if mover.royal and king_stays(
            rows, parent * STATE, tables, mover.piece, die.bit, die.mode, before.entering, seen
        ):
            continue
        size = _write_uses(arrays, visited, before, mover, die, size)
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
            bit = 0 if high == low else 1 << number
            if rows[U(at + USED)] & bit != 0:
                continue
            if size + MAX_SUBMOVES > room:
                return ROOM_IS_SHORT
            if distinct == 1 and size - end + MAX_SUBMOVES > capacity - capacity // 4:
                capacity = set_size(table, 2 * capacity)
                stamp = new_stamp(table)
                for i in range(end, size):
                    key = whole_key(rows, i * STATE, keys, words[U(i * STATE_WORDS + KEY)])
                    is_new(table, U(capacity - 1), stamp, key)
            die = Die(high if number == 0 else low, bit, mode, forfeits)
            visited = Visited(table, U(capacity - 1), stamp)
            size = write_submoves(Arrays(rows, words, tables, keys), visited, parent, (enemies, alone), die, size)
    return size
