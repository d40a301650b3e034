"""How many moves a position of a sheet can have at most: the kernel's lists of moves have a fixed length.

The bound holds for every position that can be played or parsed. On each square stands the kind with the most moves
there, and nothing is in its way; only as many pieces stand as the start position has, because nothing adds to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from axedrez.chess.compile.arrays import Tables, type_numbers
from axedrez.chess.compile.start_checks import army
from axedrez.chess.kernel import layout
from axedrez.chess.sheet import geometry

if TYPE_CHECKING:
    from axedrez.chess.sheet.schema import ChessSheet

_EN_PASSANT, _PASS = 2, 1  # pawns that can capture one en passant; passing
_CASTLINGS = {"off": 0, "classic": 2, "960": 7}  # of one side


def most_moves(sheet: ChessSheet, tables: Tables) -> int:
    """An upper bound of the legal and pseudo-legal moves of any position, from the compiled sheet."""
    return max(_of_side(sheet, tables, side) for side in (0, 1))


def _of_side(sheet: ChessSheet, tables: Tables, side: int) -> int:
    numbers = type_numbers(sheet)
    squares = geometry.board_mask(sheet).bit_count()
    armies = [army(sheet, one).total() for one in (0, 1)]
    # Captured pieces that change side are bounded together only, and so they are in a position's text.
    pieces = sum(armies) if sheet.capture.hand else armies[side]
    standing = np.arange(min(pieces, squares) + 1)
    free = np.full_like(standing, squares) if sheet.capture.own else squares - standing
    best = np.zeros((len(standing), 64), np.int64)
    for name, number in numbers.items():
        plain, promoting, choices = _reach(sheet, tables, side, name, number)
        first = np.minimum(promoting[None, :], free[:, None])
        best = np.maximum(best, first * choices + np.minimum(plain[None, :], free[:, None] - first))
    best = -np.sort(-best, axis=1)
    on_board = np.array([row[:count].sum() for count, row in zip(standing, best, strict=True)])
    if sheet.start.setup:  # who still has pieces to place makes no other move
        bound = max(int(on_board.max()), squares * min(len(numbers), pieces))
    elif sheet.capture.hand:
        drops = (squares - standing) * np.minimum(len(numbers), pieces - standing)
        bound = int((on_board + drops).max())
    else:
        bound = int(on_board.max())
    return bound + _CASTLINGS[sheet.castling.mode] + _EN_PASSANT + _PASS


def _reach(sheet: ChessSheet, tables: Tables, side: int, name: str, number: int) -> tuple[np.ndarray, np.ndarray, int]:
    """By square, how many others a kind could ever go to, without and with a promotion; and the moves to one of these.

    Optional promotions leave the choice of none.
    """
    rule = sheet.promotion.get(name)
    zone = geometry.zone(sheet, side, name) if rule else 0
    board = geometry.board_mask(sheet)
    plain, promoting = np.zeros(64, np.int64), np.zeros(64, np.int64)
    for square, targets in _targets(sheet, tables, side, name, number):
        plain[square] = (targets & board & ~zone).bit_count()
        promoting[square] = (targets & board & zone).bit_count()
    return plain, promoting, len(rule.into) + rule.optional if rule else 1


def _targets(sheet: ChessSheet, tables: Tables, side: int, name: str, number: int) -> Iterator[tuple[int, int]]:
    """By square, all the squares that a kind goes to in any position, as a bitboard."""
    is_pawn, fast = name == sheet.pawn.piece, geometry.fast(sheet)
    lines = int(tables[int(layout.TYPE_SLOTS) + number])
    index = 16 * side + number
    ways = 0 if fast else int(tables[int(layout.WAYS_OF) + index])
    ahead = 8 if side == 0 else -8
    for square in geometry.squares(geometry.board_mask(sheet)):
        if is_pawn:
            found = int(tables[int(layout.PAWN_CAPTURES) + 64 * side + square])
            steps = [ahead, 2 * ahead, *([-1, 1] if sheet.pawn.sideways else [])]
            found |= sum(1 << square + step for step in steps if 0 <= square + step < 64)
        elif fast:
            found = int(tables[int(layout.LEAP) + 64 * number + square])
        else:
            found = int(tables[int(layout.LEAP_MOVES) + 64 * index + square])
            found |= int(tables[int(layout.LEAP_CAPTURES) + 64 * index + square])
            for way in range(ways >> 32, ways & 0xFFFFFFFF, int(layout.WAY_SIZE)):
                found |= int(tables[way + 2 + 3 * square])
        if not is_pawn:
            for slot in geometry.squares(lines):
                found |= int(tables[int(layout.OPEN_LINES) + 64 * slot + square])
        yield square, found
