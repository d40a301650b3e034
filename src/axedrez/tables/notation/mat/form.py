"""What both directions of the `.mat` format share."""

from __future__ import annotations

from axedrez.tables.position import TablesPosition

RULEBOOK = "backgammon"
WIDTH = 34  # of the first column


def holds(position: TablesPosition) -> bool:
    """Only backgammon from its start."""
    ruleset = position.ruleset
    return len(ruleset.pieces) == 1 and len(ruleset.army) == 15 and position == position.game.start()
