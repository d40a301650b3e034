"""A table with those that its moves lead to, laid out as the kernels read them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from axedrez.chess.endgames.kernel import layout
from axedrez.chess.position.rules import ChessRules
from axedrez.chess.sheet import geometry
from axedrez.core.sides import Side

_SEED = 1610
_MASK = (1 << 64) - 1

Words = npt.NDArray[np.uint64]
Values = npt.NDArray[np.uint16]


MOST_TABLES = 32
"""In a directory that a search reads."""
MOST_WORDS = int(layout.RECORDS) + int(layout.RECORD) * MOST_TABLES


def slots(pieces: str, game: ChessRules) -> list[int]:
    """Side × 16 + type of each piece of a material."""
    return [16 * letter.islower() + game.types[letter.upper()] for letter in pieces]


def size(pieces: str, game: ChessRules) -> int:
    """How many values the table of a material has."""
    return int(2 * game.board.bit_count() ** len(pieces))


def directory(materials: Sequence[str], game: ChessRules) -> Words:
    """The directory of tables whose values lie one behind the other; the first is the one that is built or asked."""
    found = np.zeros(int(layout.RECORDS) + int(layout.RECORD) * len(materials), np.uint64)
    board = geometry.squares(game.board)
    found[int(layout.SQUARES)], found[int(layout.TABLES)] = len(board), len(materials)
    for place, square in enumerate(board):
        found[int(layout.PLACE) + square] = place
        found[int(layout.SQUARE) + place] = square
    source = random.Random(_SEED)
    weights = [source.getrandbits(64) for _ in range(32)]
    found[int(layout.WEIGHT) : int(layout.WEIGHT) + 32] = weights
    for side in (Side.WHITE, Side.BLACK):
        for letter, number in game.types.items():
            stands = game.pawn_squares[side] if letter == game.pawn else game.board
            found[int(layout.STANDS) + 16 * int(side) + number] = stands
    begin = 0
    for place, pieces in enumerate(materials):
        record = int(layout.RECORDS) + int(layout.RECORD) * place
        kinds = slots(pieces, game)
        found[record + int(layout.KEY)] = sum(weights[kind] for kind in kinds) & _MASK
        found[record + int(layout.BEGIN)] = begin
        found[record + int(layout.PIECES)] = len(kinds)
        found[record + int(layout.SLOT) : record + int(layout.SLOT) + len(kinds)] = kinds
        begin += size(pieces, game)
    return found


def placed(index: int, pieces: str, game: ChessRules) -> tuple[dict[int, str], Side]:
    """The position of an index: letters by square, and the side to move."""
    board = geometry.squares(game.board)
    found = {}
    for letter in reversed(pieces):
        index, place = divmod(index, len(board))
        found[board[place]] = letter
    return found, Side(index)
