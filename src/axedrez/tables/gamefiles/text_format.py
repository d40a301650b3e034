"""The text format for games of every tables rulebook (docs/chessgammon-notation.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TextIO

from axedrez.core.contract import Game
from axedrez.core.dice import Roll
from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.game_record import Answered, FileFault, Find, GameRecord, MatchPlace, Offered, Played
from axedrez.core.match_state import MAX_DRAWN
from axedrez.core.sides import Side
from axedrez.rulesheet import embedding
from axedrez.rulesheet.reading import paths
from axedrez.tables.gamefiles.games import Course, rules
from axedrez.tables.position.moves import read_turn
from axedrez.tables.position.position import TablesPosition

MAX_LINE = 1000
_HEADER = re.compile(r'\[([A-Za-z0-9_]{1,40}) "((?:[^"\\]|\\["\\])*)"\]')
_ENTRY = re.compile(r"\d{1,6}\. ([wb]) (.+)")
_OWN = ("Rulebook", "Option", "Position", "First", "Match", "Game", "Score", "Crawford", "Drawn")
_RESULT = re.compile(r"(1-0|0-1|1/2-1/2|\*)(?: ([a-z_]{1,40}))?(?: (\d{1,4}))?")
_TOLD_BY_RESULT = ("resignation", "time", "left", "abandoned", "aborted", "no_show", "cap")
_LENGTH = "match.length"


def holds(position: TablesPosition) -> bool:
    """Every game of the family."""
    return True


# --- writing ---------------------------------------------------------------------------------------------------------


def write(games: Sequence[GameRecord], find: Find) -> str:
    """The games, one after the other with an empty line between; `find` gives a rulebook without options set."""
    return "\n".join("\n".join(_lines(game, find)) + "\n" for game in games)


def _lines(written: GameRecord, find: Find) -> Iterator[str]:
    start: TablesPosition = written.start  # type: ignore[assignment]
    game = start.game
    yield _header("Rulebook", game.name)
    yield from _rules(game, written.match, find)
    if start != game.start():
        yield _header("Position", start.text())
    if (match := written.match) is not None:
        if match.first is Side.BLACK:
            yield _header("First", "black")
        yield _header("Match", str(match.length))
        yield _header("Game", str(match.game))
        yield _header("Score", "{}-{}".format(*match.score))
        if match.crawford_played:
            yield _header("Crawford", "played")
        if match.drawn:
            yield _header("Drawn", str(match.drawn))
    for name, value in written.headers.items():
        if name not in _OWN and not embedding.is_tag(name):
            yield _header(name, value)
    yield ""
    number = 1
    for entry in written.entries:
        yield f"{number}. {'w' if entry.side is Side.WHITE else 'b'} {_entry(entry, start)}"
        number += isinstance(entry, Played)
    outcome = written.outcome
    if outcome is None:
        yield "*"
    elif outcome.winner is None or outcome.points is None:
        yield f"{outcome.result} {outcome.reason}"
    else:
        yield f"{outcome.result} {outcome.reason} {int(max(outcome.points))}"


def _entry(entry: Played | Offered | Answered, start: TablesPosition) -> str:
    match entry:
        case Played():
            return f"{entry.roll or start.dice}: {entry.move or ''}".rstrip()
        case Offered(offer="double"):
            return f"doubles {entry.value}"
        case Offered():
            return f"resigns {entry.value}"
        case Answered():
            return "accepts" if entry.accepted else "refuses"


def _header(name: str, value: str) -> str:
    escaped = "".join(sign if sign.isprintable() else " " for sign in value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _rules(game: Game, match: MatchPlace | None, find: Find) -> Iterator[str]:
    """What makes the rules of a game out of its rulebook: options, or the sheet where they do not."""
    try:
        options = dict(_changed(game, rules({}, game.name, {}, find)))
    except AxedrezError:  # an unknown rulebook
        options = {}
    length = {_LENGTH: match.length} if match is not None else {}
    embedded = embedding.tags(game, lambda: find(game.name, {**options, **length}))
    if len(embedded) > 1:
        yield from (_header(name, value) for name, value in embedded.items())
    else:
        yield from (_header("Option", f"{name}={value}") for name, value in options.items())


def _changed(game: Game, plain: Game) -> Iterator[tuple[str, str]]:
    """The single values in which a game differs from its rulebook; the length of a match has a header of its own."""
    for path in paths(type(game.sheet)):
        value, usual = (_value(sheet, path) for sheet in (game.sheet, plain.sheet))
        if value != usual and path != _LENGTH and isinstance(value, bool | int | str):
            yield path.removeprefix("options."), str(value).lower() if isinstance(value, bool) else str(value)


def _value(sheet: Any, path: str) -> Any:
    for name in path.split("."):
        sheet = getattr(sheet, name)
    return sheet


# --- reading ---------------------------------------------------------------------------------------------------------


def read(stream: TextIO, find: Find) -> Iterator[GameRecord | FileFault]:
    """The games of a text; one that cannot be read gives a fault. `find` gives the game of a rulebook and options."""
    reader: _Reader | None = None
    number = place = 0
    for place, line in enumerate(iter(stream.readline, ""), start=1):
        text = line.strip()
        if not text or text.startswith(";"):
            continue
        if reader is not None and reader.in_game and text.startswith("["):
            if not reader.broken:
                yield FileFault(number, place, 1, TextError("tables_file_open"))
            reader = None
        if reader is None:
            reader, number = _Reader(find), number + 1
        if reader.broken:
            reader.in_game |= not text.startswith("[")
            continue
        try:
            found = reader.take(text)
        except AxedrezError as fault:
            reader.broken = True
            yield FileFault(number, place, 1, fault)
            continue
        if found is not None:
            yield found
            reader = None
    if reader is not None and not reader.broken:
        yield FileFault(number, place, 1, TextError("tables_file_open"))


class _Reader:
    """Reads one game, line by line. `in_game`: the headers are over; `broken`: the rest of it is not read."""

    def __init__(self, find: Find) -> None:
        self.broken = False
        self.in_game = False
        self._find = find
        self._headers: dict[str, str] = {}
        self._own: dict[str, str] = {}
        self._options: dict[str, Any] = {}
        self._rules: dict[str, str] = {}
        self._match: MatchPlace | None = None
        self._course: Course | None = None

    def take(self, line: str) -> GameRecord | None:
        """The next line; the game when it was the result. Raises `AxedrezError`."""
        if len(line) > MAX_LINE:
            raise TextError("tables_file_line")
        if self._course is None and line.startswith("["):
            self._header(line)
            return None
        self.in_game = True
        self._course = self._course or self._begin()
        if (match := _ENTRY.fullmatch(line)) is not None:
            self._entry(self._course, Side.WHITE if match[1] == "w" else Side.BLACK, match[2])
            return None
        self._result(self._course, line)
        return self._course.written(self._headers, self._match)

    def _header(self, line: str) -> None:
        match = _HEADER.fullmatch(line)
        if match is None:
            raise TextError("tables_file_line")
        name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if name == "Option":
            option, _, setting = value.partition("=")
            self._options[option] = setting
            return
        kept = self._own if name in _OWN else self._rules if embedding.is_tag(name) else self._headers
        if name in kept:
            raise TextError("tables_file_header", name=name)
        kept[name] = value

    def _begin(self) -> Course:
        if "Rulebook" not in self._own:
            raise TextError("tables_file_header", name="Rulebook")
        self._match = self._place()
        if self._match is not None:
            self._options[_LENGTH] = self._match.length
        game = rules(self._rules, self._own["Rulebook"], self._options, self._known)
        if self._match is not None and self._match.length != game.conduct.length:
            raise TextError("tables_file_header", name="Match")
        return Course(game.parse(self._own["Position"]) if "Position" in self._own else game.start())

    def _known(self, name: str, options: Mapping[str, Any]) -> Game:
        # A file names rulebooks that are known here, never a path.
        if re.fullmatch("[a-z0-9-]+", name) is None:
            raise TextError("file_rulebook", name=name[:40])
        return self._find(name, options)

    def _place(self) -> MatchPlace | None:
        if "Match" not in self._own:
            return None
        game, length = (self._number(name) for name in ("Game", "Match"))
        score = re.fullmatch(r"(\d{1,3})-(\d{1,3})", self._own.get("Score", "0-0"), re.ASCII)
        if score is None or max(int(score[1]), int(score[2])) >= length:
            raise TextError("tables_file_header", name="Score")
        first = self._own.get("First", "white")
        if first not in ("white", "black"):
            raise TextError("tables_file_header", name="First")
        played = self._own.get("Crawford") == "played"
        drawn = self._number("Drawn") if "Drawn" in self._own else 0
        if drawn >= MAX_DRAWN:
            raise TextError("tables_file_header", name="Drawn")
        return MatchPlace(length, game, (int(score[1]), int(score[2])), Side.from_word(first), played, drawn)

    def _number(self, name: str) -> int:
        value = self._own.get(name, "1")
        if re.fullmatch(r"[1-9]\d{0,2}", value, re.ASCII) is None:
            raise TextError("tables_file_header", name=name)
        return int(value)

    def _entry(self, course: Course, side: Side, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word in ("accepts", "refuses") and not rest:
            course.answer(side, word == "accepts")
        elif word in ("doubles", "resigns") and rest.isdecimal() and len(rest) < 4:
            course.offer(side, "double" if word == "doubles" else "resignation", int(rest))
        elif word.endswith(":") and not rest:
            course.hang(side, Roll.parse(word[:-1]))
        elif word.endswith(":"):
            roll = Roll.parse(word[:-1])
            position = course.rolled(side, roll)
            course.play(side, roll, position.open_turn.find(read_turn(rest, position.ruleset, "en")))
        else:
            raise TextError("tables_file_line")

    def _result(self, course: Course, line: str) -> None:
        match = _RESULT.fullmatch(line)
        if match is None:
            raise TextError("tables_file_line")
        result, reason, points = match.groups()
        loser = {"1-0": Side.BLACK, "0-1": Side.WHITE}.get(result)
        if course.outcome is None and reason in _TOLD_BY_RESULT:
            place = self._match
            lacking = place.length - place.score[loser.opponent] if place is not None and loser is not None else None
            course.finish(reason, loser, int(points) if points else None, lacking)
        outcome = course.outcome
        if outcome is None:
            known: tuple[str, str | None, str | None] = ("*", None, None)
        else:
            worth = str(int(max(outcome.points))) if outcome.winner is not None and outcome.points else None
            known = (outcome.result, outcome.reason, worth)
        if (result, reason, points) != known:
            raise TextError("tables_file_result", right=" ".join(part for part in known if part))
