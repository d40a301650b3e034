"""What is settled before a game begins."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from axedrez.core import Side
from axedrez.match.clock import ClockSpec

Seat = Literal["human", "computer"]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at one side; `level` is the computer's strength."""

    kind: Seat = "human"
    name: Annotated[str, msgspec.Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    level: Annotated[int, msgspec.Meta(ge=1, le=3)] | None = None


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two seats."""

    white: Player = Player()
    black: Player = Player()

    def at(self, side: Side) -> Player:
        """The player of `side`."""
        return self.white if side is Side.WHITE else self.black

    def swapped(self) -> Players:
        """The same players with the colours changed."""
        return Players(self.black, self.white)


class Setup(msgspec.Struct, frozen=True):
    """The start position as text, the players, the clock; moves may be taken back in a casual game."""

    start: str
    players: Players = Players()
    clock: ClockSpec | None = None
    casual: bool = True
