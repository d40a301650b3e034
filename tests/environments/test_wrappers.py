"""The wrappers pass the checkers of their owners."""

from __future__ import annotations

import warnings
from typing import Any, cast

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import axedrez
from axedrez import library
from axedrez.core.errors import NotAllowed
from axedrez.environments import Options, batch
from axedrez.environments import gymnasium as gym
from axedrez.environments.pettingzoo import Environment
from tests.environment_checks import at_random, check

GAMES = ["clasico", "crazyhouse", "atomic", "backgammon", "chessgammon"]


@pytest.mark.parametrize("name", GAMES)
def test_their_owners_checkers_pass(name: str) -> None:
    check(library.load(name))


def test_their_owners_checkers_pass_for_random_sheets() -> None:
    """`script/bench environments --check` takes every shipped sheet, and a hundred random ones."""
    for game in at_random(5, 8):
        check(game, 30)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_without_an_opponent(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.Environment(library.load(name), None), skip_render_check=True)


@pytest.mark.parametrize("opponent", [gym.random, None])
@pytest.mark.parametrize("name", GAMES)
def test_many_games_keep_to_their_spaces_and_seeds(name: str, opponent: Any) -> None:
    game = library.load(name)
    one, two = (gym.Vector(game, 5, opponent, Options(max_plies=6)) for _ in range(2))
    assert data_equivalence(one.reset(seed=3), two.reset(seed=3), exact=True)
    ended = 0
    for _ in range(40):
        actions = one.batch.sample()
        seen, rewards, terminated, truncated, told = one.step(actions)
        assert (two.batch.sample() == actions).all()
        assert data_equivalence(seen, two.step(actions)[0], exact=True)
        assert seen in one.observation_space
        assert rewards.shape == terminated.shape == truncated.shape == (5,)
        done = terminated | truncated
        ended += int(done.sum())
        if done.any():
            assert (told["_final_obs"] == done).all()
            assert all(told["final_obs"][k] in one.single_observation_space for k in np.flatnonzero(done))
        assert (seen["action_mask"].sum(1) > 0).all()
        if opponent is not None:
            assert (told["to_play"] == np.arange(5) % 2).all()
    assert ended > 5


def test_rewards_are_those_of_the_agent() -> None:
    """A race of one piece a side."""
    game = axedrez.load("backgammon", {"start.position": "6/P/10/p/6 - PPPPPPPPPPPPPPpppppppppppppp w -"})
    games = gym.Vector(game, 8, options=Options(observation="int8", rewards="points"))
    games.reset(seed=1)
    won = 0
    for _ in range(60):
        _, rewards, terminated, _, _ = games.step(games.batch.sample())
        assert set(rewards[terminated].tolist()) <= {-1.0, 1.0}
        assert (rewards[~terminated] == 0).all()
        won += int((rewards > 0).sum())
    assert won > 0


def test_what_is_not_legal_loses_or_is_refused() -> None:
    game = library.load("clasico")
    games = gym.Vector(game, 2)
    games.reset(seed=1)
    wrong = int(np.flatnonzero(games.batch.mask[0] == 0)[0])
    right = int(games.batch.legal(1)[0])
    _, rewards, terminated, _, told = games.step([wrong, right])
    assert (rewards.tolist(), terminated.tolist(), told["illegal"].tolist()) == ([-1, 0], [True, False], [True, False])
    strict = gym.Environment(game, illegal="refuse")
    strict.reset(seed=1)
    with pytest.raises(NotAllowed):
        strict.step(wrong)


def test_torch_sees_the_arrays_without_a_copy() -> None:
    import torch
    from torch.utils.dlpack import from_dlpack

    games = gym.Vector(library.load("clasico"), 4, options=Options(observation="float32"), copy=False)
    seen, _ = games.reset(seed=1)
    planes = from_dlpack(seen["observation"])
    mask = torch.from_numpy(seen["action_mask"])
    assert planes.data_ptr() == games.batch.observations.ctypes.data
    before = planes.clone(), mask.clone()
    games.step(games.batch.sample())
    assert not torch.equal(before[0], planes)
    assert torch.equal(mask, torch.from_numpy(games.batch.mask))


@pytest.mark.parametrize("name", GAMES)
def test_arrays_are_where_xla_reads_them_without_a_copy(name: str) -> None:
    """JAX itself is not needed: XLA takes what lies at a multiple of 64 as it is, and copies all else."""
    game = library.load(name)
    for n in (1, 3, 64):
        for kind in ("int8", "float32"):
            games = batch(game, n, options=Options(observation=cast("Any", kind)))
            told = (games.observations, games.mask, games.to_play, games.rewards, games.terminated, games.truncated)
            for array in (*told, games.reasons, games.plies, games.counts):
                assert array.ctypes.data % 64 == 0
                assert array.flags.c_contiguous
                assert np.from_dlpack(array).ctypes.data == array.ctypes.data
    for copy in (True, False):
        seen, _ = gym.Vector(game, 3, copy=copy).reset(seed=1)
        assert all(array.ctypes.data % 64 == 0 for array in seen.values())
    alone, _ = gym.Environment(game).reset(seed=1)
    assert all(array.ctypes.data % 64 == 0 for array in alone.values())
    agents = Environment(game)
    agents.reset(seed=1)
    assert all(array.ctypes.data % 64 == 0 for agent in agents.agents for array in agents.observe(agent).values())
