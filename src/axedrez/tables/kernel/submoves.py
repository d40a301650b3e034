"""One die: every way in which a piece may use it, in the middle of a turn (G-10 … G-18, G-31 … G-34, G-40, G-41)."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import inlined, kernel
from axedrez.tables.kernel.landing import ILLEGAL, land, landing, put_home, put_own, survey
from axedrez.tables.kernel.layout import (
    ABILITIES,
    BACKWARD,
    BAR,
    BEAR_OFF,
    BEARS_OFF,
    CASTLE,
    COMPLETE,
    COMPLETING,
    COUNT,
    DEPARTURE,
    DICE,
    DONE,
    EITHER_WAY,
    ENTERED,
    ENTERS_ONE_POINT,
    EXACT,
    FAR,
    FLAGS,
    HOME,
    HOME_RULE,
    KEY_OWN,
    KEY_TURN,
    LIMIT,
    LIMIT_DOUBLES,
    MINUS,
    N_PIECES,
    OFF,
    ONE_POINT,
    OPEN,
    OWN,
    PLAYING,
    PLUS,
    ROYAL,
    ROYAL_MOVES,
    STAGE,
    STEP,
    TWICE,
    TYPE_OF,
    USED,
    WAITING,
    WIDTH,
    WON,
)
from axedrez.tables.kernel.states import is_known

MAX_SUBMOVES = 512


@inlined
def pack(piece: Any, origin: Any, target: Any, face: Any, ability: Any, between: Any, act: Any, before: Any) -> Any:
    """A sub-move in one word; `between` and `before`: where a queen's first leg ended and what it did there."""
    return piece | origin << 4 | target << 9 | face << 14 | ability << 17 | between << 21 | act << 26 | before << 30


@inlined
def _copy(rows: Any, at: Any, to: Any) -> None:
    for i in range(WIDTH):
        rows[to + i] = rows[at + i]


@kernel
def _finish(rows: Any, at: Any, tables: Any, keys: Any, total: Any, piece: Any, die: Any, forfeits: Any) -> None:
    """Count the die (bit 1 or 2 of unequal dice, 0 of equal ones); see whether the turn or the game is over."""
    rows[at + DICE] += 1
    if die == 0:
        rows[at + USED] += 1
    else:
        rows[at + USED] |= die
    if tables[TYPE_OF + piece] == tables[ROYAL]:
        rows[at + ROYAL_MOVES] += 1
        if rows[at + HOME] & 1 != 0:
            put_home(rows, at, keys, total, rows[at + HOME] & 2)
    remaining = False
    for i in range(tables[N_PIECES]):
        remaining |= tables[BEARS_OFF + tables[TYPE_OF + i]] != 0 and rows[at + OWN + i] != OFF
    if not remaining:
        rows[at + STAGE] = WON
    elif forfeits != 0:
        waiting = rows[at + FLAGS + piece] & WAITING != 0
        rows[at + STAGE] = COMPLETING if waiting else DONE
        rows[at + ENTERED] = rows[at + OWN + piece] if waiting else 0


