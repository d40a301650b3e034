"""A tournament of teams made of a report: the matches and their boards follow from the games of the players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import events as e
from axedrez.tournaments import teams
from axedrez.tournaments.field import Bye, Field, Pairing, Round
from axedrez.tournaments.reports import teams_of
from axedrez.tournaments.settings import MAX_BOARDS
from axedrez.tournaments.state import Tournament
from axedrez.tournaments.trf.document import ForfeitedMatch, LineUp, Matches, TournamentFile


def checked(file: TournamentFile) -> None:
    """Raises `NotAllowed` where the teams are not those of a tournament here: each player plays for one of them."""
    field, matches = file.field, _matches(file)
    if field.forbidden or field.accelerated:
        raise NotAllowed("trf_teams")
    names = Counter(team.name.casefold() for team in file.teams)
    for team in file.teams:
        if not team.name or names[team.name.casefold()] > 1:
            raise NotAllowed("trf_team_name", name=team.name)
        if not team.players:
            raise NotAllowed("trf_team_empty", team=team.name)
    found = Counter(number for team in file.teams for number in team.players)
    for number in (*(each.number for each in field.entrants), *matches.withdrawn, *found):
        if found[number] != 1:
            raise NotAllowed("trf_team_player", number=number)
    known = {entrant.number for entrant in field.entrants}
    if strangers := found.keys() - known:
        raise NotAllowed("trf_team_player", number=min(strangers))
    numbers = {team.number for team in file.teams}
    named = {
        *(number for number in matches.byes if number),
        *(number for each in matches.line_ups for number in (each.team, each.opponent)),
        *(number for each in matches.forfeits for number in (each.white, each.black)),
    }
    if len(numbers) < len(file.teams) or not named <= numbers:
        raise NotAllowed("trf_team_numbers")


def numbered(file: TournamentFile, new: Mapping[int, int]) -> TournamentFile:
    """The file with the `new` numbers of players, and with numbers of teams from 1 without gaps."""
    matches = _matches(file)
    by_number = sorted(file.teams, key=lambda team: team.number)
    team = {each.number: at for at, each in enumerate(by_number, 1)} | {0: 0}
    player = {**new, 0: 0}
    changed = msgspec.structs.replace(
        matches,
        byes=tuple(team[number] for number in matches.byes),
        line_ups=tuple(
            LineUp(each.round, team[each.team], team[each.opponent], tuple(player.get(one, 0) for one in each.players))
            for each in matches.line_ups
        ),
        forfeits=tuple(
            msgspec.structs.replace(each, white=team[each.white], black=team[each.black]) for each in matches.forfeits
        ),
        withdrawn=tuple(player[number] for number in matches.withdrawn),
    )
    known = tuple(
        msgspec.structs.replace(each, number=at, players=tuple(player[number] for number in each.players))
        for at, each in enumerate(by_number, 1)
    )
    return msgspec.structs.replace(file, teams=known, matches=changed)


def settings_of(file: TournamentFile) -> dict[str, object]:
    """What a report says of matches, as settings. Raises `NotAllowed` for more boards than a match can have."""
    matches = _matches(file)
    boards = matches.boards or _most_games(file)
    if boards > MAX_BOARDS:
        raise NotAllowed("tournament_boards", boards=boards)
    table = file.field.table
    if matches.bye_tenths and matches.bye_tenths % boards == 0:
        table = msgspec.structs.replace(table, pairing_bye=matches.bye_tenths // boards)
    return {"boards": boards, "table": matches.table, "board_table": table}


def rounds(file: TournamentFile, boards: int) -> Iterator[tuple[Round, tuple[Pairing, ...]]]:
    """By round, who met, and the games match by match. Raises `NotAllowed` for games that make no matches."""
    line_ups: defaultdict[int, list[LineUp]] = defaultdict(list)
    forfeits: defaultdict[int, list[ForfeitedMatch]] = defaultdict(list)
    for each in _matches(file).line_ups:
        line_ups[each.round].append(each)
    for match in _matches(file).forfeits:
        forfeits[match.round].append(match)
    last = max(forfeits, default=0)
    for index, played in enumerate(file.field.rounds, 1):
        if played.pairings or index <= last:
            yield _Round(file, index, played, boards, line_ups[index], forfeits[index]).found()


def check_points(file: TournamentFile, state: Tournament) -> None:
    """Raises `NotAllowed` where a report tells points of teams that are not those of their games."""
    told = {team.number: (team.match_tenths, team.board_tenths) for team in file.teams}
    if not any(map(any, told.values())):
        return  # record 013 has no points
    for team in teams_of(state):
        if told[team.number] != (team.match_tenths, team.board_tenths):
            raise NotAllowed("trf_team_points", team=team.name)


def line_ups(file: TournamentFile, state: Tournament, entries: Mapping[int, int]) -> Iterator[e.LinedUp]:
    """The orders of boards that are not those in which the players entered."""
    for team in file.teams:
        order = tuple(entries[number] for number in team.players)
        if order != tuple(each.entry for each in state.line_up(team.name)):
            yield e.LinedUp(team=team.name, order=order)


class _Round:
    """The games of a round, which are taken out match by match."""

    def __init__(
        self,
        file: TournamentFile,
        index: int,
        played: Round,
        boards: int,
        told: Sequence[LineUp],
        forfeits: Sequence[ForfeitedMatch],
    ) -> None:
        self.index, self.boards, self.matches, self.forfeits = index, boards, _matches(file), forfeits
        self.teams = {team.number: team for team in file.teams}
        self.team_of = {number: team.number for team in file.teams for number in team.players}
        self.games = {(each.white, each.black): each for each in played.pairings}
        self.there = {number for game in self.games for number in game}
        self.there |= {bye.number for bye in played.byes if bye.kind == "full"}
        self.orders = {each.team: each.players for each in told}
        """Those that were told, and those that were worked out."""

    def found(self) -> tuple[Round, tuple[Pairing, ...]]:
        pairs: list[Pairing] = []
        games: list[Pairing] = []
        for match in self._pairs():
            boards = self._boards(match)
            pairs.append(match)
            games += boards
        if self.games:
            raise self._refusal()
        busy = {number for match in pairs for number in (match.white, match.black)}
        free = self.matches.byes[self.index - 1] if self.index <= len(self.matches.byes) else 0
        byes = tuple(
            Bye(number, "pairing" if number == free else "zero") for number in sorted(self.teams) if number not in busy
        )
        return Round(tuple(pairs), byes), tuple(games)

    def _pairs(self) -> list[Pairing]:
        """Who met, the team with white on the first board first."""
        found: dict[frozenset[int], Pairing] = {}
        for white, black in self.games:
            one, other = self.team_of[white], self.team_of[black]
            line_up = self._line_up(one)
            if one == other or white not in line_up:
                raise self._refusal()
            is_first = line_up.index(white) % 2 == 0
            found.setdefault(frozenset((one, other)), Pairing(one, other) if is_first else Pairing(other, one))
        for each in self.forfeits:
            found.setdefault(frozenset((each.white, each.black)), Pairing(each.white, each.black))
        met = Counter(number for match in found for number in match)
        if not found or any(len(match) != 2 for match in found) or max(met.values()) > 1:
            raise self._refusal()
        return sorted(found.values(), key=lambda match: min(match.white, match.black))

    def _boards(self, match: Pairing) -> Iterator[Pairing]:
        white, black = self._line_up(match.white), self._line_up(match.black)
        for board in teams.board_pairs(white, black, self.boards):
            if not (board.white and board.black):
                yield board
                continue
            game = self.games.pop((board.white, board.black), None)
            if game is None:
                raise self._refusal()
            yield game

    def _line_up(self, number: int) -> tuple[int, ...]:
        """Who played for a team, board by board, 0 for nobody: as told, or else who was there, in their order."""
        order = self.orders.get(number)
        if order is None:
            order = tuple(each for each in self.teams[number].players if each in self.there)
        if len(order) > self.boards:
            raise self._refusal()
        self.orders[number] = order + (0,) * (self.boards - len(order))
        return self.orders[number]

    def _refusal(self) -> NotAllowed:
        return NotAllowed("trf_team_round", round=self.index, boards=self.boards)


def _matches(file: TournamentFile) -> Matches:
    return file.matches or Matches()


def _most_games(file: TournamentFile) -> int:
    """How many players of a team were there at most in a round; where none was played, how many it has."""
    field: Field = file.field
    team_of = {number: team.number for team in file.teams for number in team.players}
    most = 0
    for played in field.rounds:
        there = Counter(team_of[number] for game in played.pairings for number in (game.white, game.black))
        most = max([most, *there.values()])
    return most or min((len(team.players) for team in file.teams), default=0) or 1
