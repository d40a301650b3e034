"""Positions of games of dice, read from a text or an id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from axedrez import analysts
from axedrez.analysis.equity_analyst import EquityAnalyst, PositionWithIds
from axedrez.core import Game, NotAllowed, Position, Side, TextError
from axedrez.core.match_state import MatchState


class DicePosition(NamedTuple):
    """A position of a game of dice: its analyst, how its match stands if an id told it, what was passed over."""

    position: Position
    analyst: EquityAnalyst
    match: MatchState | None = None
    passed: tuple[TextError, ...] = ()

    @property
    def is_rolled(self) -> bool:
        """Whether a turn with a roll is to be played."""
        return self.position.turn is not Side.CHANCE and self.position.outcome() is None

    def ids(self, match: MatchState | None) -> dict[str, str]:
        """The ids of the position, in a match that stands so. Raises `TextError` for a match that cannot be."""
        return cast("PositionWithIds", self.position).ids(match)


def analyst_of(game: Game) -> EquityAnalyst:
    """Raises `NotAllowed` for a game whose positions are not judged in points."""
    analyst = analysts.equities_of(game)
    if analyst is None:
        raise NotAllowed("no_equities", name=game.name)
    return analyst


def position_of(game: Game, text: str | None, moves: Sequence[str]) -> DicePosition:
    """A position text or an id read, and rolls and turns played from it. Raises `AxedrezError`."""
    analyst = analyst_of(game)
    if text is None:
        found = DicePosition(game.start(), analyst)
    else:
        read = game.read(text)
        found = DicePosition(read.position, analyst, read.match, read.passed)
    position = found.position
    for move in moves:
        position = position.play(move)
    return found._replace(position=position)
