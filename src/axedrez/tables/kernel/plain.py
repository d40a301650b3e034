"""Turns of plain sheets: pieces of one kind that only race and hit (docs/decisions/0005-plain-tables-path.md).

The distances of a side, sixteen bytes from the furthest on, are two words, and a move is a shift of some bytes in them.
Equal dice are played from sources that never increase: the changes by moves from different points are linearly
independent, so every result has one set of sources, and any legal order of it can be sorted (a later move from further
back neither needs nor hinders the earlier one). Unequal dice are played in both orders and compared.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import clz, inlined, kernel
from axedrez.jit_types import U64, Flag, Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel.landing import enemies_seen
from axedrez.tables.kernel.layout import (
    BAR,
    CASTLE,
    EACH_BYTE,
    ENEMY_WORDS,
    EXACT,
    FIELDS,
    FLAG_WORDS,
    N_PIECES,
    NO_PROGRESS_SHIFT,
    OWN,
    WIN_IS_WHOLE,
    WORDS,
)
from axedrez.tables.kernel.states import U
from axedrez.tables.kernel.turns import pass_turn

MAX_RESULTS = 20475  # of a roll: four sources among 25 points; unequal dice have at most 2 × 25 × 25

# A step of the search, `STEP_WORDS` words: own distances, the enemy's, the points that the mover's pieces stand on and
# those of lone enemies as sets of bits by distance of the mover, and the sources still to be tried.
MINE, THEIRS, PLACES, BLOTS, SOURCES, STEP_WORDS = 0, 2, 4, 5, 6, 7
OPEN = 4 * STEP_WORDS  # after the steps: the points without a block
PASSED = OPEN + 1  # and the row after a turn that is lost
MEMORY = PASSED + WORDS

_NONE, _ONE, _TWO, _SEVEN, _BYTE = U(0), U(1), U(2), U(7), U(8)
_TOP_BYTE, _TOP_BIT, _HALF, _FULL = U(56), U(63), U(128), U(255)
_TOPS = U(0x8080_8080_8080_8080)
_BAR, _ON_BOARD = U(BAR), U((1 << BAR) - 2)


@inlined
def _at_least(word: U64, distance: U64) -> U64:
    """The top bits of the bytes that are `distance` or more."""
    return (word + (_HALF - distance) * EACH_BYTE) & _TOPS


@inlined
def _whole(tops: U64) -> U64:
    """The bytes whose top bits are set."""
    return (tops >> _SEVEN) * _FULL


@inlined
def moved(near: U64, rest: U64, source: U64, target: U64) -> tuple[U64, U64]:
    """The two words after one piece has gone from `source` to a smaller distance: it passes those between."""
    from_source, from_source_2 = _at_least(near, source), _at_least(rest, source)
    beyond, beyond_2 = _at_least(near, target + _ONE), _at_least(rest, target + _ONE)
    between, between_2 = near & _whole(beyond ^ from_source), rest & _whole(beyond_2 ^ from_source_2)
    stay = from_source >> _BYTE | from_source_2 << _TOP_BYTE  # all but the last of those at the source or further
    last = beyond ^ (beyond >> _BYTE | beyond_2 << _TOP_BYTE)
    last_2 = beyond_2 ^ beyond_2 >> _BYTE
    return (
        near & (_whole(stay) | ~_whole(beyond)) | between >> _BYTE | between_2 << _TOP_BYTE | (last >> _SEVEN) * target,
        rest & (_whole(from_source_2 >> _BYTE) | ~_whole(beyond_2)) | between_2 >> _BYTE | (last_2 >> _SEVEN) * target,
    )


@inlined
def _captured(near: U64, rest: U64, distance: U64) -> tuple[U64, U64]:
    """The two words after the lone piece at `distance` has gone to the bar, in front of all others."""
    beyond, beyond_2 = near & _whole(_at_least(near, distance + _ONE)), rest & _whole(_at_least(rest, distance + _ONE))
    return (
        near & ~_whole(_at_least(near, distance)) | beyond << _BYTE | _BAR,
        rest & ~_whole(_at_least(rest, distance)) | beyond_2 << _BYTE | beyond >> _TOP_BYTE,
    )


@inlined
def stands_on(near: U64, rest: U64, point: U64) -> Flag:
    """Whether a piece has the distance `point`."""
    return (
        _at_least(near, point) ^ _at_least(near, point + _ONE) | _at_least(rest, point) ^ _at_least(rest, point + _ONE)
    ) != _NONE


@inlined
def sources_of(places: U64, open_points: U64, die: U64, castle: U64, exact: Flag) -> U64:
    """The points from which a die can be played, as bits (G-20, G-31, G-40, G-41)."""
    if places >> _BAR != _NONE:
        return places & (open_points << die) & (_ONE << _BAR)
    found = places & (open_points << die)
    if places >> castle <= _ONE:
        found |= places & (_ONE << die)
        if not exact and places >> die == _NONE:
            found |= _ONE << (_TOP_BIT - clz(places))
    return found


@kernel
def begin(row: SignedBytes, tables: Numbers, memory: Words) -> None:
    """Put a row at the beginning of a turn into `memory` (`MEMORY` words), for any number of rolls."""
    pass_turn(row, row, memory.view(np.int8)[8 * PASSED :], tables)
    enemies, blocks = enemies_seen(row, 0, tables)
    places = _NONE
    for i in range(tables[N_PIECES]):
        places |= _ONE << U(row[OWN + i])
    for i in range(2):
        memory[MINE + i] = memory[PASSED + ENEMY_WORDS + i]
        memory[THEIRS + i] = memory[PASSED + i]
    memory[PLACES] = places & ~_ONE
    memory[BLOTS] = U(enemies & ~blocks)
    memory[OPEN] = _ON_BOARD & ~U(blocks)


@inlined
def _is_new(found: Words, first: Number, end: Number, near: U64, rest: U64, their_near: U64, their_rest: U64) -> Flag:
    """Whether none of the rows that begin at the words `first` … `end` - 1 holds these distances."""
    at = first
    while at < end:
        if (
            found[U(at + ENEMY_WORDS)] == near
            and found[U(at + ENEMY_WORDS + 1)] == rest
            and found[U(at)] == their_near
            and found[U(at + 1)] == their_rest
        ):
            return False
        at += WORDS
    return True


@kernel
def write_results(tables: Numbers, memory: Words, high: Number, low: Number, found: Words, total: Number) -> Number:
    """Write the rows that a roll can lead to from that of `begin`, as `kernel.batch.results` gives them; how many.

    `found` (`uint64`) takes them from row `total` on and has room for `MAX_RESULTS`. They come in the order of the
    first turn that leads there: the higher die before the lower, pieces from the furthest on.
    """
    castle, exact, wins_whole = U(tables[CASTLE]), tables[EXACT] != 0, tables[WIN_IS_WHOLE] != 0
    # A die that is played is progress (G-45); only a turn that is lost is none.
    open_points, fields = memory[OPEN], memory[PASSED + FIELDS] & ((_ONE << NO_PROGRESS_SHIFT) - _ONE)
    equal = high == low
    n_dice = 4 if equal else 2
    first = total * WORDS
    to: Any = first
    most, least = 0, 1  # the most dice that a turn uses, and how many a legal one must use (G-6, G-42)
    for order in range(1 if equal else 2):
        if order == 1 and most == 1:
            least = 2  # of two dice that cannot both be played the larger must be
        one, two = (U(low), U(high)) if order == 1 else (U(high), U(low))
        memory[SOURCES] = sources_of(memory[PLACES], open_points, one, castle, exact)
        depth = 0
        while depth >= 0:
            at = depth * STEP_WORDS
            sources = memory[U(at + SOURCES)]
            if sources == _NONE:
                depth -= 1
                continue
            source = _TOP_BIT - clz(sources)
            memory[U(at + SOURCES)] = sources ^ _ONE << source
            die = one if depth == 0 else two
            target = source - die if source > die else _NONE
            near, rest = moved(memory[U(at + MINE)], memory[U(at + MINE + 1)], source, target)
            their_near, their_rest = memory[U(at + THEIRS)], memory[U(at + THEIRS + 1)]
            blots = memory[U(at + BLOTS)]
            if blots >> target & _ONE != _NONE:
                their_near, their_rest = _captured(their_near, their_rest, _BAR - target)
                blots ^= _ONE << target
            used = depth + 1
            has_won = near == _NONE
            counts = n_dice if has_won and wins_whole else used
            if counts >= least:
                if counts > most:
                    most, least, to = counts, counts, first
                if equal or _is_new(found, first, to, near, rest, their_near, their_rest):
                    found[U(to)] = their_near
                    found[U(to + 1)] = their_rest
                    found[U(to + FLAG_WORDS)] = _NONE
                    found[U(to + FLAG_WORDS + 1)] = _NONE
                    found[U(to + ENEMY_WORDS)] = near
                    found[U(to + ENEMY_WORDS + 1)] = rest
                    found[U(to + FIELDS)] = fields
                    to += WORDS
            if used < n_dice and not has_won:
                places = memory[U(at + PLACES)]
                if not stands_on(near, rest, source):
                    places ^= _ONE << source
                if target != _NONE:
                    places |= _ONE << target
                sources = sources_of(places, open_points, two, castle, exact)
                if equal:
                    sources &= (_TWO << source) - _ONE
                at += STEP_WORDS
                memory[U(at + MINE)] = near
                memory[U(at + MINE + 1)] = rest
                memory[U(at + THEIRS)] = their_near
                memory[U(at + THEIRS + 1)] = their_rest
                memory[U(at + PLACES)] = places
                memory[U(at + BLOTS)] = blots
                memory[U(at + SOURCES)] = sources
                depth += 1
    if to == first:
        for i in range(WORDS):
            found[U(to + i)] = memory[U(PASSED + i)]
        to += WORDS
    return (to - first) // WORDS
