"""Rolls that win at once correct what a network thinks of a position, beside a slow twin."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

import axedrez
from axedrez import analysts
from axedrez.core.dice import ROLLS
from axedrez.tables.engine.kernel.choice import estimates
from axedrez.tables.engine.kernel.plies import Judge
from axedrez.tables.engine.plies import at_rest, judge_with
from axedrez.tables.position.position import TablesPosition
from tests.tables.networks import game_named, random_player

LATE = {
    "hyper": ["P/1/P/18/p/1/p - Pp w -", "PP/22/p - Ppp w -", "1/P/20/p/P - Ppp w -"],
    "backgammon": ["p/PP/19/ppp/2 - PPPPPPPPPPPPPppppppppppp w -"],
    "chessgammon": [
        "QRR/KBB/NN/15/qrr/4/kbbnn - PPPPPPPPpppppppp w -",
        "KQRR/BBNN/16/qrr/4/kbbnn - PPPPPPPPpppppppp w -",
        "KRR/QBB/NNP/15/qrr/4/kbbnn - PPPPPPPpppppppp w -",
    ],
}


def raw(judge: Judge, position: TablesPosition) -> npt.NDArray[np.float64]:
    """What the network alone thinks."""
    found = estimates(judge.network, judge.tables, judge.inputs, position.raw[None])[0]
    return np.asarray(found, np.float64)


def twin(judge: Judge, position: TablesPosition) -> npt.NDArray[np.float64]:
    """What the network thinks, corrected: the rolls that win are won, and the rest is as likely as it was before."""
    found = raw(judge, position)
    if position.is_over() or position.is_locked():
        return found
    wins = np.zeros(8)
    for roll, share in ROLLS:
        rolled = position.play_unchecked(roll)
        ends = [rolled.play_unchecked(turn).outcome() for turn in rolled.legal_moves()]
        points = [int(max(end.points)) for end in ends if end and end.winner is position.side and end.points]
        if points:
            wins[max(points) - 1] += share
    others = np.maximum(0, found - wins)
    rest = others / others.sum() if others.sum() else wins / wins.sum()
    return np.asarray(wins + (1 - wins.sum()) * rest)


@pytest.mark.parametrize("name", LATE)
def test_rolls_that_win_at_once_are_won(name: str) -> None:
    game = game_named(name)
    judge = judge_with(random_player(game), game.ruleset)
    some = [game.parse(text.replace(" w ", f" {side} ")) for text in LATE[name] for side in "wb"]
    changed = 0
    for position in some:
        assert isinstance(position, TablesPosition)
        found = at_rest(judge, position)
        assert found == pytest.approx(twin(judge, position), abs=1e-6)
        assert found.sum() == pytest.approx(1)
        changed += not np.allclose(found, raw(judge, position), atol=1e-3)
    assert changed


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("QRR/KBB/NN/15/qrr/4/kbbnn - PPPPPPPPpppppppp w -", 1 / 6),  # two moves of the king: a double
        ("KQRR/BBNN/16/qrr/4/kbbnn - PPPPPPPPpppppppp w -", 1.0),
    ],
)
def test_the_end_of_chessgammon_is_exact_at_the_usual_ply(text: str, wins: float) -> None:
    game = axedrez.load("chessgammon")
    judge = analysts.equities_of(game)
    assert judge is not None
    position = game.parse(text)
    for ply in range(judge.usual_ply(game), 3):
        assert judge.estimate(position, ply).chances.win == pytest.approx(wins, abs=1e-4)
