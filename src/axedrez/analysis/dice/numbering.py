"""Each side's own numbering of the points, in which players of backgammon write their turns.

Games whose pieces have letters keep the numbers of the board, which both sides share (G-1).
"""

from __future__ import annotations

import re

import msgspec

from axedrez.analysis.equity import PieceAt, Reason
from axedrez.core.contract import Game
from axedrez.core.sides import Side

POINTS = 24
_POINT = re.compile(r"\b\d{1,2}(?=/)|(?<=/)\d{1,2}\b", re.ASCII)


def has_own_numbers(game: Game) -> bool:
    """Whether each side numbers the points from its own end: games with pieces of one kind."""
    return len(game.sheet.pieces) == 1


def own_turn(text: str, side: Side, game: Game) -> str:
    """The text of a turn of `side` as that side numbers the points."""
    if side is Side.WHITE or not has_own_numbers(game):
        return text
    return _POINT.sub(lambda found: _turned(found[0]), text)


def own_reason(reason: Reason, side: Side, game: Game) -> Reason:
    """A reason for a turn of `side`, its places as that side numbers them."""
    if side is Side.WHITE or not has_own_numbers(game):
        return reason
    values: dict[str, int | str | tuple[PieceAt, ...]] = {}
    for name, value in reason.values.items():
        if isinstance(value, tuple):
            values[name] = tuple(msgspec.structs.replace(each, place=_turned(each.place)) for each in value)
        elif name in ("place", "places", "edge"):
            values[name] = " ".join(map(_turned, str(value).split()))
        else:
            values[name] = value
    return Reason(reason.key, values)


def _turned(place: str) -> str:
    return str(POINTS + 1 - int(place)) if place.isdecimal() else place
