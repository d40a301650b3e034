"""The player that looks ahead: what it plays with all the effort it wants, with little, and when it is stopped."""

from __future__ import annotations

import math
import threading
from types import SimpleNamespace

import numpy as np
import pytest

import axedrez
from axedrez import players
from axedrez.core.dice import ROLLS, Roll
from axedrez.engine.levels import FULL
from axedrez.engine.time_budget import Budget
from axedrez.tables.engine import plies, races
from axedrez.tables.engine.kernel.choice import estimates
from axedrez.tables.engine.network import player_of
from axedrez.tables.engine.plies import Effort, deepen, expected, judge_with
from axedrez.tables.engine.search import search, search_with
from axedrez.tables.engine.search_ahead import search_ahead
from axedrez.tables.position.position import TablesPosition
from tests.engine.test_tables_network import positions
from tests.tables.networks import game_named, random_player

ENDLESS = math.inf


def contests(name: str, count: int) -> list[TablesPosition]:
    """Positions before a roll that are neither over nor judged by tables."""
    return [
        each for each in positions(name, count) if not each.is_over() and not races.is_judged(each.ruleset, each.raw)
    ]


@pytest.mark.parametrize("name", ["backgammon", "hyper", "chessgammon"])
def test_it_plays_the_turn_that_looking_ahead_finds(name: str) -> None:
    game = game_named(name)
    player = random_player(game)
    judge = judge_with(player, game.ruleset)
    points = judge.network.points
    ply = 1 if name == "chessgammon" else 2
    for position, (roll, _) in zip(contests(name, 6), ROLLS, strict=False):
        rolled = position.play_unchecked(roll)
        ends = [rolled.play_unchecked(turn) for turn in rolled.legal_moves()]
        told = estimates(judge.network, judge.tables, judge.inputs, np.array([end.raw for end in ends]))
        order = np.argsort(told @ points, kind="stable").tolist()
        found, judged = deepen(judge, order, told.__getitem__, ends.__getitem__, ply)
        played = rolled.play_unchecked(search_ahead(rolled, player, Effort(ENDLESS), ply))
        mine = expected(judge, played, judged[found[0]].ply)
        assert mine is not None
        assert mine @ points == pytest.approx(judged[found[0]].outcomes @ points, abs=1e-5)


def test_little_effort_is_that_without_looking_ahead() -> None:
    game = game_named("backgammon")
    player = random_player(game)
    halted = threading.Event()
    halted.set()
    different = 0
    for position in contests("backgammon", 20):
        rolled = position.play_unchecked(Roll(4, 1))
        plain = rolled.play_unchecked(search_with(player, rolled))
        for effort in (Effort(ENDLESS, 1), Effort(ENDLESS, None, halted), Effort(1e-6)):
            assert rolled.play_unchecked(search_ahead(rolled, player, effort)) == plain
        some = [rolled.play_unchecked(search_ahead(rolled, player, Effort(ENDLESS, 3000))) for _ in range(2)]
        assert some[0] == some[1]
        different += some[0] != plain
    assert different


def test_effort_for_a_few_turns_lets_fewer_through() -> None:
    """With effort for two turns at 1-ply the better of these two is played, whatever the others are worth."""
    game = game_named("backgammon")
    player = random_player(game)
    judge = judge_with(player, game.ruleset)
    seen = 0
    for position in contests("backgammon", 20):
        rolled = position.play_unchecked(Roll(2, 1))
        ends = [rolled.play_unchecked(turn) for turn in rolled.legal_moves()]
        if len(ends) < 5:
            continue
        told = estimates(judge.network, judge.tables, judge.inputs, np.array([end.raw for end in ends]))
        worths = -(told @ judge.network.points)
        first, second, third = np.sort(worths)[::-1][:3]
        if third < first - 0.16 or second - third < 1e-3:
            continue
        two = [ends[i] for i in np.argsort(-worths)[:2]]
        counted, costs, ahead = Effort(ENDLESS, 10**9), [], []
        for end in two:
            before = counted.looked
            ahead.append(expected(judge, end, 1, counted))
            costs.append(counted.looked - before)
        most = 2 * max(costs)
        if most < 42 * len(ends) or 1.5 * sum(costs) <= most:
            continue
        played = rolled.play_unchecked(search_ahead(rolled, player, Effort(ENDLESS, most), 1))
        assert played == two[int(np.argmin([each @ judge.network.points for each in ahead if each is not None]))]
        seen += 1
    assert seen


def test_levels_below_full_strength_do_not_look_ahead_and_full_strength_does() -> None:
    game = game_named("backgammon")
    rolled = game.start().play("41")
    assert players.choose(rolled, level=7, seed=3) == search(rolled, axedrez.engine.LEVELS[7], 3)
    for clock in (None, Budget(20, 60)):
        assert rolled.play(str(players.choose(rolled, level=FULL, clock=clock))) is not None
    network = player_of(game.ruleset)
    assert network is not None
    deep = search_ahead(rolled, network, Effort(ENDLESS, 10**6))
    assert players.choose(rolled, level=FULL, nodes=10**6) == deep
    assert players.choose(rolled, level=FULL, nodes=1) == search(rolled)


def test_time_is_spent_like_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    told = iter([7.0, 7.05, 7.11])
    monkeypatch.setattr(plies, "time", SimpleNamespace(monotonic=lambda: next(told)))
    effort = Effort(100)
    assert effort.share() == pytest.approx(0.5)
    assert effort.is_set()
