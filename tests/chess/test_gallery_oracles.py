"""The gallery beside python-chess and Fairy-Stockfish, on positions met in random games of theirs."""

from __future__ import annotations

from random import Random

import chess.variant
import pytest

from tests import sheets
from tests.oracles import fairy, python_chess
from tests.sheets import twins

POSITIONS = 200
COUNTED = ("insufficient_material", "move_limit")


def _same_text(name: str, one: str, other: str) -> bool:
    """Whether two texts are equal; python-chess does not count a dropped pawn as a pawn's move (C-24)."""
    fields, others = one.split(), other.split()
    if name == "crazyhouse":
        del fields[4], others[4]
    return fields == others


@pytest.mark.clause("M-5", "M-7", "M-10")
@pytest.mark.parametrize("name", python_chess.BOARDS)
def test_two_hundred_positions_equal_python_chess(name: str) -> None:
    """All moves, and the position and end after some."""
    compared = 0
    for board in python_chess.random_positions(name, POSITIONS + 40, seed=31):
        if board.is_variant_end():
            continue
        compared += 1
        text = python_chess.text(board)
        position = sheets.read(text, name)
        assert position.text() == text
        assert sheets.ucis(position) == python_chess.moves(board), text
        for move in position.legal_moves()[::3]:
            board.push_uci(str(move))
            after = position.play_unchecked(move)
            assert _same_text(name, twins.text_of(after), python_chess.text(board)), (text, str(move))
            ended = twins.end(after)
            if ended is None or ended[1] not in COUNTED:
                assert ended == python_chess.outcome(name, board), (text, str(move))
            board.pop()
    assert compared >= POSITIONS


@pytest.mark.parametrize("name", python_chess.BOARDS)
def test_perft_of_positions_equals_python_chess(name: str) -> None:
    """Three plies deep where there are few moves, else two."""
    counted = 0
    for board in python_chess.random_positions(name, POSITIONS, seed=32):
        if board.is_variant_end():
            continue
        breadth = board.legal_moves.count()
        depth = 3 if 0 < breadth <= 12 else 2
        if counted < 20 and breadth <= 40:
            counted += 1
            position = sheets.read(python_chess.text(board), name)
            assert sheets.perft(position, depth) == python_chess.perft(board, depth), board.fen()
    assert counted >= 10


@pytest.mark.clause("M-10")
def test_atomic_castles_from_any_arrangement_as_python_chess_does() -> None:
    option = {"castling.mode": "960"}
    for number in (0, 100, 356, 692, 959):
        board = chess.variant.AtomicBoard(chess960=True)
        board.set_chess960_pos(number)
        random = Random(number)
        for _ in range(24):
            text = board.fen(en_passant="legal")
            position = sheets.read(text, "atomic", option)
            assert sheets.ucis(position) == python_chess.moves(board), text
            legal = sorted(board.legal_moves, key=str)
            if board.is_variant_end() or not legal:
                break
            castlings = [move for move in legal if board.is_castling(move)]
            board.push(random.choice(castlings or legal))


@pytest.mark.clause("M-2", "M-8", "M-9")
@pytest.mark.parametrize(("seed", "count"), [(33, 15), pytest.param(34, 40, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", fairy.NAMES)
def test_positions_equal_fairy_stockfish(name: str, seed: int, count: int) -> None:
    for text in fairy.random_positions(name, count, seed):
        position = sheets.read(text, name)
        assert sheets.ucis(position) == fairy.moves(name, text), text
        for move in position.legal_moves()[::12]:
            expected = fairy.after(name, text, str(move))
            assert position.play(move).text().split()[:3] == expected.split()[:3], (text, str(move))
