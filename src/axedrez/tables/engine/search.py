"""Search in the tables family: evaluates every result of a throw and picks the best one."""

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
    """The best turn with the throw of a position; `seed`: of the errors of a level. Thread-safe.

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
            # Fewer errors near a draw, so that a side that is ahead brings its last officer home in time.
            seen += np.random.default_rng(seed).normal(0, error, len(seen)) * left
        seen *= left
        best = int(found.ends[int(seen.argmax())])
        codes = found.way_to(best)
        return Turn(write_turn(codes, ruleset, position.side), codes, found.row(best))


def scores(ruleset: Ruleset, found: workspace.Workspace) -> npt.NDArray[np.float64]:
    """The evaluation of every result for the mover, in pips."""
    result = np.empty(found.count)
    evaluate_all(found.rows, found.ends, found.count, ruleset.compiled, *parameters(ruleset), result)
    return result


def worth_of_going_on(position: TablesPosition, found: workspace.Workspace) -> npt.NDArray[np.float64] | float:
    """The factor of the evaluation after each turn, for the risk of a draw without progress.

    1 after a turn with progress, else less the nearer the draw is: so a side that is ahead makes progress in time, and
    a lost side does not.
    """
    most = 2 * position.ruleset.rules.end.no_progress
    near = min(NEAR, most)
    if position.no_progress_count + 1 <= most - near or not most:
        return 1.0
    counts = workspace.no_progress_counts(position.ruleset.compiled, position.raw, found)
    return np.minimum(1.0, (most - counts) / near)
