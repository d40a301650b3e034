"""What people, and the server, may ask of a tournament."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from axedrez.core.patterns import ONE_LINE, whole
from axedrez.tournaments.events import Board, EntryId, Name, Rating, Reason, RoundNumber, Tagged, TeamName
from axedrez.tournaments.field import PairingResult, Round
from axedrez.tournaments.heading import Birth, FideId, Heading, Person, Sex
from axedrez.tournaments.settings import MAX_ENTRANTS, TournamentSettings


class Configure(Tagged, frozen=True, kw_only=True, tag="configure"):
    """Change the settings."""

    settings: TournamentSettings


class Enter(Tagged, frozen=True, kw_only=True, tag="enter"):
    """Take part oneself."""

    code: Annotated[str, msgspec.Meta(max_length=48)] = ""
    team: TeamName = ""


class NewEntrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody whom an organizer adds."""

    name: Name
    rating: Rating | None = None
    title: Annotated[str, msgspec.Meta(max_length=3)] = ""
    federation: Annotated[str, msgspec.Meta(max_length=3)] = ""
    team: TeamName = ""
    fide_id: FideId | None = None
    birth: Birth = ""
    sex: Sex = ""


class AddEntrants(Tagged, frozen=True, kw_only=True, tag="add"):
    """Names from a list."""

    entrants: Annotated[list[NewEntrant], msgspec.Meta(min_length=1, max_length=MAX_ENTRANTS)]


class SetHeading(Tagged, frozen=True, kw_only=True, tag="set_heading"):
    """Say what a federation wants to know of the tournament, at any time.

    `base`: the heading that the writer saw. What others have changed since stays; what both have changed is refused.
    """

    heading: Heading
    base: Heading | None = None


class SetPerson(Tagged, frozen=True, kw_only=True, tag="set_person"):
    """Say what a federation knows of a player, at any time."""

    entry: EntryId
    known: Person


class Leave(Tagged, frozen=True, kw_only=True, tag="leave"):
    """Take part no longer; an organizer names whom they take out."""

    entry: EntryId | None = None


class Return(Tagged, frozen=True, kw_only=True, tag="return"):
    """Play again after a withdrawal."""

    entry: EntryId | None = None


class AskBye(Tagged, frozen=True, kw_only=True, tag="bye"):
    """Do not play in a round to come."""

    round: RoundNumber
    kind: Literal["half", "zero"] = "half"
    entry: EntryId | None = None


class Start(Tagged, frozen=True, kw_only=True, tag="start"):
    """Close the entry and begin."""


class Pair(Tagged, frozen=True, kw_only=True, tag="pair"):
    """Pair the next round."""


class SetTeam(Tagged, frozen=True, kw_only=True, tag="set_team"):
    """Say before the start for which team some play; "" for none yet."""

    team: TeamName
    entries: Annotated[list[EntryId], msgspec.Meta(min_length=1, max_length=MAX_ENTRANTS)]


class LineUp(Tagged, frozen=True, kw_only=True, tag="line_up"):
    """Say in which order a team plays from the next round on; who is not named follows."""

    team: Name
    order: Annotated[list[EntryId], msgspec.Meta(max_length=MAX_ENTRANTS)]


class PairWaiting(Tagged, frozen=True, kw_only=True, tag="pair_waiting"):
    """Pair those who wait for a game of an arena."""

    waiting: Annotated[list[EntryId], msgspec.Meta(max_length=MAX_ENTRANTS)]


class Berserk(Tagged, frozen=True, kw_only=True, tag="berserk"):
    """Play one's game of an arena with half the time. Whether that still can be done is for the server to say."""

    game: Board
    entry: EntryId | None = None


class SetResult(Tagged, frozen=True, kw_only=True, tag="set_result"):
    """Enter a result by hand; one that is there already is corrected with a `reason`.

    `of`: in a knockout a result can be that of the game that is played now, after which others may follow.
    """

    round: RoundNumber
    board: Board
    result: PairingResult
    margin: Annotated[int, msgspec.Meta(ge=1, le=192)] = 1
    reason: Annotated[str, msgspec.Meta(max_length=300, pattern=whole(ONE_LINE + "*"))] = ""
    of: Literal["pairing", "game"] = "pairing"


