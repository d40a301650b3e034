"""Syzygy tables where there are some: files for classic material, read by python-chess (`axedrez[syzygy]`).

Nothing needs them. Without the package, the folder or the files for a material every question is answered by None.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from axedrez.chess.engine.network import fingerprint, shipped
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.core.derived import once_a_game
from axedrez.core.endgames import Verdict
from axedrez.core.errors import AxedrezError

if TYPE_CHECKING:
    from chess.syzygy import Tablebase

_WINS, _LOSES = 2, -2  # ±1: drawn by the rule of fifty moves
_PROMOTIONS = {"queen", "rook", "bishop", "knight"}
_reading = threading.Lock()


class SyzygyResult(NamedTuple):
    """A position for the player to move. `zeroing`: plies to the next capture or pawn move of the best play, 0 drawn.

    `best`: the moves that keep the outcome, and of winning ones those that come nearest to such a move.
    """

    outcome: Verdict
    zeroing: int
    best: tuple[ChessMove, ...]


@lru_cache(maxsize=4)
def open_folder(folder: Path) -> Tablebase | None:
    """The tables of a folder; None where there are none.

    Raises `AxedrezError` for a folder that cannot be read, and without the package that reads it.
    """
    try:
        import chess.syzygy
    except ModuleNotFoundError as fault:
        raise AxedrezError("syzygy_package") from fault
    found = chess.syzygy.Tablebase()
    try:
        count = found.add_directory(str(folder))
    except OSError as fault:
        raise AxedrezError("syzygy_folder", folder=str(folder)) from fault
    return found if count else None


@once_a_game
def is_classic(game: ChessGame) -> bool:
    """Whether the rules of a game are those of Syzygy tables."""
    promotion = game.sheet.promotion
    return (
        game.fast
        and fingerprint(game) == shipped().record.moves
        and game.sheet.goal.stalemate == "draw"
        and game.sheet.draws.move_limit.moves == 50
        and game.sheet.draws.move_limit.mode != "off"
        and set(promotion) == {"pawn"}
        and set(promotion["pawn"].into) == _PROMOTIONS
    )


def probe(position: ChessPosition, folder: Path) -> SyzygyResult | None:
    """What the tables of a folder tell; None where they have nothing. Raises `AxedrezError` like `open_folder`."""
    if not is_classic(position.game):
        return None
    tables = open_folder(folder)
    moves = position.legal_moves()
    if tables is None or not moves:
        return None
    import chess.syzygy

    board = chess.Board(position.text())
    if board.castling_rights or not board.is_valid():
        return None
    ranked: list[tuple[int, int, ChessMove]] = []
    try:
        with _reading:  # a table reads from one place of its file at a time
            wdl, distance = tables.probe_wdl(board), tables.probe_dtz(board)
            for move in moves:
                board.push_uci(move.uci)
                zeroes = board.halfmove_clock == 0
                ended = board.is_checkmate()
                after = -2 if ended else tables.probe_wdl(board)
                far = 0 if zeroes or ended else abs(tables.probe_dtz(board))
                ranked.append((-after, far, move))
                board.pop()
    except (chess.syzygy.MissingTableError, OSError, ValueError):
        return None
    if wdl == _WINS:
        least = min(far for after, far, _ in ranked if after == _WINS)
        best = tuple(move for after, far, move in ranked if after == _WINS and far == least)
        # The rule counts what was played before: such a win may come too late.
        return None if board.halfmove_clock + abs(distance) > 100 else SyzygyResult("win", abs(distance), best)
    if wdl == _LOSES:
        return SyzygyResult("loss", abs(distance), tuple(move for _, _, move in ranked))
    return SyzygyResult("draw", 0, tuple(move for after, _, move in ranked if abs(after) < _WINS))
