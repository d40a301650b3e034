"""The nodes of SGF files: properties with their values, whatever they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TextIO

from axedrez.core.errors import TextError

MAX_TREE = 4_000_000
"""A tree has no more characters than these: an analysed game of GNU Backgammon has some 100,000."""
SHEET = "AX"
"""The property in which a rule sheet travels that is not plain backgammon; other programs pass it over."""
_CHUNK = 1 << 16
_SIGN = re.compile(r"[\[\]()\\]")
_TOKEN = re.compile(r"[();]|([A-Z]{1,8})((?:\s*+\[(?:[^\]\\]|\\.)*+\])++)", re.DOTALL)
_VALUE = re.compile(r"\s*+\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)

Node = dict[str, list[str]]
"""The values of each property."""


class Tree(NamedTuple):
    """The main line of a game, and the line of the file on which it begins."""

    line: int
    nodes: list[Node]


def trees(stream: TextIO) -> Iterator[Tree | tuple[int, TextError]]:
    """The trees of a file one after another; one that is too long or has no end is told with its line."""
    text, depth, place, begin = list[str](), 0, 0, 0
    size, inside, escaped = 0, False, False
    while chunk := stream.readline(_CHUNK):
        kept = 0 if depth else -1
        skip = 0 if not escaped else 1
        escaped = False
        for found in _SIGN.finditer(chunk):
            if found.start() < skip:
                continue
            match found[0]:
                case "\\" if inside:
                    skip, escaped = found.end() + 1, found.end() == len(chunk)
                case "]":
                    inside = False
                case "[" if depth:
                    inside = True
                case "(" if not inside:
                    if depth == 0:
                        kept, begin = found.start(), place + 1
                    depth += 1
                case ")" if depth and not inside:
                    depth -= 1
                    if depth == 0:
                        text.append(chunk[kept : found.end()])
                        yield Tree(begin, main_line("".join(text)))
                        text, size, kept = [], 0, -1
        place += chunk.endswith("\n")
        if kept >= 0:
            text.append(chunk[kept:])
            size += len(chunk) - kept
        if size > MAX_TREE:
            yield begin, TextError("tables_sgf_long", limit=MAX_TREE)
            return
    if depth:
        yield begin, TextError("tables_sgf_open")


def main_line(text: str) -> list[Node]:
    """The nodes of a tree's main line: where it branches, its first branch."""
    nodes: list[Node] = []
    ended = False
    for token in _TOKEN.finditer(text):
        if token[0] == ")":
            ended = True
        elif ended:
            break
        elif token[0] == ";":
            nodes.append({})
        elif token[1] and nodes:
            nodes[-1].setdefault(token[1], []).extend(_values(token[2]))
    return nodes


def _values(text: str) -> Iterator[str]:
    """The values of a property, one after another."""
    at = 0
    while (found := _VALUE.match(text, at)) is not None:
        yield _plain(found[1])
        at = found.end()


def _plain(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)


def escaped(value: str) -> str:
    """A value as it is written."""
    return re.sub(r"([\]\\])", r"\\\1", value)
