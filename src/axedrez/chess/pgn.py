"""PGN, the file format of games: trees of moves, and their reading as a stream. Always with English letters.

Where a turn has several moves they stand one after the other under the number of the turn. What dice show is written
before the move that plays it, as a comment that other programs pass over: `{[%roll 52]}`. A start that chance has
arranged is given as FEN. Rules that no name tells travel in tags of their own (`rulesheet.carried`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TextIO, get_args

from axedrez.chess.game import ChessGame
from axedrez.chess.pgn_tokens import Token, tokens
from axedrez.chess.sheet import ChessSheet, upgraded
from axedrez.core.contract import Game, Move, Position
from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.outcome import Outcome, Result
from axedrez.core.sides import Side
from axedrez.core.written import FileFault
from axedrez.rulesheet import carried
from axedrez.rulesheet.faults import to_sheet

MAX_DEPTH = 50
MAX_MOVES = 20_000
MAX_TAGS = 1000
MAX_NAGS = 20

# The seven tags that every game has, with what is written where nothing is known.
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
# Tags that follow from the other fields of a game.
DERIVED = ("Result", "SetUp", "FEN", "Variant")
STANDARD = "clasico"
_ROLL = re.compile(r"\[%roll ([1-6]{2})\]")
_STANDARD_NAMES = ("", "standard", "chess", "classical", "normal", "from-position", STANDARD)
# What the standard calls the ends of games; any other is `normal`.
_TERMINATIONS = {
    "time": "time forfeit",
    **dict.fromkeys(("abandoned", "aborted", "no_show", "left"), "abandoned"),
    "cap": "unterminated",
}


@dataclass
class PgnMove:
    """A move with what is said about it; `variations` are other lines that could begin instead of it."""

    before: Position
    move: Move
    nags: list[int] = field(default_factory=list)
    comment: str = ""
    variations: list[PgnLine] = field(default_factory=list)


@dataclass
class PgnLine:
    """A series of moves; `comment` stands before the first. Comments are single lines without double spaces."""

    comment: str = ""
    moves: list[PgnMove] = field(default_factory=list)


@dataclass
class PgnGame:
    """A game as PGN tells it.

    `headers` lacks the tags `Result`, `SetUp`, `FEN`, `Variant` and those of the rules, which the other fields say, and
    those of the seven about which nothing is known. Throws of dice stand in the line like moves.
    """

    start: Position
    line: PgnLine = field(default_factory=PgnLine)
    headers: dict[str, str] = field(default_factory=dict)
    result: Result = "*"

    def moves(self) -> list[Move]:
        """The moves that were played."""
        return [played.move for played in self.line.moves]

    @classmethod
    def of(cls, start: Position, moves: list[Move], outcome: Outcome | None, **headers: str) -> PgnGame:
        """The game of moves that are known to be legal; `outcome` is None for one that still goes on."""
        reason = outcome.reason if outcome else "cap"
        headers["Termination"] = _TERMINATIONS.get(reason, "normal")
        game = cls(start, headers=headers, result=outcome.result if outcome else "*")
        position = start
        for move in moves:
            game.line.moves.append(PgnMove(position, move))
            position = position.play_unchecked(move)
        return game


class _Broken(Exception):
    """The game that is being read cannot be understood from this place on."""

    def __init__(self, token: Token, error: AxedrezError) -> None:
        super().__init__(error)
        self.token = token
        self.error = error


class _Frame(NamedTuple):
    """A line that is being read, and the sign that opened it."""

    line: PgnLine
    opened: Token


class _Reading:
    """The game that is being read, as far as it has come."""

    def __init__(self, find: Callable[[str], Game], first: Token) -> None:
        self.find = find
        self.tags: dict[str, Token] = {}
        self.in_tags = True
        self.broken = False
        self.frames = [_Frame(PgnLine(), first)]
        self.game: PgnGame | None = None
        self.positions: list[Position] = []
        self.count = 0

    def begins_another(self, token: Token) -> bool:
        """Whether a sign can only belong to the next game."""
        if token.kind != "tag":
            return False
        return not self.in_tags or (token.text.startswith("Event ") and bool(self.tags))

    def take(self, token: Token) -> None:
        """Read a sign of this game. Raises `_Broken`."""
        if token.kind == "tag":
            name = token.text.partition(" ")[0]
            self.tags[name] = token
            if len(self.tags) > MAX_TAGS:
                raise _Broken(token, TextError("pgn_long"))
            return
        if token.kind == "fault":
            raise _Broken(token, TextError(token.text))
        self._begin()
        line = self.frames[-1].line
        match token.kind:
            case "move":
                self._move(token, line)
            case "nag" if line.moves and len(line.moves[-1].nags) < MAX_NAGS:
                line.moves[-1].nags.append(int(token.text))
            case "comment" if self.positions[-1].turn is Side.CHANCE and (roll := _ROLL.fullmatch(token.text)):
                self._move(token._replace(text=roll[1]), line)
            case "comment":
                about = line.moves[-1] if line.moves else line
                about.comment = f"{about.comment} {token.text}".strip()
            case "open":
                self._open(token, line)
            case "close":
                if len(self.frames) == 1:
                    raise _Broken(token, TextError("pgn_close"))
                self._close()

    def ended_by(self, token: Token) -> bool:
        """Whether a sign is the result that ends this game (inside a variation it says nothing)."""
        if token.kind != "result":
            return False
        if self.broken:
            return not self.tags
        return len(self.frames) == 1

    def finish(self, token: Token | None) -> PgnGame:
        """The whole game; `token` is its result, if one was written. Raises `_Broken`."""
        game = self._begin()
        if len(self.frames) > 1:
            raise _Broken(self.frames[-1].opened, TextError("pgn_open"))
        written = token.text if token else self._tag("Result")
        game.result = next((result for result in get_args(Result) if result == written), "*")
        return game

    def _tag(self, name: str) -> str:
        token = self.tags.get(name)
        return " ".join(token.text.split()[1:]) if token else ""

    def _begin(self) -> PgnGame:
        """The game with its rulebook and start, known once its tags are complete."""
        self.in_tags = False
        if self.game is None:
            own = (name for name in self.tags if name not in DERIVED and not carried.is_tag(name))
            headers = {name: self._tag(name) for name in own}
            headers = {name: value for name, value in headers.items() if value != ROSTER.get(name)}
            self.game = PgnGame(self._start(), self.frames[0].line, headers)
            self.positions = [self.game.start]
        return self.game

    def _start(self) -> Position:
        name = "Variant"
        try:
            told = {tag: self._tag(tag) for tag in self.tags if carried.is_tag(tag)}
            game = carried.rules(told, self._named, self.find, _built)
            if not isinstance(game, ChessGame):
                raise TextError("file_rulebook", name=self._tag(name)[:40])
            name = "FEN"
            return game.parse(self._tag(name)) if self._tag(name) else game.start()
        except AxedrezError as fault:
            name = carried.HASH if fault.reason == "file_sheet" else name
            raise _Broken(self.tags.get(name, self.frames[0].opened), fault) from None

    def _named(self) -> Game:
        variant = slug(self._tag("Variant"))
        # A file names rulebooks that are known here, never a path.
        if not re.fullmatch("[a-z0-9-]*", variant):
            raise TextError("file_rulebook", name=variant[:40])
        return self.find(STANDARD if variant in _STANDARD_NAMES else variant)

    def _move(self, token: Token, line: PgnLine) -> None:
        self.count += 1
        if self.count > MAX_MOVES:
            raise _Broken(token, TextError("pgn_long"))
        position = self.positions[-1]
        try:
            move = position.parse_move(token.text)
        except AxedrezError as fault:
            raise _Broken(token, fault) from None
        line.moves.append(PgnMove(position, move))
        self.positions[-1] = position.play_unchecked(move)

    def _open(self, token: Token, line: PgnLine) -> None:
        if not line.moves:
            raise _Broken(token, TextError("pgn_variation"))
        if len(self.frames) > MAX_DEPTH:
            raise _Broken(token, TextError("pgn_deep", limit=MAX_DEPTH))
        self.frames.append(_Frame(PgnLine(), token))
        self.positions.append(line.moves[-1].before)

    def _close(self) -> None:
        line = self.frames.pop().line
        self.positions.pop()
        if line.moves:
            self.frames[-1].line.moves[-1].variations.append(line)


@lru_cache(maxsize=64)
def _built(packed: str) -> ChessGame:
    """The game of a sheet that a file carries; many games of a file have the same."""
    return ChessGame(to_sheet(upgraded(carried.unpacked(packed)), ChessSheet, carried.PIECE))


def slug(name: str) -> str:
    """The id that the name of a rulebook has, if it follows its name."""
    return re.sub(r"[\s_]+", "-", name.lower())


def read_games(stream: TextIO, find: Callable[[str], Game]) -> Iterator[PgnGame | FileFault]:
    """The games of a text, one after the other, without keeping it; a game that cannot be read gives a fault.

    `find` gives a rulebook by its id (`[Variant]`; `clasico` without one), such as `axedrez.load`, or also by its hash;
    a sheet that the game carries needs no finding. Raises nothing.
    """
    number = 0
    reading: _Reading | None = None

    def closed(game: _Reading, token: Token | None) -> Iterator[PgnGame | FileFault]:
        if not game.broken:
            try:
                yield game.finish(token)
            except _Broken as fault:
                yield FileFault(number, fault.token.line, fault.token.column, fault.error)

    for token in tokens(stream):
        if reading is not None and (token.kind == "end" or reading.begins_another(token)):
            yield from closed(reading, None)
            reading = None
        if reading is None:
            if token.kind in ("end", "result", "comment", "nag"):
                continue
            number += 1
            reading = _Reading(find, token)
        if reading.ended_by(token):
            yield from closed(reading, token)
            reading = None
            continue
        try:
            if reading.broken:
                reading.in_tags = reading.in_tags and token.kind == "tag"
            else:
                reading.take(token)
        except _Broken as fault:
            reading.broken = True
            reading.in_tags = reading.in_tags and (token.kind == "tag" or fault.error.reason == "pgn_tag")
            yield FileFault(number, fault.token.line, fault.token.column, fault.error)
