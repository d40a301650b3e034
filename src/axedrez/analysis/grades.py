"""Scores as chances: what a position is worth in points of the result, and how bad a move is that gives some away."""

from __future__ import annotations

from functools import lru_cache
from statistics import fmean
from typing import Literal

from axedrez.chess.engine.engine import Score
from axedrez.chess.engine.weights import piece_values
from axedrez.chess.game import ChessGame

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

ARMY_SHARE = 0.1
LEAST_SCALE, LARGEST_SCALE = 200.0, 600.0

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


@lru_cache(maxsize=64)
def scale(game: ChessGame) -> float:
    """The lead in centipawns with which the odds are ten to one: a tenth of the larger army at the start.

    So a pawn weighs more where there are few pieces; `clasico` has 397.
    """
    values = piece_values(game)
    armies = [0, 0]
    for letter in game.start().letters().values():
        if letter.upper() not in game.royals:
            armies[letter.islower()] += values[letter.upper()]
    return min(LARGEST_SCALE, max(LEAST_SCALE, ARMY_SHARE * max(armies)))


def expected(score: Score, game: ChessGame) -> float:
    """The result that a score lets expect for the player it is for: 1 for a win, 0 for a loss."""
    if score.mate is not None:
        return 1.0 if score.mate > 0 else 0.0
    return float(1 / (1 + 10 ** (-(score.cp or 0) / scale(game))))


def grade(loss: float, is_best: bool) -> Grade:
    """How good a move is that gives `loss` away."""
    if is_best:
        return "best"
    return next((name for least, name in THRESHOLDS if loss >= least), "good")


def accuracy(losses: list[float]) -> float | None:
    """From 0 to 100 how well a player has played whose moves gave these losses away; None without moves."""
    if not losses:
        return None
    return 100 * fmean(0.5 ** (loss / HALF_ACCURATE) for loss in losses)
