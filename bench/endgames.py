"""Builds the great endgame tables of classic chess and checks every position: `script/bench endgames [MATERIAL …]`.

For each material, KRk, KQk, KPk and KBNk unless others are named: the time to build its tables, their figures, how many
values contradict those after all moves by our own generator, and, with `--python-chess`, by that of python-chess. By
induction over the distance, no contradiction means that every value is right if the moves are. With `--syzygy FOLDER`
wins, draws and losses are also compared with the Syzygy files of that folder. `--eighth`, for material without pawns:
first all values are compared with those of the mirrored positions; then positions with the first piece on ten squares
stand for all.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

import chess
import chess.syzygy
import numpy as np

from axedrez import library
from axedrez.chess.endgames import material
from axedrez.chess.endgames.directory import placed
from axedrez.chess.endgames.kernel import layout
from axedrez.chess.endgames.tables import EndgameTables
from axedrez.core import Side

ALL_SQUARES = frozenset(range(64))
TRIANGLE = frozenset(8 * rank + file for rank in range(4) for file in range(rank, 4))
"""The squares of which every other one is a mirror image."""


def unsymmetric(values: Any, pieces: str) -> int:
    """How many values differ from that of the position mirrored in the files, the ranks or the long diagonal."""
    squares = np.arange(64)
    shaped = values.reshape(2, *[64] * len(pieces))
    wrong = 0
    for mirrored in (squares ^ 7, squares ^ 56, squares % 8 * 8 + squares // 8):
        other = shaped
        for axis in range(1, len(pieces) + 1):
            other = other.take(mirrored, axis)
        wrong += int((shaped != other).sum())
    return wrong


class Lookup:
    """The values of python-chess's boards in our tables."""

    def __init__(self, tables: EndgameTables) -> None:
        self._game, self._tables = tables.game, tables
        self._values: dict[str, Any] = {}

    def table(self, pieces: str) -> Any:
        """All values of a material."""
        if pieces not in self._values:
            self._values[pieces] = self._tables.values(pieces)
        return self._values[pieces]

    def value(self, board: chess.Board) -> int:
        """The value of a board, for the side to move."""
        standing = [(piece.symbol(), square) for square, piece in board.piece_map().items()]
        kinds = {letter: place for place, letter in enumerate(self._game.types)}
        standing.sort(key=lambda each: (each[0].islower(), kinds[each[0].upper()], each[1]))
        index = int(not board.turn)
        for _, square in standing:
            index = 64 * index + square
        return int(self.table("".join(letter for letter, _ in standing))[index])


def board_of(letters: dict[int, str], side: Side) -> chess.Board:
    """A board of python-chess."""
    board = chess.Board(None)
    board.turn = side is Side.WHITE
    for square, letter in letters.items():
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    return board


def from_moves(board: chess.Board, lookup: Lookup) -> int:
    """The value of a board as the moves of python-chess show it."""
    after = []
    for move in board.legal_moves:
        board.push(move)
        after.append(lookup.value(board))
        board.pop()
    if not after:
        return int(layout.LOST) if board.is_check() else int(layout.DRAW)
    if board.is_insufficient_material():
        return int(layout.DRAW)
    lost = [value for value in after if value > 1 and value % 2 == 0]
    if lost:
        return min(lost) + 3
    return max(after) + 1 if all(value > 1 for value in after) else int(layout.DRAW)


def differences(
    pieces: str, tables: EndgameTables, lookup: Lookup, syzygy: Any, every: int, squares: frozenset[int]
) -> tuple[int, int]:
    """How many positions were compared, and how many differ; each `every`-th one with the first piece on `squares`."""
    compared = wrong = 0
    values = lookup.table(pieces)
    for index in range(0, len(values), every):
        if index // 64 ** (len(pieces) - 1) % 64 not in squares:
            continue
        letters, side = placed(index, pieces, tables.game)
        if len(letters) < len(pieces):
            continue
        board = board_of(letters, side)
        if not board.is_valid():
            wrong += bool(values[index])
            continue
        compared += 1
        value = int(values[index])
        if syzygy is None:
            wrong += value != from_moves(board, lookup)
        else:
            told = syzygy.probe_wdl(board)
            wrong += (told > 0) - (told < 0) != (0 if value == 1 else 1 if value % 2 else -1)
    return compared, wrong


def main() -> None:
    """Print a line for each material."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("materials", nargs="*", default=["KRk", "KQk", "KPk", "KBNk"])
    parser.add_argument("--rulebook", default="clasico")
    parser.add_argument("--python-chess", action="store_true")
    parser.add_argument("--syzygy", metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, help="compare each so many-th position only")
    parser.add_argument("--eighth", action="store_true", help="compare what is no mirror image of others only")
    options = parser.parse_args()
    game: Any = library.load(options.rulebook)
    syzygy = chess.syzygy.open_tablebase(options.syzygy) if options.syzygy else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = EndgameTables(game, folder)
        tables.tables(material.ordered("Kk", game))  # the kernels are compiled now
        for text in options.materials:
            since = time.perf_counter()
            table = tables.tables(text)[-1]
            seconds = time.perf_counter() - since
            print(f"{table.pieces}: {seconds:.1f} s, {table.stored} bytes, {table.white}, {table.black}, {table.plies}")
            print(f"  contradictions by our moves: {tables.faults(text)}", flush=True)
            if options.python_chess or syzygy is not None:
                lookup = Lookup(tables)
                squares = ALL_SQUARES
                if options.eighth and "P" not in text.upper():
                    squares = TRIANGLE
                    print(f"  unlike their mirror images: {unsymmetric(lookup.table(table.pieces), table.pieces)}")
                compared, wrong = differences(table.pieces, tables, lookup, syzygy, options.every, squares)
                print(f"  {'Syzygy' if syzygy else 'python-chess'}: {wrong} of {compared} differ", flush=True)


if __name__ == "__main__":
    main()
