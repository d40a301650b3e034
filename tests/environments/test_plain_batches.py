"""The short path of plain sheets in a batch beside the general one: what is legal, and where it leads."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import numpy as np
import pytest

from axedrez.core.dice import Roll
from axedrez.core.sides import Side
from axedrez.environments import Options, batch
from axedrez.tables.environment.batch import TablesBatch
from axedrez.tables.kernel import layout
from axedrez.tables.position.position import TablesPosition
from tests.naive.tables import BACKGAMMON
from tests.tables.boards import game_of
from tests.tables.test_plain import RULES, random_rows

GAME = game_of(BACKGAMMON)


def both(n: int, changes: dict[int, int]) -> tuple[TablesBatch, TablesBatch]:
    """The same games with other rules, by the short path and by the general one."""
    made = []
    for path in (1, 0):
        games = cast("TablesBatch", batch(GAME, n, 7, Options(max_plies=400)))
        tables = games._rules.tables.copy()
        for place, value in {**changes, layout.PLAIN: path}.items():
            tables[place] = value
        games._rules = games._rules._replace(tables=tables)
        games.reset(7)
        made.append(games)
    return made[0], made[1]


TOLD = ("mask", "counts", "to_play", "rewards", "terminated", "truncated", "reasons", "plies", "observations")


def play_both(short: TablesBatch, general: TablesBatch, steps: int) -> int:
    """Play random moves in both, which must say the same; how many games ended."""
    ended = 0
    for step in range(steps):
        for name in TOLD:
            assert np.array_equal(getattr(short, name), getattr(general, name)), name
        which = step % short.n
        assert sorted(short.legal(which)) == sorted(general.legal(which))
        assert short.prefix(which) == general.prefix(which)
        actions = short.sample()
        general.sample()  # it draws from the games' own random numbers
        short.step(actions)
        general.step(actions)
        ended += int(short.terminated.sum())
    return ended


@pytest.mark.parametrize("changes", RULES)
def test_games(changes: dict[int, int]) -> None:
    assert play_both(*both(24, changes), 400) > 10


@pytest.mark.parametrize("changes", RULES)
@pytest.mark.parametrize(("pieces", "most_left", "reach"), [(15, 15, 24), (15, 3, 7), (15, 9, 10), (2, 2, 24)])
def test_random_positions(changes: dict[int, int], pieces: int, most_left: int, reach: int) -> None:
    random = Random(reach)
    short, general = both(300, {**changes, layout.N_PIECES: pieces})
    for _ in range(4):
        placed: list[Any] = []
        for row in random_rows(random, short.n, most_left, reach):
            roll = sorted((random.randint(1, 6), random.randint(1, 6)), reverse=True)
            placed.append(TablesPosition(GAME, GAME.ruleset, row, Side.WHITE, Roll(*roll)))
        short.put(placed)
        general.put(placed)
        play_both(short, general, 5)
