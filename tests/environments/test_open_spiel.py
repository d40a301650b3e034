"""OpenSpiel's own algorithms run on our states, and find what is true.

OpenSpiel is not one of our test requirements: where it is missing, these tests are told as expected failures with the
reason. `pip install open-spiel==2.0.2 cvxpy` brings it (cvxpy is for value iteration).
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import axedrez
from axedrez.environments import Options
from axedrez.environments.open_spiel import Game

GARDNER = Path(__file__).parents[2] / "examples" / "environments" / "gardner.toml"
MATE_IN_TWO = "k4/5/1K3/5/4R w - - 0 1"
MATE_IN_ONE = "k4/5/K4/5/4R w - - 0 1"
HYPER = {"start.position": "p/p/p/18/P/P/P - - w -"}
RACE = {"start.position": "4/P/14/p/4 - PPPPPPPPPPPPPPpppppppppppppp w -"}
"""One piece a side, past each other: most rolls bear it off."""


@pytest.fixture
def algorithm() -> Callable[[str], Any]:
    """Gives a module of OpenSpiel's Python."""

    def find(name: str) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                importlib.import_module("pyspiel")
                return importlib.import_module(f"open_spiel.python.{name}")
            except ModuleNotFoundError as missing:
                pytest.xfail(f"NOT TESTED with OpenSpiel: {missing.name} is not installed (see this file)")

    return find


def gardner(plies: int, position: str = "") -> Game:
    return Game(axedrez.load(GARDNER, {"start.fen": position} if position else {}), Options(max_plies=plies))


def race() -> Game:
    return Game(axedrez.load("backgammon", RACE), Options(max_plies=4, observation="float32"))


def race_value(game: Game) -> float:
    """What the start of a race is worth to White, who moves each piece as far as the dice say."""

    @cache
    def worth(state: str) -> float:
        now = game.deserialize_state(state)
        if now.is_terminal():
            return now.player_return(0)
        if now.is_chance_node():
            return sum(chance * worth(now.child(action).serialize()) for action, chance in now.chance_outcomes())
        values = [worth(now.child(action).serialize()) for action in now.legal_actions()]
        return max(values) if now.current_player() == 0 else min(values)

    return worth("")


def test_tree_search_plays_both_families(algorithm: Any) -> None:
    mcts = algorithm("algorithms.mcts")
    for game in (gardner(60), Game(axedrez.load("backgammon", HYPER), Options(max_plies=60))):
        random = np.random.RandomState(1)
        bot = mcts.MCTSBot(game, 1.4, 8, mcts.RandomRolloutEvaluator(1, random), random_state=random)
        state = game.new_initial_state()
        for _ in range(6):
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                action = random.choice(actions, p=chances)
            else:
                action = bot.step(state)
                assert action in state.legal_actions()
            state.apply_action(action)
    game = gardner(10)
    state = game.new_initial_state(MATE_IN_ONE)
    bot = mcts.MCTSBot(game, 1.4, 60, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state.apply_action(bot.step(state))
    assert state.returns() == [1, -1]


def test_alpha_beta_finds_a_mate(algorithm: Any) -> None:
    minimax = algorithm("algorithms.minimax")
    game = gardner(20)
    state = game.new_initial_state(MATE_IN_TWO)
    value, action = minimax.alpha_beta_search(game, state, lambda _: 0, 3)
    assert value == 1
    state.apply_action(action)
    for reply in state.legal_actions():
        value, _ = minimax.alpha_beta_search(game, state.child(reply), lambda _: 0, 1)
        assert value == 1
    with pytest.raises(NotImplementedError):
        minimax.alpha_beta_search(game, maximum_depth=1)


def test_expectiminimax_and_value_iteration_agree_on_a_race(algorithm: Any) -> None:
    minimax = algorithm("algorithms.minimax")
    game = race()
    value, _ = minimax.expectiminimax(game.new_initial_state(), 100, lambda _: 0, 0)
    assert value == pytest.approx(race_value(game))
    assert 0.5 < value < 1
    found = algorithm("algorithms.value_iteration").value_iteration(game, -1, 1e-9)
    start = game.new_initial_state()
    mean = sum(chance * found[str(start.child(action))] for action, chance in start.chance_outcomes())
    assert mean == pytest.approx(value)


def test_value_iteration_solves_a_mate(algorithm: Any) -> None:
    game = gardner(3, MATE_IN_TWO)
    found = algorithm("algorithms.value_iteration").value_iteration(game, -1, 1e-9)
    assert found[str(game.new_initial_state())] == 1
    assert {*found.values()} == {0, 1}


def test_policies_in_tables_learn(algorithm: Any) -> None:
    policy, score = algorithm("policy"), algorithm("algorithms.expected_game_score")
    game = gardner(3, MATE_IN_TWO)
    solver = algorithm("algorithms.cfr").CFRSolver(game)
    for _ in range(6):
        solver.evaluate_and_update_policy()
    before = score.policy_value(game.new_initial_state(), [policy.UniformRandomPolicy(game)] * 2)
    after = score.policy_value(game.new_initial_state(), [solver.average_policy()] * 2)
    assert before[0] < 0.3 < 0.6 < after[0]
    assert algorithm("algorithms.exploitability").nash_conv(game, solver.average_policy()) < 1
    np.random.seed(1)
    sampling = algorithm("algorithms.outcome_sampling_mccfr").OutcomeSamplingSolver(race())
    for _ in range(20):
        sampling.iteration()
    state = race().new_initial_state()
    state.apply_action(state.legal_actions()[0])
    chances = sampling.average_policy().action_probabilities(state)
    assert sum(chances.values()) == pytest.approx(1)
    assert {*chances} <= {*state.legal_actions()}


def test_agents_play_in_its_environment(algorithm: Any) -> None:
    rl, random_agent = algorithm("rl_environment"), algorithm("algorithms.random_agent")
    q_learner = algorithm("algorithms.tabular_qlearner")
    game = race()
    games = rl.Environment(game, chance_event_sampler=rl.ChanceEventSampler(seed=1))
    agents = [
        q_learner.QLearner(0, game.num_distinct_actions()),
        random_agent.RandomAgent(1, game.num_distinct_actions()),
    ]
    assert games.observation_spec()["info_state"] == (game.observation_tensor_size(),)
    for _ in range(3):
        now = games.reset()
        while not now.last():
            now = games.step([agents[now.observations["current_player"]].step(now).action])
        for agent in agents:
            agent.step(now)
        assert sum(now.rewards) == 0
        assert set(now.rewards) == {1, -1}


def test_the_example_wins(algorithm: Any) -> None:
    algorithm("algorithms.mcts")
    command = [sys.executable, "openspiel_bot.py", "gardner", "--games", "1", "--simulations", "10"]
    done = subprocess.run(command, cwd=GARDNER.parent, capture_output=True, text=True, timeout=600, check=True)
    assert done.stdout == "+1 in 1 games\n"
