"""The common law beside python-chess, on positions met in random play."""

from __future__ import annotations

import chess
import pytest

from tests import sheets
from tests.naive.random_positions import random_positions
from tests.naive.rules import CLASICO


@pytest.mark.clause("C-5", "C-12", "C-14", "C-15")
def test_a_thousand_random_positions() -> None:
    seen = {"castling": 0, "en passant": 0, "promotion": 0, "check": 0, "double check": 0}
    for fen in random_positions(CLASICO, 1000, seed=101):
        position, board = sheets.read(fen), chess.Board(fen)
        assert position.text() == fen == board.fen(en_passant="legal")
        assert sheets.ucis(position) == {move.uci() for move in board.legal_moves}, fen
        assert set(position.checkers()) == set(board.checkers()), fen
        assert bool(position.checkers() and not position.legal_moves()) == board.is_checkmate()
        seen["castling"] += any(map(board.is_castling, board.legal_moves))
        seen["en passant"] += board.has_legal_en_passant()
        seen["promotion"] += any(move.promotion for move in board.legal_moves)
        seen["check"] += board.is_check()
        seen["double check"] += len(board.checkers()) == 2
    assert min(seen.values()) >= 3, seen


@pytest.mark.clause("C-4", "C-12", "C-13", "C-14")
def test_the_position_after_every_move() -> None:
    for fen in random_positions(CLASICO, 400, seed=102):
        position, board = sheets.read(fen), chess.Board(fen)
        for move in position.legal_moves():
            board.push_uci(str(move))
            assert position.play(move).text() == board.fen(en_passant="legal"), (fen, str(move))
            board.pop()


def test_whole_games() -> None:
    """Positions played to, not read: nothing that a text would have cleaned away is left behind."""
    for game, fen in enumerate(random_positions(CLASICO, 30, seed=103)):
        position, board = sheets.read(fen), chess.Board(fen)
        for ply in range(80):
            moves = sorted(sheets.ucis(position))
            assert moves == sorted(move.uci() for move in board.legal_moves)
            if not moves:
                break
            move = moves[(game * 131 + ply * 17) % len(moves)]
            position = position.play(move)
            board.push_uci(move)
            assert position.text() == board.fen(en_passant="legal")
