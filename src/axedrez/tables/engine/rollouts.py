"""Rollouts of positions of the tables family: games played on, their luck taken out (`kernel.rollouts`)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from axedrez.analysis.equity import RolloutOptions
from axedrez.engine.player import Stop
from axedrez.tables.engine.kernel.network import LANES
from axedrez.tables.engine.kernel.plies import Judge
from axedrez.tables.engine.kernel.rollouts import CUT, DREW, GOES_ON, Game, begin, pairs_of, play_on
from axedrez.tables.engine.plies import Outcomes, at_rest, equity, standing, turned
from axedrez.tables.kernel.layout import WIDTH
from axedrez.tables.position.position import TablesPosition

MAX_TURNS = 2000
"""A game of so many turns is left, and counts what is then thought of it."""
REPORT_S = 0.25
"""So much time passes between two reports."""
_AT_ONCE = 4
"""So many turns are played between two looks at the stop signal."""


class Result(NamedTuple):
    """What the games have brought to the side that rolled first.

    `outcomes`: see `plies.Outcomes`; `half`: half of the width of the 95 % interval of the equity.
    """

    trials: int
    outcomes: Outcomes
    equity: float
    half: float
    drawn: int
    cut: int
    turns: float


def roll_out(
    judge: Judge,
    position: TablesPosition,
    options: RolloutOptions,
    report: Callable[[Result], None] | None = None,
    stop: Stop | None = None,
) -> Result:
    """Play games from a position before a roll that is not over. `stop` ends it within a few turns."""
    found = np.zeros((options.trials, LANES))
    numbers = np.zeros((options.trials, 2), np.int64)
    seed = np.uint64(options.seed)
    pairs = pairs_of(seed)
    horizon = min(options.horizon or MAX_TURNS, MAX_TURNS)
    told = time.monotonic()
    done = 0
    for index in range(options.trials):
        trial = options.first + index
        game = Game(
            np.empty(WIDTH, np.int8), np.zeros(LANES), np.zeros(LANES), np.zeros(1, np.uint64), np.zeros(2, np.int64)
        )
        begin(game, position.raw, seed, trial)
        while game.numbers[1] == GOES_ON and not (stop is not None and stop.is_set()):
            play_on(judge, game, pairs, trial, _AT_ONCE, horizon, options.ply)
        if game.numbers[1] == GOES_ON:
            break
        if game.numbers[1] == CUT and judge.by_hand:
            outcomes = at_rest(judge, standing(position, game.row))
            game.found[:] += turned(outcomes) if game.numbers[0] & 1 else outcomes
        found[index], numbers[index] = game.found, game.numbers
        done += 1
        if report is not None and done < options.trials and time.monotonic() - told >= REPORT_S:
            report(_result(judge, position, found[:done], numbers[:done]))
            told = time.monotonic()
    result = _result(judge, position, found[:done], numbers[:done])
    if report is not None:
        report(result)
    return result


def _result(judge: Judge, position: TablesPosition, found: Outcomes, numbers: np.ndarray) -> Result:
    worths = found @ judge.network.points.astype(np.float64)
    trials = len(found)
    if not trials:
        outcomes = at_rest(judge, position)
        return Result(0, outcomes, equity(outcomes, judge), float(judge.network.points.max()), 0, 0, 0.0)
    half = 1.96 * float(worths.std(ddof=1)) / math.sqrt(trials) if trials > 1 else float(judge.network.points.max())
    ends = numbers[:, 1]
    return Result(
        trials,
        found.mean(axis=0),
        float(worths.mean()),
        half,
        int((ends == DREW).sum()),
        int((ends == CUT).sum()),
        float(numbers[:, 0].mean()),
    )
