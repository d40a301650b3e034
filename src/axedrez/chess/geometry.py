"""Squares, directions and what a sheet's pieces reach on an empty board. Plain Python, run once for each sheet."""

from __future__ import annotations

from typing import NamedTuple

from axedrez.chess import betza
from axedrez.chess.sheet import ChessSheet, Piece

FILES = "abcdefgh"


def square_name(square: int) -> str:
    """0 … 63 → `a1` … `h8`."""
    return f"{FILES[square & 7]}{(square >> 3) + 1}"


def square_number(name: str) -> int:
    """`a1` … `h8` → 0 … 63; raises `ValueError` for anything else."""
    if len(name) != 2 or name[0] not in FILES or name[1] not in "12345678":
        raise ValueError(name)
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


def squares(bits: int) -> list[int]:
    """The squares of a bitboard, lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def board_mask(sheet: ChessSheet) -> int:
    """The squares that exist (M-1), as a bitboard."""
    mask = sum(1 << (file + 8 * rank) for rank in range(sheet.board.ranks) for file in range(sheet.board.files))
    for hole in sheet.board.holes:
        mask &= ~(1 << square_number(hole))
    return mask


def shifted(square: int, step: tuple[int, int], board: int) -> int | None:
    """The square a step (files, ranks) away, or None if it does not exist."""
    file, rank = (square & 7) + step[0], (square >> 3) + step[1]
    if 0 <= file < 8 and 0 <= rank < 8 and board >> (file + 8 * rank) & 1:
        return file + 8 * rank
    return None


def ray(square: int, step: tuple[int, int], board: int) -> int:
    """The squares from `square` (not included) along a step to the edge, as a bitboard."""
    bits = 0
    following = shifted(square, step, board)
    while following is not None:
        bits |= 1 << following
        following = shifted(following, step, board)
    return bits


def zone(sheet: ChessSheet, side: int) -> int:
    """The last rank of the board seen by a side, as a bitboard."""
    rank = sheet.board.ranks - 1 if side == 0 else 0
    return (0xFF << (8 * rank)) & board_mask(sheet)


class Movement(NamedTuple):
    """How a piece that is no pawn moves: its leaps, and the line classes it slides along.

    A line class is a set of directions, closed under reflection, such as those of the rook.
    """

    leaps: tuple[tuple[int, int], ...]
    lines: tuple[tuple[tuple[int, int], ...], ...]


def movement(piece: Piece) -> Movement | None:
    """The movement of a piece; None if it needs more than the kernel's tables for leapers and line pieces hold."""
    ways = betza.parse(piece.movement)
    if not all(way.moves and way.captures for way in ways):
        return None
    lines: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for way in ways:
        if way.rides:
            x, y = sorted(map(abs, way.step))
            lines.setdefault((x, y), []).append(way.step)
    leaps = [way.step for way in ways if not way.rides]
    if any(len(line) not in (4, 8) for line in lines.values()):
        return None
    if set(leaps) != {(-x, -y) for x, y in leaps}:
        return None
    covered = {step for line in lines.values() for step in line}
    return Movement(
        tuple(step for step in leaps if step not in covered), tuple(tuple(sorted(line)) for line in lines.values())
    )
