"""Standings, crosstables and cards of tournaments as pages and programs see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from uuid import UUID

import msgspec

from axedrez.core.sides import SideWord
from axedrez.server.tournaments.views import EntryView, entry_views
from axedrez.tournaments.field import Bye, ByeKind, Entrant, Field, Pairing
from axedrez.tournaments.teams import board_points
from axedrez.tournaments.tiebreaks import BOARD_POINTS, Standing, board_sums
from axedrez.tournaments.tiebreaks.values import Shown
from axedrez.tournaments.tournament import Tournament


class TermView(msgspec.Struct, frozen=True):
    """What a round contributes to a tie-break; what is `cut` does not count."""

    round: int
    opponent: int | None
    value: str
    cut: bool


class TieBreakView(msgspec.Struct, frozen=True):
    """A tie-break of somebody; null where there is no value."""

    code: str
    value: str | None
    terms: list[TermView]


class StandingView(msgspec.Struct, frozen=True):
    """A line of the standings; `points`: tenths; `board_points`: those of a team on its boards, with their sum."""

    place: int
    number: int
    name: str
    title: str
    rating: int | None
    withdrawn: bool
    points: int
    values: list[TieBreakView]
    bot: bool
    board_points: TieBreakView | None


class BoardLine(msgspec.Struct, frozen=True):
    """What a player of a team won on a board, in how many games; `place`: among all who played there."""

    board: int
    place: int
    number: int
    name: str
    team: str
    games: int
    points: int


class StandingsView(msgspec.Struct, frozen=True):
    """The standings after a round; `boards`: the best on each board, now, where teams play."""

    round: int
    tie_breaks: list[str]
    rows: list[StandingView]
    boards: list[BoardLine] = []


class CellView(msgspec.Struct, frozen=True):
    """A round of somebody: the opponent, one's own colour and result (`1`, `½`, `0`, `+`, `-`), or the kind of bye."""

    round: int
    opponent: int | None
    side: SideWord | None
    text: str
    bye: ByeKind | None
    points: int


class CrossRow(msgspec.Struct, frozen=True):
    """A line of the crosstable."""

    place: int
    number: int
    name: str
    points: int
    cells: list[CellView]
    bot: bool


class CardMeeting(msgspec.Struct, frozen=True):
    """A round on a player's card."""

    cell: CellView
    name: str | None
    rating: int | None
    game: UUID | None


class CardView(msgspec.Struct, frozen=True):
    """A player's card."""

    entrant: EntryView
    place: int
    points: int
    values: list[TieBreakView]
    meetings: list[CardMeeting]


class TeamMeeting(msgspec.Struct, frozen=True):
    """A round on the card of a team: the opponent, and the tenths that the boards brought both, or the kind of bye."""

    round: int
    opponent: int | None
    name: str | None
    points: tuple[int, int] | None
    bye: ByeKind | None


class TeamCard(msgspec.Struct, frozen=True):
    """The card of a team: its players in the order of their boards, and its rounds."""

    name: str
    place: int
    points: int
    board_points: TieBreakView
    values: list[TieBreakView]
    players: list[EntryView]
    meetings: list[TeamMeeting]


def standings_view(state: Tournament, standings: Sequence[Standing], index: int) -> StandingsView:
    """The standings after a round, of players or of teams, with what each tie-break is made of."""
    ranked, codes = _ranked(state), list(state.tie_breaks)
    on_boards = board_sums(state.team_field(index)) if state.set.boards else {}
    gone = set() if state.set.boards else {each.number for each in state.entries.values() if each.withdrawn}
    bots = _bots(state)
    rows = [
        StandingView(
            each.place,
            each.number,
            ranked[each.number].name,
            ranked[each.number].title,
            ranked[each.number].rating,
            each.number in gone,
            each.tenths,
            _values(codes, each.shown),
            each.number in bots,
            _value(BOARD_POINTS, on_boards[each.number]) if state.set.boards else None,
        )
        for each in standings
    ]
    boards = [
        BoardLine(
            each.board, each.place, each.number, state.name(each.number), state.by_number(each.number).team, each.games,
            each.tenths,
        )
        for each in state.board_standings()
    ]  # fmt: skip
    return StandingsView(index, codes, rows, boards)


