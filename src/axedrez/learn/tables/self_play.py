"""Self-play of a round, in this process or in several."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.learn.tables.kernel.games import Plan, Rules, play
from axedrez.learn.tables.starts import Rows, Starts
from axedrez.processes import frozen, thawed
from axedrez.tables.engine.inputs import inputs_of
from axedrez.tables.engine.kernel.network import Network
from axedrez.tables.engine.kernel.plies import Judge, expectations
from axedrez.tables.engine.network import Weights, by_hand, for_kernel
from axedrez.tables.position.game import TablesGame

_NONE = Starts().rows


class Samples(NamedTuple):
    """Positions before a roll (n × 56 × `int8`), the outcome probabilities to learn (n × 8 × `float32`), and counts.

    `counts`: see `kernel.games`.
    """

    rows: npt.NDArray[np.int8]
    targets: npt.NDArray[np.float32]
    counts: npt.NDArray[np.int64]


class Task(NamedTuple):
    """Games number `first` … `first + games - 1` of a seed.

    `pull`: see `ByHand`; `starts`: see `Starts`; `searched`: see `Stage`.
    """

    sheet: str
    weights: Weights
    only_wins: bool
    plan: Plan
    seed: int
    first: int
    games: int
    pull: float = 0.0
    starts: Rows = _NONE
    searched: float = 0.0


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
    dice = np.uint64(task.seed), task.first, task.games
    samples = Samples(*play(rules_of(game), network, hand, task.plan, *dice, task.starts))
    if not task.searched:
        return samples
    rng = np.random.default_rng((task.seed, task.first))
    rows = samples.rows[rng.random(len(samples.rows)) < task.searched]
    rules = rules_of(game)
    judge = Judge(network, network, hand, rules.tables, rules.keys, rules.inputs, 0, task.plan.max_candidates)
    return Samples(rows, expectations(judge, rows, 1)[0].astype(np.float32), samples.counts)


def only_wins(network: Network) -> Network:
    """A network that plays for the win, whatever it counts."""
    return network._replace(points=np.sign(network.points))


def shares(task: Task, count: int) -> list[Task]:
    """A task in `count` parts, or in fewer where it has fewer games."""
    bounds = np.linspace(0, task.games, count + 1).astype(int).tolist()
    return [task._replace(first=task.first + low, games=high - low) for low, high in pairwise(bounds) if high > low]


def joined(parts: Sequence[Samples]) -> Samples:
    """The samples of the parts of a task: the same whatever their number."""
    rows, targets, counts = zip(*parts, strict=True)
    return Samples(np.concatenate(rows), np.concatenate(targets), np.sum(counts, axis=0))


@lru_cache(maxsize=4)
def game_of(sheet: str) -> TablesGame:
    """The game of a sheet that travelled."""
    game = thawed(sheet)
    assert isinstance(game, TablesGame)
    return game


def sheet_of(game: TablesGame) -> str:
    """The sheet of a game as a text that travels between processes."""
    return frozen(game)
