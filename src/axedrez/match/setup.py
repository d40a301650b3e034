"""What is settled before a game begins."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from axedrez.core import Side
from axedrez.match.clock import ClockSpec
from axedrez.match.commands import SideWord

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


class Progress(msgspec.Struct, frozen=True):
    """How a match stands before its `game`-th game (from 1): the points of both seats, and Crawford's game."""

    game: int = 1
    white: int = 0
    black: int = 0
    crawford_played: bool = False


class DiceSetup(msgspec.Struct, frozen=True):
    """The SHA-256 of the server's seed, and the seats that bring a seed of their own."""

    commitment: str
    seeds: tuple[SideWord, ...] = ()


class Setup(msgspec.Struct, frozen=True):
    """The start position as text, the players, the clock; moves may be taken back in a casual game.

    Where the dice decide who plays White, `players` and `match` tell of the seats as they were before.
    """

    start: str
    players: Players = Players()
    clock: ClockSpec | None = None
    casual: bool = True
    match: Progress = Progress()
    dice: DiceSetup | None = None
