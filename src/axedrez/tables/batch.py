"""Many positions and rolls at once: the Python interface of `kernel.batch`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from axedrez.core.dice import Roll
from axedrez.tables.kernel import batch
from axedrez.tables.position.position import TablesPosition


def results(positions: Sequence[TablesPosition], rolls: Sequence[Roll]) -> list[list[list[TablesPosition]]]:
    """The positions that each roll can lead to: `found[p][r]` are those of `rolls[r]` from `positions[p]`.

    They are the positions after the `legal_moves`, each once and in an order of their own, with the dice still to be
    rolled by the other side; a turn that is lost has the one result of passing (G-6). Dice that a position already has
    are left aside.
    Raises `ValueError` where the positions are of different games, or a game is over.
    """
    if not positions or not rolls:
        return [[] for _ in positions]
    game, ruleset = positions[0].game, positions[0].ruleset
    if any(position.game is not game for position in positions):
        raise ValueError("positions of different games")
    if any(position.is_over() for position in positions):
        raise ValueError("no legal move")
    rows = np.array([position.raw for position in positions])
    offsets, found = batch.results(ruleset.compiled, ruleset.keys, rows, np.array(rolls, np.int64))
    return [
        [
            [
                TablesPosition(game, ruleset, row, position.side.opponent, None)
                for row in found[offsets[first + r] : offsets[first + r + 1]]
            ]
            for r in range(len(rolls))
        ]
        for first, position in zip(range(0, len(offsets), len(rolls)), positions, strict=False)
    ]
