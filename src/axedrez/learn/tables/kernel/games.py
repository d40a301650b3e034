"""Games of a player of the tables family with itself, and what a network is to learn from each position."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from axedrez.jit import allocating, inlined
from axedrez.jit_types import U64, Doubles, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.choice import best_by_hand, is_over, write_best
from axedrez.tables.engine.kernel.generator import GOLDEN, below, chance, first_state
from axedrez.tables.engine.kernel.layout import SPAN
from axedrez.tables.engine.kernel.network import DRAWN, LANES, LOSSES, Network, make_scratch
from axedrez.tables.kernel.layout import ENEMY, OWN, WIDTH, WORDS
from axedrez.tables.kernel.playout import lost_as
from axedrez.tables.kernel.space import ROOM_IS_SHORT
from axedrez.tables.kernel.states import U
from axedrez.tables.kernel.throws import Throws, has_borne_off, larger_throws, make_throws, write_throw
from axedrez.tables.kernel.turns import is_drawn

# What `play` counts beside the positions.
GAMES, TURNS, CAPPED, DRAWS, RANDOM, N_COUNTS = 0, 1, 2, 3, 4, 5


class Rules(NamedTuple):
    """A compiled sheet: `Ruleset.compiled` and `keys`, the inputs of its networks, and the row of its start."""

    tables: Numbers
    keys: Words
    inputs: Numbers
    start: SignedBytes


class Plan(NamedTuple):
    """How games are played and what is learned from them.

    `trace` (λ): how far a result reaches back, 1: the result of the game alone, 0: the value one turn later alone.
    `random_turns`: the share of turns played at random; `random_starts`: that of games which begin with one to
    `most_random` random turns. A game of `cap` turns is left, and its last value counts as its result.
    `by_hand`: the evaluation made by hand plays, not the network.
    """

    trace: float
    random_turns: float
    random_starts: float
    most_random: int
    cap: int
    by_hand: int


@inlined
def _turned(out: Floats, at: Number, source: Floats, source_at: Number) -> None:
    """Copy outcome probabilities as the other side sees them."""
    for j in range(LOSSES):
        out[U(at + j)] = source[U(source_at + LOSSES + j)]
        out[U(at + LOSSES + j)] = source[U(source_at + j)]
    for j in range(DRAWN, LANES):
        out[U(at + j)] = source[U(source_at + j)]


@allocating
def play(
    rules: Rules, network: Network, weights: Doubles, reach: Words, plan: Plan, seed: U64, first: Number, games: Number
) -> tuple[SignedBytes, Floats, Numbers]:
    """Play the games number `first` … `first + games - 1` of a seed; what there is to learn, and counts.

    Returns the positions before each throw (n × `WIDTH`, `int8`), the outcome probabilities to learn for the side that
    throws (n × `LANES`, `float32`), and `N_COUNTS` counts. `weights` and `reach` belong to the evaluation made by
    hand. A game depends on its number and the seed, not on the others.

    After a random turn the value of the best one is learned, and what came later does not reach back over it. The
    evaluation made by hand knows no probabilities: there only results are learned (`trace` 1), from games whose random
    turns come before the first position that is kept.
    """
    tables, keys, inputs = rules.tables, rules.keys, rules.inputs
    scratch = make_scratch(network)
    throws = make_throws(tables)
    seen = np.empty(WIDTH, np.int8)
    mine, theirs = np.empty(SPAN, np.int64), np.empty(SPAN, np.int64)
    row = np.empty(WIDTH, np.int8)
    best_outcomes = np.empty(2 * LANES, np.float32)
    values = np.empty(plan.cap * LANES, np.float32)
    cut = np.empty(plan.cap, np.bool_)
    counts = np.zeros(N_COUNTS, np.int64)
    room: Any = games * 80 + plan.cap
    rows = np.empty(room * WIDTH, np.int8)
    targets = np.empty(room * LANES, np.float32)
    total: Any = 0
    for game in range(first, first + games):
        random = first_state(seed, game)
        for i in range(WIDTH):
            row[i] = rules.start[i]
        before: Any = 0
        if chance(random) < plan.random_starts:
            random += GOLDEN
            before = 1 + below(random, plan.most_random)
        while (total + plan.cap) * WIDTH > len(rows):
            rows = np.concatenate((rows, np.empty(len(rows), np.int8)))
            targets = np.concatenate((targets, np.empty(len(targets), np.float32)))
        kept: Any = 0
        over: Any = False
        while not over and kept < plan.cap:
            random += GOLDEN
            one = 1 + below(random, 6)
            random += GOLDEN
            two = 1 + below(random, 6)
            high, low = max(one, two), min(one, two)
            count = write_throw(throws, tables, keys, row, high, low)
            while count == ROOM_IS_SHORT:
                throws = larger_throws(throws)
                count = write_throw(throws, tables, keys, row, high, low)
            random += GOLDEN
            if before > 0:
                before -= 1
                chosen: Any = below(random, count)
                if is_over(throws, chosen, tables):
                    for i in range(WIDTH):
                        row[i] = rules.start[i]
                    before = 0
                    continue
            else:
                for i in range(WIDTH):
                    rows[U((total + kept) * WIDTH + i)] = row[i]
                cut[kept] = False
                if plan.by_hand != 0:
                    chosen = best_by_hand(throws, count, tables, weights, reach, seen, mine, theirs)
                    _certain(throws, chosen, tables, best_outcomes)
                else:
                    chosen = write_best(network, scratch, tables, inputs, throws, count, best_outcomes)
                _turned(values, kept * LANES, best_outcomes, 0)
                if plan.by_hand == 0 and chance(random) < plan.random_turns:
                    random += GOLDEN
                    chosen = below(random, count)
                    cut[kept] = True
                    counts[RANDOM] += 1
                kept += 1
                over = is_over(throws, chosen, tables)
                if over and is_drawn(throws.found, chosen * WORDS, tables):
                    counts[DRAWS] += 1
            for i in range(WIDTH):
                row[i] = throws.found_bytes[U(chosen * WIDTH + i)]
        counts[GAMES] += 1
        counts[TURNS] += kept
        if not over:
            counts[CAPPED] += 1
            if plan.by_hand != 0:
                continue  # nothing is known of its result
        trace = np.float32(plan.trace)
        for back in range(kept):
            t = kept - 1 - back
            to = (total + t) * LANES
            if back == 0 or cut[t]:
                for j in range(LANES):
                    targets[U(to + j)] = values[U(t * LANES + j)]
            else:
                _turned(targets, to, targets, to + LANES)
                for j in range(LANES):
                    targets[U(to + j)] += (np.float32(1) - trace) * (
                        values[U(t * LANES + j)] - targets[U(to + j)]
                    )  # fmt: skip
        total += kept
    return (
        rows[: total * WIDTH].copy().reshape(total, WIDTH),
        targets[: total * LANES].copy().reshape(total, LANES),
        counts,
    )


@inlined
def _certain(throws: Throws, row: Number, tables: Numbers, out: Floats) -> None:
    """Write the outcome of a result that ends the game for the side that would throw next; else nothing is certain."""
    for j in range(LANES):
        out[j] = np.float32(0)
    if has_borne_off(throws.found_bytes, row * WIDTH + ENEMY, tables):
        out[U(LOSSES + lost_as(throws.found_bytes, row * WIDTH + OWN, tables))] = np.float32(1)
    elif is_drawn(throws.found, row * WORDS, tables):
        out[DRAWN] = np.float32(1)
