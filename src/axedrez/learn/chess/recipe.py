"""How the network for classic chess is made: the generations of its games, and the training on each."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import NamedTuple


class Generation(NamedTuple):
    """So many games, with so many nodes for each move, and how a network is trained on them.

    The games are played with the network of the generation before, those of the first by the weights of the sheet
    alone. `weight_decay` draws the weights towards zero. With a `learning_rate` the training goes on from the weights
    of the generation before, and the games have the seeds that follow; without one it begins anew.
    """

    games: int
    nodes: int
    epochs: int
    weight_decay: float
    learning_rate: float | None = None


class Recipe(NamedTuple):
    """All that decides what comes of a training, the time given to it aside.

    `batch` samples at once; the learning rate sinks from `learning_rate` to `last_learning_rate` along half a cosine;
    `result_weight`: the share of the game's result in the target, the rest being the score of a search. On the games
    of `validation_fraction` nothing is trained.
    """

    generations: tuple[Generation, ...] = (
        Generation(29_250, 1000, 14, 1.5),
        Generation(65_500, 400, 10, 0.6),
        Generation(131_000, 400, 10, 0.35),
        Generation(93_250, 400, 6, 0.2, 0.0005),
    )
    batch: int = 16_384
    learning_rate: float = 0.002
    last_learning_rate: float = 2e-5
    result_weight: float = 0.1
    validation_fraction: float = 0.03

    @property
    def games(self) -> int:
        """Of all generations."""
        return sum(each.games for each in self.generations)

    def of_games(self, games: int) -> Recipe:
        """The same with so many games in all; a generation that would have none is left out."""
        ends = [round(end * games / self.games) for end in accumulate(each.games for each in self.generations)]
        counts = [end - begin for begin, end in pairwise((0, *ends))]
        parts = zip(self.generations, counts, strict=True)
        return self._replace(generations=tuple(each._replace(games=count) for each, count in parts if count))

    def shares(self) -> list[float]:
        """How much of the work is done after each generation: 1 after the last."""
        works = [each.games * each.nodes for each in self.generations]
        return [sum(works[: number + 1]) / sum(works) for number in range(len(works))]
