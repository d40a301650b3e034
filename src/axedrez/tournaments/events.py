"""What happens in a tournament, as it is stored."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from axedrez.core.patterns import ONE_LINE, whole
from axedrez.tournaments.field import Bye, Pairing, PairingResult
from axedrez.tournaments.heading import Heading, Person, Sex
from axedrez.tournaments.settings import MAX_ENTRANTS, TournamentSettings

MAX_BOARDS = 30_000

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=whole(ONE_LINE + "+"))]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=300, pattern=whole(ONE_LINE + "+"))]
TeamName = Annotated[str, msgspec.Meta(max_length=60, pattern=whole(ONE_LINE + "*"))]
Rating = Annotated[int, msgspec.Meta(ge=0, le=4000)]
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=2 * MAX_ENTRANTS)]
Board = Annotated[int, msgspec.Meta(ge=1, le=MAX_BOARDS)]
"""A board of a round, or a game of an arena, which is all one round."""
EntryId = Annotated[int, msgspec.Meta(ge=1)]
"""Who has entered: the number never changes, unlike that of the starting rank, which is given at the start."""


class Tagged(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """An event or a command. It is written as JSON with its type."""


class Configured(Tagged, frozen=True, kw_only=True, tag="configured"):
    """The settings, at first and whenever they are changed before the first round."""

    settings: TournamentSettings


class Entered(Tagged, frozen=True, kw_only=True, tag="entered"):
    """Somebody takes part. `person` is None for who has no account here, or plays over the board."""

    entry: EntryId
    name: str
    person: UUID | None = None
    rating: int | None = None
    title: str = ""
    federation: str = ""
    team: str = ""
    bot: bool = False
    fide_id: int | None = None
    birth: str = ""
    sex: Sex = ""


class HeadingSet(Tagged, frozen=True, kw_only=True, tag="heading_set"):
    """What a federation wants to know of the tournament."""

    heading: Heading


class PersonSet(Tagged, frozen=True, kw_only=True, tag="person_set"):
    """What a federation knows of a player."""

    entry: EntryId
    known: Person


class TeamSet(Tagged, frozen=True, kw_only=True, tag="team_set"):
    """These play for a team, or with "" for none."""

    team: str
    entries: tuple[EntryId, ...]


class Left(Tagged, frozen=True, kw_only=True, tag="left"):
    """Somebody does not take part, or plays no further rounds."""

    entry: EntryId


class Returned(Tagged, frozen=True, kw_only=True, tag="returned"):
    """Somebody who had withdrawn plays again from the next round."""

    entry: EntryId


class ByeAsked(Tagged, frozen=True, kw_only=True, tag="bye_asked"):
    """Somebody does not play in a round to come."""

    entry: EntryId
    round: RoundNumber
    kind: Literal["half", "zero"]


class Started(Tagged, frozen=True, kw_only=True, tag="started"):
    """The tournament begins; `order`: the entries by starting rank; `teams`: the names of teams by theirs."""

    order: tuple[EntryId, ...]
    rounds: int
    teams: tuple[str, ...] = ()


class Paired(Tagged, frozen=True, kw_only=True, tag="paired"):
    """A round was paired. `reason`: of who replaced the pairings that the round had before.

    In a tournament of teams `matches` are between numbers of teams, `byes` are those of teams, and `pairings` are the
    games, match by match.
    """

    round: RoundNumber
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    reason: str = ""
    matches: tuple[Pairing, ...] = ()


class LinedUp(Tagged, frozen=True, kw_only=True, tag="lined_up"):
    """The order in which a team plays from the next round on."""

    team: str
    order: tuple[EntryId, ...]


class ResultSet(Tagged, frozen=True, kw_only=True, tag="result"):
    """A pairing has a result: of its game, or by hand; a correction of an earlier one has its `reason`.

    `game`: in a knockout, how the last game of the pairing ended; `result` says who goes on. It is None where an
    organizer decided the pairing.
    """

    round: RoundNumber
    board: Board
    result: PairingResult
    margin: int = 1
    by_hand: bool = False
    reason: str = ""
    game: PairingResult | None = None


class Replayed(Tagged, frozen=True, kw_only=True, tag="replayed"):
    """A game of a knockout has not decided its pairing: another one follows with the colours changed."""

    round: RoundNumber
    board: Board
    result: PairingResult = "1/2-1/2"
    margin: int = 1


class ArenaPaired(Tagged, frozen=True, kw_only=True, tag="arena_paired"):
    """A game of an arena begins, between numbers; `game` counts from 1."""

    game: Board
    white: int
    black: int


class Berserked(Tagged, frozen=True, kw_only=True, tag="berserked"):
    """Somebody plays a game of an arena with half the time."""

    game: Board
    number: int


class ArenaResult(Tagged, frozen=True, kw_only=True, tag="arena_result"):
    """A game of an arena has ended, or is corrected with a `reason`. `moves`: how many the winner has made."""

    game: Board
    result: PairingResult
    moves: int = 0
    by_hand: bool = False
    reason: str = ""


class RoundUndone(Tagged, frozen=True, kw_only=True, tag="undone"):
    """The last round does not count; it will be paired again."""

    round: RoundNumber
    reason: str


class Paused(Tagged, frozen=True, kw_only=True, tag="paused"):
    """No round is paired until it goes on."""


class Resumed(Tagged, frozen=True, kw_only=True, tag="resumed"):
    """It goes on."""


class OrganizerAdded(Tagged, frozen=True, kw_only=True, tag="organizer"):
    """Somebody else may do what the organizer may."""

    person: UUID
    name: str


class OrganizerRemoved(Tagged, frozen=True, kw_only=True, tag="organizer_removed"):
    """Somebody organizes no longer."""

    person: UUID
    name: str


class HandedOver(Tagged, frozen=True, kw_only=True, tag="handed_over"):
    """The tournament is somebody else's, who organized it before."""

    person: UUID
    name: str


class TimeProposed(Tagged, frozen=True, kw_only=True, tag="time_proposed"):
    """A player of a board proposes when to play, in ms since the epoch."""

    round: RoundNumber
    board: Board
    entry: EntryId
    at: int


class TimeAgreed(Tagged, frozen=True, kw_only=True, tag="time_agreed"):
    """It is settled when a board is played: the other player agreed, or an organizer decided."""

    round: RoundNumber
    board: Board
    at: int


class Appealed(Tagged, frozen=True, kw_only=True, tag="appealed"):
    """A player of a board asks the organizers to decide."""

    appeal: int
    round: RoundNumber
    board: Board
    entry: EntryId
    text: str


class AppealAnswered(Tagged, frozen=True, kw_only=True, tag="appeal_answered"):
    """An organizer has answered an appeal. What follows from it, such as another result, is an event of its own."""

    appeal: int
    upheld: bool
    text: str


class Ended(Tagged, frozen=True, kw_only=True, tag="ended"):
    """The tournament is over."""


Act = (
    Configured | Entered | HeadingSet | PersonSet
    | TeamSet | Left | Returned | ByeAsked | Started | LinedUp | Paired | ResultSet | Replayed
    | ArenaPaired | Berserked | ArenaResult | RoundUndone | Paused | Resumed | OrganizerAdded | OrganizerRemoved
    | HandedOver | TimeProposed
    | TimeAgreed | Appealed | AppealAnswered | Ended
)  # fmt: skip


class TournamentEvent(msgspec.Struct, frozen=True):
    """What happened. `seq` counts from 1; `at`: ms since the epoch; `by`: the person, None for the server."""

    seq: int
    at: int
    by: UUID | None
    act: Act
