"""Games as Gymnasium environments: one game, or many at once. The agent plays one side, or both in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from axedrez.core.arrays import aligned_copy
from axedrez.core.contract import Game
from axedrez.environments import Batch, Options, batch

Opponent: TypeAlias = Callable[[Batch], Any]
"""Chooses an action for each game of a batch; those of games in which it is not its turn are not looked at."""
Illegal = Literal["lose", "refuse"]
Seen: TypeAlias = dict[str, npt.NDArray[Any]]
Flags: TypeAlias = npt.NDArray[np.bool_]

_TRIES = 100


def random(games: Batch) -> npt.NDArray[np.int64]:
    """The opponent that plays any legal action in each of the `games`."""
    return games.sample()


class _Play:
    """Games between an agent and an opponent; without one the agent plays both sides."""

    def __init__(
        self, game: Game, n: int, opponent: Opponent | None, options: Options | None, illegal: Illegal
    ) -> None:
        options = options or Options(observation="float32")
        self.games = batch(game, n, 0, options._replace(auto_reset=False, chance="drawn", masks=True))
        self.opponent, self.illegal = opponent, illegal
        self.sides = np.arange(n) % 2
        self.done = np.zeros(n, np.bool_)
        self.rewards = np.zeros((n, 2), np.float32)

    def spaces(self) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete]:
        """What one game shows, and what may be played in it."""
        seen = self.games.observations
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 127, seen.shape[1:], seen.dtype.type),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.games.n_actions,), np.int8),
            }
        ), gymnasium.spaces.Discrete(self.games.n_actions)

    def seen(self) -> Seen:
        """The batch's own arrays, which are written anew by each step."""
        return {"observation": self.games.observations, "action_mask": self.games.mask}

    def begin(self, which: Flags) -> None:
        """Set games up, and let the opponent begin where the agent does not.

        One that the opponent ends by its first moves is set up again, a hundred times at most.
        """
        for _ in range(_TRIES):
            self.done &= ~which
            self.games.reset(which=which)
            self._reply(which)
            which = which & self.done
            if not which.any():
                return

    def act(self, actions: Any) -> tuple[npt.NDArray[np.float32], Flags, Flags, Flags]:
        """Play, and let the opponent reply; rewards, ends, truncations, and which actions were not legal."""
        games, chosen = self.games, np.asarray(actions, np.int64)
        everyone = np.arange(games.n)
        wrong = games.mask[everyone, chosen] == 0 if self.illegal == "lose" else np.zeros(games.n, np.bool_)
        wrong &= ~self.done
        acting = games.to_play.copy() if self.opponent is None else self.sides
        self.rewards[:] = 0
        terminated, truncated = self._step(chosen, ~wrong & ~self.done)
        more = self._reply(~wrong & ~self.done)
        self.done |= wrong
        rewards = np.where(wrong, np.float32(-1), self.rewards[everyone, acting])
        return rewards, terminated | more[0] | wrong, truncated | more[1], wrong

    def _step(self, actions: Any, which: Flags) -> tuple[Flags, Flags]:
        self.games.step(actions, which)
        self.rewards += self.games.rewards
        self.done |= self.games.terminated | self.games.truncated
        return self.games.terminated.copy(), self.games.truncated.copy()

    def _reply(self, which: Flags) -> tuple[Flags, Flags]:
        """Let the opponent play until the agent's turn comes, or the game ends."""
        terminated, truncated = np.zeros_like(self.done), np.zeros_like(self.done)
        while self.opponent is not None:
            waiting = which & ~self.done & (self.games.to_play != self.sides)
            if not waiting.any():
                break
            ended, late = self._step(self.opponent(self.games), waiting)
            terminated |= ended
            truncated |= late
        return terminated, truncated


class Environment(gymnasium.Env[Any, Any]):
    """One game. An action that is not legal loses it (`info["illegal"]`), or raises `NotAllowed`: `illegal="refuse"`.

    `opponent`: what the other side plays; None: the agent plays both sides, and each reward is that of who has acted.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: Game,
        opponent: Opponent | None = random,
        options: Options | None = None,
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._play = _Play(game, 1, opponent, options, illegal)
        self.batch = self._play.games
        self.observation_space, self.action_space = self._play.spaces()

    def _seen(self) -> Seen:
        return {name: aligned_copy(array[0]) for name, array in self._play.seen().items()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Set the game up; the agent has White in the first one, then Black, and so on."""
        super().reset(seed=seed)
        if seed is not None:
            self.batch.seed(seed)
            self._play.sides[:] = 1
        self._play.sides ^= 1
        self._play.begin(np.ones(1, np.bool_))
        return self._seen(), {"to_play": int(self.batch.to_play[0])}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action. Raises `NotAllowed`."""
        rewards, terminated, truncated, illegal = self._play.act([action])
        told = {"to_play": int(self.batch.to_play[0]), "illegal": bool(illegal[0])}
        return self._seen(), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), told

    def render(self) -> str:
        """The position text."""
        return self.batch.position(0).text()


class Vector(VectorEnv[Any, Any, Any]):
    """Many games in one batch, set up again as they end (`AutoresetMode.SAME_STEP`). Otherwise like `Environment`.

    The agent has White in every other game. With `copy=False` observations and masks are the batch's own arrays, which
    the next step writes anew.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: Game,
        n: int,
        opponent: Opponent | None = random,
        options: Options | None = None,
        illegal: Illegal = "lose",
        copy: bool = True,
    ) -> None:
        self.num_envs, self.copy = n, copy
        self._play = _Play(game, n, opponent, options, illegal)
        self.batch = self._play.games
        self.single_observation_space, self.single_action_space = self._play.spaces()
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)

    def _seen(self) -> Seen:
        seen = self._play.seen()
        return {name: aligned_copy(array) for name, array in seen.items()} if self.copy else seen

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Set all games up; `seed` may be a list of numbers."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is not None:
            self.batch.seed(seed)
        self._play.begin(np.ones(self.num_envs, np.bool_))
        return self._seen(), {"to_play": self.batch.to_play.copy()}

    def step(self, actions: Any) -> tuple[Seen, Any, Any, Any, dict[str, Any]]:
        """Play an action in each game. `infos["final_obs"]` has the last observations of the games that ended."""
        rewards, terminated, truncated, illegal = self._play.act(actions)
        told: dict[str, Any] = {"illegal": illegal}
        if (done := self._play.done.copy()).any():
            final = np.full(self.num_envs, None, object)
            for k in np.flatnonzero(done):
                final[k] = {name: aligned_copy(array[k]) for name, array in self._play.seen().items()}
            told |= {"final_obs": final, "_final_obs": done}
            self._play.begin(done)
        told["to_play"] = self.batch.to_play.copy()
        return self._seen(), rewards.astype(np.float64), terminated, truncated, told

    def render(self) -> tuple[str, ...]:
        """The position texts."""
        return tuple(self.batch.position(k).text() for k in range(self.num_envs))