class RePair(Tagged, frozen=True, kw_only=True, tag="re_pair"):
    """Replace the pairings of the last round, which has no result yet: pairs of numbers, White first."""

    pairs: Annotated[list[tuple[int, int]], msgspec.Meta(max_length=MAX_ENTRANTS)]
    reason: Reason


class UndoRound(Tagged, frozen=True, kw_only=True, tag="undo_round"):
    """Take back the last round."""

    reason: Reason


class Pause(Tagged, frozen=True, kw_only=True, tag="pause"):
    """Pair no round until it goes on."""


class Resume(Tagged, frozen=True, kw_only=True, tag="resume"):
    """Go on."""


class AddOrganizer(Tagged, frozen=True, kw_only=True, tag="add_organizer"):
    """Let somebody who takes part, or another person, organize too.

    A server finds a person by the `login` of their account, too.
    """

    person: UUID | None = None
    login: Annotated[str, msgspec.Meta(max_length=40, pattern=whole(ONE_LINE + "*"))] = ""
    name: Annotated[str, msgspec.Meta(max_length=60, pattern=whole(ONE_LINE + "*"))] = ""


class RemoveOrganizer(Tagged, frozen=True, kw_only=True, tag="remove_organizer"):
    """Let somebody organize no longer: its owner takes out anybody, the others only themselves."""

    person: UUID


class HandOver(Tagged, frozen=True, kw_only=True, tag="hand_over"):
    """Make one of the organizers the owner; who has owned it goes on as an organizer."""

    person: UUID


class Arrange(Tagged, frozen=True, kw_only=True, tag="arrange"):
    """Propose when to play one's board in the last round, or agree by saying the same time; an organizer decides.

    An organizer who names an `entry` speaks for that player.
    """

    round: RoundNumber
    board: Board
    at: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    entry: EntryId | None = None


class Expire(Tagged, frozen=True, kw_only=True, tag="expire"):
    """Forfeit what was not played in the time of the round. `came`: boards to which one player alone came, and who."""

    came: Annotated[list[tuple[int, Literal["white", "black"]]], msgspec.Meta(max_length=MAX_ENTRANTS)] = msgspec.field(
        default_factory=list
    )


class Appeal(Tagged, frozen=True, kw_only=True, tag="appeal"):
    """Ask the organizers to decide about one's own board; an organizer names the player who asks."""

    round: RoundNumber
    board: Board
    text: Reason
    entry: EntryId | None = None


class AnswerAppeal(Tagged, frozen=True, kw_only=True, tag="answer_appeal"):
    """Answer an appeal, by its number."""

    appeal: Annotated[int, msgspec.Meta(ge=1)]
    upheld: bool
    text: Reason


class End(Tagged, frozen=True, kw_only=True, tag="end"):
    """End it now: rounds that were not played are left out."""


Command = (
    Configure | Enter | AddEntrants | SetHeading | SetPerson
    | Leave | Return | AskBye | Start | Pair | SetTeam | LineUp | PairWaiting | Berserk
    | SetResult | RePair | UndoRound | Pause | Resume | AddOrganizer | RemoveOrganizer | HandOver
    | Arrange | Expire | Appeal | AnswerAppeal | End
)  # fmt: skip


class NewPerson(msgspec.Struct, frozen=True):
    """A person of this server, who plays at a screen of their own."""

    person: UUID
    name: str
    team: str = ""


class AddPeople(msgspec.Struct, frozen=True):
    """People whom the server enters, such as the pupils of a class: nobody else can enter others as persons."""

    people: tuple[NewPerson, ...]


class GameResult(msgspec.Struct, frozen=True):
    """What a game has brought; the server says it, not a person.

    `replays`: which game of the board it was, as `WantedGame` counts them. With it, a result that is told twice changes
    nothing even where the board is played again. `moves`: how many the winner has made, which counts in an arena.
    """

    round: int
    board: int
    result: PairingResult
    margin: int = 1
    replays: int | None = None
    moves: int = 0


Told = GameResult | AddPeople
"""What the server says, and no person."""


class Drawn(msgspec.Struct, frozen=True):
    """A round that was worked out for the state after event `seq`, in another process."""

    seq: int
    round: Round
