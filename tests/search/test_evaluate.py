"""What positions are worth at first sight."""

from __future__ import annotations

import random

import numpy as np
import pytest

from axedrez import Position
from axedrez.search import thinking
from axedrez.search.evaluate import piece_values
from axedrez.search.kernel import judge
from sheets import CHESS, chess, read


def judged(fen: str, name: str = "clasico") -> int:
    position = read(fen, name)
    numbers = thinking.weights(position.game)
    return int(judge.evaluate(position.state, np.uint64(0), position.game.tables, numbers))


@pytest.mark.parametrize("name", CHESS)
def test_both_sides_judge_alike(name: str) -> None:
    """A position seen from the other side of the board is worth the same."""
    lots = random.Random(11)
    for _ in range(20):
        position: Position = chess(name).start()
        for _ in range(lots.randrange(40)):
            if position.outcome():
                break
            position = position.play_unchecked(lots.choice(position.legal_moves()))
        board, turn, *_ = position.text().split()
        turned = "/".join(reversed(board.split("/"))).swapcase()
        other = "b" if turn == "w" else "w"
        assert judged(f"{board} {turn} - - 0 1", name) == judged(f"{turned} {other} - - 0 1", name), position.text()


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
    assert judged("4k3/8/8/8/8/8/PPPPPPPP/RNBQK3 w - - 0 1") > 2000
    assert judged("4k3/8/8/8/8/8/PPPPPPPP/RNBQK3 b - - 0 1") < -2000
    assert judged("4k3/P6p/8/8/8/8/8/4K3 w - - 0 1") > judged("4k3/7p/8/8/P7/8/8/4K3 w - - 0 1"), "a pawn near its goal"
    assert judged("7k/8/8/8/8/8/8/KQ6 w - - 0 1") > judged("8/8/8/3k4/8/8/8/KQ6 w - - 0 1"), "a bare king in the corner"


@pytest.mark.clause("T-4")
def test_a_rook_that_may_still_become_a_queen_is_worth_more() -> None:
    away = "6k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1"
    arrived = "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"
    with_queens = "q5k1/5ppp/8/8/8/8/RQ3PPP/6K1 w - - 0 1"
    assert judged(away, "tradicional") > judged(away, "clasico")
    assert judged(arrived, "tradicional") == judged(arrived, "clasico")
    assert judged(with_queens, "tradicional") == judged(with_queens, "clasico")
