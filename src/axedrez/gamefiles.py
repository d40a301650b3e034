"""Game files of every family: which format a file is in, its games one after the other, and games as texts."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, BinaryIO, TextIO, cast

from axedrez import library
from axedrez.core.contract import Position
from axedrez.core.errors import NotAllowed, TextError
from axedrez.core.game_record import (
    MAX_GAMES,
    Annotation,
    FileFault,
    FileFormat,
    Find,
    GameRecord,
    MoveNotes,
    Note,
    TreeGame,
)
from axedrez.core.game_tree import GameTree

HEAD = 8192
"""So many characters, or bytes, of a file tell its format."""

FORMATS = tuple(chain.from_iterable(family.formats for family in reversed(library.FAMILIES.values())))
"""Every format; the last one is tried with whatever is of no other."""


def read_games(
    source: str | bytes | os.PathLike[str] | TextIO, find: Find = library.load
) -> Iterator[GameRecord | FileFault]:
    """The games of a file, one after the other; what is no game gives a `FileFault`, and reading goes on behind it.

    `source`: the text itself, the bytes of a file, a `pathlib.Path`, or a text stream that can be rewound. The format
    (PGN, `.mat`, `.sgf`, `.xg` or the text format of games with dice) is recognized by the content. A file of any size
    is read as its games are asked for.
    `find`: gives a rulebook by its id, for files that name rulebooks of your own.
    Raises nothing but the `OSError` of a file that cannot be read, when the first game is asked for.

    >>> [record] = read_games("1. e4 e5 2. Nf3 *")
    >>> [str(move) for move in record.moves()]
    ['e2e4', 'e7e5', 'g1f3']
    """
    if isinstance(source, os.PathLike):
        with GameFile.opened(source, find) as file:
            yield from file
    else:
        yield from GameFile(source, find, limit=None)


def write_game(record: GameRecord, format: str | None = None, find: Find = library.load) -> str:
    """A game as the text of a file, ended by a line break; `read_games` gives it back.

    `format`: `pgn`, `mat` or `text`; by default the first one that holds the game: PGN for chess, the text format
    for games with dice. `find`: what readers know a rulebook by its id to be; the sheet of any other is written along.
    Raises `NotAllowed` for a format that does not hold the game.

    >>> start = library.load("clasico").start()
    >>> print(write_game(GameRecord.from_moves(start, ["f3", "e5", "g4", "Qh4"])).splitlines()[-2])
    1. f3 e5 2. g4 Qh4# 0-1
    """
    return write([record], format or formats(record.start)[0].name, find)


def formats(start: Position) -> list[FileFormat]:
    """The formats that a game with this start can be written in."""
    family = library.FAMILIES.get(start.game.family)
    return [each for each in family.formats if each.load().holds(start)] if family else []


def write(games: Sequence[GameRecord], name: str, find: Find = library.load) -> str:
    """Games, all of one family, in the format `name`. Raises `NotAllowed` if it does not hold them."""
    for found in FORMATS:
        if found.name == name and all(found in formats(game.start) for game in games):
            return found.load().write(games, find)
    raise NotAllowed("file_format", name=name[:40])


def read_trees(
    source: str | bytes | os.PathLike[str] | TextIO, find: Find = library.load
) -> Iterator[TreeGame | FileFault]:
    """The games of a file with their variations and all that is said in it; what is no game gives a `FileFault`.

    `source`, `find` and errors as in `read_games`. Formats without variations give trees of one line.

    >>> [game] = read_trees("1. e4 {best} e5 (1... c5 $1) 2. Nf3 *")
    >>> [(str(node.move), node.remarks.comment, node.remarks.nags) for node in game.tree.walk()]
    [('e2e4', 'best', ()), ('e7e5', '', ()), ('g1f3', '', ()), ('c7c5', '', (1,))]
    """
    if isinstance(source, os.PathLike):
        with GameFile.opened(source, find) as file:
            yield from file.trees()
    else:
        yield from GameFile(source, find, limit=None).trees()


def write_trees(games: Sequence[TreeGame], name: str, find: Find = library.load) -> str:
    """The `games`, all of one family, in the format `name`; one that knows no variations gets their main lines.

    `find`: as in `write_game`. Raises `NotAllowed` if it does not hold them.

    >>> print(write_trees(list(read_trees("1. e4 (1. d4 $5) e5 *")), "pgn").splitlines()[-2])
    1. e4 (1. d4 $5) 1... e5 *
    """
    for found in FORMATS:
        if found.name == name and all(found in formats(game.tree.start) for game in games):
            if found.load_trees is not None:
                return found.load_trees().write_trees(games, find)
            return found.load().write([_as_record(game) for game in games], find)
    raise NotAllowed("file_format", name=name[:40])


def as_tree(record: GameRecord, find: Find = library.load) -> TreeGame:
    """A record as a tree, with the variations and remarks of its notes."""
    if record.notes:
        found = next(each for each in formats(record.start) if each.load_trees is not None)
        [tree] = read_trees(write([record], found.name, find), find)
        if isinstance(tree, TreeGame):
            return tree
    return _as_tree(record)


def _as_tree(record: GameRecord) -> TreeGame:
    tree = GameTree(record.start)
    here = tree.root
    for number, move in enumerate(record.moves(), start=1):
        here = tree.insert(str(number), here, move)
    return TreeGame(tree, record.headers, record.outcome.result if record.outcome else "*", record.passed)


def _as_record(game: TreeGame) -> GameRecord:
    moves = [node.move for node in game.tree.line() if node.move is not None]
    return GameRecord.from_moves(game.tree.start, moves, game.headers)


def notes(game: GameRecord, lang: str, find: Find = library.load) -> list[Note]:
    """What the file of a game says about its moves, in the notation of `lang`; nothing for formats without notes."""
    read = _notes_of(game)
    return read.notes(game, find, lang) if read else []


def annotated(game: GameRecord, annotations: Sequence[Annotation], find: Find = library.load) -> GameRecord:
    """The game with annotations beside its notes; unchanged in families whose formats have no notes."""
    read = _notes_of(game)
    return read.annotated(game, annotations, find) if read else game


def _notes_of(game: GameRecord) -> MoveNotes | None:
    loaders = [each.load_notes for each in formats(game.start) if each.load_notes is not None]
    return loaders[0]() if loaders else None


def decoded(body: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 or, for what is neither, single bytes as older programs write them."""
    return body.decode(_encoding(body), errors=_OLDER)


