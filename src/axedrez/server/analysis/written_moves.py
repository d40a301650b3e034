"""Moves as pages write them."""

from __future__ import annotations

import msgspec

from axedrez.core import Position, Side
from axedrez.core.contract import OwnMove
from axedrez.core.sides import SideWord
from axedrez.messages import LANGUAGES, Texts

_SIDES: tuple[SideWord, ...] = ("white", "black")


class WrittenMove(msgspec.Struct, frozen=True):
    """A move: who made it (None: chance), its canonical text, its notation by language, and the position after it.

    `origin` and `target` are "" for what is more than one step.
    """

    by: SideWord | None
    move: str
    san: Texts
    origin: str
    target: str
    position: str


def written_move(position: Position, move: OwnMove, after: Position) -> WrittenMove:
    """A legal move of a position, or a roll of the dice, that leads to the position `after` it."""
    if position.turn is Side.CHANCE:
        return WrittenMove(None, str(move), dict.fromkeys(LANGUAGES, str(move)), "", "", after.text())
    taken = position.taken(move)
    origin, target = (taken[0].origin, taken[0].target) if len(taken) == 1 else ("", "")
    san = {lang: position.notate(move, lang) for lang in LANGUAGES}
    return WrittenMove(_SIDES[position.side], str(move), san, origin, target, after.text())
