"""The array door says of positions what the positions say."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import axedrez
from axedrez import library
from axedrez.analysts import equities_of
from axedrez.core.errors import NotAllowed, TextError
from axedrez.core.sides import Side
from axedrez.environments.many import answer_many


def met(game: Any, seed: int, count: int) -> list[Any]:
    """Positions of random games, rolls and ends among them."""
    random, found = Random(seed), list[Any]()
    while len(found) < count:
        position = game.start()
        for _ in range(2000):
            over = position.outcome() is not None
            if over or random.random() < 0.08:
                found.append(position)
            following = [each for each, _ in position.chance_outcomes()] or list(position.legal_moves())
            if over or not following:
                break
            position = position.play_unchecked(random.choice(following))
    return found


@pytest.mark.parametrize("name", ["clasico", "dice-chess", "antichess", "backgammon"])
def test_moves_and_results(name: str) -> None:
    game = library.load(name)
    positions = met(game, 1, 120)
    given = [each.text() if k % 2 else each for k, each in enumerate(positions)]
    told = answer_many(game, given, points=True, threads=2)
    assert np.isnan(told.worths).all()
    ends = 0
    for k, position in enumerate(positions):
        legal = {told.actions[each].text for each in told.legal[told.offsets[k] : told.offsets[k + 1]]}
        outcome = position.outcome()
        assert bool(told.over[k]) == (outcome is not None)
        assert told.reasons[k] == (outcome.reason if outcome else "")
        if outcome is not None:
            ends += 1
            assert not legal
            white, black = outcome.points
            dice = game.family == "tables"
            assert told.rewards[k].tolist() == ([white - black, black - white] if dice else [white, black])
        elif position.turn is Side.CHANCE:
            assert told.to_play[k] == 2
            assert legal == {str(each) for each, _ in position.chance_outcomes()}
        else:
            assert told.to_play[k] == int(position.side)
            if game.family == "chess":
                assert legal == {move.uci for move in position.legal_moves()}
            else:
                assert len(legal) == len(position.steps().options) or legal == {"pass"}
    assert ends > 0


def test_worths_are_for_the_side_whose_turn_it_is() -> None:
    game = library.load("clasico")
    texts = ["4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1", game.start().text()]
    worths = answer_many(game, texts, nodes=200).worths
    assert worths[0] > 0.5
    assert worths[1] < -0.5
    assert abs(worths[2]) < 0.5
    backgammon = axedrez.load("backgammon")
    told = answer_many(backgammon, ["PP/22/pp - PPPPPPPPPPPPPppppppppppppp w -"], ply=0)
    assert told.worths[0] == pytest.approx(1)


NO_NETWORK = {"start.position": "p/p/p/18/P/P/P - - w -"}


@pytest.mark.parametrize(("name", "options"), [("backgammon", {}), ("chessgammon", {}), ("backgammon", NO_NETWORK)])
def test_worths_of_many_are_those_of_each(name: str, options: dict[str, Any]) -> None:
    game = library.load(name, options)
    judge = equities_of(game)
    assert judge is not None
    positions = [each for each in met(game, 2, 60) if each.outcome() is None]
    told = answer_many(game, positions, ply=0, threads=2).worths
    single = [
        judge.estimate(each).equity if each.dice is None else judge.turns(each, 0, 1)[0].estimate.equity
        for each in positions
    ]
    assert {each.dice is None for each in positions} == {True, False}
    assert told.tolist() == pytest.approx(single, abs=1e-5)


def test_worths_with_a_roll_are_those_of_its_best_turn() -> None:
    start = library.load("backgammon").start()
    for ply in (0, 1):
        before, good, poor = answer_many(start.game, [start, start.play("31"), start.play("41")], ply=ply).worths
        assert poor < before < good


def test_no_position_and_what_is_wrong() -> None:
    game = library.load("clasico")
    none = answer_many(game, [])
    assert (len(none.to_play), none.offsets.tolist(), none.rewards.shape) == (0, [0], (0, 2))
    with pytest.raises(TextError):
        answer_many(game, ["nothing"])
    with pytest.raises(NotAllowed):
        answer_many(game, [library.load("atomic").start()])
