"""Rollouts in parts: those of the whole, in this process and in others, and when turns are told apart."""

from __future__ import annotations

import threading

import msgspec
import pytest

from axedrez.analysis.equity import Chances, RolledCube, RolledOut, RolloutOptions
from axedrez.core import Game
from axedrez.core.match_state import single_game
from axedrez.rolling_out import LEAST, is_settled, pooled, rolling_out
from tests.analysis.dice_examples import analyst
from tests.tables.networks import game_named

OPTIONS = RolloutOptions(trials=40, horizon=2, seed=5)
TURNS = ["8/5 6/5", "24/23 13/10"]


def backgammon() -> Game:
    return game_named("backgammon")


def result(equity: float, half: float, trials: int = LEAST) -> RolledOut:
    return RolledOut(trials, equity, half, Chances(0.5, 0, 0, 0, 0, 0), trials, 0, 0, 9.0, 0)


def test_games_in_parts_are_those_of_the_whole() -> None:
    start = backgammon().start()
    told = [dict(each) for each in rolling_out(start, [None], OPTIONS, threading.Event())]
    assert [each[0].trials for each in told] == [12, 24, 36, 40]
    whole = analyst("backgammon").rollout(start, None, OPTIONS)
    for name, each in msgspec.structs.asdict(told[-1][0]).items():
        expected = getattr(whole, name)
        if name == "chances":
            assert msgspec.structs.astuple(each) == pytest.approx(msgspec.structs.astuple(expected))
        else:
            assert each == pytest.approx(expected), name


def test_parts_with_the_cube_are_those_of_the_whole() -> None:
    options = msgspec.structs.replace(OPTIONS, trials=30, state=single_game(backgammon().conduct), cubeful=True)
    *_, told = rolling_out(backgammon().start(), [None], options, threading.Event())
    whole = analyst("backgammon").rollout(backgammon().start(), None, options)
    for part, expected in ((told[0].cubeful, whole.cubeful), (told[0].double_take, whole.double_take)):
        assert part is not None
        assert expected is not None
        assert (part.equity, part.half, part.match_chance) == pytest.approx((expected.equity, expected.half, None))


def test_turns_of_a_roll_in_other_processes_are_the_same() -> None:
    rolled = backgammon().start().play("31")
    *_, here = rolling_out(rolled, TURNS, OPTIONS, threading.Event())
    *_, there = rolling_out(rolled, TURNS, OPTIONS, threading.Event(), processes=2)
    assert there == here
    assert here.keys() == {0, 1}
    assert here[0].equity > here[1].equity


def test_it_ends_when_it_is_told_to() -> None:
    stop = threading.Event()
    playing = rolling_out(backgammon().start(), [None], OPTIONS, stop)
    assert next(playing)[0].trials == 12
    stop.set()
    assert list(playing) == []


def test_with_the_cube_it_is_the_cube_that_settles() -> None:
    rolled = msgspec.structs.replace(
        result(0.1, 0.001), cubeful=RolledCube(0.2, 0.01), double_take=RolledCube(0.3, 0.02)
    )
    assert is_settled({0: rolled}, 0.02)
    assert not is_settled({0: rolled}, 0.015)
    assert not is_settled({0: msgspec.structs.replace(rolled, cubeful=RolledCube(0.2, 0.03))}, 0.02)
    other = msgspec.structs.replace(result(0.5, 0.001), cubeful=RolledCube(-0.5, 0.01))
    turns = {0: msgspec.structs.replace(rolled, double_take=None), 1: other}
    assert is_settled(turns, 0.001)  # told apart


@pytest.mark.parametrize(
    ("found", "settled"),
    [
        ([result(0.1, 0.01)], True),
        ([result(0.1, 0.03)], False),
        ([result(0.1, 0.01, LEAST - 12)], False),
        ([result(0.1, 0.03), result(0.2, 0.03)], True),  # told apart
        ([result(0.1, 0.03), result(0.13, 0.03)], False),
        ([result(0.1, 0.01), result(0.105, 0.01), result(-0.5, 0.2)], True),  # alike, and one far behind
        ([result(0.1, 0.01), result(0.105, 0.03)], False),
        ([result(0.1, 0.01, 2 * LEAST), result(0.5, 0.01)], False),  # in the middle of a round
    ],
)
def test_what_is_settled(found: list[RolledOut], settled: bool) -> None:
    assert is_settled(dict(enumerate(found)), 0.02) is settled


def test_two_single_games() -> None:
    both = pooled(result(1.0, 3.0, 1), result(-1.0, 3.0, 1))
    assert (both.trials, both.equity) == (2, 0.0)
    assert both.half == pytest.approx(1.96)
