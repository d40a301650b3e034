"""What may be asked of a game: one struct for each command of docs/api.md."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec

SideWord = Literal["white", "black"]
OfferWord = Literal["draw", "abandon"]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=128, pattern=r"^[^\x00-\x1f\x7f]+$")]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[a-z_]+$")]
Seq = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class _Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """`id` makes a repetition harmless; `expected_seq` is the last event the sender knows."""

    id: UUID
    expected_seq: Seq


class PlayMove(_Command, frozen=True, kw_only=True, tag="move"):
    """A move of the side to move, in any notation of the game; `lang` names the language of its piece letters."""

    move: MoveText
    lang: Literal["es", "en"] = "en"


class Offer(_Command, frozen=True, kw_only=True, tag="offer"):
    """`side` offers its opponent a draw, or to abandon the game."""

    offer: OfferWord
    side: SideWord


class Accept(_Command, frozen=True, kw_only=True, tag="accept"):
    """`side` accepts the standing offer of its opponent."""

    offer: OfferWord
    side: SideWord


class Decline(_Command, frozen=True, kw_only=True, tag="decline"):
    """`side` declines the standing offer of its opponent."""

    offer: OfferWord
    side: SideWord


class MakeClaim(_Command, frozen=True, kw_only=True, tag="claim"):
    """The side to move claims the end `reason` that the rules grant it now."""

    reason: Word


class Resign(_Command, frozen=True, kw_only=True, tag="resign"):
    """`side` gives the game up (C-17)."""

    side: SideWord


class Undo(_Command, frozen=True, kw_only=True, tag="undo"):
    """Takes moves back: `plies` of them, or to the last turn of a human player."""

    plies: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None


class Flag(_Command, frozen=True, kw_only=True, tag="flag"):
    """Asks for a look at the clock."""


class Abort(_Command, frozen=True, kw_only=True, tag="abort"):
    """Ends a game that has hardly begun, without a result."""


Command = PlayMove | Offer | Accept | Decline | MakeClaim | Resign | Undo | Flag | Abort
