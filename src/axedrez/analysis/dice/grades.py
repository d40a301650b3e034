"""Grades of turns by their loss, marks of luck, and the figures by which players are compared.

All limits are those of backgammon and are multiplied by the `unit` of a game: how many points its games are decided by,
compared with backgammon's.
"""

from __future__ import annotations

from typing import Literal

DiceGrade = Literal["best", "good", "doubtful", "bad", "very_bad"]
LuckGrade = Literal["very_lucky", "lucky", "even", "unlucky", "very_unlucky"]
Rating = Literal[
    "supernatural", "world_class", "expert", "advanced", "intermediate", "casual", "beginner", "first_steps"
]

GRADES: tuple[DiceGrade, ...] = ("best", "good", "doubtful", "bad", "very_bad")
LUCKS: tuple[LuckGrade, ...] = ("very_lucky", "lucky", "even", "unlucky", "very_unlucky")

THRESHOLDS: tuple[tuple[float, DiceGrade], ...] = ((0.12, "very_bad"), (0.06, "bad"), (0.03, "doubtful"))
"""The loss from which on a turn is called so, in points of backgammon; the limits of GNU Backgammon."""
LUCK_THRESHOLDS: tuple[tuple[float, LuckGrade, LuckGrade], ...] = (
    (0.6, "very_lucky", "very_unlucky"),
    (0.3, "lucky", "unlucky"),
)
"""The luck from which on a roll is called so, in points of backgammon; the limits of GNU Backgammon."""
RATINGS: tuple[tuple[float, Rating], ...] = (
    (0.002, "supernatural"),
    (0.005, "world_class"),
    (0.008, "expert"),
    (0.012, "advanced"),
    (0.018, "intermediate"),
    (0.026, "casual"),
    (0.035, "beginner"),
)
"""A player who loses less than this for each unforced decision, in points of backgammon, is called so."""

BACKGAMMON_POINTS = 1.28
"""A game of backgammon between equals is decided by so many points on average: about a quarter are gammons."""
PR = 500.0
"""PR is so many times the loss for each unforced decision, in points of backgammon."""


def unit_of(points: float) -> float:
    """The unit of a game that is decided by so many points on average: beside backgammon's, to one digit."""
    return max(0.1, round(points / BACKGAMMON_POINTS, 1))


def grade(loss: float, unit: float, *, is_best: bool) -> DiceGrade:
    """The grade of a turn or of a decision about the cube that loses so much."""
    if is_best:
        return "best"
    return next((name for least, name in THRESHOLDS if loss >= least * unit), "good")


def least_marked(unit: float) -> float:
    """The least loss that is marked."""
    return THRESHOLDS[-1][0] * unit


def luck_grade(luck: float, unit: float) -> LuckGrade:
    """What a roll is called that brings so much."""
    for least, lucky, unlucky in LUCK_THRESHOLDS:
        if abs(luck) >= least * unit:
            return lucky if luck > 0 else unlucky
    return "even"


def performance(loss: float, decisions: int, unit: float) -> float | None:
    """PR: 500 times the loss for each unforced decision, in points of backgammon; None without decisions."""
    return PR * loss / unit / decisions if decisions else None


def rating(loss: float, decisions: int, unit: float) -> Rating | None:
    """The word for a player who lost so much in so many decisions; None without decisions."""
    if not decisions:
        return None
    each = loss / unit / decisions
    return next((name for most, name in RATINGS if each < most), "first_steps")
