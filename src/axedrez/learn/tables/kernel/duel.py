"""Games between two players of the tables family, with the same dice for both, and with the luck taken out.

Luck is what a roll brought: the worth of its best result to the referee, a fixed network, less the mean of that over
all rolls. Its expectation is 0 at every roll, whoever the referee is: what is left when it is taken from a result
has the same expectation and varies much less.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import allocating
from axedrez.jit_types import U64, Doubles, Number, SignedBytes
from axedrez.learn.tables.kernel.games import Rules
from axedrez.tables.engine.kernel.choice import ByHand, best_by_hand, is_over, make_seen, write_best
from axedrez.tables.engine.kernel.generator import GOLDEN, below, first_state
from axedrez.tables.engine.kernel.network import DRAWN, LANES, LOSSES, Network, make_scratch
from axedrez.tables.kernel.layout import ENEMY, OWN, WIDTH
from axedrez.tables.kernel.playout import lost_as
from axedrez.tables.kernel.rolls import has_borne_off, larger_rolls, make_rolls, write_roll
from axedrez.tables.kernel.space import ROOM_IS_SHORT

# Columns of what `duel` returns: points of the first player, the luck in them, turns, and whether the game was left.
POINTS, LUCK, TURNS, CAPPED, N_COLUMNS = 0, 1, 2, 3, 4

LUCK_RESULTS = 64
"""Of more than twice so many results of a roll the referee looks at about so many, evenly spread."""


@allocating
def roll_worths(rules: Rules, referee: Network, hand: ByHand, row: SignedBytes) -> Doubles:
    """About what each of the 36 rolls is worth to the side that rolls, in points: by 6 (a - 1) + (b - 1)."""
    scratch, seen = make_scratch(referee), make_seen()
    rolls = make_rolls(rules.tables)
    out = np.empty(2 * LANES, np.float32)
    worths = np.empty(36, np.float64)
    for high in range(1, 7):
        for low in range(1, high + 1):
            count = write_roll(rolls, rules.tables, rules.keys, row, high, low)
            while count == ROOM_IS_SHORT:
                rolls = larger_rolls(rolls)
                count = write_roll(rolls, rules.tables, rules.keys, row, high, low)
            step = max(1, count // LUCK_RESULTS)
            write_best(referee, scratch, hand, seen, rules.tables, rules.inputs, rolls, count, out, 0, step)
            worth = 0.0
            for j in range(LANES):
                worth -= np.float64(out[j]) * np.float64(referee.points[j])
            worths[6 * (high - 1) + low - 1] = worth
            worths[6 * (low - 1) + high - 1] = worth
    return worths


@allocating
def duel(
    rules: Rules,
    one: Network,
    one_hand: ByHand,
    one_by_hand: Number,
    other: Network,
    other_hand: ByHand,
    other_by_hand: Number,
    referee: Network,
    judged: Number,
    seed: U64,
    first: Number,
    games: Number,
    cap: Number,
) -> Doubles:
    """Play pairs of games number `first` … `first + games - 1`, games `2 n` and `2 n + 1` with the same dice.

    In even games the first player, `one`, rolls first. A player plays by its network, or by hand. Where `judged` is
    not 0 the luck is reckoned, by the network `referee`. Returns a row of `N_COLUMNS` for each game.
    """
    tables, keys, inputs = rules.tables, rules.keys, rules.inputs
    found = np.zeros((games, N_COLUMNS), np.float64)
    rolls = make_rolls(tables)
    scratch_one, scratch_other = make_scratch(one), make_scratch(other)
    seen = make_seen()
    out = np.empty(2 * LANES, np.float32)
    row = np.empty(WIDTH, np.int8)
    for n in range(games):
        game = first + n
        random = first_state(seed, game // 2)
        for i in range(WIDTH):
            row[i] = rules.start[i]
        turn: Any = game & 1  # 0: the first player's
        for played in range(cap):
            random += GOLDEN
            a = 1 + below(random, 6)
            random += GOLDEN
            b = 1 + below(random, 6)
            high, low = max(a, b), min(a, b)
            sign = 1.0 if turn == 0 else -1.0
            if judged != 0:
                worths = roll_worths(rules, referee, one_hand, row)
                found[n, LUCK] += sign * (worths[6 * (a - 1) + b - 1] - worths.mean())
            count = write_roll(rolls, tables, keys, row, high, low)
            while count == ROOM_IS_SHORT:
                rolls = larger_rolls(rolls)
                count = write_roll(rolls, tables, keys, row, high, low)
            if (one_by_hand if turn == 0 else other_by_hand) != 0:
                best: Any = best_by_hand(rolls, count, tables, one_hand, seen)
            elif turn == 0:
                best = write_best(one, scratch_one, one_hand, seen, tables, inputs, rolls, count, out)
            else:
                best = write_best(other, scratch_other, other_hand, seen, tables, inputs, rolls, count, out)
            found[n, TURNS] += 1
            if is_over(rolls, best, tables):
                if has_borne_off(rolls.found_bytes, best * WIDTH + ENEMY, tables):
                    won = LOSSES + lost_as(rolls.found_bytes, best * WIDTH + OWN, tables)
                else:
                    won = DRAWN
                found[n, POINTS] = -sign * np.float64(referee.points[won])
                break
            for i in range(WIDTH):
                row[i] = rolls.found_bytes[best * WIDTH + i]
            turn = 1 - turn
            if played == cap - 1:
                found[n, CAPPED] = 1.0
    return found
