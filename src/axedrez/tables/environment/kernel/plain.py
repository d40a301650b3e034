"""Sub-moves of plain sheets (`tables.kernel.plain`): what follows is seen from the points that pieces stand on.

Whether a turn can be completed does not depend on what it hits: a point with a lone enemy was open before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import clz, inlined, kernel
from axedrez.jit_types import U64, Number, Numbers, SignedBytes, Words
from axedrez.tables.environment.kernel.layout import Games, Rules, Scratch, place
from axedrez.tables.kernel.landing import enemies_seen
from axedrez.tables.kernel.layout import (
    BAR,
    BEAR_OFF,
    CAPTURE,
    CASTLE,
    DICE,
    ENEMY,
    EXACT,
    N_PIECES,
    OFF,
    OWN,
    STAGE,
    STEP,
    TYPE_OF,
    USED,
    WIDTH,
    WIN_IS_WHOLE,
    WON,
)
from axedrez.tables.kernel.plain import moved, sources_of, stands_on
from axedrez.tables.kernel.states import U
from axedrez.tables.kernel.submoves import pack
from axedrez.tables.kernel.turns import write_side

# A step of the search (`Scratch.steps`): own distances, the points they stand on, the sources still to be tried.
MINE, PLACES, SOURCES, STEP_WORDS = 0, 2, 3, 4
_NONE, _ONE, _TWO, _TOP_BIT = U(0), U(1), U(2), U(63)
_ON_BOARD = U((1 << BAR) - 2)


@inlined
def _places_after(places: U64, near: U64, rest: U64, source: U64, target: U64) -> U64:
    """The points that pieces stand on after one has gone; the words are those after it."""
    if not stands_on(near, rest, source):
        places ^= _ONE << source
    return places | (_ONE << target & ~_ONE)


@kernel
def _equal_dice(tables: Numbers, memory: Words, open_points: U64, die: U64, left: Number) -> Number:
    """The most of `left` equal dice that can be used from step 0 of `memory`; a win may count as all (G-42)."""
    castle, exact, wins_whole = U(tables[CASTLE]), tables[EXACT] != 0, tables[WIN_IS_WHOLE] != 0
    memory[SOURCES] = sources_of(memory[PLACES], open_points, die, castle, exact)
    most: Any = 0
    depth: Any = 0
    while depth >= 0:
        at = depth * STEP_WORDS
        sources = memory[U(at + SOURCES)]
        if sources == _NONE:
            depth -= 1
            continue
        source = _TOP_BIT - clz(sources)
        memory[U(at + SOURCES)] = sources ^ _ONE << source
        used = depth + 1
        most = max(most, used)
        if most == left:
            return left
        target = source - die if source > die else _NONE
        near, rest = moved(memory[U(at + MINE)], memory[U(at + MINE + 1)], source, target)
        if near == _NONE:
            if wins_whole:
                return left
            continue
        places = _places_after(memory[U(at + PLACES)], near, rest, source, target)
        at += STEP_WORDS
        memory[U(at + MINE)] = near
        memory[U(at + MINE + 1)] = rest
        memory[U(at + PLACES)] = places
        memory[U(at + SOURCES)] = sources_of(places, open_points, die, castle, exact) & (_TWO << source) - _ONE
        depth += 1
    return most


@inlined
def _act(enemies: U64, target: U64) -> Number:
    """What a landing does."""
    if target == _NONE:
        return BEAR_OFF
    return CAPTURE if enemies >> target & _ONE != _NONE else STEP


@inlined
def _action(rules: Rules, source: Number, face: Number) -> Number:
    """The id of a sub-move of a piece that has used nothing."""
    return np.int64(rules.lookup[U(place(rules.tables[TYPE_OF], 0, source, face, 0, 0, 0))])


@inlined
def _points(row: SignedBytes, tables: Numbers) -> U64:
    """The points that the mover's pieces stand on, as bits."""
    places: Any = _NONE
    for i in range(tables[U(N_PIECES)]):
        places |= _ONE << U(row[U(OWN + i)])
    return U(places & ~_ONE)


