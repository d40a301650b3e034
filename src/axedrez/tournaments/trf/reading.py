"""Reading tournament report files. A line that cannot be read is named in a sentence, and the others are read."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from axedrez.core.errors import TextError
from axedrez.tournaments.field import Bye, ByeKind, Entrant, Field, Pairing, PairingResult, PointTable, Round
from axedrez.tournaments.heading import MAX_DATES, MAX_DEPUTIES, Heading, is_day, words
from axedrez.tournaments.points import tenths_of
from axedrez.tournaments.trf.document import (
    BY_MARGIN,
    BYE_OF_LETTER,
    GAMES,
    MATCH_POINTS,
    ROUND,
    WITHDRAWN,
    ForfeitedMatch,
    LineUp,
    Matches,
    Team,
    TournamentFile,
)

_HEADING = {
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "092": "kind",
    "102": "chief_arbiter",
    "122": "time_control",
    "172": "starting_rank",
    "222": "encoded_time_control",
}
_COUNTS = ("062", "072", "082", "192")
"""What follows from the rest of the file."""
_TABLE = {"W": "win", "D": "draw", "L": "loss", "P": "pairing_bye", "A": "zero_bye", "Z": "zero_bye"}
_FORMER_TABLE = {
    "BBW": "win",
    "BBD": "draw",
    "BBL": "loss",
    "BBZ": "zero_bye",
    "BBF": "forfeit_loss",
    "BBU": "pairing_bye",
}
_UNUSUAL = {"+": "forfeit_win", "-": "forfeit_loss", "F": "full_bye", "H": "half_bye"}
_BYES: dict[str, ByeKind] = {**BYE_OF_LETTER, "+": "full", "=": "half", "-": "zero", " ": "zero"}
_PARTS = {"1": "1", "W": "1", "=": "1/2", "D": "1/2", "0": "0", "L": "0", "+": "+", "-": "-", " ": ""}
_RESULTS: dict[tuple[str, str], PairingResult | None] = {
    ("1", "0"): "1-0",
    ("0", "1"): "0-1",
    ("1/2", "1/2"): "1/2-1/2",
    ("+", "-"): "+--",
    ("-", "+"): "--+",
    ("-", "-"): "---",
    ("0", "0"): "0-0",
    ("1/2", "0"): "1/2-0",
    ("0", "1/2"): "0-1/2",
    ("", ""): None,
}
_FORFEITED: dict[str, PairingResult] = {"+-": "+--", "-+": "--+", "--": "---"}
_SCORES = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("pairing_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}
"""What JaVaFo's record XXS names."""
MAX_SIZE = 1_000_000
"""Letters in a file: 500 players with 30 rounds take 200,000."""
MAX_GAMES = 998
"""Rounds that a file can number."""
MAX_PARTED = 100
"""Players that one line keeps apart."""
MAX_RANGES = 10_000
MAX_VIRTUAL = 1_000_000
"""Runs of virtual points, and how many points of single players they may come to."""
MAX_MARGIN = 192
_TOTALS = ((10, 5, 0), (20, 10, 0), (30, 10, 0))
"""Wins, draws and losses that are tried where a file does not say what they are worth."""


class Reading(NamedTuple):
    """What was read, and what was wrong with single lines: `TextError`s that name them."""

    file: TournamentFile
    faults: tuple[TextError, ...]


class _Game(NamedTuple):
    line: int
    opponent: int
    color: str
    letter: str


class _Range(NamedTuple):
    """Virtual tenths for a run of players in a run of rounds."""

    tenths: int
    rounds: tuple[int, int]
    players: tuple[int, int]


