"""Backgammon matches in the `.mat` format of Jellyfish and GNU Backgammon.

A move has two columns, one for each player; both count the points from their own end. Parts of a turn may be joined
(`13/7`, `8/5*/3`) or counted (`6/5(2)`), so that a turn is found by where it leads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TextIO

from axedrez.core.dice import Roll
from axedrez.core.errors import AxedrezError, NotAllowed, TextError
from axedrez.core.sides import Side
from axedrez.core.written import Answered, FileFault, MatchPlace, Offered, Played, WrittenGame
from axedrez.rulesheet import carried
from axedrez.tables.files import Course, Find, rules
from axedrez.tables.kernel import layout
from axedrez.tables.moves import SubMove, Turn

if TYPE_CHECKING:
    from axedrez.tables.game import TablesGame
    from axedrez.tables.position import TablesPosition

RULEBOOK = "backgammon"
WIDTH = 34  # of the first column
MAX_LINE = 400
_HEADER = re.compile(r'\s*;\s*\[([A-Za-z0-9]{1,40}) "(.*)"\]\s*')
_LENGTH = re.compile(r"\s*(\d{1,4}) point match\s*", re.ASCII)
_GAME = re.compile(r"\s*Game (\d{1,4})\s*", re.ASCII)
_PLAYERS = re.compile(r"\s*(.*?) : (\d{1,3})\s+(.*?) : (\d{1,3})\s*", re.ASCII)
_LINE = re.compile(r"\s*\d{1,4}\)", re.ASCII)
_STEPS = r"(?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)+"
_CELL = re.compile(
    rf"(?P<roll>[1-6]{{2}}):(?P<turn>(?:\s*(?:cannot move|can't move|{_STEPS}(?:\(\d\))?))*)"
    r"|doubles => (?P<double>\d{1,3})|(?P<answer>takes|drops)|wins (?P<wins>\d{1,4}) points?",
    re.IGNORECASE | re.ASCII,
)
_PART = re.compile(rf"({_STEPS})(?:\((\d)\))?", re.IGNORECASE | re.ASCII)


def holds(position: TablesPosition) -> bool:
    """Only backgammon from its start."""
    game = position.game
    return len(game.pieces) == 1 and len(game.army) == 15 and position == game.start()


# --- writing ---------------------------------------------------------------------------------------------------------


def write(games: Sequence[WrittenGame], find: Find) -> str:
    """The games of one match. Raises `NotAllowed` for games that the format cannot hold."""
    first = games[0]
    headers = {name: value for name, value in first.headers.items() if name not in _COLOURS} | _rules(first, find)
    lines = [f' ; [{name} "{_printable(value)}"]' for name, value in headers.items()]
    lines += [f" {first.match.length if first.match else 0} point match", ""]
    for game in games:
        if not holds(game.start) or game.start.game.hash != first.start.game.hash:  # type: ignore[arg-type]
            raise NotAllowed("tables_no_mat")
        place = game.match or MatchPlace(0)
        lines += [f" Game {place.game}", _players(game, place), *_moves(game, place), ""]
    return "\n".join(lines) + "\n"


_COLOURS = ("White", "Black")


def _rules(written: WrittenGame, find: Find) -> dict[str, str]:
    """The sheet, unless it is plain backgammon: comments to other programs."""
    game = written.start.game
    match = {f"match.{name}": getattr(game.sheet.match, name) for name in ("length", "cube", "crawford")}
    told = carried.tags(game, lambda: find(RULEBOOK, match))
    return told if len(told) > 1 else {}


def _printable(value: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in value)


def _players(game: WrittenGame, place: MatchPlace) -> str:
    names = []
    for side in (place.first, place.first.opponent):
        colour = _COLOURS[side]
        # A colon would end the name.
        name = " ".join(_printable(game.headers.get(colour, "")).replace(":", " ").split())
        names.append(f"{name or colour} : {place.score[side]}")
    return f" {names[0]:<{WIDTH}} {names[1]}"


def _moves(game: WrittenGame, place: MatchPlace) -> Iterator[str]:
    rows: list[list[str]] = []
    expected = 0
    resigning = False
    for entry in game.entries:
        # Resignations are not written; who wins by one is told at the end. Nor is a throw that waits for its turn.
        if (isinstance(entry, Offered) and entry.offer == "resignation") or (resigning and isinstance(entry, Answered)):
            resigning = isinstance(entry, Offered)
            continue
        if isinstance(entry, Played) and entry.move is None:
            continue
        column = 0 if entry.side is place.first else 1
        if column == 0 or not rows or expected == 0:
            rows.append(["", ""])
        rows[-1][column] = _cell(entry)
        expected = 1 - column
    wins = _wins(game, place)
    # Where the right column has room beside the last move, GNU Backgammon reads its victory only there.
    if wins and game.outcome is not None and game.outcome.winner is not place.first and rows and not rows[-1][1]:
        rows[-1][1], wins = wins, ""
    for number, (left, right) in enumerate(rows, start=1):
        yield f"{number:>3}) {left:<{WIDTH - 4}} {right}".rstrip()
    if wins:
        yield f"{'' if game.outcome and game.outcome.winner is place.first else ' ' * (WIDTH - 3)}     {wins}"


def _wins(game: WrittenGame, place: MatchPlace) -> str:
    """The line that ends a game which somebody has won."""
    outcome = game.outcome
    if outcome is None or outcome.points is None or outcome.winner is None:
        return ""
    points = int(max(outcome.points))
    wins = f"Wins {points} point{'' if points == 1 else 's'}"
    if place.length and place.score[outcome.winner] + points >= place.length:
        wins += " and the match"
    return wins


def _cell(entry: Played | Offered | Answered) -> str:
    match entry:
        case Played(move=Turn(codes=())):
            return f"{entry.roll}: Cannot Move"
        case Played(move=Turn(codes=codes)):
            moves = [SubMove.unpack(code) for code in codes]
            parts = (
                f"{_place(move.origin)}/{_place(move.target)}{'*' if move.act == layout.CAPTURE else ''}"
                for move in moves
            )
            return f"{entry.roll}: {' '.join(parts)}"
        case Offered():
            return f"Doubles => {entry.value}"
        case Answered(accepted=True):
            return "Takes"
    return "Drops"


def _place(distance: int) -> str:
    return {layout.BAR: "bar", layout.OFF: "off"}.get(distance, str(distance))


# --- reading ---------------------------------------------------------------------------------------------------------


def read(stream: TextIO, find: Find) -> Iterator[WrittenGame | FileFault]:
    """The games of a match; one that cannot be read gives a fault. White is in each of them who moves first."""
    reader = _Reader(find)
    number, broken = 1, False
    for place, line in enumerate(iter(stream.readline, ""), start=1):
        if (heading := _GAME.fullmatch(line)) is not None:
            number += not reader.is_new
            if (found := reader.finished()) is not None and not broken:
                yield found
            reader.begin(int(heading[1]))
            broken = False
        elif not broken:
            try:
                reader.take(line.rstrip("\n"))
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
        self._course: Course | None = None
        self._first = Side.WHITE  # the colour of the left column

    @property
    def is_new(self) -> bool:
        """Whether no game has begun yet."""
        return self._number == 0

    def begin(self, number: int) -> None:
        """The heading of a game."""
        self._number = max(number, 1)
        self._course, self._first = None, Side.WHITE

    def take(self, line: str) -> None:
        """The next line. Raises `AxedrezError`."""
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
        elif self.is_new:
            raise TextError("tables_file_line")
        elif self._course is None and (players := _PLAYERS.fullmatch(line)) is not None:
            self._names, self._score = (players[1], players[3]), (int(players[2]), int(players[4]))
            if self._length and max(self._score) >= self._length:
                raise TextError("tables_file_header", name=line.strip()[:60])
            self._course = Course(self._game().start())
        else:
            if self._course is None:
                raise TextError("tables_file_line")
            for cell in self._cells(line):
                self._act(self._course, cell)

    def _game(self) -> TablesGame:
        told = {name: value for name, value in self._headers.items() if carried.is_tag(name)}
        match = {"match.length": self._length or 1, "match.cube": self._length != 1}
        game = rules(told, RULEBOOK, match, self._find)
        if not holds(game.start()) or game.conduct.length != (self._length or 1):
            raise TextError("tables_no_mat")
        return game

    def finished(self) -> WrittenGame | None:
        """The game that was read, if there is one."""
        if self._course is None:
            return None
        swapped = self._first is Side.BLACK
        white, black = self._names[::-1] if swapped else self._names
        told = {name: value for name, value in self._headers.items() if not carried.is_tag(name)}
        headers = {"White": white, "Black": black, **told}
        if not self._length:
            return self._course.written(headers, None)
        score = (self._score[1], self._score[0]) if swapped else self._score
        lacks_one = max(score) == self._length - 1
        # The cube is there again: the game without it was another one.
        doubled = any(isinstance(entry, Offered) and entry.offer == "double" for entry in self._course.entries)
        played = lacks_one and (self._crawford_played or doubled)
        self._crawford_played |= lacks_one
        return self._course.written(headers, MatchPlace(self._length, self._number, score, self._first, played))

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

    def _act(self, course: Course, cell: _Cell) -> None:
        if not course.entries and cell.column == 1:
            self._first = Side.BLACK
        side = self._first if cell.column == 0 else self._first.opponent
        found = cell.found
        if found["roll"]:
            roll = Roll(*sorted(map(int, found["roll"]), reverse=True))
            course.play(side, roll, _find(course.thrown(side, roll), found["turn"]))
        elif found["double"]:
            course.offer(side, "double", int(found["double"]))
        elif found["answer"]:
            course.answer(side, found["answer"].lower() == "takes")
        else:
            self._won(course, side, int(found["wins"]))

    def _won(self, course: Course, winner: Side, points: int) -> None:
        if course.outcome is None:
            lacking = self._length - self._score[0 if winner is self._first else 1] if self._length else None
            course.finish("resignation", winner.opponent, points, lacking)
        outcome = course.outcome
        if outcome is None or outcome.points is None or outcome.points[winner] != points:
            right = f"{outcome.result} {int(max(outcome.points))}" if outcome and outcome.points else "*"
            raise TextError("tables_file_result", right=right)


def _find(position: TablesPosition, text: str) -> Turn:
    """The legal turn that leads where the text leads, with the same captures if the text tells them."""
    after, hits = Counter(_own(position.row)), set()
    for part in _PART.finditer(text):
        places = part[1].lower().split("/")
        distances = [_distance(place.rstrip("*")) for place in places]
        hits |= {distance for distance, place in zip(distances, places, strict=True) if place.endswith("*")}
        after[distances[0]] -= int(part[2] or 1)
        after[distances[-1]] += int(part[2] or 1)
    fitting = [turn for turn in position.legal_moves() if Counter(_own(turn.row)) == +after]
    exact = [turn for turn in fitting if _hits(turn) == hits]
    for found in (exact, fitting):
        if len(found) == 1:
            return found[0]
    raise TextError("tables_file_move", move=text.strip()[:60])


def _distance(place: str) -> int:
    return {"bar": layout.BAR, "off": layout.OFF}.get(place) or int(place if place.isdecimal() else 0)


def _own(row: Iterable[int]) -> list[int]:
    return [int(distance) for distance in list(row)[layout.OWN : layout.OWN + 15]]


def _hits(turn: Turn) -> set[int]:
    moves = (SubMove.unpack(code) for code in turn.codes)
    return {move.target for move in moves if move.act == layout.CAPTURE}