@kernel
def write_submoves(
    rows: Any,
    at: Any,
    to: Any,
    tables: Any,
    keys: Any,
    key: Any,
    face: Any,
    die: Any,
    mode: Any,
    forfeits: Any,
    codes: Any,
    child_keys: Any,
    board: Any,
    total: Any,
    table: Any,
    stamps: Any,
    stamp: Any,
) -> Any:
    """Write the rows after every use of a die of value `face` to `rows[to:]`, `WIDTH` apart; returns how many.

    `key` is the hash of the pieces at `at`; `codes` and `child_keys` receive the sub-moves and the new hashes. `die` is
    the bit of one of two unequal dice, 0 for equal ones; `forfeits` (0 or 1): the turn began with one piece on the bar
    and two unequal dice (G-33). `board` and `total` are scratch. A plain move to a state that is in the set of `table`
    and `stamps` is left out: most ways of a double lead to states that are known.
    """
    n = tables[N_PIECES]
    royal = tables[ROYAL]
    count: Any = 0
    entering: Any = 0
    furthest = 0
    for i in range(n):
        distance = rows[at + OWN + i]
        furthest = max(furthest, distance)
        if distance == BAR:
            entering = 1
    completing = rows[at + STAGE] == COMPLETING
    opening = forfeits if rows[at + STAGE] == PLAYING else 0
    bears_off = furthest <= tables[CASTLE]
    # What the hash of a state after a plain move holds beside the pieces.
    used = rows[at + USED] + 1 if die == 0 else rows[at + USED] | die
    rest = keys[KEY_TURN + used] + keys[KEY_TURN + 256 + rows[at + ROYAL_MOVES]]
    rest += keys[KEY_TURN + 512 + rows[at + STAGE]] + keys[KEY_TURN + 768 + rows[at + ENTERED]]
    survey(rows, at, tables, board)
    for piece in range(n):
        origin = np.int64(rows[at + OWN + piece])
        flags = np.int64(rows[at + FLAGS + piece])
        kind = tables[TYPE_OF + piece]
        if origin == OFF or flags & WAITING != 0 or (entering == 1 and origin != BAR):
            continue
        skip = False
        for other in range(piece):
            skip |= (
                tables[TYPE_OF + other] == kind
                and rows[at + OWN + other] == origin
                and rows[at + FLAGS + other] == flags
            )
        if kind == royal:
            limit = tables[LIMIT_DOUBLES + kind] if die == 0 else tables[LIMIT + kind]
            skip |= limit > 0 and rows[at + ROYAL_MOVES] >= limit
            if entering == 0:
                skip |= rows[at + HOME] & 1 != 0 and tables[HOME_RULE] != 0 and mode != DEPARTURE
                if board[COUNT + origin] > 0:
                    # G-29: he shares the point with the other king and cannot leave his companions.
                    for other in range(n):
                        skip |= other != piece and rows[at + OWN + other] == origin
        if skip:
            continue
        if entering == 1:
            target: Any = BAR - (1 if tables[ENTERS_ONE_POINT + kind] != 0 else face)
            act = landing(board, tables, kind, target, 1)
            if act != ILLEGAL:
                child = to + count * WIDTH
                _copy(rows, at, child)
                total[0] = key
                land(rows, child, tables, keys, total, piece, target, flags, act)
                _finish(rows, child, tables, keys, total, piece, die, opening)
                codes[count] = pack(piece, origin, target, face, 0, 0, act, 0)
                child_keys[count] = total[0]
                count += 1
            continue
        abilities = tables[ABILITIES + kind] & ~flags
        for number in range(4):
            ability = (1 << number) >> 1  # none, PLUS, MINUS, TWICE
            if ability != 0 and (abilities & ability == 0 or (ability == MINUS and face == 1)):
                continue
            pips = 1 if tables[ONE_POINT + kind] != 0 else face
            if ability == PLUS:
                pips += 1
            elif ability == MINUS:
                pips -= 1
            for backward in range(1 + tables[BACKWARD + kind]):
                target = origin + pips if backward == 1 else origin - pips
                if target > FAR:
                    continue
                child = to + count * WIDTH
                if target < 1:
                    exactly = target == 0 or (tables[EXACT] == 0 and furthest == origin)
                    if bears_off and exactly and tables[BEARS_OFF + kind] != 0:
                        _copy(rows, at, child)
                        total[0] = key
                        put_own(rows, child, tables, keys, total, piece, OFF, 0)
                        _finish(rows, child, tables, keys, total, piece, die, 0)
                        codes[count] = pack(piece, origin, OFF, face, ability, 0, BEAR_OFF, 0)
                        child_keys[count] = total[0]
                        count += 1
                    continue
                act = landing(board, tables, kind, target, 0)
                if act == ILLEGAL:
                    continue
                completes = act == COMPLETE and target == rows[at + ENTERED]
                if ability != TWICE:
                    if completing and not completes:
                        continue
                    if act == STEP and kind != royal:
                        base = KEY_OWN + kind * 512
                        known = key + keys[base + target * 16 + (flags | ability)] - keys[base + origin * 16 + flags]
                        known += rest
                        if is_known(table, stamps, stamp, known):
                            continue
                    _copy(rows, at, child)
                    total[0] = key
                    land(rows, child, tables, keys, total, piece, target, flags | ability, act)
                    _finish(rows, child, tables, keys, total, piece, die, 0)
                    codes[count] = pack(piece, origin, target, face, ability, 0, act, 0)
                    child_keys[count] = total[0]
                    count += 1
                    continue
                if act == OPEN:
                    continue  # G-15: she stays there
                for back in range(1 + tables[EITHER_WAY + kind]):
                    last = origin if back == 1 else target + target - origin
                    if last < 1 or last > FAR:
                        continue
                    child = to + count * WIDTH
                    _copy(rows, at, child)
                    total[0] = key
                    land(rows, child, tables, keys, total, piece, target, flags | TWICE, act)
                    survey(rows, child, tables, board)
                    second = landing(board, tables, kind, last, 0)
                    survey(rows, at, tables, board)
                    if second == ILLEGAL:
                        continue
                    if completing and not completes and not (second == COMPLETE and last == rows[at + ENTERED]):
                        continue
                    land(rows, child, tables, keys, total, piece, last, rows[child + FLAGS + piece], second)
                    _finish(rows, child, tables, keys, total, piece, die, 0)
                    codes[count] = pack(piece, origin, last, face, TWICE, target, second, act)
                    child_keys[count] = total[0]
                    count += 1
    return count
