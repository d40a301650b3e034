"""The slow tables twin without officers is backgammon: its start, bearing off, and gnubg's own results.

These tests prove the twin, not the kernel, and so carry no clause markers.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.naive.tables import BACKGAMMON, Position, parse, points, results, start, winner
from tests.naive.tables_positions import game_positions, random_placements

CASES = 700

Board = tuple[tuple[int, ...], tuple[int, ...]]


def counts(position: Position) -> Board:
    """(the side not to move, the side to move), each from its own side: points 1 to 24, then the bar."""
    seen = position if position.turn == "w" else position.mirrored()
    waiting = (*(letters.count("p") for letters in reversed(seen.points)), seen.bar.count("p"))
    moving = (*(letters.count("P") for letters in seen.points), seen.bar.count("P"))
    return waiting, moving


@pytest.mark.parametrize("source", [game_positions, random_placements])
def test_backgammon_results_are_those_of_gnubg(source: Any) -> None:
    gnubg = pytest.importorskip("gnubg_nn", reason="pip install gnubg-nn")
    compared = 0
    for position, (first, second) in source(BACKGAMMON, CASES, seed=24):
        if winner(position):
            continue
        board = counts(position)
        keys = gnubg.moves([list(side) for side in board], first, second)
        theirs = {tuple(map(tuple, gnubg.board_from_position_key(key))) for key in keys} or {board}
        ours = set()
        for text in results(position, (first, second)):
            # The turn has passed on, while gnubg's keys are still seen by the one who moved.
            played, answering = counts(parse(text, BACKGAMMON))
            ours.add((answering, played))
        assert ours == theirs, (position.text(), first, second)
        compared += 1
    assert compared > 0.9 * CASES


def test_backgammon_start_has_the_known_number_of_results() -> None:
    assert len(results(start(BACKGAMMON), (3, 1))) == 16
    assert start(BACKGAMMON).text() == "pp/4/PPPPP/1/PPP/3/ppppp/PPPPP/3/ppp/1/ppppp/4/PP - - w -"


def test_backgammon_a_larger_die_bears_off_from_the_furthest_point() -> None:
    position = parse("P/P/21/pp - PPPPPPPPPPPPPppppppppppppp w -", BACKGAMMON)
    assert results(position, (6, 5)) == {"23/pp - PPPPPPPPPPPPPPPppppppppppppp b -"}
    position = parse("3/P/1/P/17/pp - PPPPPPPPPPPPPppppppppppppp w -", BACKGAMMON)
    assert results(position, (5, 4)) == {
        "P/22/pp - PPPPPPPPPPPPPPppppppppppppp b -",
        "1/P/21/pp - PPPPPPPPPPPPPPppppppppppppp b -",
    }


def test_backgammon_points() -> None:
    assert points(parse("23/pp - PPPPPPPPPPPPPPPppppppppppppp b -", BACKGAMMON)) == 1
    assert points(parse("23/ppppppppppppppp - PPPPPPPPPPPPPPP b -", BACKGAMMON)) == 2
    assert points(parse("p/22/pppppppppppppp - PPPPPPPPPPPPPPP b -", BACKGAMMON)) == 3
