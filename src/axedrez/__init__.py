"""Axedrez: chess and tables games from rule sheets.

>>> import axedrez
>>> position = axedrez.load("clasico").start()
>>> len(position.legal_moves())
20
>>> position.play("e4").text()
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
"""

from __future__ import annotations

from axedrez.core import (
    AxedrezError,
    Game,
    History,
    IllegalMove,
    Move,
    NotAllowed,
    Outcome,
    Position,
    SheetError,
    Side,
    TextError,
)
from axedrez.core.errors import set_renderer
from axedrez.library import load, rulebooks
from axedrez.messages import sentence

__version__ = "0.1.0"

__all__ = [
    "AxedrezError",
    "Game",
    "History",
    "IllegalMove",
    "Move",
    "NotAllowed",
    "Outcome",
    "Position",
    "SheetError",
    "Side",
    "TextError",
    "__version__",
    "load",
    "rulebooks",
]

set_renderer(sentence)
