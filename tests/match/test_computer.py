"""What a computer player does in a match: the cube and resignations, by its judgement."""

from __future__ import annotations

from typing import Any

import pytest

import axedrez
from axedrez import search
from axedrez.core import Side
from axedrez.match import Player, Players, held
from axedrez.match.computer import answer
from match.cubing import WithoutJudgement, gain
from match.dicing import T0, Table, match_of, progress

COMPUTER = Player("computer", level=3)
# Before the last throws, White to throw: 29 and 10 of 36 win.
AHEAD = "P/2/P/19/p - PPPPPPPPPPPPPpppppppppppppp w -"
BEHIND = "2/P/2/P/17/p - PPPPPPPPPPPPPpppppppppppppp w -"


def table(start: str, computer: Side, **more: Any) -> Table:
    seats = Players(COMPUTER, Player()) if computer is Side.WHITE else Players(Player(), COMPUTER)
    return Table(start, of=match_of(7), players=seats, **more).begin()


def act(at: Table, mind: Any = search) -> None:
    """Let the computer do what the record waits for."""
    side = at.record.computer_awaited
    assert side is not None
    at.record.extend(at.record.decide(answer(at.record, side, mind), T0, held(at.record.players, "computer"), at.seeds))


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
    sure = "P/22/ppppppppppppppp - PPPPPPPPPPPPPP w -"  # a gammon by any throw
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
