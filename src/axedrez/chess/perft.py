"""Counting paths of the game tree from a position."""

from __future__ import annotations

import numpy as np

from axedrez.chess.kernel import layout
from axedrez.chess.position.game import ChessGame, ChessPosition

CHANCE_PLIES = 1
"""What chance does counts as a ply."""


def paths(position: ChessPosition, depth: int) -> int:
    """The legal paths of `depth` plies."""
    if depth and position.raw[int(layout.ARRANGE)]:
        return sum(paths(position.play_unchecked(row), depth - 1) for row, _ in position.chance_outcomes())
    if position.game.fast:
        from axedrez.chess.kernel.perft import perft
    else:
        from axedrez.chess.kernel.general.perft import perft
    return int(perft(position.game.compiled, position.raw, np.uint64(depth)))


def warm(game: ChessGame) -> None:
    """Have everything compiled, or read from its cache."""
    for depth in (1, 2, 3):
        paths(game.start(), depth)
