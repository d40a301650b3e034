"""How much of its clock a player spends."""

from __future__ import annotations

import pytest

from axedrez.engine.time_budget import Budget, Pace, budget


@pytest.mark.parametrize("left", [-100, 0, 1, 40, 500, 10_000, 600_000])
@pytest.mark.parametrize("increment", [0, 100, 5000])
@pytest.mark.parametrize("to_go", [0, 1, 2, 40])
def test_a_move_never_takes_the_whole_clock(left: int, increment: int, to_go: int) -> None:
    time = budget(left, increment, to_go, overhead_ms=30)
    assert 1 <= time.soft_ms <= time.hard_ms
    assert time.hard_ms <= max(1, left - 30)


@pytest.mark.parametrize(("left", "increment", "to_go", "moves"), [(60_000, 0, 0, 120), (60_000, 0, 40, 40)])
def test_a_game_of_moves_that_all_take_their_time_is_not_lost(
    left: int, increment: int, to_go: int, moves: int
) -> None:
    for played in range(moves):
        left -= budget(left, increment, to_go and to_go - played, overhead_ms=30).soft_ms + 30
        assert left > 0, played
        left += increment


def test_more_time_and_fewer_moves_give_longer_thoughts() -> None:
    assert budget(20_000).soft_ms < budget(40_000).soft_ms < budget(40_000, 1000).soft_ms
    assert budget(40_000, moves_to_go=20).soft_ms < budget(40_000, moves_to_go=5).soft_ms
    assert budget(40_000, moves_to_go=1).soft_ms > 30_000


def test_an_increment_is_spent_where_nothing_else_is_left() -> None:
    assert budget(3000, 3000).soft_ms > 1500


def test_a_steady_move_is_played_sooner_than_one_that_changes() -> None:
    time = Budget(1000, 4000)
    steady, changing = Pace(time), Pace(time)
    for depth in range(8):
        assert not steady.enough(depth, "e2e4", 20)
        assert not changing.enough(depth, depth, 20)
    assert steady.enough(400, "e2e4", 20)
    assert not changing.enough(700, "d2d4", 20)
    assert changing.enough(900, "c2c4", 20)


def test_a_move_that_gets_worse_is_thought_over() -> None:
    pace = Pace(Budget(1000, 4000))
    for depth in range(8):
        pace.enough(depth, "e2e4", 20)
    assert not pace.enough(400, "e2e4", -80)
    assert pace.enough(400, "e2e4", -80)
    assert pace.enough(700, "e2e4", None)
