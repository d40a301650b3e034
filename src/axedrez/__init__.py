"""Axedrez: chess, its variants and backgammon games, each from a rule sheet.

What this package and `axedrez.environments` export is the public contract; other modules may change. A `Position` is an
immutable value: `play` gives the next one. `History` holds the positions before it, for the rules that look back.

>>> import axedrez
>>> position = axedrez.load("clasico").start()
>>> len(position.legal_moves())
20
>>> position = position.play("e4")
>>> position.text()
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
>>> move = axedrez.choose(position, level=3, nodes=1000)
>>> move in position.legal_moves()
True
"""

from __future__ import annotations

from axedrez.analysts import analyse
from axedrez.core import (
    AxedrezError,
    Claim,
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
from axedrez.core.game_record import FileFault, GameRecord, TreeGame
from axedrez.core.game_tree import GameTree
from axedrez.gamefiles import read_games, read_trees, write_game, write_trees
from axedrez.library import gallery, load, rulebooks
from axedrez.messages import sentence
from axedrez.players import choose

__version__ = "1.0.0"

__all__ = [
    "AxedrezError",
    "Claim",
    "FileFault",
    "Game",
    "GameRecord",
    "GameTree",
    "History",
    "IllegalMove",
    "Move",
    "NotAllowed",
    "Outcome",
    "Position",
    "SheetError",
    "Side",
    "TextError",
    "TreeGame",
    "__version__",
    "analyse",
    "choose",
    "gallery",
    "load",
    "read_games",
    "read_trees",
    "rulebooks",
    "sentence",
    "write_game",
    "write_trees",
]

set_renderer(sentence)
