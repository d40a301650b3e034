"""Request bodies: strict structs with limits."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from axedrez.core.movement import Atom, Click
from axedrez.core.patterns import ONE_LINE, whole
from axedrez.match import Players, TimeControl
from axedrez.match.commands import MoveText, SideWord
from axedrez.match.setup import MAX_DELAY

MAX_BODY = 128 * 1024
"""Bytes of a body: a sheet of the largest size with what is said about it."""
LONG_BODY = 1024 * 1024
"""Where files, studies, player lists or several sheets are sent."""

# A shipped rulebook, or a saved sheet by its hash.
RulebookId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=whole("[a-z0-9][a-z0-9-]*"))]
SheetHash = Annotated[str, msgspec.Meta(pattern=whole("[0-9a-f]{64}"))]
JobKey = Annotated[str, msgspec.Meta(pattern=whole("[0-9a-f]{32}"))]
FormatName = Annotated[str, msgspec.Meta(min_length=1, max_length=20, pattern=whole("[a-z]+"))]
PositionText = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, pattern=whole(ONE_LINE + "+"))]
OptionName = Annotated[str, msgspec.Meta(max_length=80)]
OptionText = Annotated[str, msgspec.Meta(max_length=200)]
OptionNumber = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31)]
Delay = Annotated[int, msgspec.Meta(ge=0, le=MAX_DELAY)]
StepToken = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=whole(ONE_LINE + "+"))]
Prefix = Annotated[list[StepToken], msgspec.Meta(max_length=16)]
OptionValue = bool | OptionNumber | float | OptionText | Annotated[list[OptionText], msgspec.Meta(max_length=64)]


OptionValues = Annotated[dict[OptionName, OptionValue], msgspec.Meta(max_length=64)]


class CreateGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new game; `id` is made by the sender and makes a repetition harmless. The server makes the game's own id.

    It is played by a `rulebook`, or else by a `sheet`: the hash of a saved one, or a sheet that is saved first.
    `rated`: of an account against a level of the computer in classical chess. People play rated games by invitation.
    """

    id: UUID
    rulebook: RulebookId | None = None
    sheet: SheetHash | dict[str, Any] | None = None
    options: OptionValues = {}
    position: PositionText | None = None
    players: Players = Players()
    clock: TimeControl | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=2000)] = []
    seeds: Annotated[list[SideWord], msgspec.Meta(max_length=2)] = []
    rated: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError: clients cannot seat other people, and engines play for computers only."""
        if self.players.persons:
            raise ValueError("`players`: persons take their seats themselves")
        if self.players.white.bot or self.players.black.bot:
            raise ValueError("`players`: bots are accounts")
        if any(each.engine and each.kind != "computer" for each in (self.players.white, self.players.black)):
            raise ValueError("`players`: an engine plays for a computer")


class GivenSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet as data; it may extend a rulebook."""

    sheet: dict[str, Any]


class GivenMovement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a piece moves: as `movement`, in the notation of sheets, or as `atoms`; and a click that changes it.

    `files`: how wide the board is; `names`: what the piece is called, by language; `glyph`: its drawing. They only
    count for the words.
    """

    movement: Annotated[str, msgspec.Meta(max_length=80)] = ""
    atoms: Annotated[list[Atom], msgspec.Meta(max_length=200)] | None = None
    click: Click | None = None
    files: Annotated[int, msgspec.Meta(ge=1, le=8)] = 8
    names: dict[Literal["es", "en"], Annotated[str, msgspec.Meta(max_length=400)]] = {}
    glyph: Annotated[str, msgspec.Meta(max_length=40)] = ""


class ReadPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position text to be read by a rulebook, moves to be played from it, and steps already taken in the turn.

    `typed`: the language whose letters the last move has, where it was typed by hand; all else is in English letters.
    """

    rulebook: RulebookId
    position: PositionText
    options: OptionValues = {}
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=1000)] = []
    prefix: Prefix = []
    typed: Literal["es", "en"] = "en"


class Rematch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`id` is made by the sender and makes a repetition harmless; it is not the id of the new game."""

    id: UUID
