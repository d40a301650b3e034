"""Positions of fifteen plain men a side as counts, which is all that the ids of backgammon hold."""

from __future__ import annotations

from collections.abc import Sequence

from axedrez.core.errors import TextError
from axedrez.core.sides import Side
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel import layout
from axedrez.tables.position.position_text import POINTS, PositionFields

MEN = 15
PLACES = POINTS + 1
"""Counts of a side: the men on the points 1 … 24 as that side counts them, then those on the bar."""


def fits(ruleset: Ruleset) -> bool:
    """Whether the ids of backgammon can tell the positions of these rules: men of one kind that race and hit."""
    return bool(ruleset.compiled[layout.PLAIN]) and len(ruleset.army) == MEN


def expect_fit(ruleset: Ruleset) -> None:
    """Raises `TextError` for rules whose positions those ids cannot tell."""
    if not fits(ruleset):
        raise TextError("tables_id_rules", men=MEN)


def counts(fields: PositionFields, side: Side) -> list[int]:
    """The men of a side."""
    points = fields.points if side is Side.WHITE else fields.points[::-1]
    return [sum(sign.isupper() == (side is Side.WHITE) for sign in place) for place in (*points, fields.bar)]


def to_fields(
    white: Sequence[int], black: Sequence[int], side: Side, dice: tuple[int, int] | None, ruleset: Ruleset
) -> PositionFields:
    """The position in which the sides have these counts and all other men are off. Raises `TextError` for too many."""
    for number in (sum(white), sum(black)):
        if number > MEN:
            raise TextError("tables_id_men", count=number, most=MEN)
    upper = ruleset.army[0]
    lower = upper.lower()
    points = tuple(upper * white[place] + lower * black[POINTS - 1 - place] for place in range(POINTS))
    bar = upper * white[POINTS] + lower * black[POINTS]
    off = upper * (MEN - sum(white)) + lower * (MEN - sum(black))
    return PositionFields(points, bar, off, side, "", dice)


def roll(one: int, other: int) -> tuple[int, int]:
    """A roll of two dice, the larger first. Raises `TextError` for what dice do not show."""
    if not (1 <= one <= 6 and 1 <= other <= 6):
        raise TextError("tables_dice", value=f"{one}{other}")
    return max(one, other), min(one, other)