def _encoding(head: bytes) -> str:
    """The encoding of a file that begins so."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if len(head) > 3 and head[:4].count(0) == 2:
        return "utf-16-le" if not head[1] else "utf-16-be"
    return "utf-8-sig"


def _single_bytes(fault: UnicodeError) -> tuple[str, int]:
    """What is no UTF-8 has been written in Windows' letters; in UTF-16 it is nothing."""
    assert isinstance(fault, UnicodeDecodeError)
    if fault.encoding.startswith("utf-16") or fault.encoding.startswith("utf16"):
        return "\N{REPLACEMENT CHARACTER}", fault.end
    return fault.object[fault.start : fault.end].decode("cp1252", errors="replace"), fault.end


_OLDER = "axedrez-single-bytes"
codecs.register_error(_OLDER, _single_bytes)


def _format_of(head: str | bytes) -> FileFormat | None:
    """The format of a text or of a file that begins so."""
    fitting = (found for found in FORMATS if found.is_binary is isinstance(head, bytes))
    return next((found for found in fitting if cast(Any, found.sign).search(head)), None)


def _stream(file: BinaryIO) -> TextIO | BinaryIO:
    """A file that can be rewound as what its format is read from: itself, or its text."""
    head = file.read(HEAD)
    file.seek(0)
    if _format_of(head) is not None:
        return file
    return io.TextIOWrapper(file, _encoding(head), errors=_OLDER, newline=None)


class GameFile:
    """The games of a file as it is iterated: each one, or what is wrong with it. Raises nothing.

    `line` counts the lines that have been read so far; at most `limit` games are read, None for all.
    """

    def __init__(
        self, source: str | bytes | TextIO | BinaryIO, find: Find = library.load, limit: int | None = MAX_GAMES
    ) -> None:
        if isinstance(source, str):
            source = io.StringIO(source, newline=None)
        elif isinstance(source, bytes):
            source = _stream(io.BytesIO(source))
        head = source.read(HEAD)
        source.seek(0)
        found = _format_of(head)
        assert found is not None, "the last format takes every text"
        self.format = found
        self.line = 0
        self._stream = source
        self._find = find
        self._limit = limit

    @classmethod
    @contextmanager
    def opened(cls, name: str | os.PathLike[str], find: Find = library.load) -> Iterator[GameFile]:
        """A file of any size, which is read as its games are asked for. Raises `OSError`, `ValueError`."""
        with open(name, "rb") as file, _stream(file) as stream:
            yield cls(stream, find, limit=None)

    def __iter__(self) -> Iterator[GameRecord | FileFault]:
        number = 0
        stream = self._stream if self.format.is_binary else self
        for number, item in enumerate(self.format.load().read(stream, self._find), start=1):
            if self._limit is not None and number > self._limit:
                yield FileFault(number, max(self.line, 1), 1, TextError("file_many", limit=self._limit))
                return
            yield item
        if number == 0:
            yield FileFault(1, 1, 1, TextError("file_empty"))

    def trees(self) -> Iterator[TreeGame | FileFault]:
        """The games with their variations, instead of the games alone."""
        if self.format.load_trees is not None:
            return self.format.load_trees().read_trees(cast(TextIO, self), self._find)
        return (item if isinstance(item, FileFault) else _as_tree(item) for item in self)

    def readline(self, size: int = -1) -> str:
        """The next line of a text, or its first `size` characters: what readers ask for."""
        self.line += 1
        return cast(TextIO, self._stream).readline(size)
