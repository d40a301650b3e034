"""A game as a PettingZoo environment (AEC): two agents that move in turn."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pettingzoo

from axedrez.core.arrays import aligned, aligned_copy
from axedrez.core.contract import Game
from axedrez.environments import Options, batch

AGENTS = ("white", "black")


class Environment(pettingzoo.AECEnv):  # type: ignore[misc]
    """One game. Dice and arrangements are drawn inside; `max_plies` ends games without a result."""

    metadata = {"name": "axedrez", "is_parallelizable": False, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, game: Game, max_plies: int = 512, render_mode: str | None = None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.batch = batch(game, 1, 0, Options(max_plies=max_plies, auto_reset=False, observation="float32"))
        self.possible_agents = list(AGENTS)
        shape, n = self.batch.observations.shape[1:], self.batch.n_actions
        spaces: dict[str, gymnasium.spaces.Space[Any]] = {
            "observation": gymnasium.spaces.Box(0, 127, shape, np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (n,), np.int8),
        }
        self._spaces = {agent: gymnasium.spaces.Dict(spaces) for agent in AGENTS}
        self._actions = {agent: gymnasium.spaces.Discrete(n) for agent in AGENTS}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The planes and the mask of legal actions."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The action ids of the sheet."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set the game up."""
        self.batch.reset(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.batch.to_play[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """The position as who is to play sees it; only he has legal actions."""
        mask: Any = self.batch.mask[0]
        mine = agent == self.agent_selection
        return {
            "observation": aligned_copy(self.batch.observations[0]),
            "action_mask": aligned_copy(mask) if mine else aligned(mask.shape, mask.dtype),
        }

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.batch.step([action])
        white, black = self.batch.rewards[0].tolist()
        self.rewards = {"white": white, "black": black}
        self.terminations = dict.fromkeys(AGENTS, bool(self.batch.terminated[0]))
        self.truncations = dict.fromkeys(AGENTS, bool(self.batch.truncated[0]))
        self.agent_selection = AGENTS[self.batch.to_play[0]]
        self._accumulate_rewards()

    def render(self) -> str:
        """The position text."""
        return self.batch.position(0).text()

    def close(self) -> None:
        """There is nothing to close."""