class _Reader:
    def __init__(self) -> None:
        self.name = ""
        self.heading: dict[str, str] = {}
        self.deputies: list[str] = []
        self.dates: list[str] = []
        self.tie_breaks: tuple[str, ...] = ()
        self.others: list[str] = []
        self.faults: list[TextError] = []
        self.entrants: dict[int, Entrant] = {}
        self.games: dict[int, list[_Game | None]] = {}
        self.points: dict[int, tuple[int, int]] = {}
        self.table: dict[str, int | bool] = {}
        self.total = 0
        self.first = "white"
        self.forbidden: set[tuple[int, int]] = set()
        self.ranges: list[_Range] = []
        self.away: list[int] = []
        self.asked: dict[int, list[Bye]] = {}
        self.worth: dict[tuple[int, int], int] = {}
        self.teams: list[Team] = []
        self.match_table: dict[str, int | bool] = {}
        self.team_byes: tuple[int, ...] = ()
        self.bye_tenths = 0
        self.line_ups: list[LineUp] = []
        self.forfeits: list[ForfeitedMatch] = []
        self.withdrawn: tuple[int, ...] = ()
        self.boards = 0

    def line(self, number: int, line: str) -> None:
        record, rest = line[:3], line[4:].strip()
        if record == "012":
            self.name = words(rest)
        elif record in _HEADING:
            self.heading[_HEADING[record]] = words(rest)
        elif record == "112":
            self.deputies.append(words(rest))
        elif record == "132":
            self.dates = [words(line[at : at + ROUND]) for at in range(GAMES, len(line), ROUND)]
        elif record in ("202", "212"):
            self.tie_breaks = tuple(code for code in re.split(r"[,\s]+", rest) if code)
        elif record == "001":
            self._player(number, line)
        elif record in ("142", "XXR"):
            self.total = _up_to(MAX_GAMES, rest)
        elif record == "152":
            self.first = {"W": "white", "B": "black"}[rest.upper()]
        elif record == "XXC":
            self.first = "black" if "black1" in rest else "white"
        elif record in ("162", "362"):
            table = self.table if record == "162" else self.match_table
            for letter, points in re.findall(r"([A-Z])\s*(-?[\d.,]+)", rest.upper()):
                if letter in _TABLE:
                    table[_TABLE[letter]] = tenths_of(points)
        elif record in _FORMER_TABLE:
            self.table[_FORMER_TABLE[record]] = tenths_of(rest)
        elif record == "XXS":
            for code, points in re.findall(r"(?<![A-Z])([A-Z]+)\s*=\s*(-?[\d.,]+)", rest.upper()):
                self.table |= dict.fromkeys(_SCORES[code], tenths_of(points))
        elif record == "299":
            self._unusual(line)
        elif record in ("260", "XXP"):
            numbers = [int(each) for each in rest.split()][2 if record == "260" else 0 :]
            if len(numbers) > MAX_PARTED:
                raise ValueError(len(numbers))
            self.forbidden |= {(min(a, b), max(a, b)) for a in numbers for b in numbers if a != b}
        elif record in ("250", "XXA"):
            self.ranges += _modern_ranges(line) if record == "250" else _former_ranges(rest)
            if len(self.ranges) > MAX_RANGES:
                raise ValueError(len(self.ranges))
        elif record == "XXZ":
            self.away += map(int, rest.split())
        elif record == "240":
            self._asked(line)
        elif record == "352":
            self.boards = len(rest)
        elif record == "320":
            self.match_table["pairing_bye"], self.bye_tenths = tenths_of(line[4:8]), tenths_of(line[9:13])
            self.team_byes = tuple(int(each) for each in line[14:].split()[:MAX_GAMES])
        elif record in ("310", "013"):
            self._team(line, record == "310")
        elif record == "300":
            index, team, opponent = (int(line[at : at + 3]) for at in (4, 8, 12))
            self.line_ups.append(LineUp(index, team, opponent, tuple(int(each) for each in line[16:].split())))
        elif record == "330":
            index, white, black = (int(line[at : at + 3]) for at in (7, 11, 15))
            self.forfeits.append(ForfeitedMatch(index, white, black, _FORFEITED[line[4:6]]))
        elif line.startswith(WITHDRAWN):
            self.withdrawn = tuple(int(each) for each in line.removeprefix(WITHDRAWN).split())
        elif line.strip() == BY_MARGIN:
            self.table["by_margin"] = True
        elif record not in _COUNTS:
            self.others.append(line)

    def _player(self, number: int, line: str) -> None:
        own = int(line[4:8])
        if own in self.entrants or own < 1:
            raise ValueError(own)
        games: list[_Game | None] = []
        if len(line) > GAMES + MAX_GAMES * ROUND:
            raise ValueError(len(line))
        for at in range(GAMES, len(line), ROUND):
            cell = line[at : at + ROUND].ljust(ROUND)
            letter = cell[9].upper()
            if not cell.strip():
                games.append(None)
                continue
            opponent, color = int(cell[2:6].strip() or 0), cell[7].lower()
            if letter not in (_PARTS if opponent else _BYES):
                raise ValueError(letter)
            if opponent and color not in "wb":
                raise ValueError(color)
            games.append(_Game(number, opponent, color, letter))
        entrant = Entrant(
            own,
            line[14:47].strip(),
            int(line[48:52].strip() or 0) or None,
            line[10:13].strip(),
            line[53:56].strip(),
            int(line[57:68].strip() or 0) or None,
            line[69:79].strip(),
            {"m": "m", "w": "w", "f": "w"}.get(line[9:10].lower(), ""),  # type: ignore[arg-type]
        )
        points = tenths_of(line[80:84].strip() or "0")
        self.entrants[own] = entrant
        self.games[own] = games
        self.points[own] = (number, points)

    def _unusual(self, line: str) -> None:
        letter, points = line[4], tenths_of(line[12:17])
        rest = line[17:].split()
        if not rest and letter in _UNUSUAL:
            self.table[_UNUSUAL[letter]] = points
        elif letter in "WL" and rest:
            for player in rest[1:]:
                self.worth[int(rest[0]), int(player)] = points
        else:
            self.others.append(line)

    def _asked(self, line: str) -> None:
        kind = BYE_OF_LETTER[line[4].upper().strip() or "Z"]
        index = _up_to(MAX_GAMES, line[6:9])
        self.asked.setdefault(index, []).extend(Bye(int(each), kind) for each in line[10:].split())

    def _team(self, line: str, modern: bool) -> None:
        number = int(line[4:7]) if modern else len(self.teams) + 1
        name, players = (line[8:40], line[73:]) if modern else (line[4:36], line[36:])
        of_matches, of_boards = (tenths_of(line[at : at + 6].strip() or "0") if modern else 0 for at in (54, 61))
        place = int(line[68:71].strip() or 0) if modern else 0
        numbers = tuple(int(each) for each in players.split())
        self.teams.append(Team(number, words(name), numbers, of_matches, of_boards, place))

    def finish(self) -> Reading:
        if not self.entrants:
            spoilt = (each for each in self.faults if each.details.get("record") == "001")
            raise next(spoilt, TextError("trf_no_players"))
        count = max((len(games) for games in self.games.values()), default=0)
        rounds = [self._round(index) for index in range(count)]
        table = self._point_table(rounds)
        if table.by_margin:
            rounds = [self._with_margins(index, played, table) for index, played in enumerate(rounds, 1)]
        field = Field(
            tuple(self.entrants[number] for number in sorted(self.entrants)),
            tuple(rounds),
            table,
            max(self.total, count),
            self.first,  # type: ignore[arg-type]
            frozenset(self.forbidden),
            self._accelerated(max(self.total, count)),
        )
        sums, begun = field.all_tenths(), _begun(field).all_tenths()
        for number, (line, tenths) in self.points.items():
            if tenths not in (sums[number], begun[number]):
                self.faults.append(TextError("trf_points", line=line, points=tenths / 10, sum=sums[number] / 10))
        if self.away and _begun(field) != field:
            known = {bye.number for bye in rounds[-1].byes}
            byes = (Bye(number, "zero") for number in dict.fromkeys(self.away) if number not in known)
            rounds[-1] = Round((), (*rounds[-1].byes, *byes))
            field = msgspec.structs.replace(field, rounds=tuple(rounds))
        elif self.away:
            self.asked.setdefault(count + 1, []).extend(Bye(number, "zero") for number in self.away)
        file = TournamentFile(
            field,
            self.name,
            self._heading(),
            self.tie_breaks,
            asked={index: tuple(byes) for index, byes in self.asked.items() if index > count},
            teams=tuple(self.teams),
            matches=self._matches(),
            others=tuple(self.others),
        )
        return Reading(file, tuple(self.faults))

    def _matches(self) -> Matches | None:
        if not self.teams:
            return None
        usual = {"win": MATCH_POINTS.win, "draw": MATCH_POINTS.draw}
        return Matches(
            self.boards,
            _filled({**usual, **self.match_table}),
            self.team_byes,
            self.bye_tenths,
            tuple(self.line_ups),
            tuple(self.forfeits),
            self.withdrawn,
        )

    def _heading(self) -> Heading:
        """What a file tells of itself; a start or an end that is no day is left out."""
        no_days = [name for name in ("start", "end") if not is_day(self.heading.get(name, ""))]
        given = {
            **self.heading,
            **dict.fromkeys(no_days, ""),
            "deputies": self.deputies[:MAX_DEPUTIES],
            "dates": self.dates[:MAX_DATES],
        }
        return msgspec.convert(given, Heading)

    def _round(self, index: int) -> Round:
        pairings: list[Pairing] = []
        byes: list[Bye] = []
        for number, games in sorted(self.games.items()):
            game = games[index] if index < len(games) else None
            if game is None:
                continue
            if not game.opponent:
                byes.append(Bye(number, _BYES[game.letter]))
                continue
            theirs = self.games.get(game.opponent, [])
            other = theirs[index] if index < len(theirs) else None
            parts = (_PARTS[game.letter], _PARTS.get(other.letter, "?") if other else "?")
            if game.color == "b":
                parts = parts[::-1]
            if other is None or other.opponent != number or other.color == game.color or parts not in _RESULTS:
                self.faults.append(TextError("trf_contradiction", line=game.line, round=index + 1))
            elif game.color == "w":
                pairings.append(Pairing(number, game.opponent, _RESULTS[parts]))
        return Round(tuple(pairings), tuple(byes))

    def _point_table(self, rounds: list[Round]) -> PointTable:
        if self.table:
            return _filled(self.table)
        for win, draw, loss in _TOTALS:
            table = _filled({"win": win, "draw": draw, "loss": loss})
            field = Field(tuple(self.entrants.values()), tuple(rounds), table)
            sums, begun = field.all_tenths(), _begun(field).all_tenths()
            if all(tenths in (sums[number], begun[number]) for number, (_, tenths) in self.points.items()):
                return table
        return PointTable()

    def _accelerated(self, rounds: int) -> dict[int, dict[int, int]]:
        """By round, who has virtual points; of players and rounds that there are."""
        found: dict[int, dict[int, int]] = {}
        numbers, spent = sorted(self.entrants), 0
        for each in self.ranges:
            chosen = numbers[bisect_left(numbers, each.players[0]) : bisect_right(numbers, each.players[1])]
            indices = range(max(each.rounds[0], 1), min(each.rounds[1], rounds) + 1)
            spent += len(chosen) * len(indices)
            if spent > MAX_VIRTUAL:
                raise TextError("trf_too_long", most=MAX_SIZE)
            for index in indices if chosen else ():
                found.setdefault(index, {}).update(dict.fromkeys(chosen, each.tenths))
        return found

    def _with_margins(self, index: int, played: Round, table: PointTable) -> Round:
        def margin(pairing: Pairing) -> Pairing:
            for number in (pairing.white, pairing.black):
                worth = self.worth.get((index, number), 0)
                for unit in (table.win, table.loss):
                    if worth and unit and worth % unit == 0 and 0 < worth // unit <= MAX_MARGIN:
                        return msgspec.structs.replace(pairing, margin=worth // unit)
            return pairing

        return Round(tuple(margin(pairing) for pairing in played.pairings), played.byes)


def _up_to(most: int, text: str) -> int:
    """A number from 1 to `most`. Raises `ValueError` for any other."""
    found = int(text)
    if not 0 < found <= most:
        raise ValueError(found)
    return found


def _modern_ranges(line: str) -> list[_Range]:
    """Those of a record 250."""
    first_round, first = int(line[14:17]), int(line[22:26])
    last_round, last = int(line[18:21].strip() or first_round), int(line[27:31].strip() or first)
    return [_Range(tenths_of(line[9:13]), (first_round, last_round), (first, last))]


def _former_ranges(rest: str) -> list[_Range]:
    """Those of a record XXA: a player with the points of each round."""
    player, *given = rest.split()
    number, tenths = int(player), [tenths_of(points) for points in given]
    return [_Range(each, (index, index), (number, number)) for index, each in enumerate(tenths, 1) if each]


def _begun(field: Field) -> Field:
    """A field without a last round that has byes alone: programs write them there before the round is paired."""
    rounds = field.rounds
    return msgspec.structs.replace(field, rounds=rounds[:-1]) if rounds and not rounds[-1].pairings else field


def _filled(given: dict[str, Any]) -> PointTable:
    """A table with what follows from what is given."""
    win, draw = given.get("win", 10), given.get("draw", 5)
    zero = given.get("zero_bye", 0)
    usual = {"forfeit_win": win, "pairing_bye": win, "full_bye": win, "half_bye": draw, "forfeit_loss": zero}
    return msgspec.convert({**usual, **given}, PointTable)


def read(text: str) -> Reading:
    """A tournament from the text of a file. Raises `TextError` for one that is too long or has not a single player."""
    if len(text) > MAX_SIZE:
        raise TextError("trf_too_long", most=MAX_SIZE)
    reader = _Reader()
    for number, line in enumerate(_lines(text), 1):
        if len(line.strip()) < 3:
            continue
        try:
            reader.line(number, line)
        except (ValueError, KeyError, IndexError):
            reader.faults.append(TextError("trf_line", line=number, record=line[:3]))
    return reader.finish()


def _lines(text: str) -> Iterator[str]:
    yield from re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
