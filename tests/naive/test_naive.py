"""The slow twin against independent libraries: python-chess and Fairy-Stockfish (pyffish).

These tests prove the twin, not the kernel, and so carry no clause markers.
"""

from __future__ import annotations

from itertools import product

import chess
import pyffish
import pytest

from tests.naive.chess import NaivePosition, perft
from tests.naive.endings import can_possibly_mate
from tests.naive.random_positions import random_positions
from tests.naive.rules import AMAZON6, CLASICO, KNIGHTMATE, TRADICIONAL, Rules

KNOWN = {
    "start": (CLASICO.start, [20, 400, 8902]),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97862]),
    "position 3": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
    "position 4": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
    "position 5": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379]),
    "position 6": ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", [46, 2079, 89890]),
}

AMAZON6_INI = """
[amazon6:chess]
maxRank = 6
maxFile = f
amazon = a
queen = -
doubleStep = false
castling = false
promotionRegionWhite = *6
promotionRegionBlack = *1
promotionPieceTypes = arbn
"""


@pytest.mark.parametrize("depth", [2, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", KNOWN)
def test_perft_of_the_well_known_positions(name: str, depth: int) -> None:
    fen, nodes = KNOWN[name]
    position = NaivePosition.from_fen(CLASICO, fen)
    assert [perft(position, plies) for plies in range(1, depth + 1)] == nodes[:depth]


def test_start_position_survives_a_round_trip() -> None:
    for rules in (CLASICO, TRADICIONAL, KNIGHTMATE, AMAZON6):
        assert NaivePosition.start(rules).fen() == rules.start


def test_clasico_equals_python_chess_on_random_positions() -> None:
    for fen in random_positions(CLASICO, 500, seed=2):
        position, board = NaivePosition.from_fen(CLASICO, fen), chess.Board(fen)
        assert board.is_valid(), fen
        assert position.fen() == fen == board.fen(en_passant="legal")
        assert position.legal_moves() == {move.uci() for move in board.legal_moves}, fen
        assert position.pseudo_legal() >= position.legal_moves()
        assert position.checkers() == {chess.square_name(square) for square in board.checkers()}, fen
        for side, color in (("w", chess.WHITE), ("b", chess.BLACK)):
            assert can_possibly_mate(position, side) == (not board.has_insufficient_material(color)), fen


def test_who_can_possibly_mate_equals_python_chess() -> None:
    """C-18, for every pair of armies of at most two men; the squares give bishops of both colours."""
    armies = ["", *"QRBNP", *("".join(pair) for pair in product("QRBNP", repeat=2))]
    for white, black, shift in product(armies, armies, (0, 1)):
        board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
        for index, letter in enumerate(white):
            board.set_piece_at(chess.B3 + 2 * index, chess.Piece.from_symbol(letter))
        for index, letter in enumerate(black.lower()):
            board.set_piece_at(chess.B6 + 2 * index + shift, chess.Piece.from_symbol(letter))
        position = NaivePosition.from_fen(CLASICO, board.fen())
        for side, color in (("w", chess.WHITE), ("b", chess.BLACK)):
            assert can_possibly_mate(position, side) == (not board.has_insufficient_material(color)), board.fen()


def test_clasico_plays_like_python_chess() -> None:
    for fen in random_positions(CLASICO, 60, seed=3):
        position = NaivePosition.from_fen(CLASICO, fen)
        for uci in position.legal_moves():
            board = chess.Board(fen)
            board.push_uci(uci)
            assert position.play(uci).fen() == board.fen(en_passant="legal"), (fen, uci)


def test_tradicional_is_the_common_law_and_arriving_rooks() -> None:
    """T-4 once more, written on top of python-chess."""
    seen = {chess.WHITE: 0, chess.BLACK: 0}
    for fen in random_positions(TRADICIONAL, 600, seed=4):
        board = chess.Board(fen)
        expected = {move.uci() for move in board.legal_moves}
        if not board.pieces(chess.QUEEN, board.turn):
            last = chess.BB_RANK_8 if board.turn else chess.BB_RANK_1
            for move in board.legal_moves:
                arrives = not chess.BB_SQUARES[move.from_square] & last and chess.BB_SQUARES[move.to_square] & last
                if arrives and board.piece_type_at(move.from_square) == chess.ROOK:
                    expected.add(move.uci() + "q")
                    seen[board.turn] += 1
        assert NaivePosition.from_fen(TRADICIONAL, fen).legal_moves() == expected, fen
    assert min(seen.values()) > 20


@pytest.mark.parametrize("rules", [KNIGHTMATE, AMAZON6], ids=lambda rules: rules.name)
def test_other_armies_equal_fairy_stockfish(rules: Rules) -> None:
    pyffish.load_variant_config(AMAZON6_INI)
    for fen in (rules.start, *random_positions(rules, 400, seed=5)):
        expected = set(pyffish.legal_moves(rules.name, fen, []))
        assert NaivePosition.from_fen(rules, fen).legal_moves() == expected, fen


def test_random_positions_are_the_same_for_the_same_seed_and_rich() -> None:
    fens = list(random_positions(TRADICIONAL, 300, seed=6))
    assert fens == list(random_positions(TRADICIONAL, 300, seed=6))
    assert fens != list(random_positions(TRADICIONAL, 300, seed=7))
    positions = [NaivePosition.from_fen(TRADICIONAL, fen) for fen in fens]
    moves = [(position, move) for position in positions for move in position.moves()]
    assert sum(move.castling for _, move in moves) > 5
    assert sum(move.becomes == "Q" and position.board[move.origin] in "Rr" for position, move in moves) > 50
    assert sum(move.becomes == "N" for _, move in moves) > 10
    assert sum(position.legal_en_passant() is not None for position in positions) > 3
    assert sum(position.in_check() for position in positions) > 10
