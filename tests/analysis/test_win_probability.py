"""Scores as chances, and what a move is called by what it gives away."""

from __future__ import annotations

import pytest

from axedrez.analysis.grades import THRESHOLDS, accuracy, grade
from axedrez.chess.analyst import expected, scale
from axedrez.chess.engine.engine import Score
from tests.sheets import chess


@pytest.mark.parametrize("rulebook", ["clasico", "los-alamos", "horde", "pawn-race", "antichess"])
def test_a_lead_of_the_scale_is_worth_ten_to_one(rulebook: str) -> None:
    game = chess(rulebook)
    lead = round(scale(game))
    assert expected(Score(0), game) == 0.5
    assert expected(Score(lead), game) == pytest.approx(10 / 11, abs=2e-3)
    assert expected(Score(lead), game) + expected(Score(-lead), game) == pytest.approx(1)
    assert (expected(Score(None, 3), game), expected(Score(None, -1), game)) == (1.0, 0.0)
    assert expected(Score(100_000), game) <= 1.0


def test_a_pawn_weighs_more_on_a_small_board() -> None:
    small, large = chess("los-alamos"), chess("clasico")
    assert scale(small) < scale(large) == pytest.approx(397)
    assert expected(Score(100), small) > expected(Score(100), large)


def test_the_grade_follows_from_what_was_given_away() -> None:
    assert grade(0.3, is_best=True) == "best"
    assert grade(0.0, is_best=False) == grade(0.0499, is_best=False) == "good"
    assert [grade(least, is_best=False) for least, _ in THRESHOLDS] == ["blunder", "mistake", "inaccuracy"]


def test_accuracy() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100
    assert accuracy([0.0, 0.2]) == pytest.approx(75)
    lost = accuracy([1.0])
    assert lost is not None
    assert lost < 5