def crosstable(state: Tournament, standings: Sequence[Standing]) -> list[CrossRow]:
    """The rounds of everybody, or of every team, in the order of the standings."""
    ranked, field, bots = _ranked(state), state.ranked_field(), _bots(state)
    return [
        CrossRow(
            each.place,
            each.number,
            ranked[each.number].name,
            each.tenths,
            _cells(field, each.number),
            each.number in bots,
        )
        for each in standings
    ]


def card(
    state: Tournament, standings: Sequence[Standing], number: int, games: Mapping[tuple[int, int], UUID]
) -> CardView:
    """A player's card; `games` by round and board. Who plays for a team has its place."""
    entries, field = _by_number(state), state.field()
    theirs = state.teams.index(entries[number].team) + 1 if entries[number].team in state.teams else number
    own = next(each for each in standings if each.number == theirs)
    meetings = []
    for cell in _cells(field, number):
        other = entries.get(cell.opponent) if cell.opponent is not None else None
        pairings = field.rounds[cell.round - 1].pairings
        board = next((at for at, each in enumerate(pairings, 1) if number in each), 0)
        name, rating = (other.name, other.rating) if other is not None else (None, None)
        meetings.append(CardMeeting(cell, name, rating, games.get((cell.round, board))))
    values = _values(state.tie_breaks, own.shown)
    points = field.tenths(number) if state.set.boards else own.tenths
    return CardView(entries[number], own.place, points, values, meetings)


def team_card(state: Tournament, standings: Sequence[Standing], number: int) -> TeamCard:
    """The card of a team."""
    field = state.team_field()
    names = {each.number: each.name for each in field.entrants}
    own = next(each for each in standings if each.number == number)
    meetings = []
    for each in field.meetings(number):
        points, bye = None, each.done.kind if isinstance(each.done, Bye) else None
        if isinstance(each.done, Pairing) and each.done.result is not None:
            both = board_points(each.done, field.board_table)
            points = both if each.done.white == number else (both[1], both[0])
        name = names[each.opponent] if each.opponent is not None else None
        meetings.append(TeamMeeting(each.round, each.opponent, name, points, bye))
    order = {each.entry: at for at, each in enumerate(state.line_up(names[number]))}
    players = [each for each in entry_views(state) if each.team == names[number]]
    players.sort(key=lambda each: order.get(each.entry, len(order)))
    values, won = _values(state.tie_breaks, own.shown), _value(BOARD_POINTS, board_sums(field)[number])
    return TeamCard(names[number], own.place, own.tenths, won, values, players, meetings)


def _bots(state: Tournament) -> set[int]:
    """The numbers of those for whom programs play; a team is none of them."""
    return set() if state.set.boards else {each.number for each in state.entries.values() if each.bot}


def _ranked(state: Tournament) -> dict[int, Entrant]:
    return {each.number: each for each in state.ranked_field().entrants}


def _by_number(state: Tournament) -> dict[int, EntryView]:
    """The entries by the numbers that the standings have, which are provisional before the start."""
    return {each.number or at: each for at, each in enumerate(entry_views(state), 1)}


def _cells(field: Field, number: int) -> list[CellView]:
    cells = []
    for meeting in field.meetings(number):
        done = meeting.done
        text, bye = "", None
        if isinstance(done, Pairing):
            text = done.parts[number != done.white].replace("1/2", "½")
        elif isinstance(done, Bye):
            bye = done.kind
        side: SideWord | None = None if meeting.side is None else ("white" if meeting.side.word == "white" else "black")
        cells.append(CellView(meeting.round, meeting.opponent, side, text, bye, meeting.tenths))
    return cells


def _values(codes: Sequence[str], shown: Sequence[Shown]) -> list[TieBreakView]:
    return [_value(code, each) for code, each in zip(codes, shown, strict=False)]


def _value(code: str, shown: Shown) -> TieBreakView:
    terms = [TermView(each.round, each.opponent, _number(each.value), each.cut) for each in shown.terms]
    return TieBreakView(code, None if shown.value is None else _number(shown.value), terms)


def _number(value: Decimal) -> str:
    return f"{value.normalize():f}"