@kernel
def write_plain_submoves(games: Games, rules: Rules, scratch: Scratch, g: Number, high: Number, low: Number) -> Number:
    """Write the ids of the sub-moves that may follow to `scratch.ids`, and at its beginning what the turn must keep."""
    tables, ids, reach, rule = rules.tables, scratch.ids, scratch.reach, games.turn_rules
    row = games.rows[g * WIDTH : (g + 1) * WIDTH]
    played, used, equal = np.int64(row[DICE]), np.int64(row[USED]), high == low
    n_dice = 4 if equal else 2
    if row[STAGE] == WON or (played > 0 and played == rule[4 * g]):
        return 0
    castle, exact, wins_whole = U(tables[CASTLE]), tables[EXACT] != 0, tables[WIN_IS_WHOLE] != 0
    sorted_row, memory = scratch.row, scratch.steps
    words = sorted_row.view(np.uint64)
    write_side(row.view(np.uint64), 0, sorted_row, words, 0, tables)
    first, first_rest, places = words[0], words[1], _points(row, tables)
    _, blocks = enemies_seen(row, 0, tables)
    open_points = _ON_BOARD & ~U(blocks)
    count: Any = 0
    longest: Any = 0
    high_ones: Any = 0
    for number in range(1 if equal else 2):
        if not equal and used >> number & 1 != 0:
            continue
        face, other = (high, low) if number == 0 else (low, high)
        die = U(face)
        sources = sources_of(places, open_points, die, castle, exact)
        while sources != _NONE:
            source = _TOP_BIT - clz(sources)
            sources ^= _ONE << source
            after: Any = played + 1
            if after < n_dice:
                target = source - die if source > die else _NONE
                near, rest = moved(first, first_rest, source, target)
                if near == _NONE:
                    after = n_dice if wins_whole else after
                else:
                    then = _places_after(places, near, rest, source, target)
                    if not equal:
                        after += 1 if sources_of(then, open_points, U(other), castle, exact) != _NONE else 0
                    else:
                        memory[MINE] = near
                        memory[MINE + 1] = rest
                        memory[PLACES] = then
                        after += _equal_dice(tables, memory, open_points, die, n_dice - after)
            ids[U(count)] = _action(rules, np.int64(source), face)
            reach[U(count)] = after
            longest = max(longest, after)
            count += 1
        if number == 0:
            high_ones = count
    if played == 0:
        # Of two dice that cannot both be played the larger must be (G-6).
        larger = 1 if longest == 1 and not equal and high_ones > 0 else 0
        if larger == 1:
            count = high_ones
        rule[4 * g] = longest
        rule[4 * g + 1] = larger
        rule[4 * g + 2] = 0
        rule[4 * g + 3] = 0
    kept: Any = 0
    for i in range(count):
        if reach[U(i)] >= rule[4 * g]:
            ids[U(kept)] = ids[U(i)]
            kept += 1
    return kept


@kernel
def play_plain(games: Games, rules: Rules, g: Number, high: Number, low: Number, action: Number) -> None:
    """Play a legal sub-move in a game."""
    tables = rules.tables
    row = games.rows[g * WIDTH : (g + 1) * WIDTH]
    enemies, _ = enemies_seen(row, 0, tables)
    for piece in range(tables[N_PIECES]):
        source = np.int64(row[U(OWN + piece)])
        if source == OFF:
            continue
        for number in range(1 if high == low else 2):
            face = high if number == 0 else low
            bit = 0 if high == low else 1 << number
            if np.int64(row[USED]) & bit != 0 or _action(rules, source, face) != action:
                continue
            target: Any = source - face if source > face else OFF
            deed = _act(U(enemies), U(target))
            if deed == CAPTURE:
                for i in range(tables[N_PIECES]):
                    if row[U(ENEMY + i)] == BAR - target:
                        row[U(ENEMY + i)] = BAR
            games.played[4 * g + np.int64(row[DICE])] = pack(piece, source, target, face, 0, 0, deed, 0)
            row[U(OWN + piece)] = target
            row[DICE] += 1
            if bit == 0:
                row[USED] += 1
            else:
                row[USED] |= bit
            if target == OFF and _points(row, tables) == _NONE:
                row[STAGE] = WON
            return
