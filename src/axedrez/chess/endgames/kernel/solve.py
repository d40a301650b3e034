"""The sweeps that build an endgame table, compiled for each path of the chess kernel.

`survey` finds what the moves of a material lead to; `first` looks at every position once; then, for the distances
1, 2, 3 …, `mark` notes which open positions could have a move to one that was found just before, and `settle` looks at
these. Only the kernel's moves decide: `mark` may note too many positions, never too few, because it goes back along
all the ways on which `survey` has seen a piece arrive.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy import uint64

from axedrez.chess.endgames.kernel import fast, general
from axedrez.chess.endgames.kernel.layout import (
    ALL_MOVES,
    BEGIN,
    BROKEN,
    DRAW,
    FAULTS,
    KEY,
    LOSS,
    LOST,
    MAY_LOSE,
    MAY_WIN,
    MOVED,
    NEVER,
    OPEN,
    PASSES,
    PIECES,
    PLACE,
    PLACES,
    RECORD,
    RECORDS,
    SLOT,
    SOURCES,
    SQUARE,
    SQUARES,
    STANDS,
    TABLES,
    WEIGHT,
    WIN,
    WON,
)
from axedrez.chess.kernel.attacks import gather_lines
from axedrez.chess.kernel.layout import (
    FULLMOVE,
    N_TYPES,
    NIBBLE,
    ROW,
    STM,
    TYPES,
    U0,
    U1,
    U2,
    U3,
    U4,
    U6,
)
from axedrez.chess.kernel.paths import kernel_of
from axedrez.jit import ctz, inlined, kernel, popcount
from axedrez.jit_types import U64, Bytes, Flag, Index, UShorts, Words

_MAX_FOUND = uint64(250)  # materials that one leads to
_DUE = uint64(0x7FFF)


@inlined
def material_key(state: Words, at: U64, tables: Words, directory: Words) -> U64:
    """The key of the material on the board."""
    key = U0
    for kind in range(U1, tables[N_TYPES] + U1):
        pieces = state[at + TYPES + kind]
        key += popcount(pieces & state[at]) * directory[WEIGHT + kind]
        key += popcount(pieces & state[at + U1]) * directory[WEIGHT + (U1 << U4) + kind]
    return key


@inlined
def find_record(directory: Words, key: U64) -> U64:
    """The record of the table with a key; 0 for none."""
    record = RECORDS
    for _ in range(directory[TABLES]):
        if directory[record + KEY] == key:
            return record
        record += RECORD
    return U0


@inlined
def index_of(state: Words, at: U64, directory: Words, record: U64) -> U64:
    """Where the value of the position is that has the material of `record`."""
    index = state[at + STM]
    bits = U0
    last = NEVER
    size = directory[SQUARES]
    for i in range(directory[record + PIECES]):
        slot = directory[record + SLOT + i]
        if slot != last:
            bits = state[at + TYPES + (slot & NIBBLE)] & state[at + (slot >> U4)]
            last = slot
        index = index * size + directory[PLACE + ctz(bits)]
        bits &= bits - U1
    return directory[record + BEGIN] + index


@inlined
def read_index(index: Index, directory: Words, scratch: Words) -> U64:
    """Write the places of the pieces of the first table; returns the side to move."""
    size = directory[SQUARES]
    pieces = directory[RECORDS + PIECES]
    left: Any = index
    for i in range(pieces):
        over = left // size
        scratch[PLACES + pieces - U1 - i] = left - over * size
        left = over
    return left


@inlined
def put_pieces(index: Index, directory: Words, tables: Words, scratch: Words) -> Flag:
    """Write the position of an index of the first table; returns False if its pieces cannot stand so."""
    side = read_index(index, directory, scratch)
    for word in range(TYPES + tables[N_TYPES] + U1):
        scratch[word] = U0
    occupied = U0
    last, before = NEVER, U0
    for i in range(directory[RECORDS + PIECES]):
        slot = directory[RECORDS + SLOT + i]
        place = scratch[PLACES + i]
        bit = U1 << directory[SQUARE + place]
        if occupied & bit != U0 or directory[STANDS + slot] & bit == U0 or (slot == last and place < before):
            return False
        last, before = slot, place
        occupied |= bit
        scratch[slot >> U4] |= bit
        scratch[TYPES + (slot & NIBBLE)] |= bit
    scratch[STM] = side
    scratch[FULLMOVE] = U1
    gather_lines(scratch, U0, tables)
    return True


@inlined
def _index_with(directory: Words, scratch: Words, side: U64, changed: Index, place: U64) -> U64:
    """The index of the position read last, with another side to move and the piece `changed` on another place."""
    pieces = directory[RECORDS + PIECES]
    for i in range(pieces):
        scratch[MOVED + i] = scratch[PLACES + i]
    slot = directory[RECORDS + SLOT + changed]
    at: Any = changed
    while at != U0 and directory[RECORDS + SLOT + at - U1] == slot and scratch[MOVED + at - U1] > place:
        scratch[MOVED + at] = scratch[MOVED + at - U1]
        at -= U1
    while at + U1 < pieces and directory[RECORDS + SLOT + at + U1] == slot and scratch[MOVED + at + U1] < place:
        scratch[MOVED + at] = scratch[MOVED + at + U1]
        at += U1
    scratch[MOVED + at] = place
    index = side
    for i in range(pieces):
        index = index * directory[SQUARES] + scratch[MOVED + i]
    return index


@kernel
def mark(
    begin: U64, end: U64, level: U64, directory: Words, values: UShorts, marks: Bytes, scratch: Words
) -> U64:  # fmt: skip
    """Mark the open positions that may have a move to one found at `level`; returns how many were found there.

    For this and the others, numbers are `uint64`; they work on the positions `begin` … `end` - 1 of the first table.
    """
    found = U0
    won, lost = (level << U1) + WON, (level << U1) + LOST
    size = directory[SQUARES]
    for index in range(begin, end):
        value = uint64(values[index])
        if value != won and value != lost:
            continue
        found += U1
        note = np.uint8(MAY_LOSE) if value == won else np.uint8(MAY_WIN)
        side = read_index(index, directory, scratch)
        mover = U1 - side
        occupied = U0
        for i in range(directory[RECORDS + PIECES]):
            occupied |= U1 << directory[SQUARE + scratch[PLACES + i]]
        for i in range(directory[RECORDS + PIECES]):
            slot = directory[RECORDS + SLOT + i]
            if slot >> U4 != mover:
                continue
            square = directory[SQUARE + scratch[PLACES + i]]
            sources = directory[SOURCES + (slot << U6) + square] & ~occupied
            while sources != U0:
                place = directory[PLACE + ctz(sources)]
                before = _index_with(directory, scratch, mover, i, place)
                if uint64(values[before]) >= OPEN:
                    marks[before] |= note
                sources &= sources - U1
        if directory[PASSES] != U0:
            before = U0
            for i in range(directory[RECORDS + PIECES]):
                before = before * size + scratch[PLACES + i]
            for _ in range(directory[RECORDS + PIECES]):
                mover *= size
            before += mover
            if uint64(values[before]) >= OPEN:
                marks[before] |= note
    return found


class Sweeps(NamedTuple):
    """The functions of one path."""

    survey: Callable[..., Any]
    first: Callable[..., Any]
    settle: Callable[..., Any]
    check: Callable[..., Any]
    look: Callable[..., Any]


def _build(path: ModuleType) -> Sweeps:
    legal_moves, is_possible, make = path.legal_moves, path.is_possible, path.make
    over, stuck, is_drawn = path.over, path.stuck, path.is_drawn
    compiled = kernel_of(path)

    @compiled
    def value_after(scratch: Words, tables: Words, directory: Words, values: UShorts) -> U64:
        """The value of the position that a move has led to, for the side to move there."""
        end = over(scratch, ROW)
        if end != U0:
            winner = (end & U3) - U1
            if winner == U2:
                return DRAW
            return WON if winner == scratch[ROW + STM] else LOST
        record = find_record(directory, material_key(scratch, ROW, tables, directory))
        value = BROKEN
        if record != U0:
            value = uint64(values[index_of(scratch, ROW, directory, record)])
        if value == BROKEN:
            directory[FAULTS] += U1
        return value

    @compiled
    def assess(
        scratch: Words, tables: Words, directory: Words, values: UShorts, moves: Words, level: U64, want: U64
    ) -> U64:  # fmt: skip
        """The value of a position as its moves show it, up to a distance of `level`; else OPEN with what is known."""
        n = legal_moves(scratch, tables, moves)
        if n == U0:
            winner = stuck(scratch, tables)
            if winner == U2:
                return DRAW
            return WON if winner == scratch[STM] else LOST
        if is_drawn(scratch, tables):
            return DRAW
        best, worst = NEVER, U0
        all_won = True
        for i in range(n):
            make(scratch, U0, scratch, ROW, tables, moves[i])
            value = value_after(scratch, tables, directory, values)
            if value >= OPEN or value <= DRAW:
                all_won = False
                if want == LOSS:
                    return NEVER
            else:
                plies = ((value - LOST) >> U1) + U1
                if value & U1 != U0:
                    worst = max(worst, plies)
                else:
                    all_won = False
                    best = min(best, plies)
                    if want == LOSS or (want == WIN and best <= level):
                        break
        if best != NEVER:
            return (best << U1) + WON if best <= level else OPEN | best
        if all_won:
            return (worst << U1) + LOST if worst <= level else OPEN | worst
        return NEVER

    @compiled
    def survey(
        begin: U64, end: U64, tables: Words, directory: Words, scratch: Words, moves: Words, found: Words
    ) -> None:  # fmt: skip
        """Note from where each piece comes, whether somebody passes, and the materials that moves lead to.

        `found` has their number first, then a state of each.
        """
        own = directory[RECORDS + KEY]
        for index in range(begin, end):
            if not put_pieces(index, directory, tables, scratch) or not is_possible(scratch, tables):
                continue
            if is_drawn(scratch, tables):
                continue
            side = scratch[STM]
            for i in range(legal_moves(scratch, tables, moves)):
                make(scratch, U0, scratch, ROW, tables, moves[i])
                if over(scratch, ROW) != U0:
                    continue
                key = material_key(scratch, ROW, tables, directory)
                if key == own:
                    left = scratch[side] & ~scratch[ROW + side]
                    come = scratch[ROW + side] & ~scratch[side]
                    if come == U0:
                        directory[PASSES] = U1
                    for kind in range(U1, tables[N_TYPES] + U1):
                        if scratch[ROW + TYPES + kind] & come != U0:
                            directory[SOURCES + (((side << U4) | kind) << U6) + ctz(come)] |= left
                    continue
                known = False
                for j in range(found[U0]):
                    if material_key(found, U1 + j * ROW, tables, directory) == key:
                        known = True
                if not known and found[U0] < _MAX_FOUND:
                    for word in range(ROW):
                        found[U1 + found[U0] * ROW + word] = scratch[ROW + word]
                    found[U0] += U1

    @compiled
    def first(
        begin: U64, end: U64, tables: Words, directory: Words, values: UShorts, scratch: Words, moves: Words
    ) -> U64:  # fmt: skip
        """Look at positions that nothing is known of; returns how many have an end in sight, at some distance."""
        waiting = U0
        for index in range(begin, end):
            value = BROKEN
            if put_pieces(index, directory, tables, scratch) and is_possible(scratch, tables):
                value = assess(scratch, tables, directory, values, moves, U0, ALL_MOVES)
                if value >= OPEN and value != NEVER:
                    waiting += U1
            values[index] = np.uint16(value)
        return waiting

    @compiled
    def settle(
        begin: U64,
        end: U64,
        level: U64,
        tables: Words,
        directory: Words,
        values: UShorts,
        marks: Bytes,
        scratch: Words,
        moves: Words,
    ) -> U64:
        """Look at the marked positions and at those that wait for `level`; returns how many still wait for another."""
        waiting = U0
        for index in range(begin, end):
            value = uint64(values[index])
            if value < OPEN:
                marks[index] = np.uint8(U0)
                continue
            noted = uint64(marks[index])
            due = value & _DUE
            if noted != U0 or due == level:
                marks[index] = np.uint8(U0)
                put_pieces(index, directory, tables, scratch)
                want = WIN if noted & MAY_WIN != U0 or due == level else LOSS
                value = min(value, assess(scratch, tables, directory, values, moves, level, want))
                values[index] = np.uint16(value)
            if value >= OPEN and value != NEVER:
                waiting += U1
        return waiting

    @compiled
    def check(
        begin: U64, end: U64, tables: Words, directory: Words, values: UShorts, scratch: Words, moves: Words
    ) -> U64:  # fmt: skip
        """How many values of a finished table are not what the values after all moves say."""
        wrong = U0
        for index in range(begin, end):
            value = BROKEN
            if put_pieces(index, directory, tables, scratch) and is_possible(scratch, tables):
                value = assess(scratch, tables, directory, values, moves, _DUE, ALL_MOVES)
                if value == NEVER:
                    value = DRAW
            if value != uint64(values[index]):
                wrong += U1
        return wrong

    @compiled
    def look(
        tables: Words, directory: Words, values: UShorts, scratch: Words, moves: Words, found: Words
    ) -> U64:  # fmt: skip
        """Write the moves of the position that `scratch` begins with and the values after them; returns their number.

        The value of the position itself is written behind them.
        """
        n = legal_moves(scratch, tables, moves)
        for i in range(n):
            make(scratch, U0, scratch, ROW, tables, moves[i])
            found[i] = value_after(scratch, tables, directory, values)
        found[n] = BROKEN
        record = find_record(directory, material_key(scratch, U0, tables, directory))
        if record != U0:
            found[n] = uint64(values[index_of(scratch, U0, directory, record)])
        return n

    return Sweeps(survey, first, settle, check, look)


FAST, GENERAL = _build(fast), _build(general)
