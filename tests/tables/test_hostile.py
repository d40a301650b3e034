"""Hostile sheets and positions in fenced memory; `bench/tables_fuzz.py` tries more of them."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import cast

import pytest

import axedrez
from axedrez.tables.kernel import layout
from axedrez.tables.kernel.landing import find_enemy
from axedrez.tables.position.game import TablesGame
from tests.tables import hostile


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))])
def test_nobody_writes_beside_the_memory_of_a_turn(seed: int) -> None:
    lots = Random(seed)
    results = 0
    for game in islice(hostile.games(lots), 12):
        assert hostile.weights_fit(game)
        for _ in range(3):
            one, other = lots.randint(1, 6), lots.randint(1, 6)
            position, dice = hostile.position(game, lots), (max(one, other), min(one, other))
            results += hostile.check(position, dice)
        hostile.check_play(position, dice, lots)
    assert results > 1000


def test_a_fence_that_is_written_to_is_seen() -> None:
    memory = hostile.Fenced()
    inner = memory.array(4, "int64")
    assert memory.whole()
    inner.base.view("int64")[hostile.FENCE + 4] = 0
    assert not memory.whole()


def test_a_piece_that_stands_nowhere_is_not_looked_for_outside_its_side() -> None:
    """A king who pushed with his first leg and took with the second was told of a piece far before the row."""
    game = cast(TablesGame, axedrez.load("chessgammon"))
    row = game.start().raw.copy()
    row[layout.OWN : layout.OWN + 16] = 5
    row[layout.ENEMY : layout.ENEMY + 16] = 7
    assert find_enemy(row, 0, game.ruleset.compiled, layout.BAR - 7) == 15
    assert find_enemy(row, 0, game.ruleset.compiled, layout.BAR - 5) == 0
