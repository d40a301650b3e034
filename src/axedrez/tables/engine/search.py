"""Search in the tables family: evaluates every result of a roll and picks the best one.

The network for the rules evaluates where there is one, else the hand-made evaluation.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axedrez.engine.levels import FULL, LEVELS, Level
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine.kernel.choice import NEAR, end_outcomes
from axedrez.tables.engine.kernel.evaluate import VICTORY, evaluate_all
from axedrez.tables.engine.network import Player, player_of
from axedrez.tables.engine.weights import parameters
from axedrez.tables.kernel import layout
from axedrez.tables.kernel.locks import is_locked
from axedrez.tables.position import workspace
from axedrez.tables.position.moves import PASS, Turn, write_turn
from axedrez.tables.position.position import TablesPosition

POINTS_A_PIP = 0.02
"""The errors of the levels are given in pips; a network evaluates in points."""


def search(position: TablesPosition, strength: Level = LEVELS[FULL], seed: int | None = None) -> Turn:
    """The best turn with the roll of a position; `seed`: of the errors of a level. Thread-safe.

    Raises `ValueError` where no turn is to be played: the game is over, or the dice are to be rolled.
    """
    return search_with(player_of(position.ruleset), position, strength, seed)


def search_with(
    player: Player | None, position: TablesPosition, strength: Level = LEVELS[FULL], seed: int | None = None
) -> Turn:
    """Like `search`, evaluating with a network of one's own; None: with the evaluation made by hand."""
    if position.dice is None or position.is_over():
        raise ValueError("no legal move")
    ruleset = position.ruleset
    with workspace.searched(ruleset.compiled, ruleset.keys, position.raw, *position.dice) as found:
        if not found.count:
            return Turn(PASS, (), position.raw)
        errors = np.random.default_rng(seed).normal(0, strength.pips, found.count) if strength.pips else None
        if player is None:
            seen = _by_hand(position, found, errors)
        else:
            seen = equities(player, position, found)
            if errors is not None and seen.max() < player.network.points.max():
                seen += POINTS_A_PIP * errors
        best = int(found.ends[int(seen.argmax())])
        codes = found.way_to(best)
        return Turn(write_turn(codes, ruleset, position.side), codes, found.row(best))


def equities(player: Player, position: TablesPosition, found: workspace.Workspace) -> npt.NDArray[np.float64]:
    """What every end of the turns that were found is worth to the mover by a network, in points.

    The evaluation made by hand counts beside it as much as the network's record says.
    """
    return equities_and_extras(player, position, found)[0]


def equities_and_extras(
    player: Player, position: TablesPosition, found: workspace.Workspace
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The same, and how much of each is what counts beside the network."""
    outcomes, extras = end_outcomes(
        player.network,
        player.hand,
        position.ruleset.compiled,
        player.inputs.array,
        position.raw,
        found.space,
        found.count,
    )
    return extras - outcomes.astype(np.float64) @ player.network.points, extras


def _by_hand(
    position: TablesPosition, found: workspace.Workspace, errors: npt.NDArray[np.float64] | None
) -> npt.NDArray[np.float64]:  # fmt: skip
    seen, left = scores(position.ruleset, found), worth_of_going_on(position, found)
    if errors is not None and seen.max() < VICTORY:
        # Fewer errors near a draw, so that a side that is ahead brings its last officer home in time.
        seen += errors * left
    seen *= left
    return seen


def scores(ruleset: Ruleset, found: workspace.Workspace) -> npt.NDArray[np.float64]:
    """The hand-made evaluation of every result for the mover, in pips."""
    result = np.empty(found.count)
    evaluate_all(found.rows, found.ends, found.count, ruleset.compiled, *parameters(ruleset), result)
    return result


def worth_of_going_on(position: TablesPosition, found: workspace.Workspace) -> npt.NDArray[np.float64] | float:
    """The factor of the hand-made evaluation after each turn (`kernel.choice.worth_of_going_on`).

    0 after turns that lead to a position which is proved to be locked.
    """
    worth = _left_to_go(position, found)
    if (locked := _locked(position.ruleset, found)) is not None:
        return np.where(locked, 0.0, worth)
    return worth


def _locked(ruleset: Ruleset, found: workspace.Workspace) -> npt.NDArray[np.bool_] | None:
    """Which ends are locked; None where none can be."""
    tables = ruleset.compiled
    if not tables[layout.LOCKS]:
        return None
    ends = found.ends[: found.count]
    states = found.rows[: (int(ends.max()) + 1) * layout.STATE].reshape(-1, layout.STATE)[ends]
    n, royal = len(ruleset.army), tables[layout.ROYAL]
    kings = np.flatnonzero(tables[layout.TYPE_OF : layout.TYPE_OF + n] == royal)
    waits = (states[:, np.concatenate([layout.OWN + kings, layout.ENEMY + kings])] == layout.BAR).any(axis=1)
    locked: npt.NDArray[np.bool_] = waits & (states[:, layout.STAGE] != layout.WON)
    for i in np.flatnonzero(locked):
        locked[i] = is_locked(states[i], 0, tables)
    return locked


def _left_to_go(position: TablesPosition, found: workspace.Workspace) -> npt.NDArray[np.float64] | float:
    """The factor by the turns that are left before the draw for lack of progress."""
    most = 2 * position.ruleset.rules.end.no_progress
    near = min(NEAR, most)
    if position.no_progress_count + 1 <= most - near or not most:
        return 1.0
    counts = workspace.no_progress_counts(position.ruleset.compiled, position.raw, found)
    return np.minimum(1.0, (most - counts) / near)
