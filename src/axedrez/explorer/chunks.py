"""Cutting a large PGN file into parts that several processes read at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

SIZE = 1 << 20
"""Bytes of a part, about."""
MAX_CHUNK = 1 << 26
"""A part in which no game seems to begin is cut here: whatever it is, it does not fill the memory."""

# Where the next game begins, as the quick reader sees it: a line of moves, an empty line, `[Event "`.
_CUT = re.compile(rb'(?<=[^\]\s])[ \t\r]*+\n(?:[ \t\r]*+\n)++(?=\[Event ")')
_MAX_CUT = 200


class Part(NamedTuple):
    """A part of a file; it begins in the line `line` (from 0), and behind its end are the byte and line `after`."""

    line: int
    text: bytes
    after: tuple[int, int]


def parts(file: BinaryIO, place: int, line: int, size: int = SIZE) -> Iterator[Part]:
    """The parts of a file from a place on; each holds whole games. Raises `OSError`."""
    file.seek(place)
    rest = b""
    while True:
        read = file.read(size)
        text = rest + read
        if not text:
            return
        cut = len(text)
        if read and len(text) < MAX_CHUNK:
            # The last place where a game begins; what is behind it waits for the rest of the file.
            cuts = [found.end() for found in _CUT.finditer(text, max(0, len(rest) - _MAX_CUT))]
            if not cuts:
                rest = text
                continue
            cut = cuts[-1]
        text, rest = text[:cut], text[cut:]
        lines = text.count(b"\n")
        yield Part(line, text, (place + cut, line + lines))
        place, line = place + cut, line + lines
