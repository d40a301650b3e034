"""The rows that chance may draw for the first rank (M-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from axedrez.chess.sheet import betza
from axedrez.chess.sheet.schema import ChessSheet


class Arrangement(NamedTuple):
    """A row of pieces in White's letters, file a first; `str` is the row."""

    row: str

    def __str__(self) -> str:
        return self.row


def arrangements(sheet: ChessSheet, pieces: Mapping[int, str]) -> tuple[Arrangement, ...]:
    """All rows that chance may draw, in alphabetical order; equal pieces are not distinguished.

    `pieces`: the start, by square.
    """
    squares = places(sheet, pieces, 0)
    rows = _orders(Counter(pieces[square] for square in squares))
    if sheet.start.shuffle == "chess960":
        diagonal = set(betza.parse("B"))
        bishops = {p.letter for p in sheet.pieces.values() if set(betza.parse(p.movement)) == diagonal}
        royals = [sheet.pieces[name].letter for name in sheet.royal.pieces]
        frame = [*royals, sheet.pieces[sheet.castling.partner].letter]

        def is_sound(row: str) -> bool:
            shades = {square & 1 for square, letter in zip(squares, row, strict=True) if letter in bishops}
            return len(shades) == 2 and [letter for letter in row if letter in frame][1] in royals

        rows = filter(is_sound, rows)
    return tuple(map(Arrangement, rows))


def places(sheet: ChessSheet, pieces: Mapping[int, str], side: int) -> list[int]:
    """Where the pieces of a side stand that chance arranges, file a first: those of White's first rank, mirrored."""
    first = sorted(square for square, letter in pieces.items() if square < 8 and letter.isupper())
    return [square + 8 * (sheet.board.ranks - 1) * side for square in first]


def _orders(left: Counter[str]) -> Iterator[str]:
    """All different orders of a multiset of letters, in alphabetical order."""
    if not left.total():
        yield ""
    for letter in sorted(letter for letter in left if left[letter]):
        rest = left.copy()
        rest[letter] -= 1
        yield from (letter + order for order in _orders(rest))
