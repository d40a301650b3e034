"""From nothing to a network: self-play in several processes, training, and the record of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np

import axedrez
from axedrez.chess.engine.kernel.layout import NETWORK_WIDTH
from axedrez.chess.engine.network import VERSION, Network, Numbers, Record, fingerprint, write
from axedrez.chess.position.game import ChessGame
from axedrez.learn.samples import Samples, Shard, evaluated, fill
from axedrez.learn.training import Plan, quantized, train, unquantized
from axedrez.rulesheet.validation import sheet_hash

Tell = Callable[[str], None]

RULEBOOK = "clasico"
SHARD = 250


class Generation(NamedTuple):
    """So many games, with so many nodes for each move, and how a network is trained on them (see `Plan`).

    With a `step` the training goes on from the numbers of the generation before, its first step so long, and the games
    have the seeds that follow; without one it begins anew.
    """

    games: int
    nodes: int
    epochs: int
    decay: float
    step: float | None = None


GENERATIONS = (
    Generation(29_250, 1000, 14, 1.5),
    Generation(65_500, 400, 10, 0.6),
    Generation(131_000, 400, 10, 0.35),
    Generation(93_250, 400, 6, 0.2, 0.0005),
)
"""The generations of the network that ships."""


def _game() -> ChessGame:
    game = axedrez.load(RULEBOOK)
    assert isinstance(game, ChessGame)
    return game


def _fill(shard: Shard, folder: Path) -> Path:
    return fill(_game(), shard, folder)


def generations(folder: Path, asked: Sequence[Generation], plan: Plan, processes: int, tell: Tell) -> Network:
    """The network of the last generation; each plays its games with the network before it, kept in the folder too."""
    folder.mkdir(parents=True, exist_ok=True)
    teacher: Path | None = None
    network: Network | None = None
    seed = 0
    for number, generation in enumerate(asked, 1):
        trained = plan._replace(epochs=generation.epochs, decay=generation.decay)
        if generation.step is None:
            seed, begin = 0, None
        else:
            begin = network and network.numbers
            trained = trained._replace(step=generation.step)
        samples = self_play_samples(folder, generation, seed, teacher, processes, tell)
        network = make(samples, asked[:number], trained, tell, begin)
        seed += generation.games
        teacher = folder / f"generation-{number}.network"
        write(teacher, network)
    assert network is not None
    return network


def self_play_samples(
    folder: Path, generation: Generation, seed: int, teacher: Path | None, processes: int, tell: Tell
) -> Samples:
    """The samples of a generation, its games in the order of their seeds, which begin with `seed`."""
    games = generation.games
    starts = range(0, games, SHARD)
    shards = [Shard(seed + first, min(SHARD, games - first), generation.nodes, teacher) for first in starts]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        tasks = [pool.submit(_fill, shard, folder) for shard in shards]
        for number, task in enumerate(tasks, 1):
            task.result()
            tell(f"games {min(number * SHARD, games)} of {games}")
    return np.concatenate([np.load(shard.file(folder)) for shard in shards])


def make(
    samples: Samples, generations: Sequence[Generation], plan: Plan, tell: Tell, begin: Numbers | None = None
) -> Network:
    """A network trained on samples, with its record; `generations`: up to the one of the samples.

    The training goes on from the numbers `begin` of another network, or begins anew.
    """
    game = _game()
    known = evaluated(game, samples)
    numbers, error, without = train(samples, known, plan, tell, None if begin is None else unquantized(begin))
    training = {
        "generations": [each._asdict() for each in generations],
        "samples": len(samples),
        "plan": plan._asdict(),
        "error": round(error, 6),
        "error_without": round(without, 6),
        "axedrez": axedrez.__version__,
        "numpy": np.__version__,
    }
    record = Record(
        version=VERSION,
        rulebook=RULEBOOK,
        sheet=sheet_hash(game.sheet),
        moves=fingerprint(game),
        width=int(NETWORK_WIDTH),
        training=training,
    )
    return Network(record, quantized(numbers))
