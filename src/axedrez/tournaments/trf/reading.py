"""Reading tournament report files. A line that cannot be read is named in a sentence, and the others are read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from axedrez.core.errors import TextError
from axedrez.tournaments.field import Bye, ByeKind, Entrant, Field, Pairing, PairingResult, PointTable, Round
from axedrez.tournaments.points import tenths_of
from axedrez.tournaments.trf.document import BY_MARGIN, BYE_OF_LETTER, GAMES, ROUND, Team, TournamentFile

_TEXTS = {
    "012": "name",
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


class _Reader:
    def __init__(self) -> None:
        self.texts: dict[str, Any] = {}
        self.deputies: list[str] = []
        self.others: list[str] = []
        self.faults: list[TextError] = []
        self.entrants: dict[int, Entrant] = {}
        self.games: dict[int, list[_Game | None]] = {}
        self.points: dict[int, tuple[int, int]] = {}
        self.table: dict[str, int | bool] = {}
        self.total = 0
        self.first = "white"
        self.forbidden: set[tuple[int, int]] = set()
        self.accelerated: dict[int, dict[int, int]] = {}
        self.asked: dict[int, list[Bye]] = {}
        self.worth: dict[tuple[int, int], int] = {}
        self.teams: list[Team] = []

    def line(self, number: int, line: str) -> None:
        record, rest = line[:3], line[4:].strip()
        if record in _TEXTS:
            self.texts[_TEXTS[record]] = rest
        elif record == "112":
            self.deputies.append(rest)
        elif record == "132":
            self.texts["dates"] = tuple(line[at : at + ROUND].strip() for at in range(GAMES, len(line), ROUND))
        elif record in ("202", "212"):
            self.texts["tie_breaks"] = tuple(code for code in re.split(r"[,\s]+", rest) if code)
        elif record == "001":
            self._player(number, line)
        elif record in ("142", "XXR"):
            self.total = int(rest)
        elif record == "152":
            self.first = {"W": "white", "B": "black"}[rest.upper()]
        elif record == "XXC":
            self.first = "black" if "black1" in rest else "white"
        elif record == "162":
            for letter, points in re.findall(r"([A-Z])\s*(-?[\d.,]+)", rest.upper()):
                if letter in _TABLE:
                    self.table[_TABLE[letter]] = tenths_of(points)
        elif record in _FORMER_TABLE:
            self.table[_FORMER_TABLE[record]] = tenths_of(rest)
        elif record == "299":
            self._unusual(line)
        elif record in ("260", "XXP"):
            numbers = [int(each) for each in rest.split()][2 if record == "260" else 0 :]
            self.forbidden |= {(min(a, b), max(a, b)) for a in numbers for b in numbers if a != b}
        elif record == "250":
            self._accelerated(line)
        elif record == "XXA":
            player, *given = rest.split()
            for index, points in enumerate(given, 1):
                if tenths_of(points):
                    self.accelerated.setdefault(index, {})[int(player)] = tenths_of(points)
        elif record == "240":
            self._asked(line)
        elif record in ("310", "013"):
            self._team(line, record == "310")
        elif line.strip() == BY_MARGIN:
            self.table["by_margin"] = True
        elif record not in _COUNTS:
            self.others.append(line)

    def _player(self, number: int, line: str) -> None:
        own = int(line[4:8])
        if own in self.entrants or own < 1:
            raise ValueError(own)
        games: list[_Game | None] = []
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

    def _accelerated(self, line: str) -> None:
        tenths = tenths_of(line[9:13])
        first_round = int(line[14:17])
        last_round = int(line[18:21].strip() or first_round)
        first = int(line[22:26])
        last = int(line[27:31].strip() or first)
        for index in range(first_round, min(last_round, 999) + 1):
            self.accelerated.setdefault(index, {}).update(dict.fromkeys(range(first, min(last, 9999) + 1), tenths))

    def _asked(self, line: str) -> None:
        kind = BYE_OF_LETTER[line[4].upper().strip() or "Z"]
        index = int(line[6:9])
        self.asked.setdefault(index, []).extend(Bye(int(each), kind) for each in line[10:].split())

    def _team(self, line: str, modern: bool) -> None:
        number = int(line[4:7]) if modern else len(self.teams) + 1
        name, players = (line[8:40], line[73:]) if modern else (line[4:36], line[36:])
        self.teams.append(Team(number, name.strip(), tuple(int(each) for each in players.split())))

    def finish(self) -> Reading:
        if not self.entrants:
            raise TextError("trf_no_players")
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
            self.accelerated,
        )
        for number, (line, tenths) in self.points.items():
            if field.tenths(number) != tenths:
                self.faults.append(
                    TextError("trf_points", line=line, points=tenths / 10, sum=field.tenths(number) / 10)
                )
        file = TournamentFile(
            field,
            deputies=tuple(self.deputies),
            asked={index: tuple(byes) for index, byes in self.asked.items() if index > count},
            teams=tuple(self.teams),
            others=tuple(self.others),
            **self.texts,
        )
        return Reading(file, tuple(self.faults))

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
            if all(field.tenths(number) == tenths for number, (_, tenths) in self.points.items()):
                return table
        return PointTable()

    def _with_margins(self, index: int, played: Round, table: PointTable) -> Round:
        def margin(pairing: Pairing) -> Pairing:
            for number in (pairing.white, pairing.black):
                worth = self.worth.get((index, number), 0)
                for unit in (table.win, table.loss):
                    if worth and unit and worth % unit == 0:
                        return msgspec.structs.replace(pairing, margin=worth // unit)
            return pairing

        return Round(tuple(margin(pairing) for pairing in played.pairings), played.byes)


def _filled(given: dict[str, Any]) -> PointTable:
    """A table with what follows from what is given."""
    win, draw = given.get("win", 10), given.get("draw", 5)
    zero = given.get("zero_bye", 0)
    usual = {"forfeit_win": win, "pairing_bye": win, "full_bye": win, "half_bye": draw, "forfeit_loss": zero}
    return msgspec.convert({**usual, **given}, PointTable)


def read(text: str) -> Reading:
    """A tournament from the text of a file. Raises `TextError` if there is not a single player in it."""
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
