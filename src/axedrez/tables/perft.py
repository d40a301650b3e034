"""Counting paths of the game tree from a position."""

from __future__ import annotations

from axedrez.tables.kernel.perft import perft
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition

CHANCE_PLIES = 0
"""A roll belongs to the turn that plays it."""


def paths(position: TablesPosition, depth: int) -> int:
    """The paths of `depth` turns, over all rolls that are still to be made; distinct results of a turn count once."""
    if depth == 0:
        return 1
    if position.is_over():
        return 0
    high, low = position.dice or (0, 0)
    return int(perft(position.ruleset.compiled, position.ruleset.keys, position.raw, high, low, depth))


def warm(game: TablesGame) -> None:
    """Have everything compiled, or read from its cache."""
    paths(game.start(), 1)
