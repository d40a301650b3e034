"""Games as files hold them, in every family: what was played, how it ended, and what stands around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TextIO

from axedrez.core.contract import Game, Move, Position
from axedrez.core.errors import AxedrezError
from axedrez.core.game_tree import GameTree
from axedrez.core.history import History
from axedrez.core.outcome import Outcome, Result
from axedrez.core.scoring import counted
from axedrez.core.sides import Side

MAX_GAMES = 500
"""So many games of one file are read."""

Find = Callable[..., Game]
"""`find(name, options)` gives a rulebook by its id, as `axedrez.load` does; without options some also by its hash."""

OfferWord = Literal["double", "resignation"]


class Played(NamedTuple):
    """A turn with its roll, `roll` (`52`), "" for that of the start; `move` is None: rolled, not played yet."""

    side: Side
    move: Move | None
    roll: str = ""


class Offered(NamedTuple):
    """A double or a resignation (`offer`).

    `value`: what the cube would show, or the points of a resignation before the cube.
    """

    side: Side
    offer: OfferWord
    value: int


class Answered(NamedTuple):
    """The answer of the other side to the offer before: whether it was `accepted`."""

    side: Side
    accepted: bool


Entry = Played | Offered | Answered


class MatchPlace(NamedTuple):
    """Where a game stands in its match to `length` points.

    `score`: of White and Black before the game; `first`: the colour of the match's first player in it;
    `crawford_played`: whether the game without the cube lies behind; `drawn`: games drawn in a row just before.
    """

    length: int
    game: int = 1
    score: tuple[int, int] = (0, 0)
    first: Side = Side.WHITE
    crawford_played: bool = False
    drawn: int = 0


class FileFault(NamedTuple):
    """What is wrong with a game of a file, in words by `error`, and where.

    `game`, `line` and `column` count from 1.
    """

    game: int
    line: int
    column: int
    error: AxedrezError


class GameRecord(NamedTuple):
    """A game with what a file tells about it.

    `entries`: what was played from `start` on, and doubles and resignations with their answers. `headers`: further
    facts by name (`White`, `Black`, `Event`, `Date` …). `outcome` is None for a game that has not ended; its points are
    multiplied by the cube. `match` is None for a single game. `passed`: what the reader passed over in it, with its
    place. `notes`: what is said about the moves, as a text that the format's `read` understands; "" for nothing.
    """

    start: Position
    entries: tuple[Entry, ...]
    outcome: Outcome | None
    headers: dict[str, str]
    match: MatchPlace | None = None
    passed: tuple[FileFault, ...] = ()
    notes: str = ""

    @classmethod
    def from_moves(
        cls,
        start: Position,
        moves: Iterable[Move | str],
        headers: Mapping[str, str] | None = None,
        outcome: Outcome | None = None,
    ) -> GameRecord:
        """The record of a game that was played without offers.

        `moves`: moves, or texts that `Position.parse_move` reads; rolls of dice stand among them (`52`).
        `outcome`: how the players ended the game (`Position.verdict`); an end by the rules is found without it.
        Raises `IllegalMove` for a move that the rules refuse, `TextError` for a text that is no move.
        """
        position, history, entries, roll = start, History(), list[Entry](), ""
        for each in moves:
            move = position.parse_move(each) if isinstance(each, str) else each
            following = position.play(move)
            if position.turn is Side.CHANCE:
                roll = str(move)
            else:
                entries.append(Played(position.turn, move, roll))
                history, roll = history.after(position), ""
            position = following
        if roll:
            entries.append(Played(position.turn, None, roll))
        ended = position.outcome(history) or outcome
        return cls(start, tuple(entries), ended and counted(ended, position), dict(headers or {}))

    def moves(self) -> list[Move]:
        """The moves that lead from `start` to `last()`, rolls of dice among them."""
        return self._followed()[0]

    def last(self) -> Position:
        """Where the entries lead."""
        return self._followed()[1]

    def _followed(self) -> tuple[list[Move], Position]:
        moves, position = list[Move](), self.start
        for entry in self.entries:
            if not isinstance(entry, Played):
                continue
            if entry.roll and position.turn is Side.CHANCE:
                moves.append(position.parse_move(entry.roll))
                position = position.play_unchecked(moves[-1])
            if entry.move is not None:
                moves.append(entry.move)
                position = position.play_unchecked(entry.move)
        return moves, position


class Note(NamedTuple):
    """What a file says about the move `ply` (0: before the first): signs such as `!`, and the rest as one text."""

    ply: int
    signs: str
    text: str


class Annotation(NamedTuple):
    """What an analysis says about the move `ply`: a sign (`?!`), the score for White, a text, and a better line.

    `score` is as programs read it: `0.35`, `#3`, "" for none.
    """

    ply: int
    sign: str
    score: str
    text: str
    line: tuple[str, ...] = ()


class MoveNotes(Protocol):
    """Reads and writes what a format says about moves (`GameRecord.notes`). A module of a family is one."""

    def notes(self, game: GameRecord, find: Find, lang: str) -> list[Note]:
        """What is said about the moves, as far as they are still those of the file, in the notation of `lang`."""

    def annotated(self, game: GameRecord, annotations: Sequence[Annotation], find: Find) -> GameRecord:
        """The game with annotations beside what was said already; nothing is said twice."""


class GameFiles(Protocol):
    """Reads and writes games in one format. A module of a family is one."""

    def holds(self, position: Any) -> bool:
        """Whether games that start so can be written."""

    def write(self, games: Sequence[GameRecord], find: Find) -> str:
        """Games, one after the other. Raises `NotAllowed` for games that the format cannot hold."""

    def read(self, stream: Any, find: Find) -> Iterator[GameRecord | FileFault]:
        """The games of a text (`TextIO`), or of a file of bytes (`BinaryIO`); one that cannot be read gives a fault."""


class TreeGame(NamedTuple):
    """A tree as files hold it. `headers`: further facts by name; `passed`: what the reader passed over."""

    tree: GameTree
    headers: dict[str, str]
    result: Result = "*"
    passed: tuple[FileFault, ...] = ()


class TreeFiles(Protocol):
    """Reads and writes trees in one format. A module of a family is one."""

    def read_trees(self, stream: TextIO, find: Callable[..., Game]) -> Iterator[TreeGame | FileFault]:
        """The trees of a text; one that cannot be read gives a fault. Raises nothing."""

    def write_trees(self, games: Sequence[TreeGame], find: Callable[..., Game]) -> str:
        """Trees, one after the other."""


class FileFormat(NamedTuple):
    """A kind of game file. A file in whose beginning `sign` is found is of this format; `load` gives what reads it.

    Where `sign` is of bytes, files are read as bytes, and otherwise as texts.
    `load_notes` gives what reads its notes about moves, `load_trees` what reads games with variations; None where a
    format has none.
    """

    name: str
    extension: str
    media_type: str
    sign: re.Pattern[str] | re.Pattern[bytes]
    load: Callable[[], GameFiles]
    load_notes: Callable[[], MoveNotes] | None = None
    load_trees: Callable[[], TreeFiles] | None = None

    @property
    def is_binary(self) -> bool:
        """Whether its files are no texts."""
        return isinstance(self.sign.pattern, bytes)
