"""What positions are worth at first sight."""

from __future__ import annotations

import random

import chess as oracle
import numpy as np
import pytest

from axedrez import Position
from axedrez.chess.engine.kernel import evaluate, layout
from axedrez.chess.engine.weights import piece_values, weights
from tests.sheets import CHESS, chess, read


def evaluated(fen: str, name: str = "clasico") -> int:
    position = read(fen, name)
    numbers = weights(position.game)
    return int(evaluate.evaluate(position.raw, np.uint64(0), position.game.compiled, numbers))


@pytest.mark.parametrize("name", CHESS)
def test_both_sides_judge_alike(name: str) -> None:
    """A position seen from the other side of the board is worth the same."""
    rng = random.Random(11)
    for _ in range(20):
        position: Position = chess(name).start()
        for _ in range(rng.randrange(40)):
            if position.outcome():
                break
            position = position.play_unchecked(rng.choice(position.legal_moves()))
        board, turn, *_ = position.text().split()
        turned = "/".join(reversed(board.split("/"))).swapcase()
        other = "b" if turn == "w" else "w"
        assert evaluated(f"{board} {turn} - - 0 1", name) == evaluated(f"{turned} {other} - - 0 1", name), (
            position.text()
        )


def test_values_come_from_the_sheet_or_from_mobility() -> None:
    assert {letter: value for letter, value in piece_values(chess("clasico")).items() if letter != "K"} == {
        "Q": 900,
        "R": 500,
        "B": 325,
        "N": 310,
        "P": 100,
    }
    small = piece_values(chess("amazon6"))
    assert small["A"] > 2 * small["R"] > 2 * small["N"] > 2 * small["P"]
    assert small["B"] > small["P"]


def test_material_and_progress_count() -> None:
    assert evaluated("4k3/8/8/8/8/8/PPPPPPPP/RNBQK3 w - - 0 1") > 2000
    assert evaluated("4k3/8/8/8/8/8/PPPPPPPP/RNBQK3 b - - 0 1") < -2000
    assert evaluated("4k3/P6p/8/8/8/8/8/4K3 w - - 0 1") > evaluated("4k3/7p/8/8/P7/8/8/4K3 w - - 0 1"), (
        "a pawn near its goal"
    )
    assert evaluated("7k/8/8/8/8/8/8/KQ6 w - - 0 1") > evaluated("8/8/8/3k4/8/8/8/KQ6 w - - 0 1"), (
        "a bare king in the corner"
    )


@pytest.mark.clause("T-4")
def test_a_rook_that_may_still_become_a_queen_is_worth_more() -> None:
    away = "6k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1"
    arrived = "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"
    with_queens = "q5k1/5ppp/8/8/8/8/RQ3PPP/6K1 w - - 0 1"
    assert evaluated(away, "tradicional") > evaluated(away, "clasico")
    assert evaluated(arrived, "tradicional") == evaluated(arrived, "clasico")
    assert evaluated(with_queens, "tradicional") == evaluated(with_queens, "clasico")


def aims_by_python_chess(board: oracle.Board, side: oracle.Color) -> tuple[int, int]:
    """Types of `side` that may check and not be taken, and attacks on pieces worth clearly more."""
    kinds = (oracle.QUEEN, oracle.ROOK, oracle.BISHOP, oracle.KNIGHT)
    prey = board.king(not side)
    assert prey is not None
    empty = board.copy()

    def attackers(square: int, by: oracle.Color) -> list[int]:
        return [piece for piece in board.attackers(by, square) if board.piece_type_at(piece) != oracle.KING]

    def is_safe(square: int) -> bool:
        if board.color_at(square) == side or attackers(square, not side):
            return False
        return oracle.square_distance(square, prey) > 1 or len(attackers(square, side)) > 1

    checking = dearer = 0
    for kind in kinds:
        seen = {square for piece in board.pieces(kind, side) for square in board.attacks(piece)}
        empty.set_board_fen(board.board_fen())
        empty.set_piece_at(prey, oracle.Piece(kind, side))
        checking += any(is_safe(square) for square in seen & set(empty.attacks(prey)))
        too_dear = {oracle.ROOK: {oracle.QUEEN}, oracle.QUEEN: set()}.get(kind, {oracle.ROOK, oracle.QUEEN})
        dearer += sum(
            board.color_at(square) == (not side) and board.piece_type_at(square) in too_dear for square in seen
        )
    return checking, dearer


def test_checks_and_attacks_on_dearer_pieces() -> None:
    """The kernel's counts against those of python-chess."""
    rng = random.Random(5)
    found = []
    none = np.uint64(0)
    for _ in range(60):
        board = oracle.Board()
        for _ in range(rng.randrange(10, 90)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        position = read(board.fen(en_passant="fen"))
        state, tables, numbers = np.array(position.raw), position.game.compiled, weights(position.game)
        sides = [np.uint64(side) for side in (0, 1)]
        activity = [evaluate._activity(state, none, tables, numbers, side, none, none) for side in sides]
        for side, (_, _, reached, twice) in zip(sides, activity, strict=True):
            prey = board.king(bool(side))
            assert prey is not None
            near = np.uint64(oracle.BB_KING_ATTACKS[prey])
            safe = ~(state[side] | activity[1 - int(side)][2]) & (~near | twice)
            counts = evaluate._aims(state, none, tables, numbers, side, np.uint64(1 << prey), safe)
            assert tuple(map(int, counts)) == aims_by_python_chess(board, not side), board.fen()
            assert reached & twice == twice
            found.append(counts)
    assert {count for count, _ in found} >= {0, 1, 2}
    assert max(dearer for _, dearer in found) > 1


def weighed(fen: str, *places: np.uint64) -> int:
    """What the weights at `places` bring to the worth of a position."""
    position = read(fen)
    numbers = weights(position.game)
    without = numbers.copy()
    for place in places:
        without[int(place)] = 0
    tables, state = position.game.compiled, position.raw
    with_them, left = (int(evaluate.evaluate(state, np.uint64(0), tables, each)) for each in (numbers, without))
    return with_them - left


def test_safe_checks_count() -> None:
    both = layout.CHECK, layout.LATE_CHECK
    assert weighed("6k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1", *both) > 0
    assert weighed("6k1/5ppp/8/8/8/8/R4PPP/6K1 b - - 0 1", *both) < 0
    assert weighed("6k1/1b3ppp/8/8/8/8/R4PPP/6K1 w - - 0 1", *both) == 0, "the bishop guards a8"


def test_attacks_on_dearer_pieces_count() -> None:
    assert weighed("6k1/5p1p/3r4/8/4N3/8/5PPP/6K1 w - - 0 1", layout.AIM) == 27
    assert weighed("6k1/5p1p/3r4/8/4N3/8/5PPP/6K1 b - - 0 1", layout.AIM) == -27
    assert weighed("6k1/5p1p/3n4/8/4N3/8/5PPP/6K1 w - - 0 1", layout.AIM) == 0


def test_a_passed_pawn_that_cannot_step_is_worth_less() -> None:
    free = evaluated("8/5k2/P7/4b3/8/8/5K2/5N2 w - - 0 1")
    assert evaluated("8/5k2/P7/8/3b4/8/5K2/5N2 w - - 0 1") < free - 15, "the bishop guards a7"
