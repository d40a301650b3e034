"""`axedrez uci`: an engine for chess programs."""

from __future__ import annotations

import sys

from axedrez.chess.game import ChessGame
from axedrez.core import AxedrezError, Game
from axedrez.uci.session import Session


def talk(game: Game | None, lang: str) -> None:
    """Be an engine on the standard input and output. Raises `AxedrezError` for a game of another family than chess."""
    if game is not None and not isinstance(game, ChessGame):
        raise AxedrezError("uci_family", name=game.name)
    if sys.stdin is not None and sys.stdout is not None:
        Session(_write, lang, game).run(sys.stdin.buffer)


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
