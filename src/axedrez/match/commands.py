"""Commands of a game: one struct for each command of docs/api.md."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from axedrez.core.patterns import ONE_LINE, whole
from axedrez.core.sides import SideWord as SideWord

OfferWord = Literal["draw", "abandon", "double", "resignation", "takeback"]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=whole(ONE_LINE + "+"))]
Hex = Annotated[str, msgspec.Meta(min_length=64, max_length=64, pattern=whole("[0-9a-f]{64}"))]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=whole("[a-z_]+"))]
Seq = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class _Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """`id` makes a repetition harmless; `expected_seq` is the last event the sender knows."""

    id: UUID
    expected_seq: Seq


class PlayMove(_Command, frozen=True, kw_only=True, tag="move"):
    """A move of the side to move, in any notation of the game; `lang` names the language of its piece letters."""

    move: MoveText
    lang: Literal["es", "en"] = "en"


class StandIn(PlayMove, frozen=True, kw_only=True, tag="stand_in"):
    """Our player's move in place of an external engine that has failed. Only the server issues it."""


class Roll(_Command, frozen=True, kw_only=True, tag="roll"):
    """The side to move rolls the dice instead of doubling."""


class Offer(_Command, frozen=True, kw_only=True, tag="offer"):
    """`side` offers its opponent a draw, to abandon the game, or to play on for twice the points.

    Or it asks to take its last turn back, where two persons play each other.
    """

    offer: Literal["draw", "abandon", "double", "takeback"]
    side: SideWord


class Accept(_Command, frozen=True, kw_only=True, tag="accept"):
    """`side` accepts the standing offer of its opponent.

    `beaver`: it takes a double and at once doubles again, keeping the cube.
    """

    offer: OfferWord
    side: SideWord
    beaver: bool = False


class Decline(_Command, frozen=True, kw_only=True, tag="decline"):
    """`side` declines the standing offer of its opponent."""

    offer: OfferWord
    side: SideWord


class MakeClaim(_Command, frozen=True, kw_only=True, tag="claim"):
    """The side to move claims the end `reason` that the rules grant it now."""

    reason: Word


class Resign(_Command, frozen=True, kw_only=True, tag="resign"):
    """`side` resigns the game (C-17) or the whole `match`; it may offer to lose fewer points (G-44)."""

    side: SideWord
    points: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    match: bool = False


class CommitSeed(_Command, frozen=True, kw_only=True, tag="commit_seed"):
    """The seat `side` commits to its seed for the dice: `commitment` is the SHA-256 of the seed."""

    side: SideWord
    commitment: Hex


class RevealSeed(_Command, frozen=True, kw_only=True, tag="reveal_seed"):
    """The seat `side` reveals the seed that it committed to."""

    side: SideWord
    seed: Hex


class GoBerserk(_Command, frozen=True, kw_only=True, tag="berserk"):
    """`side` plays with half the time, and half of what each turn gives."""

    side: SideWord


class Undo(_Command, frozen=True, kw_only=True, tag="undo"):
    """Takes moves back: `plies` of them, or to the last turn of a human player."""

    plies: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None


class Flag(_Command, frozen=True, kw_only=True, tag="flag"):
    """Asks the server to check the clock."""


class Abort(_Command, frozen=True, kw_only=True, tag="abort"):
    """Ends a game that has not properly begun, without a result."""


class ClaimLeft(_Command, frozen=True, kw_only=True, tag="claim_left"):
    """`side`, whose opponent has left, ends the game as won or drawn."""

    side: SideWord
    result: Literal["win", "draw"]


Command = (
    PlayMove
    | Roll
    | Offer
    | Accept
    | Decline
    | MakeClaim
    | Resign
    | CommitSeed
    | RevealSeed
    | GoBerserk
    | Undo
    | Flag
    | Abort
    | ClaimLeft
)


class Expire(_Command, frozen=True, kw_only=True, tag="expire"):
    """Issued by the server: ends a game whose first moves were not made in time."""
