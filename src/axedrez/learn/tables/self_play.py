"""Self-play of a round, in this process or in several."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.learn.tables.kernel.games import N_COUNTS, Plan, Rules, play
from axedrez.processes import frozen, thawed
from axedrez.tables.engine.inputs import inputs_of
from axedrez.tables.engine.kernel.network import Network
from axedrez.tables.engine.network import Weights, by_hand, for_kernel
from axedrez.tables.game import TablesGame


class Samples(NamedTuple):
    """Positions before a throw (n × 56 × `int8`), the outcome probabilities to learn (n × 8 × `float32`), and counts.

    `counts`: see `kernel.games`.
    """

    rows: npt.NDArray[np.int8]
    targets: npt.NDArray[np.float32]
    counts: npt.NDArray[np.int64]


class Task(NamedTuple):
    """Games number `first` … `first + games - 1` of a seed; `pull`: see `ByHand`."""

    sheet: str
    weights: Weights
    only_wins: bool
    plan: Plan
    seed: int
    first: int
    games: int
    pull: float = 0.0


def rules_of(game: TablesGame) -> Rules:
    """What the kernels read of a game."""
    ruleset = game.ruleset
    return Rules(ruleset.compiled, ruleset.keys, inputs_of(ruleset).array, game.start().raw)


def play_task(task: Task) -> Samples:
    """The samples of a task: the same in every process."""
    game = game_of(task.sheet)
    network = for_kernel(task.weights, game.ruleset)
    if task.only_wins:
        network = only_wins(network)
    hand = by_hand(game.ruleset, task.pull)
    return Samples(*play(rules_of(game), network, hand, task.plan, np.uint64(task.seed), task.first, task.games))


def only_wins(network: Network) -> Network:
    """A network that plays for the win, whatever it counts."""
    return network._replace(points=np.sign(network.points))


def play_round(pool: ProcessPoolExecutor | None, task: Task, processes: int) -> Samples:
    """The samples of a task, shared among the processes of a pool: the same whatever their number."""
    if pool is None:
        return play_task(task)
    bounds = np.linspace(0, task.games, processes + 1).astype(int).tolist()
    parts = [task._replace(first=task.first + low, games=high - low) for low, high in pairwise(bounds) if high > low]
    found = list(pool.map(play_task, parts))
    counts = np.sum([each.counts for each in found], axis=0)
    assert len(counts) == N_COUNTS
    return Samples(
        np.concatenate([each.rows for each in found]), np.concatenate([each.targets for each in found]), counts
    )  # fmt: skip


@lru_cache(maxsize=4)
def game_of(sheet: str) -> TablesGame:
    """The game of a sheet that travelled."""
    game = thawed(sheet)
    assert isinstance(game, TablesGame)
    return game


def sheet_of(game: TablesGame) -> str:
    """The sheet of a game as a text that travels between processes."""
    return frozen(game)
