"""A short version of `bench/tables_analysis.py`: our losses beside those of GNU Backgammon's network, turn by turn."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from axedrez.tables.position.position import TablesPosition
from tests.analysis.dice_examples import analysed, played
from tests.tables.comparing import counts


def worth(after: TablesPosition) -> float:
    """What gnubg's network makes of the end of a turn, in points for the side that played it: cubeless, 0-ply."""
    import gnubg_nn

    own, enemy = counts(after.raw)
    if after.outcome() is not None:
        outcome = after.outcome()
        assert outcome is not None
        assert outcome.points is not None
        return float(max(outcome.points))
    win, gammon, backgammon, lost, lost_most = gnubg_nn.probabilities([list(enemy), list(own)], 0)
    return -float(2 * win - 1 + gammon + backgammon - lost - lost_most)


def test_losses_are_nearly_those_of_gnubg() -> None:
    """Of turns with a choice, half of them played at random; the network is another one, so they cannot be the same."""
    pytest.importorskip("gnubg_nn", reason="pip install gnubg-nn")
    ours, theirs = [], []
    for seed in (11, 12):
        record = played("backgammon", 60, seed)
        moves, position = record.moves(), cast(TablesPosition, record.start)
        for verdict, roll, move in zip(analysed(record).verdicts, moves[::2], moves[1::2], strict=True):
            rolled = position.play_unchecked(roll)  # type: ignore[arg-type]
            position = rolled.play_unchecked(move)  # type: ignore[arg-type]
            if not verdict.is_forced:
                best = max(worth(rolled.play_unchecked(each)) for each in rolled.legal_moves())
                ours.append(verdict.loss)
                theirs.append(best - worth(position))
    assert len(ours) >= 60
    assert min(theirs) >= 0
    assert np.corrcoef(ours, theirs)[0, 1] > 0.9
    assert abs(np.mean(ours) - np.mean(theirs)) < 0.25 * np.mean(theirs)
