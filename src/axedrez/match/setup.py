"""The setup of a game: players, clock, match, dice."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from axedrez.core import Side
from axedrez.core.patterns import ONE_LINE, whole
from axedrez.engine.levels import FULL, WEAKEST
from axedrez.match.commands import SideWord
from axedrez.match.time_control import TimeControl

MAX_DELAY = 50
EngineName = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=whole(r"[a-z0-9._-]+"))]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat; `level` is the computer's strength, `person` the only person who may act for the seat.

    Without a person the seat belongs to the user at the screen. `engine`: the external engine that plays for the
    computer; where it fails, our player of that level stands in. `bot`: a program plays for the person.
    """

    kind: Literal["human", "computer"] = "human"
    # Lenient, because it reads old games too: the server checks names of new ones.
    name: Annotated[str, msgspec.Meta(max_length=60, pattern=rf"^{ONE_LINE}*$")] = ""
    level: Annotated[int, msgspec.Meta(ge=WEAKEST, le=FULL)] | None = None
    engine: EngineName | None = None
    person: UUID | None = None
    bot: bool = False


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two seats."""

    white: Player = Player()
    black: Player = Player()

    def at(self, side: Side) -> Player:
        """The player of `side`."""
        return self.white if side is Side.WHITE else self.black

    @property
    def persons(self) -> frozenset[UUID]:
        """The persons who hold a seat."""
        return frozenset(player.person for player in (self.white, self.black) if player.person is not None)

    @property
    def are_apart(self) -> bool:
        """Whether two persons play each other, each at their own screen."""
        return len(self.persons) == 2

    def swapped(self) -> Players:
        """The same players with the colours changed."""
        return Players(self.black, self.white)


class Progress(msgspec.Struct, frozen=True):
    """The state of a match before its `game`-th game (from 1): the points of both seats, and Crawford's game.

    `drawn`: how many games in a row were drawn just before (G-45).
    """

    game: int = 1
    white: int = 0
    black: int = 0
    crawford_played: bool = False
    drawn: int = 0


class DiceSetup(msgspec.Struct, frozen=True):
    """The SHA-256 of the server's seed, and the seats that contribute a seed."""

    commitment: str
    seeds: tuple[SideWord, ...] = ()


class GameSetup(msgspec.Struct, frozen=True):
    """The start position as text, the players, the clock; moves may be taken back in a casual game.

    A `rated` game, which is not casual, changes the ratings of both players.

    Where the dice decide who plays White, `players` and `match` are by the seats before that. While the game goes on,
    spectators see it `delay` moves late.
    """

    start: str
    players: Players = Players()
    clock: TimeControl | None = None
    casual: bool = True
    match: Progress = Progress()
    dice: DiceSetup | None = None
    delay: Annotated[int, msgspec.Meta(ge=0, le=MAX_DELAY)] = 0
    rated: bool = False
