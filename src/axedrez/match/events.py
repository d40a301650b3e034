"""Events of a game: one struct for each event of docs/api.md."""

from __future__ import annotations

from typing import Any

import msgspec

from axedrez.core import Outcome, Points, Result, Side
from axedrez.match.commands import OfferWord, SideWord

SCHEMA_VERSION = 1
"""The version of the events' layout, stored with every game."""


class Times(msgspec.Struct, frozen=True):
    """The times left to both sides, in ms."""

    white_ms: int
    black_ms: int

    def less(self, side: Side, ms: int) -> Times:
        """The times after `side` has lost so much."""
        return (
            Times(self.white_ms - ms, self.black_ms) if side is Side.WHITE else Times(self.white_ms, self.black_ms - ms)
        )


class MovedData(msgspec.Struct, frozen=True):
    """A move in its canonical text; `clock` is None where no clock runs (or not yet), and inside a longer turn.

    `lag_ms` is the network lag that was compensated for it: `clock` contains it. `stood_in`: our player made it in
    place of an external engine that had failed.
    """

    move: str
    clock: Times | None = None
    lag_ms: int = 0
    stood_in: bool = False


class RefusedData(msgspec.Struct, frozen=True):
    """An attempt that the rules refused, as typed; `details` fill the placeholders of the reason's sentence."""

    move: str
    reason: str
    clause: str | None
    places: list[str]
    details: dict[str, Any] = {}


class OfferData(msgspec.Struct, frozen=True):
    """An offer; `value` is what the cube would show, the points of a resignation, or the moves to be taken back.

    Who doubles, or takes a double, presses the clock: `clock` and `lag_ms` are as in a move.
    """

    offer: OfferWord
    value: int | None = None
    clock: Times | None = None
    lag_ms: int = 0


class CommittedData(msgspec.Struct, frozen=True):
    """The SHA-256 of a player's seed."""

    commitment: str


class SeedData(msgspec.Struct, frozen=True):
    """A player's seed."""

    seed: str


class OpenedData(msgspec.Struct, frozen=True):
    """The rolls for the first turn, a die of each seat; `swapped`: the players have changed places (G-5)."""

    rolls: list[tuple[int, int]] = msgspec.field(name="throws")
    swapped: bool


class RolledData(msgspec.Struct, frozen=True):
    """A chance event, as the game reads it (`52`, or the row that it drew for the start), and its number.

    The number is None for a roll that was given with the start of the game.
    """

    roll: str
    number: int | None


class RevealedData(msgspec.Struct, frozen=True):
    """The server's seed."""

    server_seed: str


class UndoneData(msgspec.Struct, frozen=True):
    """How many moves were taken back."""

    plies: int


class BerserkData(msgspec.Struct, frozen=True):
    """Nothing: the clock of the game says what is left."""


class CreditedData(msgspec.Struct, frozen=True):
    """The time that was credited."""

    ms: int


class Score(msgspec.Struct, frozen=True):
    """The points of each player."""

    white: float
    black: float


class EndedData(msgspec.Struct, frozen=True):
    """How the game ended."""

    result: Result
    reason: str
    clause: str | None
    points: Score | None

    @classmethod
    def of(cls, outcome: Outcome) -> EndedData:
        """The data of an outcome."""
        points = Score(*outcome.points) if outcome.points is not None else None
        return cls(outcome.result, outcome.reason, outcome.clause, points)


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """`seq` counts from 1 without gaps; `at` is in ms since the epoch; `by` is the side that acted."""

    seq: int
    at: int
    by: SideWord | None


class Moved(_Event, frozen=True, kw_only=True, tag="moved"):
    """A move was played."""

    data: MovedData


class Refused(_Event, frozen=True, kw_only=True, tag="refused"):
    """A move was attempted and refused (T-3)."""

    data: RefusedData


class Offered(_Event, frozen=True, kw_only=True, tag="offered"):
    """An offer was made; it stands until it is answered, lapses, or the game ends."""

    data: OfferData


class Accepted(_Event, frozen=True, kw_only=True, tag="accepted"):
    """A double was taken: the game goes on for more points."""

    data: OfferData


class Declined(_Event, frozen=True, kw_only=True, tag="declined"):
    """An offer was declined."""

    data: OfferData


class Undone(_Event, frozen=True, kw_only=True, tag="undone"):
    """Moves were taken back."""

    data: UndoneData


class WentBerserk(_Event, frozen=True, kw_only=True, tag="went_berserk"):
    """`by` plays with half the time."""

    data: BerserkData = BerserkData()


class Credited(_Event, frozen=True, kw_only=True, tag="credited"):
    """Time in which no server ran was credited."""

    data: CreditedData


class SeedCommitted(_Event, frozen=True, kw_only=True, tag="seed_committed"):
    """A seat has committed to its seed for the dice."""

    data: CommittedData


class SeedRevealed(_Event, frozen=True, kw_only=True, tag="seed_revealed"):
    """A seat has revealed its seed."""

    data: SeedData


class Opened(_Event, frozen=True, kw_only=True, tag="opened"):
    """The dice have decided who plays White."""

    data: OpenedData


class Rolled(_Event, frozen=True, kw_only=True, tag="rolled"):
    """The dice were rolled for the turn of `by`; where chance arranged the start position, `by` is None."""

    data: RolledData


class Revealed(_Event, frozen=True, kw_only=True, tag="revealed"):
    """The game is over, and the server reveals its seed."""

    data: RevealedData


class Ended(_Event, frozen=True, kw_only=True, tag="ended"):
    """The game ended."""

    data: EndedData

    @property
    def outcome(self) -> Outcome:
        """The outcome as a value of the contract."""
        data = self.data
        points = Points(data.points.white, data.points.black) if data.points is not None else None
        return Outcome(data.result, data.reason, data.clause, points)


Event = (
    Moved
    | Refused
    | Offered
    | Accepted
    | Declined
    | SeedCommitted
    | SeedRevealed
    | Opened
    | Rolled
    | Undone
    | WentBerserk
    | Credited
    | Ended
    | Revealed
)


def word(side: Side) -> SideWord | None:
    """A side as events name it; None for chance."""
    if side is Side.CHANCE:
        return None
    return "white" if side is Side.WHITE else "black"
