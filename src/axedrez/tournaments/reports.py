"""A tournament as other programs read it: the report of FIDE's format, and the standings as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from axedrez.core import AxedrezError
from axedrez.core.csv_tables import csv_text
from axedrez.tournaments.field import Bye, Pairing
from axedrez.tournaments.points import points_of
from axedrez.tournaments.state import Tournament
from axedrez.tournaments.tiebreaks import Standing, board_sums
from axedrez.tournaments.trf import TournamentFile
from axedrez.tournaments.trf.document import ForfeitedMatch, LineUp, Matches, Team


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
        teams=tuple(teams_of(state)) if state.set.boards else (),
        matches=_matches(state) if state.set.boards else None,
    )


def teams_of(state: Tournament) -> Iterator[Team]:
    """The teams of a tournament with their players, points and places."""
    standings = {each.number: each for each in state.standings()}
    sums = board_sums(state.team_field())
    numbers = {each.entry: at for at, each in enumerate(state.numbered, 1)}  # before the start they have none yet
    for number, name in enumerate((each.name for each in state.team_field().entrants), 1):
        gone = (each for each in state.numbered if each.team == name and each.withdrawn)  # their points are the team's
        players = tuple(numbers[each.entry] for each in (*state.line_up(name), *gone))
        own, on_boards = standings[number], int(10 * (sums[number].value or 0))
        yield Team(number, name, players, own.tenths, on_boards, own.place)


def _matches(state: Tournament) -> Matches:
    paired = [each.matches for each in state.rounds if each.matches is not None]
    alone = tuple(next((bye.number for bye in each.byes if bye.kind == "pairing"), 0) for each in paired)
    boards = state.set.boards
    return Matches(
        boards,
        state.set.table,
        alone,
        boards * state.set.board_table.pairing_bye if any(alone) else 0,
        tuple(sorted(_line_ups(state), key=lambda each: (each.round, each.team))),
        tuple(sorted(_forfeits(state), key=lambda each: (each.round, each.white))),
        tuple(each.number for each in state.numbered if each.withdrawn),
    )


def _line_ups(state: Tournament) -> Iterator[LineUp]:
    """Who played where that is not the order of the team, or where a board was empty."""
    orders = {team.number: team.players for team in teams_of(state)}
    for index, match, games in _played(state):
        sides = [
            (game.black, game.white) if board % 2 else (game.white, game.black) for board, game in enumerate(games)
        ]
        for at, (team, opponent) in enumerate(((match.white, match.black), (match.black, match.white))):
            players = tuple(side[at] for side in sides)
            if any(players) and (
                0 in players or players != tuple(number for number in orders[team] if number in players)
            ):
                yield LineUp(index, team, opponent, players)


def _forfeits(state: Tournament) -> Iterator[ForfeitedMatch]:
    """The matches in which nobody had an opponent."""
    for index, match, games in _played(state):
        if match.result is not None and not any(game.white and game.black for game in games):
            yield ForfeitedMatch(index, match.white, match.black, match.result)


def _played(state: Tournament) -> Iterator[tuple[int, Pairing, tuple[Pairing, ...]]]:
    """The matches of teams with their rounds and games."""
    boards = state.set.boards
    for index, (paired, played) in enumerate(zip(state.rounds, state.team_field().rounds, strict=True), 1):
        for at, match in enumerate(played.pairings):
            yield index, match, paired.round.pairings[at * boards : (at + 1) * boards]


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
