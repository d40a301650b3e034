"""Games of a player of the tables family with itself, and what a network is to learn from each position."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from axedrez.jit import allocating, inlined, kernel
from axedrez.jit_types import U64, Flag, Flags, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.choice import (
    ByHand,
    best_by_hand,
    is_over,
    make_seen,
    score_by_hand,
    write_best,
)
from axedrez.tables.engine.kernel.generator import GOLDEN, below, chance, first_state
from axedrez.tables.engine.kernel.inputs import no_progress_count
from axedrez.tables.engine.kernel.network import DRAWN, LANES, LOSSES, Network, make_scratch
from axedrez.tables.kernel.layout import (
    BEARS_OFF,
    ENEMY,
    FIELDS,
    HOME,
    N_PIECES,
    NO_PROGRESS_COUNT,
    NO_PROGRESS_LIMIT,
    NO_PROGRESS_SHIFT,
    OFF,
    OWN,
    ROYAL,
    TYPE_OF,
    WIDTH,
    WORDS,
)
from axedrez.tables.kernel.playout import lost_as
from axedrez.tables.kernel.rolls import Rolls, has_borne_off, larger_rolls, make_rolls, write_roll
from axedrez.tables.kernel.space import ROOM_IS_SHORT
from axedrez.tables.kernel.states import U

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

    `td_lambda` (λ): how far a result reaches back, 1: the result of the game alone, 0: the value one turn later alone.
    `random_turns`: the share of turns played at random; `random_starts`: that of games which begin with one to
    `most_random` random turns. In a share `one_sided` of these only one side plays its own at random: so it is caught,
    falls behind and defends a back game, which two good players seldom come to. A game of `cap` turns is left, and its
    last value counts as its result.
    `max_candidates`: of more results of a roll than twice so many some are left out, evenly and by lot, so that about
    so many are evaluated.

    `by_hand`: the evaluation made by hand plays, not the network. It also teaches what it thinks of `scored` results of
    each roll, drawn by lot: that the side which moved wins with the probability 1 / (1 + exp(-score / `scale`)), and
    then by a gammon or a backgammon with the probabilities `gammon` and `backgammon`. `scale` is in pips.

    `stalls`: after this share of turns the count of turns without progress (G-45) is set to any number below its limit.
    `replays`: so often a game in which a third of that limit was reached is played again from there.

    `stored`: the share of games that begin from a stored position (see `play`).

    `thinned`: of the share of games that begin with some men already borne off. Ends with few men are so seen by more
    games than those that come to one.

    `late`, `fade`: from that turn of a game on, and in all of a game that is played again, each turn is taken to end
    the game in a draw with this probability. Locked sides may capture and enter for ever, which G-45 takes for
    progress: what leads to nothing is so learned to be worth nothing.
    """

    td_lambda: float
    random_turns: float
    random_starts: float
    most_random: int
    cap: int
    max_candidates: int = 1 << 20
    by_hand: int = 0
    scored: int = 0
    scale: float = 1.0
    gammon: float = 0.0
    backgammon: float = 0.0
    stalls: float = 0.0
    replays: int = 0
    late: int = 1 << 20
    fade: float = 0.0
    stored: float = 0.0
    one_sided: float = 0.0
    thinned: float = 0.0


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
    rules: Rules, network: Network, hand: ByHand, plan: Plan, seed: U64, first: Number, games: Number,
    starts: SignedBytes,
) -> tuple[SignedBytes, Floats, Numbers]:  # fmt: skip
    """Play the games number `first` … `first + games - 1` of a seed; what there is to learn, and counts.

    `starts` (m × `WIDTH`): positions before a roll whose games are not over, from which `plan.stored` of them begin.

    Returns the positions before each roll (n × `WIDTH`, `int8`), the outcome probabilities to learn for the side that
    rolls (n × `LANES`, `float32`), and `N_COUNTS` counts. A game depends on its number and
    the seed, not on the others.

    After a random turn the value of the best one is learned, and what came later does not reach back over it. Of games
    by hand the results are learned (`td_lambda` 1), random turns or not. What is scored comes last.
    """
    tables, keys = rules.tables, rules.keys
    scratch = make_scratch(network)
    rolls = make_rolls(tables)
    seen = make_seen()
    row, stalled = np.empty(WIDTH, np.int8), np.empty(WIDTH, np.int8)
    best_outcomes = np.empty(2 * LANES, np.float32)
    values = np.empty(plan.cap * LANES, np.float32)
    cut = np.empty(plan.cap, np.bool_)
    counts = np.zeros(N_COUNTS, np.int64)
    room: Any = games * 80 + plan.cap
    rows = np.empty(room * WIDTH, np.int8)
    targets = np.empty(room * LANES, np.float32)
    total: Any = 0
    scored: Any = 0
    scored_room: Any = plan.scored * (games * 200 + plan.cap)
    scored_rows = np.empty(scored_room * WIDTH, np.int8)
    scored_targets = np.empty(scored_room * LANES, np.float32)
    for game in range(first, first + games):
        random, before, good = _begin(row, rules, plan, starts, first_state(seed, game))
        replays: Any = plan.replays
        again: Any = True
        while again:
            while (total + plan.cap) * WIDTH > len(rows):
                rows = np.concatenate((rows, np.empty(len(rows), np.int8)))
                targets = np.concatenate((targets, np.empty(len(targets), np.float32)))
            while (scored + plan.scored * plan.cap) * WIDTH > len(scored_rows):
                scored_rows = np.concatenate((scored_rows, np.empty(len(scored_rows), np.int8)))
                scored_targets = np.concatenate((scored_targets, np.empty(len(scored_targets), np.float32)))
            kept: Any = 0
            late: Any = plan.late if replays == plan.replays else 0
            is_stalled: Any = False
            over: Any = False
            while not over and kept < plan.cap:
                random += GOLDEN
                one = 1 + below(random, 6)
                random += GOLDEN
                two = 1 + below(random, 6)
                high, low = max(one, two), min(one, two)
                count = write_roll(rolls, tables, keys, row, high, low)
                while count == ROOM_IS_SHORT:
                    rolls = larger_rolls(rolls)
                    count = write_roll(rolls, tables, keys, row, high, low)
                random += GOLDEN
                if before > 0:
                    before -= 1
                    chosen: Any = below(random, count)
                    if before & 1 == good:
                        chosen = _best(network, scratch, hand, seen, rules, plan, rolls, count, random, best_outcomes)
                    if is_over(rolls, chosen, tables):
                        _set_row(row, rules.start)
                        before = 0
                        continue
                else:
                    for i in range(WIDTH):
                        rows[U((total + kept) * WIDTH + i)] = row[i]
                    cut[kept] = False
                    if plan.by_hand != 0:
                        chosen = best_by_hand(rolls, count, tables, hand, seen)
                        _certain(rolls, chosen, tables, best_outcomes, 0)
                        for _ in range(plan.scored):
                            random += GOLDEN
                            result = below(random, count)
                            for i in range(WIDTH):
                                scored_rows[U(scored * WIDTH + i)] = rolls.found_bytes[U(result * WIDTH + i)]
                            _opinion(rolls, result, tables, plan, hand, seen, scored_targets, scored * LANES)
                            scored += 1
                    else:
                        random += GOLDEN
                        chosen = _best(network, scratch, hand, seen, rules, plan, rolls, count, random, best_outcomes)
                    _turned(values, kept * LANES, best_outcomes, 0)
                    random += GOLDEN
                    if chance(random) < plan.random_turns:
                        random += GOLDEN
                        chosen = below(random, count)
                        cut[kept] = plan.by_hand == 0
                        if plan.by_hand != 0:
                            _certain(rolls, chosen, tables, best_outcomes, 0)
                            _turned(values, kept * LANES, best_outcomes, 0)
                        counts[RANDOM] += 1
                    kept += 1
                    over = is_over(rolls, chosen, tables)
                    counts[DRAWS] += over and not has_borne_off(rolls.found_bytes, chosen * WIDTH + ENEMY, tables)
                for i in range(WIDTH):
                    row[i] = rolls.found_bytes[U(chosen * WIDTH + i)]
                stall = tables[NO_PROGRESS_LIMIT] // 3
                if stall > 0 and replays > 0 and not over and not is_stalled and no_progress_count(row, 0) == stall:
                    is_stalled = True
                    _set_row(stalled, row)
                if plan.stalls > 0.0 and tables[NO_PROGRESS_LIMIT] != 0 and kept > 0 and not over:
                    random += GOLDEN
                    if chance(random) < plan.stalls:
                        random += GOLDEN
                        _stall(row, below(random, tables[NO_PROGRESS_LIMIT]))
                        cut[kept - 1] = plan.by_hand == 0
            counts[GAMES] += 1
            counts[TURNS] += kept
            counts[CAPPED] += not over
            if over or plan.by_hand == 0:  # else nothing is known of its result
                _write_targets(
                    targets, total, values, cut, kept, np.float32(plan.td_lambda), late, np.float32(plan.fade)
                )  # fmt: skip
                total += kept
            # Where nobody could move on, or thought so, the game is played again: such positions are rare.
            again = is_stalled
            if again:
                replays -= 1
                _set_row(row, stalled)
                _stall(row, 0)
    both = total + scored
    return (
        np.concatenate((rows[: total * WIDTH], scored_rows[: scored * WIDTH])).reshape(both, WIDTH),
        np.concatenate((targets[: total * LANES], scored_targets[: scored * LANES])).reshape(both, LANES),
        counts,
    )


