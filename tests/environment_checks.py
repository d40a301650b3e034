"""What the owners of the wrappers' forms check, for any game: shipped, or drawn at random."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from random import Random
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from axedrez import library
from axedrez.core.contract import Game
from axedrez.core.errors import SheetError
from axedrez.environments import Options, batch
from axedrez.environments import gymnasium as gym
from axedrez.environments.pettingzoo import Environment
from tests.sheets.drawing import drawn
from tests.tables.boards import game_of, option_mix


def shipped() -> Iterator[Game]:
    """Every rulebook that ships."""
    return (library.load(name) for name in (*library.rulebooks(), *library.gallery()))


def at_random(seed: int, count: int) -> Iterator[Game]:
    """So many sheets drawn at random: three of the chess family, and one with dice."""
    random = Random(seed)
    sheets = drawn(seed, 10**9)
    for number in range(count):
        if number % 4 == 3:
            yield game_of(option_mix(random))
            continue
        while True:
            try:
                yield library.from_data(next(sheets), is_stored=True)
            except SheetError:
                continue
            break


def check(game: Game, cycles: int = 60) -> None:
    """Let PettingZoo and Gymnasium check a game, and play it in a batch whose observations keep to their planes."""
    with warnings.catch_warnings(), redirect_stdout(StringIO()):  # they tell each step
        warnings.simplefilter("ignore")
        api_test(Environment(game, max_plies=30), num_cycles=cycles, verbose_progress=False)
        seed_test(lambda: Environment(game, max_plies=30), num_cycles=cycles // 3)
        check_env(gym.Environment(game), skip_render_check=True)
    _check_batch(game, cycles)


def _check_batch(game: Any, cycles: int) -> None:
    games = batch(game, 4, 1, Options(max_plies=25, observation="int8"))
    most = np.array([plane.most for plane in games.planes]).reshape(-1, *[1] * (games.observations.ndim - 2))
    for _ in range(cycles):
        assert (games.counts > 0).all(), game.name
        assert (games.mask.sum(1) == games.counts).all(), game.name
        assert (games.observations >= 0).all(), game.name
        assert (games.observations <= most).all(), game.name
        games.step(games.sample())
