"""What happens in a tournament, as it is stored, and what people may ask for."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from axedrez.core.patterns import ONE_LINE, whole
from axedrez.tournaments.field import Bye, Pairing, PairingResult, Round
from axedrez.tournaments.heading import Birth, FideId, Heading, Person, Sex
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


class _Tagged(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """An event or a command. It is written as JSON with its type."""


class Configured(_Tagged, frozen=True, kw_only=True, tag="configured"):
    """The settings, at first and whenever they are changed before the first round."""

    settings: TournamentSettings


class Entered(_Tagged, frozen=True, kw_only=True, tag="entered"):
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


class HeadingSet(_Tagged, frozen=True, kw_only=True, tag="heading_set"):
    """What a federation wants to know of the tournament."""

    heading: Heading


class PersonSet(_Tagged, frozen=True, kw_only=True, tag="person_set"):
    """What a federation knows of a player."""

    entry: EntryId
    known: Person


class TeamSet(_Tagged, frozen=True, kw_only=True, tag="team_set"):
    """These play for a team, or with "" for none."""

    team: str
    entries: tuple[EntryId, ...]


class Left(_Tagged, frozen=True, kw_only=True, tag="left"):
    """Somebody does not take part, or plays no further rounds."""

    entry: EntryId


class Returned(_Tagged, frozen=True, kw_only=True, tag="returned"):
    """Somebody who had withdrawn plays again from the next round."""

    entry: EntryId


class ByeAsked(_Tagged, frozen=True, kw_only=True, tag="bye_asked"):
    """Somebody does not play in a round to come."""

    entry: EntryId
    round: RoundNumber
    kind: Literal["half", "zero"]


class Started(_Tagged, frozen=True, kw_only=True, tag="started"):
    """The tournament begins; `order`: the entries by starting rank; `teams`: the names of teams by theirs."""

    order: tuple[EntryId, ...]
    rounds: int
    teams: tuple[str, ...] = ()


class Paired(_Tagged, frozen=True, kw_only=True, tag="paired"):
    """A round was paired. `reason`: of who replaced the pairings that the round had before.

    In a tournament of teams `matches` are between numbers of teams, `byes` are those of teams, and `pairings` are the
    games, match by match.
    """

    round: RoundNumber
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    reason: str = ""
    matches: tuple[Pairing, ...] = ()


class LinedUp(_Tagged, frozen=True, kw_only=True, tag="lined_up"):
    """The order in which a team plays from the next round on."""

    team: str
    order: tuple[EntryId, ...]


class ResultSet(_Tagged, frozen=True, kw_only=True, tag="result"):
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


class Replayed(_Tagged, frozen=True, kw_only=True, tag="replayed"):
    """A game of a knockout has not decided its pairing: another one follows with the colours changed."""

    round: RoundNumber
    board: Board
    result: PairingResult = "1/2-1/2"
    margin: int = 1


class ArenaPaired(_Tagged, frozen=True, kw_only=True, tag="arena_paired"):
    """A game of an arena begins, between numbers; `game` counts from 1."""

    game: Board
    white: int
    black: int


class Berserked(_Tagged, frozen=True, kw_only=True, tag="berserked"):
    """Somebody plays a game of an arena with half the time."""

    game: Board
    number: int


class ArenaResult(_Tagged, frozen=True, kw_only=True, tag="arena_result"):
    """A game of an arena has ended, or is corrected with a `reason`. `moves`: how many the winner has made."""

    game: Board
    result: PairingResult
    moves: int = 0
    by_hand: bool = False
    reason: str = ""


class RoundUndone(_Tagged, frozen=True, kw_only=True, tag="undone"):
    """The last round does not count; it will be paired again."""

    round: RoundNumber
    reason: str


class Paused(_Tagged, frozen=True, kw_only=True, tag="paused"):
    """No round is paired until it goes on."""


class Resumed(_Tagged, frozen=True, kw_only=True, tag="resumed"):
    """It goes on."""


class OrganizerAdded(_Tagged, frozen=True, kw_only=True, tag="organizer"):
    """Somebody else may do what the organizer may."""

    person: UUID
    name: str


class OrganizerRemoved(_Tagged, frozen=True, kw_only=True, tag="organizer_removed"):
    """Somebody organizes no longer."""

    person: UUID
    name: str


class HandedOver(_Tagged, frozen=True, kw_only=True, tag="handed_over"):
    """The tournament is somebody else's, who organized it before."""

    person: UUID
    name: str


class TimeProposed(_Tagged, frozen=True, kw_only=True, tag="time_proposed"):
    """A player of a board proposes when to play, in ms since the epoch."""

    round: RoundNumber
    board: Board
    entry: EntryId
    at: int


class TimeAgreed(_Tagged, frozen=True, kw_only=True, tag="time_agreed"):
    """It is settled when a board is played: the other player agreed, or an organizer decided."""

    round: RoundNumber
    board: Board
    at: int


class Appealed(_Tagged, frozen=True, kw_only=True, tag="appealed"):
    """A player of a board asks the organizers to decide."""

    appeal: int
    round: RoundNumber
    board: Board
    entry: EntryId
    text: str


class AppealAnswered(_Tagged, frozen=True, kw_only=True, tag="appeal_answered"):
    """An organizer has answered an appeal. What follows from it, such as another result, is an event of its own."""

    appeal: int
    upheld: bool
    text: str


class Ended(_Tagged, frozen=True, kw_only=True, tag="ended"):
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


class Configure(_Tagged, frozen=True, kw_only=True, tag="configure"):
    """Change the settings."""

    settings: TournamentSettings


class Enter(_Tagged, frozen=True, kw_only=True, tag="enter"):
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


