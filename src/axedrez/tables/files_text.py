"""The text format for games of every tables rulebook (docs/chessgammon-notation.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.sides import Side
from axedrez.tables.files import Answered, Course, GameRecord, Offered, Played, at_line, letter_of, side_of
from axedrez.tables.moves import Roll, read_turn
from axedrez.tables.turn import find

if TYPE_CHECKING:
    from axedrez.tables.game import TablesGame

Load = Callable[[str, Mapping[str, str]], "TablesGame"]
MAX_LINES = 200_000
MAX_LINE = 1000
_HEADER = re.compile(r'\[([A-Za-z]{1,40}) "((?:[^"\\]|\\["\\])*)"\]')
_ENTRY = re.compile(r"\d{1,6}\. ([wb]) (.+)")
_OWN = ("Rulebook", "Option", "Position", "First", "Match", "Game", "Score")
_RESULT = re.compile(r"(1-0|0-1|\*)(?: ([a-z_]{1,40}))?(?: (\d{1,4}))?")
_ENDS = ("time", "aborted", "cap")


def write(records: Iterable[GameRecord]) -> str:
    """The games, one after the other with an empty line between."""
    return "\n".join("\n".join(_lines(record)) + "\n" for record in records)


def _lines(record: GameRecord) -> Iterator[str]:
    game = record.game
    yield _header("Rulebook", game.name)
    for name in _changed_options(game):
        yield _header("Option", name)
    if record.start != game.start():
        yield _header("Position", record.start.text())
    if record.first is Side.BLACK:
        yield _header("First", "black")
    if record.length:
        yield _header("Match", str(record.length))
        yield _header("Game", str(record.number))
        yield _header("Score", "{}-{}".format(*record.score))
    for name, value in record.headers.items():
        yield _header(name, value)
    yield ""
    number = 1
    for entry in record.entries:
        yield f"{number}. {letter_of(entry.side)} {_entry(entry)}"
        number += isinstance(entry, Played)
    outcome = record.outcome
    if outcome is None:
        yield "*"
    elif outcome.points is None:
        yield f"* {outcome.reason}"
    else:
        yield f"{outcome.result} {outcome.reason} {int(max(outcome.points))}"


def _entry(entry: Played | Offered | Answered) -> str:
    match entry:
        case Played():
            return f"{entry.roll}: {entry.turn}"
        case Offered(offer="double"):
            return f"doubles {entry.value}"
        case Offered():
            return f"resigns {entry.value}"
        case Answered():
            return "accepts" if entry.accepted else "refuses"


def _header(name: str, value: str) -> str:
    escaped = "".join(sign if sign.isprintable() else " " for sign in value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _changed_options(game: TablesGame) -> Iterator[str]:
    options = game.sheet.options
    for name in options.__struct_fields__:
        value = getattr(options, name)
        if value != getattr(type(options)(), name):
            yield f"{name}={str(value).lower() if isinstance(value, bool) else value}"


def read(text: str, load: Load, lang: str = "en") -> list[GameRecord]:
    """The games of a text. `load` gives the game of a rulebook's name and options.

    Raises `TextError` naming the line of the first fault, in `lang`.
    """
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise TextError("tables_file_long", limit=MAX_LINES)
    records: list[GameRecord] = []
    reader: _Reader | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith(";"):
            continue
        reader = reader or _Reader(load)
        try:
            if reader.take(line.strip()):
                records.append(reader.finished())
                reader = None
        except AxedrezError as fault:
            raise at_line(number, fault, lang) from None
    if reader is not None:
        raise at_line(len(lines), TextError("tables_file_open"), lang)
    return records


class _Reader:
    """Reads one game, line by line."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._headers: dict[str, str] = {}
        self._own: dict[str, str] = {}
        self._options: dict[str, str] = {}
        self._course: Course | None = None

    def take(self, line: str) -> bool:
        """The next line; True for the result, which is the last."""
        if len(line) > MAX_LINE:
            raise TextError("tables_file_line")
        if self._course is None and line.startswith("["):
            self._header(line)
            return False
        if self._course is None:
            self._course = self._begin()
        if (match := _ENTRY.fullmatch(line)) is not None:
            self._entry(self._course, side_of(match[1]), match[2])
            return False
        self._result(self._course, line)
        return True

    def _header(self, line: str) -> None:
        match = _HEADER.fullmatch(line)
        if match is None:
            raise TextError("tables_file_line")
        name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if name == "Option":
            option, _, setting = value.partition("=")
            self._options[option] = setting
        elif name in (self._own if name in _OWN else self._headers):
            raise TextError("tables_file_header", name=name)
        else:
            (self._own if name in _OWN else self._headers)[name] = value

    def _begin(self) -> Course:
        if "Rulebook" not in self._own:
            raise TextError("tables_file_header", name="Rulebook")
        game = self._load(self._own["Rulebook"], self._options)
        return Course(game.parse(self._own["Position"]) if "Position" in self._own else game.start())

    def _entry(self, course: Course, side: Side, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word in ("accepts", "refuses") and not rest:
            course.answer(side, word == "accepts")
        elif word in ("doubles", "resigns") and rest.isdecimal() and len(rest) < 4:
            course.offer(side, "double" if word == "doubles" else "resignation", int(rest))
        elif word.endswith(":"):
            roll = Roll.parse(word[:-1])
            position = course.thrown(side, roll)
            course.play(side, roll, find(position, read_turn(rest, position.game, "en")))
        else:
            raise TextError("tables_file_line")

    def _result(self, course: Course, line: str) -> None:
        match = _RESULT.fullmatch(line)
        if match is None:
            raise TextError("tables_file_line")
        result, reason, points = match.groups()
        if course.outcome is None and reason in _ENDS:
            course.finish(reason, {"1-0": Side.BLACK, "0-1": Side.WHITE}.get(result))
        outcome = course.outcome
        told = (result, reason, points)
        if outcome is None:
            known: tuple[str, str | None, str | None] = ("*", None, None)
        else:
            worth = None if outcome.points is None else str(int(max(outcome.points)))
            known = (outcome.result, outcome.reason, worth)
        if told != known:
            raise TextError("tables_file_result", right=" ".join(part for part in known if part))

    def finished(self) -> GameRecord:
        """The game that was read."""
        assert self._course is not None
        record = self._course.record(self._headers)
        numbers = {}
        for name in ("Match", "Game"):
            value = self._own.get(name, "0" if name == "Match" else "1")
            if not (value.isascii() and value.isdecimal() and len(value) < 4):
                raise TextError("tables_file_header", name=name)
            numbers[name] = int(value)
        score = re.fullmatch(r"(\d{1,3})-(\d{1,3})", self._own.get("Score", "0-0"))
        if score is None:
            raise TextError("tables_file_header", name="Score")
        if self._own.get("First", "white") not in ("white", "black"):
            raise TextError("tables_file_header", name="First")
        return record._replace(
            first=Side.from_word(self._own.get("First", "white")),
            length=numbers["Match"],
            number=numbers["Game"],
            score=(int(score[1]), int(score[2])),
        )
