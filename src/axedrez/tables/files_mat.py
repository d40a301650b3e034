"""Backgammon matches in the `.mat` format of Jellyfish and GNU Backgammon.

A move has two columns, one for each player; both count the points from their own end. Parts of a turn may be joined
(`13/7`, `8/5*/3`) or counted (`6/5(2)`), so that a turn is found by where it leads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from axedrez.core.errors import AxedrezError, NotAllowed, TextError
from axedrez.core.sides import Side
from axedrez.tables.files import Answered, Course, GameRecord, Offered, Played, at_line
from axedrez.tables.kernel import layout
from axedrez.tables.moves import Roll, SubMove, Turn

if TYPE_CHECKING:
    from axedrez.tables.game import TablesGame
    from axedrez.tables.position import TablesPosition

WIDTH = 34  # of the first column
MAX_LINES = 200_000
MAX_LINE = 400
_HEADER = re.compile(r'\s*;\s*\[([A-Za-z]{1,40}) "(.*)"\]\s*')
_LENGTH = re.compile(r"\s*(\d{1,3}) point match\s*")
_GAME = re.compile(r"\s*Game (\d{1,4})\s*")
_PLAYERS = re.compile(r"\s*(.*?) : (\d{1,3})\s+(.*?) : (\d{1,3})\s*")
_LINE = re.compile(r"\s*\d{1,4}\)")
_STEPS = r"(?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)+"
_CELL = re.compile(
    rf"(?P<roll>[1-6]{{2}}):(?P<turn>(?:\s*(?:cannot move|can't move|{_STEPS}(?:\(\d\))?))*)"
    r"|doubles => (?P<double>\d{1,3})|(?P<answer>takes|drops)|wins (?P<wins>\d{1,4}) points?",
    re.IGNORECASE,
)
_PART = re.compile(rf"({_STEPS})(?:\((\d)\))?", re.IGNORECASE)


def _expect_backgammon(game: TablesGame) -> None:
    if len(game.pieces) > 1 or len(game.army) != 15:
        raise NotAllowed("tables_no_mat")


# --- writing ---------------------------------------------------------------------------------------------------------


def write(records: Sequence[GameRecord]) -> str:
    """The games of one match. Raises `NotAllowed` for games that the format cannot hold."""
    first = records[0]
    lines = [f' ; [{name} "{value}"]' for name, value in first.headers.items() if name not in ("White", "Black")]
    lines += [f" {first.length} point match", ""]
    for record in records:
        _expect_backgammon(record.game)
        if record.start != record.game.start():
            raise NotAllowed("tables_no_mat")
        lines += [f" Game {record.number}", _players(record), *_moves(record), ""]
    return "\n".join(lines) + "\n"


def _players(record: GameRecord) -> str:
    names = [
        f"{record.headers.get(side.word.capitalize()) or side.word.capitalize()} : {record.score[side]}"
        for side in (record.first, record.first.opponent)
    ]
    return f" {names[0]:<{WIDTH}} {names[1]}"


def _moves(record: GameRecord) -> Iterator[str]:
    rows: list[list[str]] = []
    expected = 0
    resigning = False
    for entry in record.entries:
        # Resignations are not written; who wins by one is told at the end.
        if (isinstance(entry, Offered) and entry.offer == "resignation") or (resigning and isinstance(entry, Answered)):
            resigning = isinstance(entry, Offered)
            continue
        column = 0 if entry.side is record.first else 1
        if column == 0 or not rows or expected == 0:
            rows.append(["", ""])
        rows[-1][column] = _cell(entry)
        expected = 1 - column
    for number, (left, right) in enumerate(rows, start=1):
        yield f"{number:>3}) {left:<{WIDTH - 4}} {right}".rstrip()
    outcome = record.outcome
    if outcome is not None and outcome.points is not None:
        winner = outcome.winner
        assert winner is not None
        points = int(max(outcome.points))
        wins = f"Wins {points} point{'' if points == 1 else 's'}"
        if record.length and record.score[winner] + points >= record.length:
            wins += " and the match"
        yield f"{'' if winner is record.first else ' ' * (WIDTH - 3)}     {wins}"


def _cell(entry: Played | Offered | Answered) -> str:
    match entry:
        case Played():
            moves = [SubMove.unpack(code) for code in entry.turn.codes]
            if not moves:
                return f"{entry.roll}: Cannot Move"
            parts = (
                f"{_place(move.origin)}/{_place(move.target)}{'*' if move.act == layout.CAPTURE else ''}"
                for move in moves
            )
            return f"{entry.roll}: {' '.join(parts)}"
        case Offered():
            return f"Doubles => {entry.value}"
        case Answered():
            return "Takes" if entry.accepted else "Drops"


def _place(distance: int) -> str:
    return {layout.BAR: "bar", layout.OFF: "off"}.get(distance, str(distance))


# --- reading ---------------------------------------------------------------------------------------------------------


class _Cell(NamedTuple):
    column: int
    found: re.Match[str]


def read(text: str, game: TablesGame, lang: str = "en") -> list[GameRecord]:
    """The games of a match of `game`, a backgammon. White is in each of them who moves first.

    Raises `TextError` naming the line of the first fault, in `lang`.
    """
    _expect_backgammon(game)
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise TextError("tables_file_long", limit=MAX_LINES)
    reader = _Reader(game)
    for number, line in enumerate(lines, start=1):
        try:
            reader.take(line)
        except AxedrezError as fault:
            raise at_line(number, fault, lang) from None
    reader.close()
    return reader.records


class _Reader:
    def __init__(self, game: TablesGame) -> None:
        self.records: list[GameRecord] = []
        self._game = game
        self._headers: dict[str, str] = {}
        self._length = 0
        self._number: int | None = None
        self._names = ("", "")
        self._score = (0, 0)
        self._course: Course | None = None
        self._first = Side.WHITE  # the colour of the left column

    def take(self, line: str) -> None:
        """The next line."""
        if len(line) > MAX_LINE:
            raise TextError("tables_file_line")
        if not line.strip():
            return
        if (header := _HEADER.fullmatch(line)) is not None:
            self._headers[header[1]] = header[2]
        elif line.lstrip().startswith(";"):
            return
        elif (length := _LENGTH.fullmatch(line)) is not None:
            self._length = int(length[1])
        elif (number := _GAME.fullmatch(line)) is not None:
            self.close()
            self._number = int(number[1])
        elif self._number is None:
            raise TextError("tables_file_line")
        elif self._course is None and (players := _PLAYERS.fullmatch(line)) is not None:
            self._names, self._score = (players[1], players[3]), (int(players[2]), int(players[4]))
            self._course = Course(self._game.start())
        else:
            if self._course is None:
                raise TextError("tables_file_line")
            for cell in self._cells(line):
                self._act(self._course, cell)

    def _cells(self, line: str) -> Iterator[_Cell]:
        begin = match.end() if (match := _LINE.match(line)) is not None else 0
        end, column = begin, 0
        for found in _CELL.finditer(line, begin):
            if line[end : found.start()].strip() not in ("", "and the match"):
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
            loser = winner.opponent
            course.offer(loser, "resignation", points // course.cube)
            course.answer(winner, True)
        outcome = course.outcome
        if outcome is None or outcome.points is None or outcome.points[winner] != points:
            right = f"{outcome.result} {int(max(outcome.points))}" if outcome and outcome.points else "*"
            raise TextError("tables_file_result", right=right)

    def close(self) -> None:
        """The game is complete."""
        if self._course is None:
            return
        swapped = self._first is Side.BLACK
        white, black = self._names[::-1] if swapped else self._names
        record = self._course.record({"White": white, "Black": black, **self._headers})
        self.records.append(
            record._replace(
                first=self._first,
                length=self._length,
                number=self._number or 1,
                score=(self._score[1], self._score[0]) if swapped else self._score,
            )
        )
        self._course, self._first = None, Side.WHITE


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
