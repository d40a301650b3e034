"""PGN of the usual kind, read quickly: tags by a pattern, moves by the kernel (`kernel.main_line`).

A game with anything unusual is left to the reader that forgives and explains (`reading`). Tests compare the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np

from axedrez.chess.gamefiles.pgn import variants
from axedrez.chess.gamefiles.pgn.reading import DERIVED, ROSTER
from axedrez.chess.gamefiles.pgn.variants import STANDARD
from axedrez.chess.kernel import layout, main_line
from axedrez.chess.position.game import ChessGame
from axedrez.chess.position.material import WEIGHTS
from axedrez.core.game_record import Find
from axedrez.core.outcome import Result
from axedrez.core.traces import Trace, Unread
from axedrez.rulesheet import embedding

RESULTS: tuple[Result, ...] = ("1-0", "0-1", "1/2-1/2", "*")
MAX_TAGS = 100
MAX_TAG_BYTES = 20_000

_GAME = re.compile(rb'(?<=[^\]\s])[ \t\r]*+\n(?:[ \t\r]*+\n)++(?=\[Event ")')
_TAGS = re.compile(rb'\s*+((?:\[[A-Za-z0-9_]{1,255} "(?:[^"\\\r\n]|\\["\\])*+"\][ \t\r]*+\n)++)[ \t\r]*+\n')
_TAG = re.compile(r'\[([A-Za-z0-9_]+) "((?:[^"\\]|\\.)*)"\]')
_ESCAPED = re.compile(r'\\(["\\])')


def read(text: bytes, decoded: Callable[[bytes], str], find: Find) -> Iterator[Trace | Unread]:
    """See `QuickReader`."""
    game = find(STANDARD)
    reader = _Reader(game) if isinstance(game, ChessGame) and game.fast else None
    place = 0
    for cut in _GAME.finditer(text):
        yield _read(reader, text[place : cut.end()], decoded) or Unread(place, text[place : cut.end()])
        place = cut.end()
    if text[place:].strip():
        yield _read(reader, text[place:], decoded) or Unread(place, text[place:])


def _read(reader: _Reader | None, text: bytes, decoded: Callable[[bytes], str]) -> Trace | None:
    """A game, if it is a usual one."""
    found = _TAGS.match(text)
    if found is None or reader is None or found.end() > MAX_TAG_BYTES:
        return None
    moves = text[found.end() :]
    if moves.startswith(b"[") or b"\n[" in moves:
        return None
    written = _TAG.findall(decoded(found[1]))
    tags = dict(written)
    if len(tags) != len(written) or len(tags) > MAX_TAGS or "FEN" in tags or any(map(embedding.is_tag, tags)):
        return None
    if "Variant" in tags and variants.known(tags["Variant"]) != variants.Rulebook(STANDARD):
        return None
    headers = {}
    for name, value in tags.items():
        if name not in DERIVED:
            value = " ".join((_ESCAPED.sub(r"\1", value) if "\\" in value else value).split())
            if value != ROSTER.get(name):
                headers[name] = value
    return reader.trace(headers, moves)


class _Reader:
    """The arrays that the kernel reads and writes, made once for a text."""

    def __init__(self, game: ChessGame) -> None:
        most = main_line.MAX_PLIES
        self.game = game
        self.start = game.start()
        self.letters = np.zeros(128, np.uint8)
        for letter, kind in game.types.items():
            self.letters[ord(letter)] = kind
        self.state = np.zeros(2 * int(layout.ROW), np.uint64)
        self.moves = np.empty(int(layout.MAX_MOVES), np.uint64)
        self.keys = np.empty(most + 1, np.uint64)
        self.choices = np.empty(most + 1, np.uint16)
        self.materials = np.empty(most + 1, np.uint64)
        self.told = np.zeros(2, np.uint64)
        self.weights = WEIGHTS.copy()

    def trace(self, headers: dict[str, str], text: bytes) -> Trace | None:
        """The game of a move text, if it is a plain one."""
        row = int(layout.ROW)
        self.state[:row] = self.start.raw
        plies = main_line.read_main_line(
            np.frombuffer(text, np.uint8),
            self.game.compiled,
            self.letters,
            self.weights,
            self.state,
            self.moves,
            self.keys,
            self.choices,
            self.materials,
            self.told,
        )
        if plies == main_line.UNSURE:
            return None
        written, ended = (int(word) for word in self.told)
        result = RESULTS[written if ended == main_line.UNKNOWN else ended]
        end = int(plies) + 1
        return Trace(
            self.start,
            headers,
            result,
            self.keys[:end].copy(),
            self.choices[: end - 1].copy(),
            self.materials[:end].copy(),
        )
