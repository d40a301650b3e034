"""Squares, sides and letters: what both slow twins of chess share."""

from __future__ import annotations

Square = tuple[int, int]
"""(file, rank), both from 0: a1 is (0, 0)."""

WHITE, BLACK = "w", "b"
SIDES = (WHITE, BLACK)


def square_name(square: Square) -> str:
    file, rank = square
    return "abcdefgh"[file] + str(rank + 1)


def square_of(name: str) -> Square:
    return "abcdefgh".index(name[0]), int(name[1:]) - 1


def owner(piece: str) -> str:
    return WHITE if piece.isupper() else BLACK


def opponent(side: str) -> str:
    return BLACK if side == WHITE else WHITE


def piece_of(letter: str, side: str) -> str:
    return letter.upper() if side == WHITE else letter.lower()
