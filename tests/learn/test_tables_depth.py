"""A short version of `bench/tables_depth.py`: looking ahead in matches, and what it costs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tables.networks import game_named

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
import tables_depth


def test_a_match_of_one_ply_against_none() -> None:
    game = game_named("backgammon")
    found = tables_depth.match(game, tables_depth.ours(game, 1), tables_depth.ours(game, 0), 10, 1)
    assert (found.games, found.capped) == (10, 0)
    assert found.half < found.raw_half
    # The measured gain is in docs/equity.md; this is what no accident explains.
    assert found.points > -0.4


def test_a_match_against_gnubg_at_one_ply() -> None:
    pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed")
    game = game_named("backgammon")
    found = tables_depth.match(game, tables_depth.ours(game, 1), tables_depth.gnubg(game, 1), 10, 1)
    assert (found.games, found.capped) == (10, 0)
    assert found.points > -0.6


def test_what_it_costs() -> None:
    pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed")
    found = tables_depth.speed(game_named("backgammon"), True, 0.05, 1)
    # The measured rates are in docs/equity.md; these hold on a busy machine, too.
    assert found["evaluations among the results of throws"] > found["evaluations, one a call"]
    assert found["turns at 0-ply, one a call"] > found["gnubg-nn: turns at 0-ply, one a call"]
    assert found["turns at 1-ply"] > found["gnubg-nn: turns at 1-ply, one a call"]
    assert found["turns at 0-ply, one a call"] > found["turns at 1-ply"]
