"""States in the form of OpenSpiel play as batches and positions do."""

from __future__ import annotations

import sys
from random import Random

import numpy as np
import pytest

import axedrez
from axedrez import library
from axedrez.core.errors import NotAllowed, TextError
from axedrez.environments import Options
from axedrez.environments.open_spiel import Game
from axedrez.environments.open_spiel_types import GameType, StateType


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


def test_the_whole_form_without_open_spiel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)  # importing it fails
    chess, dice = Game(library.load("clasico"), Options(max_plies=60)), Game(library.load("backgammon"))
    assert isinstance(chess.get_type(), GameType)
    assert chess.get_type().chance_mode is GameType.ChanceMode.DETERMINISTIC
    assert dice.get_type().chance_mode is GameType.ChanceMode.EXPLICIT_STOCHASTIC
    for game in (chess, dice):
        kind = game.get_type()
        assert kind.dynamics is GameType.Dynamics.SEQUENTIAL
        assert kind.information is GameType.Information.PERFECT_INFORMATION
        assert kind.utility is GameType.Utility.ZERO_SUM
        assert kind.reward_model is GameType.RewardModel.TERMINAL
        assert kind.provides_observation_tensor
        assert (kind.min_num_players, kind.max_num_players, game.num_players()) == (2, 2, 2)
        assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
        assert game.policy_tensor_shape() == [game.num_distinct_actions()]
        assert game.max_history_length() == game.max_game_length() + game.max_chance_nodes_in_history()
        (state,) = game.new_initial_states()
        assert state.is_initial_state()
        assert (state.is_simultaneous_node(), state.is_mean_field_node()) == (False, False)
        assert state.is_player_node() != state.is_chance_node()
        assert (state.num_players(), state.num_distinct_actions()) == (2, game.num_distinct_actions())
        assert len(state.observation_tensor()) == game.observation_tensor_size()
        assert len(state.information_state_tensor()) == game.information_state_tensor_size()
        seen = set()
        while not state.is_terminal() and state.move_number() < 60:
            seen.add(state.get_type())
            again = game.deserialize_state(state.serialize())
            assert (str(again), again.history()) == (str(state), state.history())
            assert again.observation_tensor() == state.observation_tensor()
            state.apply_action_with_legality_check(state.legal_actions()[-1])
        assert seen == ({StateType.DECISION} if game is chess else {StateType.DECISION, StateType.CHANCE})
        assert [each.action for each in state.full_history()] == state.history()
        assert state.history_str() == state.information_state_string()
        assert all(each.player in (-1, 0, 1) for each in state.full_history())
    assert state.get_game().action_to_string(dice.batch.n_actions - 1) == "66"


def test_what_players_can_win() -> None:
    points = Options(rewards="points")
    scored = Game(library.load("clasico"), points)
    assert (scored.min_utility(), scored.max_utility(), scored.utility_sum()) == (0, 1, None)
    assert scored.get_type().utility.name == "GENERAL_SUM"
    money = Game(axedrez.load("backgammon", {"match.cube": True}), points)
    assert (money.max_utility(), money.get_type().reward_model.name) == (192, "TERMINAL")
    match = Game(axedrez.load("backgammon", {"match.cube": True, "match.length": 5}), points)
    assert (match.max_utility(), match.get_type().reward_model.name) == (196, "REWARDS")
    for game in (scored, money, match):
        random = Random(2)
        for _ in range(3):
            state = game.new_initial_state()
            decisions = 0
            while not state.is_terminal():
                decisions += state.is_player_node()
                state.apply_action(random.choice(state.legal_actions()))
            assert decisions <= game.max_game_length()
            assert state.move_number() - decisions <= game.max_chance_nodes_in_history()
            assert all(game.min_utility() <= each <= game.max_utility() for each in state.returns())
            assert game.utility_sum() in (None, sum(state.returns()))
            assert [state.player_return(each) for each in (0, 1)] == state.returns()
            assert [state.player_reward(each) for each in (0, 1)] == state.rewards()


def test_a_game_from_a_position() -> None:
    game = Game(library.load("clasico"))
    state = game.new_initial_state("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
    state.apply_action(state.string_to_action("g6g7"))
    assert state.returns() == [1, -1]
    assert state.get_type().name == "TERMINAL"
    again = game.deserialize_state(state.serialize())
    assert (again.returns(), str(again)) == ([1, -1], str(state))
    assert str(state).endswith(", checkmate")
    assert game.new_initial_state("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").is_terminal()
    with pytest.raises(TextError):
        game.new_initial_state("nothing")


def test_states_that_differ_have_different_texts() -> None:
    """A position comes back; a turn, a double and its answer begin in the same position."""
    state = Game(library.load("clasico")).new_initial_state()
    texts = []
    for _ in range(2):
        for text in ("g1f3", "g8f6", "f3g1", "f6g8"):
            texts.append(str(state))
            state.apply_action(state.string_to_action(text))
    assert str(state).endswith("seen 3 times, repetition")
    assert len({*texts, str(state)}) == 9
    random = Random(1)
    state = Game(axedrez.load("backgammon", {"match.cube": True, "match.length": 3})).new_initial_state()
    before = str(state)
    assert "opening roll" in before
    words = set()
    for _ in range(400):
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_actions()))
        assert str(state) != before
        before = str(state)
        words |= {each for each in ("roll or double", "doubled", "cube 2", "of 3") if each in before}
    assert words == {"roll or double", "doubled", "cube 2", "of 3"}
