"""A sheet as the slow twin reads it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from tests.naive.board import SIDES, WHITE, Square, piece_of, square_of
from tests.naive.variants.betza import Step, Way, ways


@dataclass(frozen=True)
class Rules:
    """A sheet, with letters for the names of pieces. `order` is the order of the sheet's types: by falling value.

    `aims` says for each piece by which ways it could capture at a distance, which saves looking at all of them.
    """

    sheet: Any
    order: str
    ways: dict[str, list[Way]]
    pawn: str
    royal: str
    promotion: dict[str, Any]
    squares: frozenset[Square]
    beginner: str
    aims: dict[str, dict[Step, list[Way]]]

    def letter(self, name: str) -> str:
        return str(self.sheet.pieces[name].letter)

    def letters(self, names: Any) -> str:
        return "".join(self.letter(name) for name in names)

    def rank_of(self, square: Square, side: str) -> int:
        """The rank from 1, as `side` counts it."""
        return square[1] + 1 if side == WHITE else self.sheet.board.ranks - square[1]

    def is_last_rank(self, square: Square, side: str) -> bool:
        return self.rank_of(square, side) == int(self.sheet.board.ranks)

    def in_zone(self, letter: str, square: Square, side: str) -> bool:
        """Whether pieces of a kind promote there (M-8)."""
        ranks = self.promotion[letter].ranks or (self.sheet.board.ranks,)
        return self.rank_of(square, side) in ranks

    def turn_length(self, side: str, number: int) -> int:
        """How many moves the turn has that begins at a move number (M-4)."""
        moves = self.sheet.turn.moves
        if moves == "progressive":
            return 2 * number - (side == WHITE)
        if moves == "1-2":
            return 1 if (side, number) == (self.beginner, 1) else 2
        return int(moves)


def rules_of(sheet: Any) -> Rules:
    """The rules of a sheet (a `ChessSheet`, or anything with the same fields)."""

    def rank(name: str) -> tuple[float, str]:
        value = sheet.pieces[name].value
        return (-inf if value is None else -value, name)

    files, ranks = sheet.board.files, sheet.board.ranks
    holes = {square_of(hole) for hole in sheet.board.holes}
    return Rules(
        sheet=sheet,
        order="".join(sheet.pieces[name].letter for name in sorted(sheet.pieces, key=rank)),
        ways={piece.letter: sorted(ways(piece.movement)) for piece in sheet.pieces.values()},
        pawn=sheet.pieces[sheet.pawn.piece].letter if sheet.pawn.piece else "",
        royal="".join(sheet.pieces[name].letter for name in sheet.royal.pieces),
        promotion={sheet.pieces[name].letter: rule for name, rule in sheet.promotion.items()},
        squares=frozenset((x, y) for x in range(files) for y in range(ranks)) - holes,
        beginner=sheet.start.fen.split()[1],
        aims={
            piece_of(piece.letter, side): _aims(sheet, name, side)
            for name, piece in sheet.pieces.items()
            for side in SIDES
        },
    )


def _aims(sheet: Any, name: str, side: str) -> dict[Step, list[Way]]:
    """The capturing ways of a kind of piece, by distance; royal pieces do not capture where captures explode."""
    found: dict[Step, list[Way]] = {}
    if sheet.capture.explosion and name in sheet.royal.pieces:
        return found
    for way in ways(sheet.pieces[name].movement):
        for times in range(1, (way.limit or 7) + 1) if way.captures else ():
            distance = way.step[0] * times, way.step[1] * times * (1 if side == WHITE else -1)
            found.setdefault(distance, []).append(way)
    return found
