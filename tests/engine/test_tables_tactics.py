"""What men threaten and how they are held, beside the slow twin and the legal turns."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from axedrez.tables.engine.kernel.dice import HIGH, LOW, N_ROLLS, SHARE
from axedrez.tables.engine.kernel.tactics import N_SIDE, N_TACTICS, TACTICS, write_tactics
from axedrez.tables.kernel import batch
from axedrez.tables.kernel.layout import BAR, ENEMY
from axedrez.tables.position.position import TablesPosition
from tests.tables.comparing import game_positions
from tests.tables.networks import game_named
from tests.tables.tactics import tactics


def found_in(position: TablesPosition) -> list[float]:
    out = np.full(N_TACTICS, np.nan)
    write_tactics(position.raw, 0, position.ruleset.compiled, out)
    return out.tolist()


def some(name: str, games: int) -> list[TablesPosition]:
    random = Random(5)
    return [
        position
        for _ in range(games)
        for position, _ in game_positions(game_named(name), random)
        if not position.is_over()
    ]


@pytest.mark.parametrize(("name", "games"), [("backgammon", 5), ("hyper", 40)])
def test_they_are_those_of_the_twin(name: str, games: int) -> None:
    varying: list[set[float]] = [set() for _ in range(N_TACTICS)]
    for position in some(name, games)[::5]:
        found = found_in(position)
        assert found == pytest.approx(tactics(position)), position.text()
        for values, value in zip(varying, found, strict=True):
            values.add(round(value, 6))
    if name == "backgammon":
        assert all(len(values) > 1 for values in varying), "each of them tells positions apart"


def test_rolls_that_hit_and_rolls_that_cannot_enter_are_those_of_the_legal_turns() -> None:
    """What may be hit is what a turn hits, but for turns that have to play their dice otherwise."""
    positions = some("backgammon", 6)
    game = game_named("backgammon")
    rows = np.array([position.raw for position in positions])
    dice = np.stack((HIGH, LOW), axis=1)
    offsets, results = batch.results(game.ruleset.compiled, game.ruleset.keys, rows, dice)
    kinds = Counter[str]()
    for number, position in enumerate(positions):
        barred = (position.raw[ENEMY : ENEMY + 15] == BAR).sum()
        hits, shut = 0.0, 0.0
        for roll in range(N_ROLLS):
            at = number * N_ROLLS + roll
            after = results[offsets[at] : offsets[at + 1]]
            # The row after a turn is the other side's.
            hits += SHARE[roll] * bool(((after[:, :15] == BAR).sum(axis=1) > barred).any())
            own_barred = (position.raw[:15] == BAR).sum()
            stays = ((after[:, ENEMY : ENEMY + 15] == BAR).sum(axis=1) == own_barred).all()
            shut += SHARE[roll] * bool(own_barred and stays)
        own = dict(zip(TACTICS, found_in(position)[:N_SIDE], strict=True))
        assert own["rolls that cannot enter"] == pytest.approx(shut)
        assert hits <= own["rolls that hit"] + 1e-9
        kinds["same" if own["rolls that hit"] == pytest.approx(hits) else "fewer"] += 1
    assert kinds["fewer"] <= kinds["same"] / 50
