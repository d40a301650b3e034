"""Reading `.mat` leniently: what was played follows from the position, not from how a program writes it.

Many programs leave out the star of a capture, so a turn is identified by its result: every legal turn that moves the
same men to the same points is tried, most likely first, and the rest of the game rules out the wrong ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TextIO

from axedrez.core.dice import Roll
from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.game_record import FileFault, Find, GameRecord, MatchPlace, Offered
from axedrez.core.sides import Side
from axedrez.rulesheet import embedding
from axedrez.tables.gamefiles.backgammon import RULEBOOK, Part, continued, turns_of, win
from axedrez.tables.gamefiles.games import Course, rules
from axedrez.tables.gamefiles.mat.writing import WIDTH, holds
from axedrez.tables.kernel import layout
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.moves import Turn
from axedrez.tables.position.position import TablesPosition

MAX_LINE = 400
MAX_PASSED = 20
"""Of the lines that are passed over so many are told."""
_HEADER = re.compile(r'\s*;\s*\[([A-Za-z0-9]{1,40}) "(.*)"\]\s*')
_LENGTH = re.compile(r"\s*(\d{1,4}) point match\s*", re.IGNORECASE | re.ASCII)
_GAME = re.compile(r"\s*Game (\d{1,4})\s*", re.IGNORECASE | re.ASCII)
_POINTS = re.compile(r" : (\d{1,3})\s++", re.ASCII)
_LINE = re.compile(r"\s*\d{1,4}\)", re.ASCII)
_STEPS = r"(?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)++"
_CELL = re.compile(
    rf"(?P<roll>[1-6]{{2}}):(?P<turn>(?:\s*+(?:cannot move|can't move|no moves?|\?{{2,9}}|{_STEPS}(?:\(\d\))?))*+)"
    r"|doubles => (?P<double>\d{1,3})|(?P<answer>takes|drops)"
    r"|beavers => (?P<beaver>\d{1,3})|(?P<raccoon>raccoons) => \d{1,3}"
    r"|(?P<end>wins|loses|losses) (?P<points>\d{1,4}) points?",
    re.IGNORECASE | re.ASCII,
)
_PART = re.compile(rf"({_STEPS})(?:\((\d)\))?", re.IGNORECASE | re.ASCII)


def read(stream: TextIO, find: Find) -> Iterator[GameRecord | FileFault]:
    """The games of matches; one that cannot be read gives a fault. White is in each of them who moves first."""
    reader = _Reader(find)
    number, broken = 1, False
    for place, line in enumerate(iter(stream.readline, ""), start=1):
        heading, ends = _GAME.fullmatch(line), reader.ends_before(line)
        if heading is not None or ends:
            number += not reader.is_new
            if (found := reader.finished()) is not None and not broken:
                yield found
            broken = False
        if heading is not None:
            reader.begin(int(heading[1]))
            continue
        if ends:
            reader = _Reader(find)
        if not broken:
            try:
                reader.take(line.rstrip("\n"), number, place)
            except AxedrezError as fault:
                broken = True
                yield FileFault(number, place, 1, fault)
    if (found := reader.finished()) is not None and not broken:
        yield found


class _Cell(NamedTuple):
    column: int
    found: re.Match[str]


class _Reader:
    """Reads a match line by line: what stands before the games, and the game that is being read."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._headers: dict[str, str] = {}
        self._length = 0
        self._crawford_played = False
        self._number = 0
        self._names = ("", "")
        self._score = (0, 0)
        self._courses: list[Course] = []  # what may have been played, the likeliest first
        self._first = Side.WHITE  # the colour of the left column
        self._passed: list[FileFault] = []  # what was passed over, and is told with the next game

    @property
    def is_new(self) -> bool:
        """Whether no game has begun yet."""
        return self._number == 0

    def ends_before(self, line: str) -> bool:
        """Whether another match begins with a line: with its length, or with what stands before that."""
        if self.is_new:
            return False
        is_over = bool(self._courses) and self._courses[0].outcome is not None
        return _LENGTH.fullmatch(line) is not None or (is_over and _HEADER.fullmatch(line) is not None)

    def begin(self, number: int) -> None:
        """The heading of a game."""
        self._number = max(number, 1)
        self._courses, self._first = [], Side.WHITE

    def take(self, line: str, game: int, place: int) -> None:
        """The next line, the one at `place` of the file. Raises `AxedrezError`."""
        if len(line) > MAX_LINE:
            raise TextError("tables_file_line")
        if not line.strip():
            return
        if (header := _HEADER.fullmatch(line)) is not None:
            self._headers[header[1]] = header[2]
        elif line.lstrip().startswith(";"):
            return
        elif self.is_new and (length := _LENGTH.fullmatch(line)) is not None:
            self._length = int(length[1])
        elif self.is_new or self._is_talk(line):
            if len(self._passed) < MAX_PASSED:
                self._passed.append(FileFault(game, place, 1, TextError("tables_file_line")))
        elif not self._courses and (players := _players(line)) is not None:
            self._names, self._score = players
            if self._length and max(self._score) >= self._length:
                raise TextError("tables_file_header", name=line.strip()[:60])
            self._courses = [Course(self._game().start())]
        else:
            if not self._courses:
                raise TextError("tables_file_line")
            for cell in self._cells(line):
                self._act(cell)

    def _is_talk(self, line: str) -> bool:
        """Whether a line after the end of a game is about something else."""
        return bool(self._courses) and self._courses[0].outcome is not None and _CELL.search(line) is None

    def _game(self, *, beavers: bool = False) -> TablesGame:
        """The rules of the games; with `beavers` of a session, where that is one."""
        variation = self._headers.get("Variation", "").strip()
        if variation.lower() not in ("", RULEBOOK, "standard"):
            raise TextError("tables_file_variation", name=variation[:40])
        told = {name: value for name, value in self._headers.items() if embedding.is_tag(name)}
        match = {"match.length": self._length or 1, "match.cube": self._length != 1}
        if not self._length and self._headers.get("Jacoby", "").lower() == "on":
            match["match.jacoby"] = True
        if beavers:
            if self._length:
                raise TextError("tables_file_beaver")
            match["match.beavers"] = True
        game = rules(told, RULEBOOK, match, self._find)
        if not holds(game.start()) or game.conduct.length != (self._length or 1):
            raise TextError("tables_no_mat")
        return game

    def finished(self) -> GameRecord | None:
        """The game that was read, if there is one."""
        if not self._courses:
            return None
        course, passed = self._courses[0], tuple(self._passed)
        self._courses, self._passed = [], []
        swapped = self._first is Side.BLACK
        white, black = self._names[::-1] if swapped else self._names
        told = {name: value for name, value in self._headers.items() if not embedding.is_tag(name)}
        headers = {"White": white, "Black": black, **told}
        if not self._length:
            return course.written(headers, None)._replace(passed=passed)
        score = (self._score[1], self._score[0]) if swapped else self._score
        lacks_one = max(score) == self._length - 1
        # The cube is there again: the game without it was another one.
        doubled = any(isinstance(entry, Offered) and entry.offer == "double" for entry in course.entries)
        played = lacks_one and (self._crawford_played or doubled)
        self._crawford_played |= lacks_one
        place = MatchPlace(self._length, self._number, score, self._first, played)
        return course.written(headers, place)._replace(passed=passed)

    def _cells(self, line: str) -> Iterator[_Cell]:
        begin = match.end() if (match := _LINE.match(line)) is not None else 0
        end, column = begin, 0
        for found in _CELL.finditer(line, begin):
            if line[end : found.start()].strip():
                raise TextError("tables_file_line")
            column = 1 if column or end > begin or found.start() - begin > WIDTH // 2 else 0
            yield _Cell(column, found)
            end = found.end()
        if line[end:].strip().lower() not in ("", "and the match"):
            raise TextError("tables_file_line")

    def _act(self, cell: _Cell) -> None:
        """Continue all readings that the cell fits."""
        if not self._courses[0].entries and cell.column == 1:
            self._first = Side.BLACK
        side = self._first if cell.column == 0 else self._first.opponent
        self._courses = continued(self._courses, lambda course: self._after(course, side, cell.found))

    def _after(self, course: Course, side: Side, found: re.Match[str]) -> Iterator[Course]:
        """The course with the cell played, in every way that the text can mean."""
        if found["roll"]:
            if course.is_beavered and side is course.position.side:
                course = course.copy()
                course.answer(side, accepted=True)  # not every program writes that it is taken
            roll = Roll(*sorted(map(int, found["roll"]), reverse=True))
            turns = _turns(course.rolled(side, roll), found["turn"])
            for turn in turns:
                following = course.copy()
                following.play(side, roll, turn)
                yield following
            if not turns:  # rolled, then resigned
                course.hang(side, roll)
                yield course
            return
        if found["raccoon"]:
            raise TextError("tables_file_raccoon")
        if found["double"]:
            course.offer(side, "double", int(found["double"]))
        elif found["beaver"]:
            # Only here a file says that they are played.
            course = course.under(self._game(beavers=True))
            course.answer(side, accepted=True)
            course.offer(side, "double", int(found["beaver"]))
        elif found["answer"]:
            course.answer(side, found["answer"].lower() == "takes")
        else:
            winner = side if found["end"].lower() == "wins" else side.opponent
            lacking = self._length - self._score[0 if winner is self._first else 1] if self._length else None
            win(course, winner, int(found["points"]), lacking)
        yield course


def _players(line: str) -> tuple[tuple[str, str], tuple[int, int]] | None:
    """The names and points of a heading such as `Ana : 3      Bea : 0`; None for another line."""
    first, _, points = line.strip().rpartition(" : ")
    found = _POINTS.search(first)
    if found is None or re.fullmatch(r"\d{1,3}", points, re.ASCII) is None:
        return None
    return (first[: found.start()], first[found.end() :]), (int(found[1]), int(points))


def _turns(position: TablesPosition, text: str) -> list[Turn]:
    """The legal turns that lead where the text leads, the likeliest first; none for a roll without its turn."""
    text = text.replace("?", "")
    if not text.strip() and any(turn.codes for turn in position.legal_moves()):
        return []
    parts = [
        Part(tuple(_distance(place.rstrip("*")) for place in part[1].lower().split("/")), int(part[2] or 1))
        for part in _PART.finditer(text)
    ]
    return turns_of(position, parts, text)


def _distance(place: str) -> int:
    return {"bar": layout.BAR, "off": layout.OFF}.get(place) or int(place if place.isdecimal() else 0)
