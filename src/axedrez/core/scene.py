"""What there is to draw of a position: all that a page without rules needs (docs/api.md).

Letters of pieces are upper case for White's. Squares are named as in `e4`, points by the numbers 1 … 24.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from axedrez.core.sides import SideWord
from axedrez.core.steps import Protection


class SideCounts(msgspec.Struct, frozen=True):
    """A number for each side."""

    white: int
    black: int


class CapturedPieces(msgspec.Struct, frozen=True):
    """Letters of pieces, by the side that has captured them."""

    white: tuple[str, ...]
    black: tuple[str, ...]


class Hands(msgspec.Struct, frozen=True):
    """How many pieces of each letter a side holds, in the order of the sheet's types."""

    white: dict[str, int]
    black: dict[str, int]


class CheckMark(msgspec.Struct, frozen=True):
    """A check: the first royal piece that is attacked, what gives check, and whether the rules have it announced."""

    place: str
    by: tuple[str, ...]
    announce: bool


class GridScene(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="grid"):
    """A board of squares.

    `files`, `ranks`: its size; `holes`: squares that are none; `pieces`: letters by square; `captured`: null where
    captured pieces go to a hand, and `hands` null elsewhere; `promoted`: squares of pieces that demote when captured;
    `checks_left`: checks still to be given; `moves_left`: in this turn, the next move included, null where every turn
    has one; `dice_kinds`: the letter of the kind that each face of a die names; `region`: squares whose reaching wins.
    """

    files: int
    ranks: int
    holes: tuple[str, ...]
    pieces: dict[str, str]
    check: CheckMark | None
    captured: CapturedPieces | None
    hands: Hands | None
    promoted: tuple[str, ...]
    checks_left: SideCounts | None
    moves_left: int | None
    dice: tuple[int, int] | None
    dice_kinds: tuple[str, ...] | None
    region: tuple[str, ...]


class NoProgress(msgspec.Struct, frozen=True):
    """The turns in a row without progress, and how many of them draw the game."""

    turns: int
    most: int


class PointsClauses(msgspec.Struct, frozen=True):
    """The clauses of what a page says by itself; the last two are absent where they are no rules."""

    opening: str | None
    lost: str | None
    departure: str | msgspec.UnsetType | None = msgspec.UNSET
    still: str | msgspec.UnsetType | None = msgspec.UNSET


class PointsScene(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="points"):
    """A board of points.

    `points`: the letters on the points 1 … 24; `bar`, `off`: what stands there, of both sides; `home`: kings that have
    never left their start point; `still`: null where no number of turns draws; `locked`: nobody can win any more,
    whatever the dice say, so the turns without progress will draw it; `protected`: what cannot be captured where it
    stands; `bearers`: the kinds that must be borne off, which the pip counts (`pips`) add up; `mover`: whose dice lie
    there; `clauses`: the numbers of the rules that are shown with it.
    """

    points: tuple[str, ...]
    bar: str
    off: str
    home: str
    still: NoProgress | None
    locked: bool
    mover: SideWord
    dice: tuple[int, int] | None
    protected: tuple[Protection, ...]
    clauses: PointsClauses
    bearers: str
    pips: SideCounts


Scene: TypeAlias = GridScene | PointsScene
