"""What may be asked over HTTP: strict structs with limits."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec

from axedrez.match import ClockSpec, Players
from axedrez.match.commands import MoveText, SideWord

RulebookId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[a-z0-9][a-z0-9-]*$")]
PositionText = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, pattern=r"^[^\x00-\x1f\x7f]+$")]
OptionName = Annotated[str, msgspec.Meta(max_length=80)]
OptionText = Annotated[str, msgspec.Meta(max_length=200)]
OptionNumber = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31)]
StepToken = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]
Prefix = Annotated[list[StepToken], msgspec.Meta(max_length=16)]
OptionValue = bool | OptionNumber | float | OptionText | Annotated[list[OptionText], msgspec.Meta(max_length=64)]


OptionValues = Annotated[dict[OptionName, OptionValue], msgspec.Meta(max_length=64)]


class CreateGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new game; `id` is made by the sender, so that a repetition does no harm."""

    id: UUID
    rulebook: RulebookId
    options: OptionValues = {}
    position: PositionText | None = None
    players: Players = Players()
    clock: ClockSpec | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=2000)] = []
    seeds: Annotated[list[SideWord], msgspec.Meta(max_length=2)] = []


class ReadPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position text to be read by a rulebook, and steps already taken in the turn."""

    rulebook: RulebookId
    position: PositionText
    options: OptionValues = {}
    prefix: Prefix = []


class Rematch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the new game."""

    id: UUID
