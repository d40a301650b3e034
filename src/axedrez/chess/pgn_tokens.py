"""The signs that a PGN file is made of, each with its place, read line by line."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import Literal, NamedTuple, TextIO, cast

MAX_LINE = 300_000
MAX_COMMENT = 100_000

Kind = Literal["tag", "move", "nag", "comment", "open", "close", "result", "fault", "end"]


class Token(NamedTuple):
    """A sign of a file; `line` and `column` count from 1.

    `text` is what it says: of a tag `Name value`, of a NAG its number, of a fault the reason.
    """

    kind: Kind
    text: str
    line: int
    column: int


# The suffixes of moves and the numeric annotations they stand for.
SUFFIXES = {"!": "1", "?": "2", "!!": "3", "??": "4", "!?": "5", "?!": "6"}

_SIGN = re.compile(
    r"""(?P<space>[\s.]+|e\.p\.)
    |(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?=[\s(){;]|$))
    |(?P<move>(?:0-0(?:-0)?|[A-Za-z]|@(?=[a-h][1-8])|--)[A-Za-z0-9=:/+\#@-]*)
    |(?P<number>[0-9]+(?=[\s.]|$|[A-Za-z({]))
    |\$(?P<nag>[0-9]{1,3})(?![0-9])
    |(?P<suffix>[!?]{1,2})
    |(?P<open>\()
    |(?P<close>\))
    |(?P<line_comment>;.*)
    |(?P<brace>\{)
    |(?P<tag>\[)""",
    re.VERBOSE,
)
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,255})\s*"((?:[^"\\]|\\.)*)"\s*\]')
# Many programs write the quotation marks of a name as they are.
_LOOSE_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,255})\s*"(.*)"\s*\]\s*$')
_NEW_GAME = re.compile(r'\[Event\s+"')


def tokens(stream: TextIO) -> Iterator[Token]:
    """The signs of a PGN text, the last one of the kind `end`. Nothing is raised: what cannot be read is a fault."""
    return _Reader(stream).read()


class _Reader:
    """Where reading stands: the line, its number, and the comment that is open with its place."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.number = 0
        self.comment: list[str] | None = None
        self.length = 0
        self.opened = (0, 0)

    def read(self) -> Iterator[Token]:
        while line := self.stream.readline(MAX_LINE + 1):
            self.number += 1
            if len(line) > MAX_LINE:
                yield Token("fault", "pgn_line", self.number, 1)
                while line and not line.endswith("\n"):
                    line = self.stream.readline(MAX_LINE)
                self.comment = None
                continue
            yield from self._line(line.rstrip("\r\n").removeprefix("\ufeff" if self.number == 1 else "\0"))
        if self.comment is not None:
            yield Token("fault", "pgn_comment", *self.opened)
        yield Token("end", "", self.number + 1, 1)

    def _line(self, line: str) -> Iterator[Token]:
        place = 0
        if self.comment is not None and _NEW_GAME.match(line):
            # No comment begins a line like that: the brace was forgotten, and the next game must not be lost in it.
            yield Token("fault", "pgn_comment", *self.opened)
            self.comment = None
        if self.comment is None and line.startswith("%"):
            return
        while place < len(line) or self.comment is not None:
            if self.comment is not None:
                end = line.find("}", place)
                self._remember(line[place:] if end < 0 else line[place:end])
                if end < 0:
                    return
                yield self._close()
                place = end + 1
                continue
            place = yield from self._sign(line, place)

    def _remember(self, text: str) -> None:
        assert self.comment is not None
        self.length += len(text)
        if self.length <= MAX_COMMENT:
            self.comment.append(text)

    def _close(self) -> Token:
        assert self.comment is not None
        text = " ".join(" ".join(self.comment).split())
        self.comment = None
        if self.length > MAX_COMMENT:
            return Token("fault", "pgn_long", *self.opened)
        return Token("comment", text, *self.opened)

    def _sign(self, line: str, place: int) -> Generator[Token, None, int]:
        """Yield the sign at a place of the line, if it says something; returns the place behind it."""
        column = place + 1
        match = _SIGN.match(line, place)
        if match is None:
            yield Token("fault", "pgn_sign", self.number, column)
            return len(line)
        kind, text = str(match.lastgroup), match.group()
        if kind == "brace":
            self.comment, self.length, self.opened = [], 0, (self.number, column)
        elif kind == "line_comment":
            yield Token("comment", " ".join(text[1:].split()), self.number, column)
        elif kind == "tag":
            tag = _TAG.match(line, place) or _LOOSE_TAG.match(line, place)
            if tag is None:
                yield Token("fault", "pgn_tag", self.number, column)
                return len(line)
            value = re.sub(r'\\([\\"])', r"\1", tag[2])
            yield Token("tag", f"{tag[1]} {value}", self.number, column)
            return tag.end()
        elif kind == "suffix":
            yield Token("nag", SUFFIXES[text], self.number, column)
        elif kind == "nag":
            yield Token("nag", match["nag"], self.number, column)
        elif kind in ("move", "open", "close", "result"):
            yield Token(cast(Kind, kind), text, self.number, column)
        return match.end()
