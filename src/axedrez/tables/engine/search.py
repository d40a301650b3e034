"""Search in the tables family: every result of a throw is evaluated, and the best one taken."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axedrez.engine.levels import FULL, LEVELS, Level
from axedrez.tables import workspace
from axedrez.tables.engine.kernel.evaluate import VICTORY, evaluate_all
from axedrez.tables.engine.weights import parameters
from axedrez.tables.moves import PASS, Turn, write_turn
from axedrez.tables.position import TablesPosition
from axedrez.tables.ruleset import Ruleset

NEAR = 40
"""So many turns before the end of the count, those of both sides, it begins to tell."""


def search(position: TablesPosition, strength: Level = LEVELS[FULL], seed: int | None = None) -> Turn:
    """The turn to play with the throw of a position; `seed`: of the errors of a level. Safe in threads.

    Raises `ValueError` where no turn is to be played: the game is over, or the dice are to be thrown.
    """
    if position.dice is None or position.is_over():
        raise ValueError("no legal move")
    ruleset = position.ruleset
    with workspace.searched(ruleset.compiled, ruleset.keys, position.raw, *position.dice) as found:
        if not found.count:
            return Turn(PASS, (), position.raw)
        seen, left = scores(ruleset, found), worth_of_going_on(position, found)
        if (error := strength.pips) and seen.max() < VICTORY:
            # The nearer a draw, the better everybody looks: whoever is ahead brings the last officer home in time.
            seen += np.random.default_rng(seed).normal(0, error, len(seen)) * left
        seen *= left
        best = int(found.ends[int(seen.argmax())])
        codes = found.way_to(best)
        return Turn(write_turn(codes, ruleset, position.side), codes, found.row(best))


def scores(ruleset: Ruleset, found: workspace.Workspace) -> npt.NDArray[np.float64]:
    """What every end of the turns that were found is worth to the mover, in pips."""
    result = np.empty(found.count)
    evaluate_all(found.rows, found.ends, found.count, ruleset.compiled, *parameters(ruleset), result)
    return result


def worth_of_going_on(position: TablesPosition, found: workspace.Workspace) -> npt.NDArray[np.float64] | float:
    """How much is left, after each turn that was found, of what the board is worth.

    All of it where somebody makes progress, else less and less the nearer the draw: whoever is ahead makes progress
    before the count runs out, and whoever is lost lets it run.
    """
    most = 2 * position.ruleset.rules.end.no_progress
    near = min(NEAR, most)
    if position.no_progress_count + 1 <= most - near or not most:
        return 1.0
    counts = workspace.no_progress_counts(position.ruleset.compiled, position.raw, found)
    return np.minimum(1.0, (most - counts) / near)
