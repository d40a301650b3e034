"""Random games inside the kernel."""

from __future__ import annotations

import random

import numpy as np
import pytest

import axedrez
from axedrez.core.dice import Roll
from axedrez.tables.kernel import playout
from axedrez.tables.position.position import TablesPosition
from tests.tables.networks import game_named

WINS = slice(playout.OWN_WINS, playout.UNFINISHED)


def play(position: TablesPosition, games: int, seed: int, cap: int = 2000) -> list[int]:
    dice = position.dice or (0, 0)
    rules = position.ruleset
    found = playout.playouts(rules.compiled, rules.keys, position.raw, *dice, games, np.uint64(seed), cap)
    return [int(count) for count in found]


def parse(name: str, text: str) -> TablesPosition:
    position = axedrez.load(name).parse(text)
    assert isinstance(position, TablesPosition)
    return position


def test_games_are_counted() -> None:
    start = game_named("backgammon").start()
    found = play(start, 50, 1)
    assert sum(found[WINS]) == 50
    assert play(start, 50, 1) == found
    assert play(start, 50, 2) != found
    # Chessgammon by lot hardly ever ends: officers walk to and fro.
    slow = axedrez.load("chessgammon", {"killer_queen": True, "berserker_king": True}).start()
    assert isinstance(slow, TablesPosition)
    assert play(slow, 3, 1, cap=20) == [0, 0, 0, 0, 0, 0, 3, 60, 0]


@pytest.mark.clause("G-42")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("PP/16/pp/pp/pp/pp/pp/pp/pp - PPPPPPPPPPPPPp", 0),
        ("P/6/p/9/pp/pp/pp/pp/pp/pp/pp - PPPPPPPPPPPPPP", 1),
        ("P/1/p/14/pp/pp/pp/pp/pp/pp/pp - PPPPPPPPPPPPPP", 2),
    ],
)
def test_wins_by_what_the_loser_has_done(text: str, kind: int) -> None:
    """White takes his last pieces off with any roll."""
    found = play(parse("backgammon", f"{text} w -"), 4, 5)
    assert found[playout.OWN_WINS + kind] == 4
    assert found[playout.TURNS] == 4
    found = play(parse("backgammon", f"{text} b -"), 4, 5)
    assert sum(found[playout.ENEMY_WINS : playout.UNFINISHED]) == 4
    assert found[playout.TURNS] == 8


def test_the_dice_of_the_first_turn_may_be_given() -> None:
    text = "5/P/11/pp/pp/pp/pp/pp/pp/pp - PPPPPPPPPPPPPPp w -"
    assert play(parse("backgammon", f"{text} 64"), 8, 3)[playout.TURNS] == 8
    assert play(parse("backgammon", f"{text} 21"), 8, 3)[playout.TURNS] > 8


def test_they_are_as_long_as_games_played_step_by_step() -> None:
    start = axedrez.load("backgammon").start()
    assert isinstance(start, TablesPosition)
    games = 30
    inside = play(start, 600, 4)[playout.TURNS] / 600
    rng = random.Random(6)
    turns = 0
    for _ in range(games):
        position = start
        while position.outcome() is None:
            high, low = sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)
            position = position.play_unchecked(Roll(high, low))
            position = position.play_unchecked(rng.choice(position.legal_moves()))
            turns += 1
    assert abs(turns / games - inside) < 0.3 * inside
