"""A tournament as other programs read it: the report of FIDE's format, and the standings as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from axedrez.core import AxedrezError
from axedrez.core.csv_tables import csv_text
from axedrez.tournaments.field import Bye
from axedrez.tournaments.points import points_of
from axedrez.tournaments.state import Tournament
from axedrez.tournaments.tiebreaks import Standing, board_sums
from axedrez.tournaments.trf import TournamentFile
from axedrez.tournaments.trf.document import Matches, Team


def check_rounds(state: Tournament) -> None:
    """Raises AxedrezError (`tournament_export_format`) where players do not have one game a round."""
    if state.set.format in ("simul", "arena"):
        raise AxedrezError("tournament_export_format")


def report(state: Tournament) -> TournamentFile:
    """The report of a tournament; of its dates those that an organizer has told. Raises like `check_rounds`."""
    check_rounds(state)
    return TournamentFile(
        state.field(),
        state.set.title,
        msgspec.structs.replace(state.heading, kind=state.heading.kind or state.set.format),
        ("MPTS" if state.set.boards else "PTS", *state.set.tie_breaks),
        asked=_asked(state),
        teams=tuple(_teams(state)) if state.set.boards else (),
        matches=_matches(state) if state.set.boards else None,
    )


def _teams(state: Tournament) -> Iterator[Team]:
    standings = {each.number: each for each in state.standings()}
    sums = board_sums(state.team_field())
    for number, name in enumerate(state.teams, 1):
        gone = (each for each in state.numbered if each.team == name and each.withdrawn)  # their points are the team's
        players = tuple(each.number for each in (*state.line_up(name), *gone))
        own, on_boards = standings[number], int(10 * (sums[number].value or 0))
        yield Team(number, name, players, own.tenths, on_boards, own.place)


def _matches(state: Tournament) -> Matches:
    paired = [each.matches for each in state.rounds if each.matches is not None]
    alone = (next((bye.number for bye in each.byes if bye.kind == "pairing"), 0) for each in paired)
    return Matches(state.set.boards, state.set.table, tuple(alone))


def _asked(state: Tournament) -> dict[int, tuple[Bye, ...]]:
    """The byes of rounds to come; those who have withdrawn miss the next one."""
    if state.phase != "running" or len(state.rounds) >= state.total or state.set.boards:
        return {}
    found: dict[int, dict[int, Bye]] = {}
    for (entry, index), kind in sorted(state.byes.items()):
        if index > len(state.rounds) and entry in state.entries:
            number = state.entries[entry].number
            found.setdefault(index, {})[number] = Bye(number, kind)
    for each in state.entries.values():
        if each.withdrawn:
            found.setdefault(len(state.rounds) + 1, {})[each.number] = Bye(each.number, "zero")
    return {index: tuple(byes[number] for number in sorted(byes)) for index, byes in sorted(found.items())}


def places(state: Tournament, standings: Sequence[Standing]) -> dict[int, int] | None:
    """The line of every player in the standings, from 1; None where teams are ranked."""
    return None if state.set.boards else {each.number: line for line, each in enumerate(standings, 1)}


def standings_csv(state: Tournament, standings: Sequence[Standing]) -> str:
    """The standings, of players or of teams, as CSV."""
    entrants = {entrant.number: entrant for entrant in state.ranked_field().entrants}
    rows: list[Sequence[object]] = [("place", "number", "name", "rating", "points", *state.tie_breaks)]
    for each in standings:
        entrant, values = entrants[each.number], [shown.value for shown in each.shown]
        rows.append((each.place, each.number, entrant.name, entrant.rating, points_of(each.tenths), *values))
    return csv_text(rows)
