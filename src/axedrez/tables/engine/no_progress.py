"""What the count of turns without progress (G-45) does to the worth of a position: at its end nobody wins."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axedrez.tables import workspace
from axedrez.tables.position import TablesPosition

NEAR = 40
"""So many turns before the end of the count, those of both sides, it begins to tell."""


def _most(position: TablesPosition) -> int:
    return int(2 * position.ruleset.rules.end.no_progress)


def likely_drawn(position: TablesPosition) -> float:
    """How likely the game will be drawn: of 100 turns, 20 end so in 1 game of 25, 50 in 1 of 4, 70 in most.

    Found in games of the computer with itself (`bench/tables_progress.py`).
    """
    most = _most(position)
    return float((position.no_progress_count / most) ** 2) if most else 0.0


def worth_of_going_on(position: TablesPosition, found: workspace.Workspace) -> npt.NDArray[np.float64] | float:
    """How much is left, after each turn that was found, of what the board is worth.

    All of it where somebody makes progress, else less and less the nearer the draw: whoever is ahead makes progress
    before the count runs out, and whoever is lost lets it run.
    """
    most = _most(position)
    near = min(NEAR, most)
    if position.no_progress_count + 1 <= most - near or not most:
        return 1.0
    counts = workspace.no_progress_counts(position.ruleset.compiled, position.raw, found)
    return np.minimum(1.0, (most - counts) / near)
