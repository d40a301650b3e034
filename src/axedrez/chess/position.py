"""The old place of `ChessPosition`."""

from axedrez.chess.game import ChessPosition as ChessPosition
