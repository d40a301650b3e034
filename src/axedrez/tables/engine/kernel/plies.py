"""Looking ahead of a turn: what a position is worth on average over the throws that may follow (1-ply, 2-ply …).

The value of a row at 0-ply is what the network says of it. At n-ply it is the average, over the 21 throws of the side
that throws next, of the value at n-1 of the row after its best answer; the answer is chosen at 0-ply (`write_best`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from axedrez.jit import allocating, inlined
from axedrez.jit_types import Doubles, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.choice import (
    ByHand,
    Seen,
    beside,
    best_by_hand,
    is_over,
    make_seen,
    write_best,
)
from axedrez.tables.engine.kernel.network import (
    DRAWN,
    LANES,
    LOSSES,
    Network,
    NetworkScratch,
    make_scratch,
    write_base,
    write_outcomes,
)
from axedrez.tables.kernel.layout import WIDTH
from axedrez.tables.kernel.space import ROOM_IS_SHORT
from axedrez.tables.kernel.throws import Throws, larger_throws, make_throws, write_throw

N_THROWS = 21
HIGH = np.array([high for high in range(1, 7) for low in range(1, high + 1)])
LOW = np.array([low for high in range(1, 7) for low in range(1, high + 1)])
SHARE = np.where(HIGH == LOW, 1, 2) / 36
"""The dice of each throw (11, 21, 22 …) and its probability."""
MAX_DEPTH = 4
ALL = 1 << 40

MAX_CANDIDATES, WITHIN = 8, 0.16
"""So many results, none worse than the best by more points, are judged at 1-ply: gnubg's filter `normal`."""


class Judge(NamedTuple):
    """What judges: a network with what counts beside it, and the sheet (`Ruleset.compiled` and `keys`, its inputs).

    `by_hand`: not 0 where the evaluation made by hand chooses the answers, and `network` is none. `most`: of more than
    twice so many results of a throw about so many are looked at for the answer to a turn, evenly spread.
    """

    network: Network
    hand: ByHand
    tables: Numbers
    keys: Words
    inputs: Numbers
    by_hand: int
    most: int


class Memory(NamedTuple):
    """Memory of one thread: for the network, the evaluation by hand, and the outcomes of an answer (2 × `LANES`)."""

    scratch: NetworkScratch
    seen: Seen
    out: Floats


@allocating
def make_memory(judge: Judge) -> Memory:
    """Memory for a judge."""
    return Memory(make_scratch(judge.network), make_seen(), np.zeros(2 * LANES, np.float32))


