"""A short version of `bench/tables_strength.py`: the network for backgammon against gnubg-nn and the player by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from axedrez.learn.tables.self_play import sheet_of
from axedrez.learn.tables.strength import Duel, match
from axedrez.tables.engine import network
from axedrez.tables.engine.network import Stored
from bench import tables_strength
from tests.tables.networks import game_named

pytestmark = pytest.mark.long


def shipped(name: str) -> Stored:
    found = tables_strength.load(str(Path(network.__file__).parent / network.FOLDER / f"{name}{network.ENDING}"))
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "games"), [("backgammon", 400)])
def test_what_ships_beats_the_player_by_hand(name: str, games: int) -> None:
    stored = shipped(name)
    found = match(Duel(sheet_of(game_named(name)), stored.weights, None, None, 1, games, stored.record.pull))
    assert found.points > found.half
    assert found.capped == 0


def test_backgammon_comes_near_gnubg() -> None:
    pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed")
    game = game_named("backgammon")
    stored = shipped("backgammon")
    found = tables_strength.against_gnubg(game, stored, stored, 60, 1)
    assert found.games == 60
    assert found.capped == 0
    # The measured strength is in docs/learning.md; this is what no accident explains.
    assert found.points > -0.5
    assert found.half < found.raw_half