@inlined
def _best(
    network: Network, scratch: Any, hand: ByHand, seen: Any, rules: Rules, plan: Plan, rolls: Rolls, count: Number,
    random: U64, outcomes: Floats,
) -> Number:  # fmt: skip
    """The result that the network plays, of those looked at (`Plan.max_candidates`); writes what it thinks of it."""
    step = max(1, count // plan.max_candidates)
    chosen: Number = write_best(
        network, scratch, hand, seen, rules.tables, rules.inputs, rolls, count, outcomes, below(random, step), step
    )
    return chosen


@kernel
def _begin(row: SignedBytes, rules: Rules, plan: Plan, starts: SignedBytes, random: U64) -> tuple[U64, Number, Number]:
    """Write the position that a game begins from.

    Returns the state of the generator after it, how many random turns the game begins with, and which of the two sides
    does not play its own at random (0: the one to play the last of them; -1: both do).
    """
    _set_row(row, rules.start)
    if plan.stored > 0.0 and len(starts) > 0:
        random += GOLDEN
        is_stored = chance(random) < plan.stored
        random += GOLDEN
        if is_stored:
            _set_row(row, starts[below(random, len(starts))])
    if plan.thinned > 0.0:
        random += GOLDEN
        if chance(random) < plan.thinned:
            random = _thin(row, OWN, rules.tables, random)
            random = _thin(row, ENEMY, rules.tables, random)
        random += GOLDEN
    before: Any = 0
    if chance(random) < plan.random_starts:
        random += GOLDEN
        before = 1 + below(random, plan.most_random)
    good: Any = -1
    if before > 0 and plan.one_sided > 0.0:
        random += GOLDEN
        is_one_sided = chance(random) < plan.one_sided
        random += GOLDEN
        if is_one_sided:
            good = below(random, 2)
    return random, before, good


@allocating
def _write_targets(
    targets: Floats,
    first: Number,
    values: Floats,
    cut: Flags,
    kept: Number,
    td_lambda: np.float32,
    late: Number,
    fade: np.float32,
) -> None:
    """Write the λ-returns of `kept` turns to `targets` from row `first` on; those that are `cut` keep their values.

    `late`, `fade`: see `Plan`.
    """
    for back in range(kept):
        t = kept - 1 - back
        to = (first + t) * LANES
        if back == 0 or cut[t]:
            for j in range(LANES):
                targets[U(to + j)] = values[U(t * LANES + j)]
        else:
            _turned(targets, to, targets, to + LANES)
            for j in range(LANES):
                targets[U(to + j)] += (np.float32(1) - td_lambda) * (
                    values[U(t * LANES + j)] - targets[U(to + j)]
                )  # fmt: skip
        if t >= late:
            for j in range(LANES):
                targets[U(to + j)] *= np.float32(1) - fade
            targets[U(to + DRAWN)] += fade


@inlined
def _set_row(row: SignedBytes, source: SignedBytes) -> None:
    for i in range(WIDTH):
        row[i] = source[i]


@inlined
def _stall(row: SignedBytes, count: Number) -> None:
    """Set the turns in a row without progress."""
    row[NO_PROGRESS_COUNT] = np.int8(np.uint8(count & 255))
    row[NO_PROGRESS_COUNT + 1] = np.int8(count >> 8)


@kernel
def _thin(row: SignedBytes, at: Number, tables: Numbers, random: U64) -> U64:
    """Bear off some men of the side at `at`, by lot: any number of those that can be, but for one.

    Returns the state of the generator after it.
    """
    left: Any = 0
    for i in range(tables[N_PIECES]):
        left += _may_go(row, at, i, tables)
    random += GOLDEN
    gone: Any = below(random, left)
    for back in range(tables[N_PIECES]):
        i = tables[N_PIECES] - 1 - back
        if _may_go(row, at, i, tables):
            random += GOLDEN
            if below(random, left) < gone:
                gone -= 1
                kind = tables[U(TYPE_OF + i)]
                if kind == tables[ROYAL]:
                    row[HOME] &= np.int8(2 if at == OWN else 1)
                while i + 1 < tables[N_PIECES] and tables[U(TYPE_OF + i + 1)] == kind:  # the farthest man comes first
                    row[U(at + i)] = row[U(at + i + 1)]
                    i += 1
                row[U(at + i)] = OFF
            left -= 1
    return random


@inlined
def _may_go(row: SignedBytes, at: Number, piece: Number, tables: Numbers) -> Flag:
    """Whether a man still is to be borne off."""
    may: Flag = row[U(at + piece)] != OFF and tables[U(BEARS_OFF + tables[U(TYPE_OF + piece)])] != 0
    return may


@inlined
def _certain(rolls: Rolls, row: Number, tables: Numbers, out: Floats, to: Number) -> None:
    """Write the outcome of a result that ends the game for the side that would roll next; else nothing is certain."""
    for j in range(LANES):
        out[U(to + j)] = np.float32(0)
    if has_borne_off(rolls.found_bytes, row * WIDTH + ENEMY, tables):
        out[U(to + LOSSES + lost_as(rolls.found_bytes, row * WIDTH + OWN, tables))] = np.float32(1)
    elif is_over(rolls, row, tables):
        out[U(to + DRAWN)] = np.float32(1)


@inlined
def _opinion(
    rolls: Rolls, row: Number, tables: Numbers, plan: Plan, hand: ByHand, seen: Any, out: Floats, to: Number
) -> None:
    """Write what the evaluation made by hand thinks of a result, for the side that rolls next (`Plan.scale`).

    The nearer the count of turns without progress is to its limit, the likelier a draw (`likely_drawn`).
    """
    _certain(rolls, row, tables, out, to)
    if is_over(rolls, row, tables):
        return
    wins = 1.0 / (1.0 + math.exp(score_by_hand(rolls, row, tables, hand, seen) / plan.scale))
    drawn = 0.0
    if tables[NO_PROGRESS_LIMIT] != 0:
        drawn = (np.int64(rolls.found[U(row * WORDS + FIELDS)] >> NO_PROGRESS_SHIFT) / tables[NO_PROGRESS_LIMIT]) ** 2
    for loss in range(2):
        share = (1.0 - drawn) * (wins if loss == 0 else 1.0 - wins)
        at = row * WIDTH + (ENEMY if loss == 0 else OWN)
        saved = lost_as(rolls.found_bytes, at, tables) == 0  # something was borne off
        gammon = 0.0 if saved else plan.gammon
        backgammon = 0.0 if saved else plan.backgammon
        first = to + LOSSES * loss
        out[U(first)] = np.float32(share * (1.0 - gammon - backgammon))
        out[U(first + 1)] = np.float32(share * gammon)
        out[U(first + 2)] = np.float32(share * backgammon)
    out[U(to + DRAWN)] = np.float32(drawn)
