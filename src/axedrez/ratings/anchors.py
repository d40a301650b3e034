"""The fixed ratings of the computer's levels in rated games of classical chess."""

from __future__ import annotations

from uuid import UUID

from axedrez.ratings.glicko2 import Rating

LEVELS_OF = "clasico"
"""The rulebook by which the levels were measured (docs/levels.md)."""

DEVIATION = 100.0
"""How well a level is known: the intervals of the measurement are wide, and its scale is not that of people."""

ANCHORS = {
    level: Rating(rating, DEVIATION)
    for level, rating in {1: 551, 2: 752, 3: 1051, 4: 1399, 5: 1604, 6: 1869, 7: 2060, 8: 2350}.items()
}
"""By level, as measured on 2026-11-23 (docs/levels.md). They stay even where levels are measured anew: otherwise a
recount of the ratings would find other numbers than those that people have seen."""


def anchor_id(level: int) -> UUID:
    """The id under which a level stands in histories, where opponents are persons."""
    return UUID(int=level)


def level_of_anchor(opponent: UUID) -> int | None:
    """The level that an id of a history stands for; None for a person."""
    return opponent.int if opponent.int in ANCHORS else None
