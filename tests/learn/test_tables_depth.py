"""A short version of `bench/tables_depth.py`: looking ahead in matches, and what it costs."""

from __future__ import annotations

import numpy as np
import pytest

from axedrez.learn.tables.self_play import rules_of
from axedrez.tables.kernel import batch
from axedrez.tables.position.game import TablesGame
from bench import tables_depth, tables_errors
from tests.tables.networks import game_named

pytestmark = pytest.mark.long


def first_result(game: TablesGame, row: tables_depth.Row, high: int, low: int) -> tables_depth.Row:
    rules = rules_of(game)
    return np.array(batch.results(rules.tables, rules.keys, row[None], np.array([[high, low]]))[1][0], dtype=np.int8)


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
    slower_than = {
        "evaluations, one a call": "evaluations among the results of rolls",
        "gnubg-nn: turns at 0-ply, one a call": "turns at 0-ply, one a call",
        "gnubg-nn: turns at 1-ply, one a call": "turns at 1-ply",
        "turns at 1-ply": "turns at 0-ply, one a call",
    }
    # The measured rates are in docs/equity.md. Ours are the best of three: a busy machine slows some down. Those of
    # gnubg-nn are measured once: it keeps what it has evaluated, and the positions of a second run are the same.
    game = game_named("backgammon")
    best = tables_depth.speed(game, True, 0.05, 1)
    for found in (tables_depth.speed(game, False, 0.05, 1) for _ in range(2)):
        best |= {name: max(rate, best[name]) for name, rate in found.items()}
    for slow, fast in slower_than.items():
        assert best[fast] > best[slow], slow


def test_the_errors_of_its_choices() -> None:
    pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed")
    game = game_named("backgammon")
    players = {"ours": tables_depth.ours(game, 0), "first": lambda row, high, low: first_result(game, row, high, low)}
    asked = tables_errors.drawn(game, 30, 1, 1)
    assert [len(those) for those in asked.values()] == [30, 1, 1, 1, 1, 1]
    assert [those[0].kind for those in asked.values()][1:] == [*asked][1:]
    found = tables_errors.losses(game, players, asked[tables_errors.ALL])
    assert all(len(values) == 30 for values in found.values())
    lost = {name: np.maximum(values, 0).mean() for name, values in found.items()}
    assert lost["ours"] < 0.03  # measured: 0.006
    assert lost["first"] > 4 * lost["ours"]  # a player who takes any result is seen to be worse
