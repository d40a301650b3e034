"""Rollouts of positions of the tables family: games played on, their luck taken out (`kernel.rollouts`)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from axedrez.analysis.equity import RolloutOptions
from axedrez.engine.player import Stop
from axedrez.tables.engine.cube_games import CubeGames, CubeStart, Dealt
from axedrez.tables.engine.kernel.dice import N_ROLLS
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


class Mean(NamedTuple):
    """What games were worth on average, and half of the width of its 95 % interval."""

    worth: float
    half: float


class Result(NamedTuple):
    """What the games have brought to the side that rolled first.

    `outcomes`: see `plies.Outcomes`; `half`: half of the width of the 95 % interval of the equity. `cubeful`: with the
    cube, as it stood at first in each of some ways, in the worths of `engine.cube_equity.Stakes`.
    """

    trials: int
    outcomes: Outcomes
    equity: float
    half: float
    drawn: int
    cut: int
    turns: float
    cubeful: tuple[Mean, ...] = ()


def roll_out(
    judge: Judge,
    position: TablesPosition,
    options: RolloutOptions,
    report: Callable[[Result], None] | None = None,
    stop: Stop | None = None,
    cubes: Sequence[CubeStart] = (),
) -> Result:
    """Play games from a position before a roll that is not over. `stop` ends it within a few turns.

    `cubes`: the same games with the cube, which stands so at first; `judge` is then that of points, and the outcomes
    are those of the first of them.
    """
    found = np.zeros((options.trials, LANES))
    numbers = np.zeros((options.trials, 3), np.int64)
    cubeful = np.zeros((options.trials, len(cubes)))
    seed = np.uint64(options.seed)
    pairs = pairs_of(seed)
    horizon = min(options.horizon or MAX_TURNS, MAX_TURNS)
    with_cubes = CubeGames(judge, position, cubes) if cubes else None

    def dealt(trial: int) -> Dealt:
        return Dealt(
            lambda: _begun(position, seed, trial),
            lambda judged, game: play_on(judged, game, pairs, trial, 1, horizon, options.ply),
        )

    told = time.monotonic()
    done = 0
    for index in range(options.trials):
        trial = options.first + index
        game = _begun(position, seed, trial)
        if with_cubes is not None:
            worths = with_cubes.play(game, dealt(trial), stop)
            if worths is None:
                break
            cubeful[index] = worths
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
            report(_result(judge, position, found[:done], numbers[:done], cubeful[:done]))
            told = time.monotonic()
    result = _result(judge, position, found[:done], numbers[:done], cubeful[:done])
    if report is not None:
        report(result)
    return result


def _begun(position: TablesPosition, seed: np.uint64, trial: int) -> Game:
    """The game with this number."""
    game = Game(
        np.empty(WIDTH, np.int8),
        np.zeros(LANES),
        np.zeros(LANES),
        np.zeros(1, np.uint64),
        np.zeros(3, np.int64),
        np.zeros(N_ROLLS * LANES),
    )
    begin(game, position.raw, seed, trial)
    return game


def _result(
    judge: Judge, position: TablesPosition, found: Outcomes, numbers: np.ndarray, cubeful: np.ndarray
) -> Result:
    largest = float(judge.network.points.max())
    if not len(found):
        outcomes = at_rest(judge, position)
        return Result(0, outcomes, equity(outcomes, judge), largest, 0, 0, 0.0)
    worth, half = _mean(found @ judge.network.points.astype(np.float64), largest)
    ends = numbers[:, 1]
    return Result(
        len(found),
        found.mean(axis=0),
        worth,
        half,
        int((ends == DREW).sum()),
        int((ends == CUT).sum()),
        float(numbers[:, 0].mean()),
        tuple(_mean(column, largest) for column in cubeful.T),
    )


def _mean(worths: np.ndarray, largest: float) -> Mean:
    """`largest`: half of the width of the interval where there is one game only."""
    trials = len(worths)
    half = 1.96 * float(worths.std(ddof=1)) / math.sqrt(trials) if trials > 1 else largest
    return Mean(float(worths.mean()), half)
