"""The signs that a PGN file is made of, each with its place, read line by line."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Generator, Iterator
from typing import Literal, NamedTuple, TextIO, cast

from axedrez.chess.gamefiles.pgn.words import SUFFIXES, SYMBOLS, Word, word

MAX_LINE = 300_000
MAX_COMMENT = 100_000
MAX_WORD = 40
MAX_LOOSE = 1000
MAX_AHEAD = 12
"""So many lines are looked at to tell a comment that quotes a tag from one that was not closed."""

Kind = Literal[
    "tag", "move", "null", "nag", "number", "comment", "open", "close", "result", "strange", "fault", "line", "end"
]


class Token(NamedTuple):
    """A sign of a file; `line` and `column` count from 1.

    `text` is what it says: of a tag `Name value`, of a NAG its number, of a `strange` sign the reason why it means
    nothing, of a `fault` the reason why the game cannot be read; `value` is how a strange sign is written. A
    `line` is the end of one.
    """

    kind: Kind
    text: str
    line: int
    column: int
    value: str = ""


_SIGN = re.compile(
    r"""(?P<space>[\s.,…\0\x1a\ufeff\u200b]+|e\.\s?p\.?)
    |(?P<result>(?:1\s?[-‐-―−:]\s?0|0\s?[-‐-―−:]\s?1|0[.,]5\s?[-‐-―−:]\s?0[.,]5
        |(?:1/2|½)(?:\s?[-‐-―−:]\s?(?:1/2|½))?|\*)(?=[\s(){};,.\[]|$))
    |(?P<number>(?!0000(?!\d))[0-9]+(?=[\s.,…]|$|[A-Za-z({]))
    |\$(?P<nag>[0-9]{1,3})(?![0-9])
    |(?P<suffix>[!?]+|[‼⁇⁈⁉])
    |(?P<open>\()
    |(?P<close>\))
    |(?P<line_comment>;.*)
    |(?P<brace>\{)
    |(?P<tag>\[)
    |(?P<word>(?:(?!e\.\s?p)(?:[^\s(){}\[\];$!?.,…"*]|(?<=[18=])\([A-Za-z]\)))+)
    |(?P<strange>\$[0-9]*|.)""",
    re.VERBOSE,
)
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,255})\s*"((?:[^"\\]|\\.)*)"\s*\]')
_TAG_NAME = re.compile(r'\[\s*+([A-Za-z0-9_]{1,255}+)(?:\s*+[:=]\s*+|\s++|(?="))')
_OPENING, _CLOSING = "\"“”'‘’«", "\"“”'‘’»"
_NEW_GAME = re.compile(r'\[(?:Event|Site|Date|Round|White|Black|Result)\s+"')
_OUTER = re.compile("[^{};]*}")
_GLYPHS = {"‼": "!!", "⁇": "??", "⁈": "?!", "⁉": "!?"}
_RESULTS = {"0": "1/2-1/2", "1": "1/2-1/2", "½": "1/2-1/2", "*": "*"}


def tokens(stream: TextIO) -> Iterator[Token]:
    """The signs of a PGN text, the last one of the kind `end`. Nothing is raised: what cannot be read is a fault."""
    return _Reader(stream).read()


class _Reader:
    """Where reading stands: the line, its number, and the comment that is open with its place."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.ahead: deque[str] = deque()
        self.number = 0
        self.comment: list[str] | None = None
        self.length = 0
        self.nested = False
        self.opened = (0, 0)

    def read(self) -> Iterator[Token]:
        while line := self.ahead.popleft() if self.ahead else self.stream.readline(MAX_LINE + 1):
            self.number += 1
            if len(line) > MAX_LINE:
                yield Token("fault", "pgn_line", self.number, 1)
                while line and not line.endswith("\n"):
                    line = self.stream.readline(MAX_LINE)
                self.comment = None
                continue
            yield from self._line(line.rstrip("\r\n"))
            yield Token("line", "", self.number, len(line))
        if self.comment is not None:
            yield Token("strange", "pgn_comment", *self.opened)
        yield Token("end", "", self.number + 1, 1)

    def _line(self, line: str) -> Iterator[Token]:
        place = 0
        if self.comment is not None and _NEW_GAME.match(line) and not self._closes_soon(line):
            # The brace was forgotten, and the next game must not be lost in the comment.
            yield Token("strange", "pgn_comment", *self.opened)
            self.comment = None
        if self.comment is None and line.startswith("%"):
            return
        while place < len(line) or self.comment is not None:
            if self.comment is not None:
                end = line.find("}", place)
                self._remember(line[place:] if end < 0 else line[place:end])
                if end < 0:
                    return
                place = end + 1
                if self.nested and _OUTER.match(line, place):
                    # A comment within the comment: the outer one goes on up to its own brace.
                    self.nested = False
                    self._remember("}")
                    continue
                yield from self._close()
                continue
            place = yield from self._sign(line, place)

    def _closes_soon(self, line: str) -> bool:
        """Whether the open comment ends within a few lines, without another one: then it only quotes a tag."""
        for at in range(MAX_AHEAD):
            if (brace := re.search("[{}]", line)) is not None:
                return brace[0] == "}"
            if at == len(self.ahead):
                self.ahead.append(self.stream.readline(MAX_LINE + 1))
            if not (line := self.ahead[at]):
                self.ahead.pop()
                break
        return False

    def _remember(self, text: str) -> None:
        assert self.comment is not None
        room = MAX_COMMENT - self.length
        self.length += len(text)
        self.nested = self.nested or "{" in text
        if room > 0:
            self.comment.append(text[:room])

    def _close(self) -> Iterator[Token]:
        assert self.comment is not None
        text = " ".join(" ".join(self.comment).split())
        self.comment = None
        if self.length > MAX_COMMENT:
            yield Token("strange", "pgn_comment_long", *self.opened)
        yield Token("comment", text, *self.opened)

    def _sign(self, line: str, place: int) -> Generator[Token, None, int]:
        """Yield the sign at a place of the line, if it says something; returns the place behind it."""
        column = place + 1
        match = _SIGN.match(line, place)
        assert match is not None  # whatever is nothing else is strange
        kind, text = str(match.lastgroup), match.group()
        if kind == "brace":
            self.comment, self.length, self.nested, self.opened = [], 0, False, (self.number, column)
        elif kind == "line_comment":
            yield Token("comment", " ".join(text[1:].split()), self.number, column)
        elif kind == "tag":
            return (yield from self._tag(line, place))
        elif kind == "suffix":
            yield from self._suffix(text, column)
        elif kind == "nag":
            known = int(match["nag"]) < 256
            yield Token("nag" if known else "strange", match["nag"] if known else "pgn_nag", self.number, column, text)
        elif kind == "result":
            plain = "".join(text.split())
            result = f"{plain[0]}-{plain[-1]}" if plain[-1] in "01" and len(plain) == 3 else _RESULTS[plain[0]]
            yield Token("result", result, self.number, column)
        elif kind == "word":
            yield from self._word(text, column)
        elif kind == "strange":
            yield Token("strange", "pgn_nag" if text[0] == "$" else "pgn_word", self.number, column, text)
        elif kind in ("open", "close", "number"):
            yield Token(cast(Kind, kind), text, self.number, column)
        return match.end()

    def _tag(self, line: str, place: int) -> Generator[Token, None, int]:
        tag = _TAG.match(line, place)
        if tag is not None:
            name, value, end = tag[1], tag[2], tag.end()
        # In the middle of a line a bracket is no tag, unless it is well written.
        elif len(line) <= MAX_LOOSE and _ends_a_tag(line[:place]) and (loose := _loose_tag(line[place:])):
            name, value, end = *loose, len(line)
        else:
            end = line.find("]", place) + 1 or len(line)
            yield Token("strange", "pgn_tag", self.number, place + 1)
            return end
        value = re.sub(r'\\([\\"])', r"\1", value)
        yield Token("tag", f"{name} {value}", self.number, place + 1, "loose" if tag is None else "")
        return end

    def _suffix(self, text: str, column: int) -> Iterator[Token]:
        text = _GLYPHS.get(text, text)
        number = SUFFIXES.get(text) or SYMBOLS.get(text)
        yield Token("nag" if number else "strange", number or "pgn_nag", self.number, column, text)

    def _word(self, text: str, column: int) -> Iterator[Token]:
        found = word(text) if len(text) <= MAX_WORD else Word("strange", "")
        if found.kind == "strange":
            yield Token("strange", "pgn_word", self.number, column, text)
        elif found.kind != "remark":
            yield Token(found.kind, found.text, self.number, column)
        for nag in found.nags:
            yield Token("nag", nag, self.number, column)


def _ends_a_tag(text: str) -> bool:
    """Whether a tag may follow: behind another one, or at the beginning of a line."""
    plain = text.strip()
    return not plain or (plain[0] == "[" and plain[-1] == "]")


def _loose_tag(text: str) -> tuple[str, str] | None:
    """Name and value of a tag that takes the rest of its line.

    Many programs write the quotation marks of a name as they are, and people forget a sign.
    """
    found = _TAG_NAME.match(text)
    if found is None:
        return None
    plain = text[found.end() :].rstrip()
    inner = plain.removesuffix("]").rstrip()
    if inner != plain and len(inner) > 1 and inner[0] == inner[-1] == '"':
        return found[1], inner[1:-1]
    if inner and inner[-1] in _CLOSING:
        inner = inner[:-1]
    if inner and inner[0] in _OPENING:
        inner = inner[1:]
    return None if any(sign in inner for sign in '"“”') else (found[1], inner)
