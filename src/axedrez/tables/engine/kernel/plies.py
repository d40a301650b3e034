"""Looking ahead of a turn: what a position is worth on average over the rolls that may follow (1-ply, 2-ply …).

The value of a row at 0-ply is what the network says of it, corrected by the rolls that win at once (`wins`). At n-ply
it is the average, over the 21 rolls of the side that rolls next, of the value at n-1 of the row after its best answer;
the answer is chosen by the network alone (`write_best`).
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
from axedrez.tables.engine.kernel.dice import HIGH, LOW, N_ROLLS, SHARE
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
from axedrez.tables.engine.kernel.wins import with_wins
from axedrez.tables.kernel.layout import WIDTH
from axedrez.tables.kernel.rolls import Rolls, larger_rolls, make_rolls, write_roll
from axedrez.tables.kernel.space import ROOM_IS_SHORT

MAX_DEPTH = 4
ALL = 1 << 40

MAX_CANDIDATES, WITHIN = 8, 0.16
"""So many results, none worse than the best by more points, are judged at 1-ply: gnubg's filter `normal`."""


class Judge(NamedTuple):
    """What judges: a network with what counts beside it, and the sheet (`Ruleset.compiled` and `keys`, its inputs).

    `network` has the points of the side that sees the row which is judged, `enemy` is the same one with those of the
    other side: at the score of a match an outcome is not worth as much to both. `by_hand`: not 0 where the evaluation
    made by hand chooses the answers, and `network` is none. `most`: of more than twice so many results of a roll about
    so many are looked at for the answer to a turn, evenly spread.
    """

    network: Network
    enemy: Network
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
def other_side(judge: Judge) -> Judge:
    """The judge of rows that the other side sees."""
    return Judge(
        judge.enemy, judge.network, judge.hand, judge.tables, judge.keys, judge.inputs, judge.by_hand, judge.most
    )  # fmt: skip


@allocating
def make_memory(judge: Judge) -> Memory:
    """Memory for a judge."""
    return Memory(make_scratch(judge.network), make_seen(), np.zeros(2 * LANES, np.float32))