@allocating
def answered(
    judge: Judge, memory: Memory, throws: Throws, row: SignedBytes, throw: Number, most: Number = ALL
) -> tuple[Throws, Number, Number]:
    """The best answer to a throw (a number below `N_THROWS`) from a row: memory, index of the result, and how many.

    The results are in the memory that comes back, a larger one where `throws` did not suffice. The outcomes of the
    answer, for the side that throws next, are in `memory.out` unless the judge is by hand. Of more than twice `most`
    results a network looks at about so many, evenly spread.
    """
    high, low = HIGH[throw], LOW[throw]
    count = write_throw(throws, judge.tables, judge.keys, row, high, low)
    while count == ROOM_IS_SHORT:
        throws = larger_throws(throws)
        count = write_throw(throws, judge.tables, judge.keys, row, high, low)
    best: Any = 0
    if judge.by_hand != 0:
        best = best_by_hand(throws, count, judge.tables, judge.hand, memory.seen)
    else:
        best = write_best(
            judge.network, memory.scratch, judge.hand, memory.seen, judge.tables, judge.inputs, throws, count,
            memory.out, 0, max(1, count // most),
        )  # fmt: skip
    return throws, best, count


@inlined
def turned(lane: Number) -> Number:
    """The place of an outcome as the other side sees it."""
    return lane + LOSSES if lane < LOSSES else lane - LOSSES if lane < DRAWN else lane


@allocating
def write_expected(
    judge: Judge, memory: Memory, throws: Throws, row: SignedBytes, ply: Number, expected: Doubles
) -> tuple[Throws, Number]:
    """Write a row's outcome probabilities at `ply` (1 … `MAX_DEPTH`), for the side that throws next, to `expected`.

    The game is not over at the row, and the judge is a network. Returns the memory, larger where that was needed, and
    the number of positions that the network has judged.
    """
    rows = np.empty((MAX_DEPTH, WIDTH), np.int8)
    throw = np.zeros(MAX_DEPTH, np.int64)
    weight = np.ones(MAX_DEPTH + 1, np.float64)
    for i in range(WIDTH):
        rows[0, i] = row[i]
    for j in range(LANES):
        expected[j] = 0.0
    level: Any = 0
    looked: Any = 0
    while level >= 0:
        if throw[level] == N_THROWS:
            level -= 1
            continue
        number = throw[level]
        throw[level] += 1
        throws, best, count = answered(judge, memory, throws, rows[level], number, judge.most)
        looked += count // max(1, count // judge.most)
        weight[level + 1] = weight[level] * SHARE[number]
        if level == ply - 1 or is_over(throws, best, judge.tables):
            # After an even number of turns more the side that throws is the row's.
            for j in range(LANES):
                lane = turned(j) if level & 1 == 0 else j
                expected[lane] += weight[level + 1] * np.float64(memory.out[j])
        else:
            level += 1
            throw[level] = 0
            for i in range(WIDTH):
                rows[level, i] = throws.found_bytes[best * WIDTH + i]
    return throws, looked


@allocating
def write_best_at(
    judge: Judge, memory: Memory, throws: Throws, row: SignedBytes, throw: Number, ply: Number, after: SignedBytes
) -> Throws:
    """Write the row after the best answer to a throw, judged at a `ply` of 1 and more, to `after`.

    `MAX_CANDIDATES` are judged so. Returns the memory, larger where that was needed.
    """
    high, low = HIGH[throw], LOW[throw]
    count = write_throw(throws, judge.tables, judge.keys, row, high, low)
    while count == ROOM_IS_SHORT:
        throws = larger_throws(throws)
        count = write_throw(throws, judge.tables, judge.keys, row, high, low)
    worths = np.empty(MAX_CANDIDATES, np.float64)
    extras = np.empty(MAX_CANDIDATES, np.float64)
    chosen = np.empty(MAX_CANDIDATES, np.int64)
    kept: Any = 0
    write_base(judge.network, memory.scratch, judge.tables, judge.inputs, throws.passed, 0)
    for i in range(count):
        worth = -np.float64(
            write_outcomes(
                judge.network, memory.scratch, judge.tables, judge.inputs, throws.found_bytes, throws.found, i,
                memory.out, LANES,
            )
        )  # fmt: skip
        extra = 0.0
        if judge.hand.pull != 0.0:
            extra = beside(
                judge.hand, memory.scratch, memory.seen, judge.tables, judge.inputs, throws.found_bytes, throws.found, i
            )  # fmt: skip
            worth += extra
        if kept < MAX_CANDIDATES or worth > worths[kept - 1]:
            place = min(kept, MAX_CANDIDATES - 1)
            while place > 0 and worth > worths[place - 1]:
                worths[place], extras[place] = worths[place - 1], extras[place - 1]
                chosen[place] = chosen[place - 1]
                place -= 1
            worths[place], extras[place], chosen[place] = worth, extra, i
            kept = min(kept + 1, MAX_CANDIDATES)
    rows = np.empty((kept, WIDTH), np.int8)
    over = np.zeros(kept, np.bool_)
    for n in range(kept):
        over[n] = is_over(throws, chosen[n], judge.tables)
        for i in range(WIDTH):
            rows[n, i] = throws.found_bytes[chosen[n] * WIDTH + i]
    expected = np.empty(LANES, np.float64)
    best: Any = -1
    most = 0.0
    for n in range(kept):
        if worths[n] < worths[0] - WITHIN:
            break
        if kept == 1 or over[n]:
            worth = worths[n]
        else:
            throws, _ = write_expected(judge, memory, throws, rows[n], ply, expected)
            worth = extras[n]
            for j in range(LANES):
                worth -= expected[j] * np.float64(judge.network.points[j])
        if best < 0 or worth > most:
            best, most = n, worth
    for i in range(WIDTH):
        after[i] = rows[best, i]
    return throws


@allocating
def expectations(judge: Judge, rows: SignedBytes, ply: Number) -> tuple[Doubles, Number]:
    """Outcome probabilities (n × `LANES`) of n rows (n × `WIDTH`) at a `ply` of 1 or more: see `write_expected`.

    And the number of positions that the network has judged.
    """
    memory, throws = make_memory(judge), make_throws(judge.tables)
    found = np.empty((len(rows), LANES), np.float64)
    total: Any = 0
    for n in range(len(rows)):
        throws, looked = write_expected(judge, memory, throws, rows[n], ply, found[n])
        total += looked
    return found, total


@allocating
def answers(judge: Judge, row: SignedBytes) -> SignedBytes:
    """The rows (`N_THROWS` × `WIDTH`) after the best answer to each throw from a row."""
    memory, throws = make_memory(judge), make_throws(judge.tables)
    found = np.empty((N_THROWS, WIDTH), np.int8)
    for throw in range(N_THROWS):
        throws, best, _ = answered(judge, memory, throws, row, throw, judge.most)
        for i in range(WIDTH):
            found[throw, i] = throws.found_bytes[best * WIDTH + i]
    return found
