"""Counting paths of the game tree from a position."""

from __future__ import annotations

import numpy as np

from axedrez.chess.game import ChessGame
from axedrez.chess.kernel.perft import perft
from axedrez.chess.position import ChessPosition


def paths(position: ChessPosition, depth: int) -> int:
    """The legal paths of `depth` plies."""
    return int(perft(position.game.tables, position.state, np.uint64(depth)))


def warm(game: ChessGame) -> None:
    """Have everything compiled, or read from its cache."""
    for depth in (1, 2, 3):
        paths(game.start(), depth)
