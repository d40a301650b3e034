"""Games played on from a position, with the luck of the dice taken out of their results.

The luck of a roll is what its best answer is thought to be worth, less the average of that over all rolls. Its
expectation is 0 whatever is thought, so a result less its luck has the same expectation, and varies much less. For the
same reason it is enough to look at some of the results of rolls that have hundreds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from axedrez.jit import allocating, inlined
from axedrez.jit_types import U64, Doubles, Flag, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.dice import N_ROLLS, SHARE
from axedrez.tables.engine.kernel.generator import GOLDEN, below, first_state
from axedrez.tables.engine.kernel.network import DRAWN, LANES, LOSSES, write_base, write_outcomes
from axedrez.tables.engine.kernel.plies import (
    Judge,
    Memory,
    answered,
    make_memory,
    other_side,
    turned,
    write_best_at,
)
from axedrez.tables.engine.kernel.wins import with_wins
from axedrez.tables.kernel.layout import ENEMY, OWN, WIDTH
from axedrez.tables.kernel.locks import nobody_wins
from axedrez.tables.kernel.playout import lost_as
from axedrez.tables.kernel.rolls import has_borne_off, make_rolls

PAIRS = 36
LOOKED_AT = 100
"""For the luck of a roll no more than about twice so many of its results are looked at."""
# What becomes of a game: it goes on, has a winner, is drawn (G-45), or was left at the horizon.
GOES_ON, WON, DREW, CUT = 0, 1, 2, 3


class Game(NamedTuple):
    """One game, so that it can be played on in parts.

    `row`: the position before the next roll. `found` (`LANES`): the outcome for the side that rolled first, less the
    luck until now. `last` (`LANES`): what is thought of the row, for the side that rolls next. `random` (1): the state
    of the dice. `numbers` (3): turns played, what became of it, and the last roll (`dice.HIGH`). `seen` (`N_ROLLS` ×
    `LANES`): what was thought after each roll that the last could have been, for the other side; by hand nothing.
    """

    row: SignedBytes
    found: Doubles
    last: Doubles
    random: Words
    numbers: Numbers
    seen: Doubles


@inlined
def _roll_of(pair: Number) -> Number:
    """The number of a roll (`dice.HIGH`) from a pair of dice in their order."""
    one, two = pair // 6, pair % 6
    high, low = max(one, two), min(one, two)
    return high * (high + 1) // 2 + low


@allocating
def begin(game: Game, root: SignedBytes, seed: U64, number: Number) -> None:
    """Begin game `number` of a seed at a row."""
    for i in range(WIDTH):
        game.row[i] = root[i]
    for j in range(LANES):
        game.found[j] = 0.0
        game.last[j] = 0.0
    game.random[0] = first_state(seed, number)
    game.numbers[0] = 0
    game.numbers[1] = GOES_ON


@allocating
def pairs_of(seed: U64) -> Numbers:
    """The pairs of dice in an order drawn by lot, for the first rolls of the games of a seed; another for second ones.

    Game n has the first pair n % 36. Of any 36 games that begin with a multiple of 36 each has another first and
    another second pair; any 1296 have all pairs of them.
    """
    found = np.empty(2 * PAIRS, np.int64)
    random = first_state(seed, -1)
    for half in range(2):
        for i in range(PAIRS):
            random += GOLDEN
            j = below(random, i + 1)
            found[half * PAIRS + i] = found[half * PAIRS + j]
            found[half * PAIRS + j] = i
    return found


@inlined
def _pair(game: Game, pairs: Numbers, number: Number) -> Number:
    game.random[0] += GOLDEN
    drawn = below(game.random[0], PAIRS)
    if game.numbers[0] == 0:
        return pairs[number % PAIRS]
    if game.numbers[0] == 1:
        return pairs[PAIRS + (number // PAIRS + number) % PAIRS]
    return drawn


@inlined
def _sees_as_first(game: Game) -> Flag:
    """Whether the side that rolls next is the one that rolled first."""
    return game.numbers[0] & 1 == 0


@allocating
def _write_estimate(judge: Judge, memory: Memory, row: SignedBytes, found: Doubles) -> None:
    """Write what the network thinks of a row, for the side that rolls next."""
    write_base(judge.network, memory.scratch, judge.tables, judge.inputs, row, 0)
    write_outcomes(
        judge.network, memory.scratch, judge.tables, judge.inputs, row, row.view(np.uint64), 0, memory.out, 0
    )  # fmt: skip
    for j in range(LANES):
        found[j] = np.float64(memory.out[j])


@allocating
def play_on(
    judge: Judge, game: Game, pairs: Numbers, number: Number, turns: Number, horizon: Number, ply: Number
) -> None:
    """Play at most `turns` turns of game `number`, which ends at the latest after `horizon` of them.

    `judge`: of the side that rolled first. Turns are judged at `ply`, by hand always at 0; the luck always at 0.

    A judge by hand takes no luck out; a game of his that is cut has no outcome in `found`.
    """
    memory, rolls = make_memory(judge), make_rolls(judge.tables)
    mean = np.empty(LANES, np.float64)
    chosen = np.empty(LANES, np.float64)
    after = np.empty(WIDTH, np.int8)
    other = other_side(judge)
    for _ in range(turns):
        if game.numbers[1] != GOES_ON:
            return
        roll = _roll_of(_pair(game, pairs, number))
        first = _sees_as_first(game)
        acting = judge if first else other
        game.numbers[2] = roll
        if judge.by_hand != 0:
            rolls, best, _ = answered(acting, memory, rolls, game.row, roll)
            for i in range(WIDTH):
                after[i] = rolls.found_bytes[best * WIDTH + i]
        else:
            for j in range(LANES):
                mean[j] = 0.0
            for each in range(N_ROLLS):
                rolls, best, count = answered(acting, memory, rolls, game.row, each, LOOKED_AT)
                for j in range(LANES):
                    mean[j] += SHARE[each] * np.float64(memory.out[j])
                    game.seen[each * LANES + j] = np.float64(memory.out[j])
                if each != roll:
                    continue
                for j in range(LANES):
                    chosen[j] = np.float64(memory.out[j])
                if ply == 0:
                    if count >= 2 * LOOKED_AT:
                        rolls, best, _ = answered(acting, memory, rolls, game.row, each)
                    for i in range(WIDTH):
                        after[i] = rolls.found_bytes[best * WIDTH + i]
                    for j in range(LANES):
                        game.last[j] = np.float64(memory.out[j])
            for j in range(LANES):
                # What is thought after the turn is seen by the other side.
                game.found[turned(j) if first else j] -= chosen[j] - mean[j]
            if ply > 0:
                rolls = write_best_at(acting, memory, rolls, game.row, roll, ply, after)
                if game.numbers[0] + 1 >= horizon:
                    _write_estimate(judge, memory, after, game.last)
        game.numbers[0] += 1
        for i in range(WIDTH):
            game.row[i] = after[i]
        won = has_borne_off(after, ENEMY, judge.tables)
        if won or nobody_wins(after, after.view(np.uint64), 0, judge.tables):
            outcome: Any = LOSSES + lost_as(after, OWN, judge.tables) if won else DRAWN
            game.found[outcome if _sees_as_first(game) else turned(outcome)] += 1.0
            game.numbers[1] = WON if won else DREW
        elif game.numbers[0] >= horizon:
            if judge.by_hand == 0:
                for j in range(LANES):
                    memory.out[j] = game.last[j]
                rolls = with_wins(judge.tables, judge.keys, rolls, after, memory.out, 0)
                for j in range(LANES):
                    game.found[j if _sees_as_first(game) else turned(j)] += np.float64(memory.out[j])
            game.numbers[1] = CUT