@allocating
def answered(
    judge: Judge, memory: Memory, rolls: Rolls, row: SignedBytes, roll: Number, most: Number = ALL
) -> tuple[Rolls, Number, Number]:
    """The best answer to a roll (a number below `N_ROLLS`) from a row: memory, index of the result, and how many.

    The results are in the memory that comes back, a larger one where `rolls` did not suffice. The outcomes of the
    answer, for the side that rolls next, are in `memory.out` unless the judge is by hand. Of more than twice `most`
    results a network looks at about so many, evenly spread.
    """
    high, low = HIGH[roll], LOW[roll]
    count = write_roll(rolls, judge.tables, judge.keys, row, high, low)
    while count == ROOM_IS_SHORT:
        rolls = larger_rolls(rolls)
        count = write_roll(rolls, judge.tables, judge.keys, row, high, low)
    best: Any = 0
    if judge.by_hand != 0:
        best = best_by_hand(rolls, count, judge.tables, judge.hand, memory.seen)
    else:
        best = write_best(
            judge.enemy, memory.scratch, judge.hand, memory.seen, judge.tables, judge.inputs, rolls, count,
            memory.out, 0, max(1, count // most),
        )  # fmt: skip
    return rolls, best, count


@inlined
def turned(lane: Number) -> Number:
    """The place of an outcome as the other side sees it."""
    return lane + LOSSES if lane < LOSSES else lane - LOSSES if lane < DRAWN else lane


@allocating
def write_expected(
    judge: Judge, memory: Memory, rolls: Rolls, row: SignedBytes, ply: Number, expected: Doubles
) -> tuple[Rolls, Number]:
    """Write a row's outcome probabilities at `ply` (1 … `MAX_DEPTH`), for the side that rolls next, to `expected`.

    The game is not over at the row, and the judge is a network. Returns the memory, larger where that was needed, and
    the number of positions that the network has judged.
    """
    rows = np.empty((MAX_DEPTH + 1, WIDTH), np.int8)
    roll = np.zeros(MAX_DEPTH, np.int64)
    weight = np.ones(MAX_DEPTH + 1, np.float64)
    for i in range(WIDTH):
        rows[0, i] = row[i]
    for j in range(LANES):
        expected[j] = 0.0
    level: Any = 0
    looked: Any = 0
    other = other_side(judge)
    while level >= 0:
        if roll[level] == N_ROLLS:
            level -= 1
            continue
        number = roll[level]
        roll[level] += 1
        if level & 1 == 0:
            rolls, best, count = answered(judge, memory, rolls, rows[level], number, judge.most)
        else:
            rolls, best, count = answered(other, memory, rolls, rows[level], number, judge.most)
        looked += count // max(1, count // judge.most)
        weight[level + 1] = weight[level] * SHARE[number]
        for i in range(WIDTH):
            rows[level + 1, i] = rolls.found_bytes[best * WIDTH + i]
        over = is_over(rolls, best, judge.tables)
        if level == ply - 1 or over:
            if not over:
                rolls = with_wins(judge.tables, judge.keys, rolls, rows[level + 1], memory.out, 0)
            # After an even number of turns more the side that rolls is the row's.
            for j in range(LANES):
                lane = turned(j) if level & 1 == 0 else j
                expected[lane] += weight[level + 1] * np.float64(memory.out[j])
        else:
            level += 1
            roll[level] = 0
    return rolls, looked


@allocating
def write_best_at(
    judge: Judge, memory: Memory, rolls: Rolls, row: SignedBytes, roll: Number, ply: Number, after: SignedBytes
) -> Rolls:
    """Write the row after the best answer to a roll, judged at a `ply` of 1 and more, to `after`.

    `MAX_CANDIDATES` are judged so. Returns the memory, larger where that was needed.
    """
    high, low = HIGH[roll], LOW[roll]
    count = write_roll(rolls, judge.tables, judge.keys, row, high, low)
    while count == ROOM_IS_SHORT:
        rolls = larger_rolls(rolls)
        count = write_roll(rolls, judge.tables, judge.keys, row, high, low)
    worths = np.empty(MAX_CANDIDATES, np.float64)
    extras = np.empty(MAX_CANDIDATES, np.float64)
    chosen = np.empty(MAX_CANDIDATES, np.int64)
    kept: Any = 0
    write_base(judge.enemy, memory.scratch, judge.tables, judge.inputs, rolls.passed, 0)
    for i in range(count):
        worth = -np.float64(
            write_outcomes(
                judge.enemy, memory.scratch, judge.tables, judge.inputs, rolls.found_bytes, rolls.found, i,
                memory.out, LANES,
            )
        )  # fmt: skip
        extra = 0.0
        if judge.hand.pull != 0.0:
            extra = beside(
                judge.hand, memory.scratch, memory.seen, judge.tables, judge.inputs, rolls.found_bytes, rolls.found, i
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
        over[n] = is_over(rolls, chosen[n], judge.tables)
        for i in range(WIDTH):
            rows[n, i] = rolls.found_bytes[chosen[n] * WIDTH + i]
    expected = np.empty(LANES, np.float64)
    best: Any = -1
    most = 0.0
    for n in range(kept):
        if worths[n] < worths[0] - WITHIN:
            break
        if kept == 1 or over[n]:
            worth = worths[n]
        else:
            rolls, _ = write_expected(other_side(judge), memory, rolls, rows[n], ply, expected)
            worth = extras[n]
            for j in range(LANES):
                worth -= expected[j] * np.float64(judge.enemy.points[j])
        if best < 0 or worth > most:
            best, most = n, worth
    for i in range(WIDTH):
        after[i] = rows[best, i]
    return rolls


@allocating
def expectations(judge: Judge, rows: SignedBytes, ply: Number) -> tuple[Doubles, Number]:
    """Outcome probabilities (n × `LANES`) of n rows (n × `WIDTH`) at a `ply` of 1 or more: see `write_expected`.

    And the number of positions that the network has judged.
    """
    memory, rolls = make_memory(judge), make_rolls(judge.tables)
    found = np.empty((len(rows), LANES), np.float64)
    total: Any = 0
    for n in range(len(rows)):
        rolls, looked = write_expected(judge, memory, rolls, rows[n], ply, found[n])
        total += looked
    return found, total


@allocating
def answers(judge: Judge, row: SignedBytes) -> SignedBytes:
    """The rows (`N_ROLLS` × `WIDTH`) after the best answer to each roll from a row."""
    memory, rolls = make_memory(judge), make_rolls(judge.tables)
    found = np.empty((N_ROLLS, WIDTH), np.int8)
    for roll in range(N_ROLLS):
        rolls, best, _ = answered(judge, memory, rolls, row, roll, judge.most)
        for i in range(WIDTH):
            found[roll, i] = rolls.found_bytes[best * WIDTH + i]
    return found
