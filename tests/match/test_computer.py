"""What a computer player does in a match: the cube and resignations, by its judgement."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

import axedrez
from axedrez import engine, players
from axedrez.core import Side
from axedrez.match import DecisionContext, Player, Players, Record, decide, seats_of
from axedrez.match.clock import Clock
from axedrez.match.computer import answer, time_for_move
from axedrez.match.time_control import (
    Bronstein,
    Byoyomi,
    Correspondence,
    Delay,
    Fischer,
    Periods,
    TimeAllowance,
    TimeControl,
)
from tests.match.cubing import WithoutJudgement, gain
from tests.match.dicing import T0, Table, match_of, progress

COMPUTER = Player("computer", level=engine.FULL)
# Before the last rolls, White to roll: 29 and 10 of 36 win.
AHEAD = "P/2/P/19/p - PPPPPPPPPPPPPpppppppppppppp w -"
BEHIND = "2/P/2/P/17/p - PPPPPPPPPPPPPpppppppppppppp w -"


def table(start: str, computer: Side, **more: Any) -> Table:
    seats = Players(COMPUTER, Player()) if computer is Side.WHITE else Players(Player(), COMPUTER)
    return Table(start, of=match_of(7), players=seats, **more).begin()


def act(at: Table, player: Any = players) -> None:
    """Let the computer do what the record waits for."""
    side = at.record.computer_awaited
    assert side is not None
    at.record.extend(
        decide(
            at.record,
            answer(at.record, side, player),
            DecisionContext(T0, seats_of(at.record.players, "computer"), at.seeds),
        )
    )


@pytest.mark.clause("G-43")
@pytest.mark.parametrize(("start", "doubled"), [(AHEAD, True), (BEHIND, False)])
def test_it_doubles_when_that_is_right(start: str, doubled: bool) -> None:
    at = table(start, Side.WHITE)
    act(at)
    assert (at.record.doubled is not None) is doubled
    assert (at.record.roll is None) is doubled


@pytest.mark.clause("G-43")
def test_it_passes_and_takes() -> None:
    at = table(AHEAD, Side.BLACK)
    at.do("offer", offer="double", side="white")
    act(at)
    assert at.record.outcome is not None
    assert at.record.outcome.reason == "passed"
    at = table(BEHIND, Side.BLACK)
    at.do("offer", offer="double", side="white")
    act(at)
    assert at.record.cube == (2, Side.BLACK)


@pytest.mark.clause("G-43")
def test_the_score_counts() -> None:
    # White, who needs one point after Crawford's game, has no use for a double; Black, who passes, loses the match.
    at = table(AHEAD, Side.WHITE, match=progress(4, 6, 5, True))
    act(at)
    assert at.record.doubled is None
    at = table(AHEAD, Side.BLACK, match=progress(4, 6, 5, True))
    at.do("offer", offer="double", side="white")
    act(at)
    assert at.record.cube.value == 2


@pytest.mark.clause("G-44")
def test_it_lets_the_other_resign_for_what_is_left_to_win() -> None:
    sure = "P/22/ppppppppppppppp - PPPPPPPPPPPPPP w -"  # a gammon by any roll
    for points, ended in ((1, False), (2, True)):
        at = table(sure, Side.WHITE)
        at.do("resign", side="black", points=points)
        act(at)
        assert (at.record.outcome is not None) is ended
        assert at.record.offers == []


def test_without_a_judgement_it_takes_everything_and_never_doubles() -> None:
    at = table(AHEAD, Side.WHITE)
    act(at, WithoutJudgement())
    assert at.record.doubled is None


def test_judgement_pays() -> None:
    """`bench/tables_cube.py` in short: the same dice for both seats, points won on average."""
    game = axedrez.load("backgammon", {"match.cube": True})
    gains = [gain(game, number) for number in range(6)]
    assert sum(gains) > 0


def holding(clock: Clock | None) -> Record:
    """A record as far as the time for a move asks it."""
    return cast(Record, SimpleNamespace(clock=clock))


@pytest.mark.parametrize(
    "spec",
    [
        Fischer(60_000),
        Fischer(180_000, 2000),
        Fischer(300_000, 0, TimeAllowance(5000, 100)),
        Bronstein(10_000, 3000),
        Delay(10_000, 3000),
        Byoyomi(3, 5000, 60_000),
        Byoyomi(1, 1000),
        Byoyomi(3, 5000, 60_000, Periods(1, 2000, 0)),
    ],
    ids=str,
)
def test_a_computer_that_takes_its_time_never_loses_on_it(spec: TimeControl) -> None:
    """Each move takes all that it may take usually, every tenth all that it may take at most, and its way besides."""
    now, way_ms = 0, 25
    clock = Clock.new(spec).started(Side.WHITE, now)
    for ply in range(2 * 60):
        side = Side(ply % 2)
        time = time_for_move(holding(clock), side, now)
        assert time is not None
        assert 1 <= time.soft_ms <= time.hard_ms
        now += way_ms + (time.hard_ms if ply % 20 < 2 else time.soft_ms)
        assert clock.fallen(now) is None, (ply, time)
        clock = clock.pressed(now)


def test_time_for_a_move_follows_the_clock() -> None:
    def soft(spec: TimeControl) -> int:
        time = time_for_move(holding(Clock.new(spec)), Side.WHITE, 0)
        assert time is not None
        return time.soft_ms

    assert soft(Fischer(60_000)) < soft(Fischer(600_000)) < soft(Fischer(600_000, 10_000))
    assert soft(Fischer(60_000)) < soft(Delay(60_000, 3000))
    assert soft(Byoyomi(1, 30_000)) > soft(Byoyomi(1, 3000)) > 1000
    assert time_for_move(holding(None), Side.WHITE, 0) is None
    assert time_for_move(holding(Clock.new(Correspondence(3))), Side.WHITE, 0) is None