class AddEntrants(_Tagged, frozen=True, kw_only=True, tag="add"):
    """Names from a list."""

    entrants: Annotated[list[NewEntrant], msgspec.Meta(min_length=1, max_length=MAX_ENTRANTS)]


class SetHeading(_Tagged, frozen=True, kw_only=True, tag="set_heading"):
    """Say what a federation wants to know of the tournament, at any time."""

    heading: Heading


class SetPerson(_Tagged, frozen=True, kw_only=True, tag="set_person"):
    """Say what a federation knows of a player, at any time."""

    entry: EntryId
    known: Person


class Leave(_Tagged, frozen=True, kw_only=True, tag="leave"):
    """Take part no longer; an organizer names whom they take out."""

    entry: EntryId | None = None


class Return(_Tagged, frozen=True, kw_only=True, tag="return"):
    """Play again after a withdrawal."""

    entry: EntryId | None = None


class AskBye(_Tagged, frozen=True, kw_only=True, tag="bye"):
    """Do not play in a round to come."""

    round: RoundNumber
    kind: Literal["half", "zero"] = "half"
    entry: EntryId | None = None


class Start(_Tagged, frozen=True, kw_only=True, tag="start"):
    """Close the entry and begin."""


class Pair(_Tagged, frozen=True, kw_only=True, tag="pair"):
    """Pair the next round."""


class SetTeam(_Tagged, frozen=True, kw_only=True, tag="set_team"):
    """Say before the start for which team some play; "" for none yet."""

    team: TeamName
    entries: Annotated[list[EntryId], msgspec.Meta(min_length=1, max_length=MAX_ENTRANTS)]


class LineUp(_Tagged, frozen=True, kw_only=True, tag="line_up"):
    """Say in which order a team plays from the next round on; who is not named follows."""

    team: Name
    order: Annotated[list[EntryId], msgspec.Meta(max_length=MAX_ENTRANTS)]


class PairWaiting(_Tagged, frozen=True, kw_only=True, tag="pair_waiting"):
    """Pair those who wait for a game of an arena."""

    waiting: Annotated[list[EntryId], msgspec.Meta(max_length=MAX_ENTRANTS)]


class Berserk(_Tagged, frozen=True, kw_only=True, tag="berserk"):
    """Play one's game of an arena with half the time. Whether that still can be done is for the server to say."""

    game: Board
    entry: EntryId | None = None


class SetResult(_Tagged, frozen=True, kw_only=True, tag="set_result"):
    """Enter a result by hand; one that is there already is corrected with a `reason`.

    `of`: in a knockout a result can be that of the game that is played now, after which others may follow.
    """

    round: RoundNumber
    board: Board
    result: PairingResult
    margin: Annotated[int, msgspec.Meta(ge=1, le=192)] = 1
    reason: Annotated[str, msgspec.Meta(max_length=300, pattern=whole(ONE_LINE + "*"))] = ""
    of: Literal["pairing", "game"] = "pairing"


class RePair(_Tagged, frozen=True, kw_only=True, tag="re_pair"):
    """Replace the pairings of the last round, which has no result yet: pairs of numbers, White first."""

    pairs: Annotated[list[tuple[int, int]], msgspec.Meta(max_length=MAX_ENTRANTS)]
    reason: Reason


class UndoRound(_Tagged, frozen=True, kw_only=True, tag="undo_round"):
    """Take back the last round."""

    reason: Reason


class Pause(_Tagged, frozen=True, kw_only=True, tag="pause"):
    """Pair no round until it goes on."""


class Resume(_Tagged, frozen=True, kw_only=True, tag="resume"):
    """Go on."""


class AddOrganizer(_Tagged, frozen=True, kw_only=True, tag="add_organizer"):
    """Let somebody who takes part, or another person, organize too.

    A server finds a person by the `login` of their account, too.
    """

    person: UUID | None = None
    login: Annotated[str, msgspec.Meta(max_length=40, pattern=whole(ONE_LINE + "*"))] = ""
    name: Annotated[str, msgspec.Meta(max_length=60, pattern=whole(ONE_LINE + "*"))] = ""


class RemoveOrganizer(_Tagged, frozen=True, kw_only=True, tag="remove_organizer"):
    """Let somebody organize no longer: its owner takes out anybody, the others only themselves."""

    person: UUID


class HandOver(_Tagged, frozen=True, kw_only=True, tag="hand_over"):
    """Make one of the organizers the owner; who has owned it goes on as an organizer."""

    person: UUID


class Arrange(_Tagged, frozen=True, kw_only=True, tag="arrange"):
    """Propose when to play one's board in the last round, or agree by saying the same time; an organizer decides.

    An organizer who names an `entry` speaks for that player.
    """

    round: RoundNumber
    board: Board
    at: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    entry: EntryId | None = None


class Expire(_Tagged, frozen=True, kw_only=True, tag="expire"):
    """Forfeit what was not played in the time of the round. `came`: boards to which one player alone came, and who."""

    came: Annotated[list[tuple[int, Literal["white", "black"]]], msgspec.Meta(max_length=MAX_ENTRANTS)] = []


class Appeal(_Tagged, frozen=True, kw_only=True, tag="appeal"):
    """Ask the organizers to decide about one's own board; an organizer names the player who asks."""

    round: RoundNumber
    board: Board
    text: Reason
    entry: EntryId | None = None


class AnswerAppeal(_Tagged, frozen=True, kw_only=True, tag="answer_appeal"):
    """Answer an appeal, by its number."""

    appeal: Annotated[int, msgspec.Meta(ge=1)]
    upheld: bool
    text: Reason


class End(_Tagged, frozen=True, kw_only=True, tag="end"):
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
