"""The best result of a roll by a network (0-ply) or by the evaluation made by hand, and what every roll is worth."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from axedrez.jit import allocating, inlined
from axedrez.jit_types import Doubles, Flag, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.evaluate import N_PARTS, N_SIDE_PARTS, VICTORY, evaluate, score_of
from axedrez.tables.engine.kernel.inputs import BY_HAND
from axedrez.tables.engine.kernel.layout import SPAN
from axedrez.tables.engine.kernel.network import (
    LANES,
    Network,
    NetworkScratch,
    make_scratch,
    write_base,
    write_outcomes,
)
from axedrez.tables.kernel.layout import ENEMY, FIELDS, NO_PROGRESS_LIMIT, NO_PROGRESS_SHIFT, STATE_WORDS, WIDTH, WORDS
from axedrez.tables.kernel.locks import is_locked, nobody_wins
from axedrez.tables.kernel.rolls import (
    Rolls,
    has_borne_off,
    larger_rolls,
    make_rolls,
    write_result,
    write_roll,
)
from axedrez.tables.kernel.space import ROOM_IS_SHORT, Space
from axedrez.tables.kernel.states import U
from axedrez.tables.kernel.turns import pass_turn, progress_rule

SURE = 1e6
"""What a win counts more than anything that pips may count beside a network, in points."""
NEAR = 40
"""So many turns before the end of the count, those of both sides, the evaluation made by hand begins to mind it."""


@inlined
def is_over(rolls: Rolls, result: Number, tables: Numbers) -> Flag:
    """Whether the game is over after one of the results, or can no longer be won (`locks`)."""
    return has_borne_off(rolls.found_bytes, result * WIDTH + ENEMY, tables) or nobody_wins(
        rolls.found_bytes, rolls.found, result, tables
    )


class ByHand(NamedTuple):
    """What the evaluation made by hand reads (`engine.weights.Parameters`), and what it counts beside a network.

    `pull`: the points that a pip counts beside the network's equity; 0: nothing. Where leads mean little, as in
    Chessgammon, a young network sees no reason to move on, and both sides wait.
    """

    weights: Doubles
    reach: Words
    pull: float


class Seen(NamedTuple):
    """Scratch for the evaluation made by hand: a row of its own, two counts by distance, and its parts."""

    row: SignedBytes
    mine: Numbers
    theirs: Numbers
    parts: Doubles


@allocating
def make_seen() -> Seen:
    """The scratch of one thread."""
    return Seen(
        np.empty(WIDTH, np.int8), np.empty(SPAN, np.int64), np.empty(SPAN, np.int64), np.empty(N_PARTS, np.float64)
    )


@allocating
def score_by_hand(rolls: Rolls, result: Number, tables: Numbers, hand: ByHand, seen: Seen) -> float:
    """What one of the results is worth in pips, by hand, to the side that moved; the game is not over after it.

    Nearer the limit of turns without progress it counts less.
    """
    return _pips_by_hand(rolls.found_bytes, result, tables, hand, seen) * worth_of_going_on(
        rolls.found, result, tables
    )  # fmt: skip


@inlined
def _pips_by_hand(rows: SignedBytes, result: Number, tables: Numbers, hand: ByHand, seen: Seen) -> float:
    row = rows[result * WIDTH : (result + 1) * WIDTH]
    pass_turn(row, row, seen.row, tables)
    return evaluate(seen.row, 0, tables, hand.weights, hand.reach, seen.mine, seen.theirs, seen.parts)


@inlined
def worth_of_going_on(words: Words, result: Number, tables: Numbers) -> float:
    """The factor of the evaluation made by hand after a turn, for the risk of a draw without progress (G-45).

    1 after a turn with progress, else less the nearer the draw is: so a side that is ahead makes progress in time, and
    a lost side does not.
    """
    limit = tables[NO_PROGRESS_LIMIT]
    if limit == 0:
        return 1.0
    left = limit - np.int64(words[U(result * WORDS + FIELDS)] >> NO_PROGRESS_SHIFT)
    return min(1.0, left / min(NEAR, limit))


@allocating
def beside(
    hand: ByHand,
    scratch: NetworkScratch,
    seen: Seen,
    tables: Numbers,
    inputs: Numbers,
    rows: SignedBytes,
    words: Words,
    result: Number,
) -> float:
    """What counts beside the network for a result, in points, to the side that moved.

    `write_outcomes` has just been called for it: where it has computed the parts of the evaluation made by hand, they
    are not computed again.
    """
    if has_borne_off(rows, result * WIDTH + ENEMY, tables):
        return SURE  # a lead in pips must not seem better than the win that it is for
    if is_locked(rows, result * WIDTH, tables):
        return 0.0
    if inputs[BY_HAND] >= 0:
        pips = score_of(scratch.parts, N_SIDE_PARTS, hand.weights)
    else:
        pips = _pips_by_hand(rows, result, tables, hand, seen)
    return hand.pull * pips * worth_of_going_on(words, result, tables)


@allocating
def write_best(
    network: Network,
    scratch: NetworkScratch,
    hand: ByHand,
    seen: Seen,
    tables: Numbers,
    inputs: Numbers,
    rolls: Rolls,
    count: Number,
    out: Floats,
    first: Number = 0,
    step: Number = 1,
) -> Number:
    """The index of the best of the first `count` results in `rolls` for the side that moved.

    Looks at the results number `first`, `first + step` …: all of them, unless told otherwise. The outcome probabilities
    of the best (`LANES`) by the network alone, for the side that rolls next, are written to `out`, which is
    `2 * LANES` long. Of equal results the first counts.
    """
    write_base(network, scratch, tables, inputs, rolls.passed, 0)
    best: Any = -1
    least = 0.0
    for i in range(first, count, step):
        worth = np.float64(
            write_outcomes(network, scratch, tables, inputs, rolls.found_bytes, rolls.found, i, out, LANES)
        )
        if hand.pull != 0.0:
            worth -= beside(hand, scratch, seen, tables, inputs, rolls.found_bytes, rolls.found, i)
        if best < 0 or worth < least:
            best, least = i, worth
            for j in range(LANES):
                out[j] = out[LANES + j]
    return best


@allocating
def best_by_hand(rolls: Rolls, count: Number, tables: Numbers, hand: ByHand, seen: Seen) -> Number:
    """The same by the evaluation made by hand alone."""
    best: Any = 0
    most = -2.0 * VICTORY
    for i in range(count):
        if has_borne_off(rolls.found_bytes, i * WIDTH + ENEMY, tables):
            return i
        # After a draw nothing is left of the score.
        score = score_by_hand(rolls, i, tables, hand, seen)
        if score > most:
            best, most = i, score
    return best


@allocating
def choices(
    network: Network, hand: ByHand, tables: Numbers, keys: Words, inputs: Numbers, rows: SignedBytes, dice: Numbers
) -> tuple[SignedBytes, Floats]:
    """The best result of each roll from each row, and its outcome probabilities.

    `rows` (n × `WIDTH`, `int8`): positions at the beginning of a turn that are not over; `dice` (m × 2, the larger
    first). Returns rows (n · m × `WIDTH`), seen by the side that rolls next, and probabilities for that side
    (n · m × `LANES`), roll by roll for each row.
    """
    scratch, seen = make_scratch(network), make_seen()
    rolls = make_rolls(tables)
    total = len(rows) * len(dice)
    found = np.empty((total, WIDTH), np.int8)
    outcomes = np.empty((total, LANES), np.float32)
    out = np.empty(2 * LANES, np.float32)
    for p in range(len(rows)):
        for d in range(len(dice)):
            count = write_roll(rolls, tables, keys, rows[p], dice[d, 0], dice[d, 1])
            while count == ROOM_IS_SHORT:
                rolls = larger_rolls(rolls)
                count = write_roll(rolls, tables, keys, rows[p], dice[d, 0], dice[d, 1])
            best = write_best(network, scratch, hand, seen, tables, inputs, rolls, count, out)
            n = p * len(dice) + d
            for i in range(WIDTH):
                found[n, i] = rolls.found_bytes[best * WIDTH + i]
            for j in range(LANES):
                outcomes[n, j] = out[j]
    return found, outcomes


@allocating
def estimates(network: Network, tables: Numbers, inputs: Numbers, rows: SignedBytes) -> Floats:
    """The outcome probabilities (n × `LANES`) of n rows (n × `WIDTH`) for the side that rolls next."""
    scratch = make_scratch(network)
    words = np.empty(len(rows) * WORDS, np.uint64)
    flat = words.view(np.int8)
    out = np.empty(len(rows) * LANES, np.float32)
    for row in range(len(rows)):
        for i in range(WIDTH):
            flat[row * WIDTH + i] = rows[row, i]
        write_base(network, scratch, tables, inputs, flat, row * WIDTH)
        write_outcomes(network, scratch, tables, inputs, flat, words, row, out, row * LANES)
    return out.reshape(len(rows), LANES)


@allocating
def end_outcomes(
    network: Network, hand: ByHand, tables: Numbers, inputs: Numbers, row: SignedBytes, space: Space, count: Number
) -> tuple[Floats, Doubles]:
    """The outcome probabilities of each of the `count` ends that `write_turns` found from a row (count × `LANES`).

    They are those of the side that rolls next. And what counts beside them for the side that moved, in points (count).
    """
    scratch, seen = make_scratch(network), make_seen()
    row_words = row.view(np.uint64)
    passed_words = np.empty(WORDS, np.uint64)
    passed = passed_words.view(np.int8)
    pass_turn(row, row, passed, tables)
    found = np.empty(WORDS, np.uint64)
    found_bytes = found.view(np.int8)
    out = np.empty(count * LANES, np.float32)
    extras = np.zeros(count, np.float64)
    rule = progress_rule(tables)
    write_base(network, scratch, tables, inputs, passed, 0)
    for end in range(count):
        at = space.ends[U(end)] * STATE_WORDS
        write_result(space.words, at, row_words, passed_words, found_bytes, found, 0, tables, rule)
        write_outcomes(network, scratch, tables, inputs, found_bytes, found, 0, out, end * LANES)
        if hand.pull != 0.0:
            extras[U(end)] = beside(hand, scratch, seen, tables, inputs, found_bytes, found, 0)
    return out.reshape(count, LANES), extras
