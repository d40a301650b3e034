"""Games as environments of reinforcement learning: many of them at once, in compiled arrays."""

from __future__ import annotations

from axedrez.batches import BLACK, CHANCE, WHITE, Action, Batch, Options, Plane
from axedrez.core.contract import Game
from axedrez.core.errors import NotAllowed
from axedrez.library import family_of

__all__ = ["BLACK", "CHANCE", "WHITE", "Action", "Batch", "Options", "Plane", "batch"]


def batch(game: Game, n: int = 1, seed: int = 0, options: Options | None = None) -> Batch:
    """`n` games at their start, with random numbers from `seed`; `options`: how they are played.

    Raises `NotAllowed` for sizes that make no sense, and for a game of a family that has no environments.

    >>> import axedrez
    >>> games = batch(axedrez.load("clasico"), n=2, seed=1)
    >>> games.step([games.legal(0)[0], games.legal(1)[0]])
    >>> games.to_play.tolist(), games.counts.tolist()
    ([1, 1], [20, 20])
    """
    environments = family_of(game).environment()
    if environments is None:
        raise NotAllowed("batch_family", name=game.name)
    return environments.batch(game, n, seed, options or Options())
