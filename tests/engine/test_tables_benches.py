"""What the benches of hard backgammon positions take for races, for back games, for contact bear-offs."""

from __future__ import annotations

import pytest

from axedrez.tables.engine.plies import judge_of
from axedrez.tables.position.position import TablesPosition
from bench import tables_classes, tables_races
from tests.tables.networks import game_named

LAST_BUT_ONE = f"6/P/16/p - {14 * 'P'}{14 * 'p'} w -"
"""White, with a man on 7, gets off with 23 of 36 rolls; else Black wins."""


def at(text: str) -> TablesPosition:
    return game_named("backgammon").parse(text)


def test_a_race_is_rolled_out_until_the_tables_know_it() -> None:
    position = at(LAST_BUT_ONE)
    assert tables_races.is_race(position)
    assert not tables_races.is_race(at(f"5/P/17/p - {14 * 'P'}{14 * 'p'} w -"))  # both are home
    assert not tables_races.is_race(at(f"17/p/5/P - {14 * 'P'}{14 * 'p'} w -"))  # who is behind may hit
    worth, error = tables_races.rolled_out(judge_of(position.ruleset), position, 36, 1)
    assert worth == pytest.approx(10 / 36, abs=1e-6)
    assert error < 0.05
    assert tables_races.class_of(position) == "up to 30 pips"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("6/P/16/p - PPPPPPPPPPPPPPpppppppppppppp w -", None),
        ("pp/1/pp/PPPP/PPPP/PPPP/pp/PPP/4/pp/5/ppp/pp/pp/3 - - w -", "back game"),
        ("p/PPPPP/PPPP/PPPP/14/pppppp/pppp/pppp/3 - PP w -", "contact bear-off"),
        (None, "other contact"),
    ],
)
def test_the_classes_of_positions(text: str | None, name: str | None) -> None:
    pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed")
    position = game_named("backgammon").start() if text is None else at(text)
    assert tables_classes.class_of(position) == name
