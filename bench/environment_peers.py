"""Environments of other libraries in the loop of `environments.py`, run by a Python that has them, asked by a pipe.

A line `NAME N SECONDS` is answered with `STEPS GAMES SECONDS` (steps taken, games ended, time spent), or with why not.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

Step = Callable[[], tuple[int, int]]
"""Takes a step in each game: how many steps, and how many games they ended."""


def open_spiel(game: str, lists: bool) -> Step:
    """OpenSpiel's states: mask and observation as arrays, or its lists of legal actions."""
    import pyspiel

    rules = pyspiel.load_game(game)
    random = np.random.default_rng(1)
    now = [rules.new_initial_state()]

    def step() -> tuple[int, int]:
        state = now[0]
        while state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(actions[int(np.searchsorted(np.cumsum(chances), random.random() * sum(chances)))])
        if lists:
            legal = state.legal_actions()
            state.observation_tensor()
            action = legal[int(random.random() * len(legal))]
        else:
            mask = np.asarray(state.legal_actions_mask(), np.int8)
            np.asarray(state.observation_tensor(), np.float32)
            action = random.choice(np.flatnonzero(mask))
        state.apply_action(action)
        if not state.is_terminal():
            return 1, 0
        state.returns()
        now[0] = rules.new_initial_state()
        return 1, 1

    return step


def pettingzoo() -> Step:
    """PettingZoo's chess."""
    from pettingzoo.classic import chess_v6

    env = chess_v6.env()
    env.reset(seed=1)
    random = np.random.default_rng(1)

    def step() -> tuple[int, int]:
        seen, _, terminated, truncated, _ = env.last()
        ended = terminated or truncated
        if ended:
            env.reset()
            seen = env.last()[0]
        env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
        return 1, int(ended)

    return step


def pgx(game: str, n: int) -> Step:
    """Pgx on the processor, compiled for n games at once."""
    import jax
    import jax.numpy as jnp
    import pgx as games
    from pgx.experimental.wrappers import auto_reset

    rules = games.make(game)
    advance = jax.vmap(auto_reset(rules.step, rules.init))

    @jax.jit
    def one(state: Any, key: Any) -> tuple[Any, Any, Any]:
        key, draw, chance = jax.random.split(key, 3)
        actions = jax.random.categorical(draw, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        state = advance(state, actions, jax.random.split(chance, n))
        return state, key, (state.terminated | state.truncated).sum()

    now = [jax.jit(jax.vmap(rules.init))(jax.random.split(jax.random.PRNGKey(1), n)), jax.random.PRNGKey(2)]

    def step() -> tuple[int, int]:
        now[0], now[1], ended = one(*now)
        return n, int(ended)

    return step


MAKERS: dict[str, Callable[[int], Step]] = {
    "OpenSpiel-chess-NumPy": lambda n: open_spiel("chess", lists=False),
    "OpenSpiel-chess-lists": lambda n: open_spiel("chess", lists=True),
    "OpenSpiel-backgammon-NumPy": lambda n: open_spiel("backgammon", lists=False),
    "OpenSpiel-backgammon-lists": lambda n: open_spiel("backgammon", lists=True),
    "PettingZoo-chess": lambda n: pettingzoo(),
    "Pgx-chess": lambda n: pgx("chess", n),
    "Pgx-backgammon": lambda n: pgx("backgammon", n),
}


def answer(line: str, made: dict[str, Step]) -> str:
    """The line that answers one."""
    name, n, seconds = line.split()
    key = f"{name} {n}"
    if key not in made:
        try:
            made[key] = MAKERS[name](int(n))
        except ImportError as missing:
            return f"none {missing}"
    step = made[key]
    step()
    steps = games = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < float(seconds):
        taken, ended = step()
        steps += taken
        games += ended
    return f"{steps} {games} {time.perf_counter() - begin}"


if __name__ == "__main__":
    steps_of: dict[str, Step] = {}
    for asked in sys.stdin:
        print(answer(asked, steps_of), flush=True)
