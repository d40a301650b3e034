"""What both directions of the `.mat` format share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from axedrez.tables.position import TablesPosition

RULEBOOK = "backgammon"
WIDTH = 34  # of the first column


def holds(position: TablesPosition) -> bool:
    """Only backgammon from its start."""
    game = position.game
    return len(game.pieces) == 1 and len(game.army) == 15 and position == game.start()
