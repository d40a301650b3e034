"""Grades of moves by their loss of expected score, and the accuracy of a player."""

from __future__ import annotations

from statistics import fmean
from typing import Literal

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

THRESHOLDS: tuple[tuple[float, Grade], ...] = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""What a move gives away at least, in points of the result, to be called so.

A win and a draw lie 0.5 apart. In an even position of `clasico` 0.05 is a third of a pawn, which a player feels but a
deeper search may correct; 0.10 is two thirds of one, a real disadvantage; 0.20 is a pawn and a half, with which good
players lose. Where the game is decided anyway the same material weighs less, and nothing is made of it.
"""
ONLY_GAP = THRESHOLDS[0][0]
"""A move is the only one if the next best would be a blunder."""
HALF_ACCURATE = THRESHOLDS[0][0]
"""A move that gives so much away counts half."""


def grade(loss: float, is_best: bool) -> Grade:
    """The grade of a move that loses `loss`."""
    if is_best:
        return "best"
    return next((name for least, name in THRESHOLDS if loss >= least), "good")


def accuracy(losses: list[float]) -> float | None:
    """The accuracy, 0 to 100, of a player whose moves had these losses; None without moves."""
    if not losses:
        return None
    return 100 * fmean(0.5 ** (loss / HALF_ACCURATE) for loss in losses)
