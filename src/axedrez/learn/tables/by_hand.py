"""What the scores of the evaluation made by hand mean as probabilities, found in games that it plays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine.kernel.evaluate import N_PARTS, evaluate
from axedrez.tables.engine.kernel.layout import SPAN
from axedrez.tables.engine.weights import parameters
from axedrez.tables.kernel.layout import WIDTH
from axedrez.tables.kernel.turns import pass_turn

_ROUNDS = 60
_MIN_PIPS, _MAX_PIPS = 0.5, 500.0  # pips


class Meaning(NamedTuple):
    """A lead of so many pips makes a win e times as likely; and how games that are won are won (G-42)."""

    scale: float
    gammon: float
    backgammon: float


def meaning(ruleset: Ruleset, rows: npt.NDArray[np.int8], results: npt.NDArray[np.float32]) -> Meaning:
    """From positions before a roll (n × 56) of games by hand and their results (n × 8, one of them 1)."""
    wins, losses = results[:, :3].sum(axis=0), results[:, 3:6].sum(axis=0)
    ways = wins + losses
    shares = ways / max(1.0, float(ways.sum()))
    won = results[:, :3].sum(axis=1) + 0.5 * results[:, 6]
    # The side that rolls next has just been moved against.
    scores = -np.array([score_by_hand(ruleset, row) for row in rows])
    # The likelihood has one maximum in the scale: found by thirds of its logarithm.
    low, high = np.log(_MIN_PIPS), np.log(_MAX_PIPS)
    for _ in range(_ROUNDS):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if _loss(scores, won, one) < _loss(scores, won, two):
            high = two
        else:
            low = one
    return Meaning(float(np.exp((low + high) / 2)), float(shares[1]), float(shares[2]))


def _loss(scores: npt.NDArray[np.float64], won: npt.NDArray[np.float32], scale: float) -> float:
    numbers = scores / np.exp(scale)
    return float((np.logaddexp(0, numbers) - won * numbers).mean())


def score_by_hand(ruleset: Ruleset, row: npt.NDArray[np.int8]) -> float:
    """What a row before a roll is worth, in pips, to the side that has just moved."""
    seen = np.empty(WIDTH, np.int8)
    pass_turn(row, row, seen, ruleset.compiled)
    counts, parts = (np.empty(SPAN, np.int64), np.empty(SPAN, np.int64)), np.empty(N_PARTS)
    return float(evaluate(seen, 0, ruleset.compiled, *parameters(ruleset), *counts, parts))
