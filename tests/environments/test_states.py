"""States in the form of OpenSpiel play as batches and positions do."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import axedrez
from axedrez import library
from axedrez.core.errors import NotAllowed
from axedrez.environments import Options
from axedrez.environments.open_spiel import Game


@pytest.mark.parametrize("name", ["clasico", "dice-chess", "backgammon", "chess960", "chessgammon"])
def test_a_random_game(name: str) -> None:
    random = Random(1)
    game = Game(library.load(name), Options(max_plies=60, observation="float32"))
    state = game.new_initial_state()
    kept = []
    while not state.is_terminal():
        legal = state.legal_actions()
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sorted(action for action, _ in outcomes) == legal
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        else:
            assert state.legal_actions(1 - state.current_player()) == []
        assert np.reshape(state.observation_tensor(), game.observation_tensor_shape()).any()
        kept.append((state.clone(), str(state), legal))
        action = random.choice(legal)
        assert state.string_to_action(state.action_to_string(state.current_player(), action)) == action
        state.apply_action(action)
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert sum(state.returns()) == 0
    for earlier, text, legal in random.sample(kept, 20):  # those that were left behind have not moved
        assert (str(earlier), earlier.legal_actions()) == (text, legal)
        child = earlier.child(legal[0])
        assert child.move_number() == earlier.move_number() + 1
        assert child.history()[:-1] == earlier.history()


def test_returns_and_illegal_actions() -> None:
    state = Game(library.load("clasico")).new_initial_state()
    for text in ("f2f3", "e7e5", "g2g4"):
        state.apply_action(state.string_to_action(text))
    with pytest.raises(NotAllowed):
        state.apply_action(0)
    with pytest.raises(ValueError, match="e1e8"):
        state.string_to_action("e1e8")
    state.apply_action(state.string_to_action("d8h4"))
    assert state.is_terminal()
    assert state.returns() == [-1, 1]


def test_rolls_have_their_probabilities() -> None:
    game = Game(axedrez.load("backgammon"))
    state = game.new_initial_state()
    assert {chance for _, chance in state.chance_outcomes()} == {1 / 15}  # the opening roll is no double
    while not state.is_chance_node() or state.move_number() == 0:
        state.apply_action(state.legal_actions()[0])
    chances = {state.action_to_string(action): chance for action, chance in state.chance_outcomes()}
    assert len(chances) == game.max_chance_outcomes() == 21
    assert (chances["66"], chances["65"]) == (1 / 36, 2 / 36)
