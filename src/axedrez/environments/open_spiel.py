"""Games with the methods of OpenSpiel's `Game` and `State`, for algorithms written for these.

OpenSpiel itself is not needed. The names are those of https://openspiel.readthedocs.io/en/latest/api_reference.html.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.core.contract import Game as RuleBook
from axedrez.environments import CHANCE, Options, batch

CHANCE_PLAYER, TERMINAL_PLAYER = -1, -4
"""What OpenSpiel says in place of a player."""


class Game:
    """A game of two players, with perfect information and chance nodes for dice and arrangements.

    `options`: as of a batch, those of chance and of setting games up again apart. It has one batch of one game, which
    all its states use in turn: it must not be used by several threads at once.
    """

    def __init__(self, game: RuleBook, options: Options | None = None) -> None:
        options = (options or Options(observation="float32"))._replace(chance="given", auto_reset=False)
        self.name = game.name
        self.batch = batch(game, 1, 0, options)
        self._start = self._loaded = self.batch.save()

    def load(self, saved: bytes) -> None:
        """Make the batch show the state that was `saved`."""
        if saved is not self._loaded:
            self.batch.restore(saved)
            self._loaded = saved

    def play(self, saved: bytes, action: int) -> tuple[bytes, list[float]]:
        """What follows the `saved` state after an action, and the rewards. Raises `NotAllowed`."""
        self.load(saved)
        self.batch.step([action])
        self._loaded = self.batch.save()
        return self._loaded, self.batch.rewards[0].tolist()

    def new_initial_state(self) -> State:
        """The start."""
        return State(self, self._start)

    def num_players(self) -> int:
        """Two: White is 0, Black is 1."""
        return 2

    def num_distinct_actions(self) -> int:
        """The ids of actions, those of chance included, which come last."""
        return self.batch.n_actions

    def max_chance_outcomes(self) -> int:
        """How many of them are chance's."""
        return sum(action.chance for action in self.batch.actions)

    def max_game_length(self) -> int:
        """How many moves or turns a game has at most before it ends without a result."""
        return self.batch.options.max_plies

    def observation_tensor_shape(self) -> list[int]:
        """The shape that `observation_tensor`, which is flat, may be given."""
        return list(self.batch.observations.shape[1:])

    def __str__(self) -> str:
        return self.name


class State:
    """A position with the actions that led to it. `clone` costs nothing: what is stored never changes."""

    def __init__(self, game: Game, saved: bytes) -> None:
        self._game, self._saved = game, saved
        self._history: tuple[int, ...] = ()
        self._returns = [0.0, 0.0]
        self._rewards = [0.0, 0.0]
        self._over = False

    def get_game(self) -> Game:
        """The game."""
        return self._game

    def current_player(self) -> int:
        """0 White, 1 Black, -1 chance, -4 after the end."""
        if self._over:
            return TERMINAL_PLAYER
        to_play = int(self._shown().to_play[0])
        return CHANCE_PLAYER if to_play == CHANCE else to_play

    def is_chance_node(self) -> bool:
        """Whether chance plays."""
        return self.current_player() == CHANCE_PLAYER

    def is_terminal(self) -> bool:
        """Whether the game is over, or has lasted too long."""
        return self._over

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal action ids in order; none for a player whose turn it is not."""
        if self._over or (player is not None and player != self.current_player()):
            return []
        return sorted(self._shown().legal(0).tolist())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each legal action, else 0."""
        mask = np.zeros(self._game.num_distinct_actions(), np.int8)
        mask[self.legal_actions(player)] = 1
        found: list[int] = mask.tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each action of chance with its probability."""
        if not self.is_chance_node():
            return []
        games = self._shown()
        return list(zip(games.legal(0).tolist(), games.chances(0).tolist(), strict=True))

    def apply_action(self, action: int) -> None:
        """Play an action. Raises `NotAllowed` for one that is not legal."""
        self._saved, self._rewards = self._game.play(self._saved, action)
        self._history += (int(action),)
        self._returns = [total + reward for total, reward in zip(self._returns, self._rewards, strict=True)]
        games = self._game.batch
        self._over = bool(games.terminated[0] or games.truncated[0])

    def child(self, action: int) -> State:
        """The state after an action."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """A copy that goes its own way."""
        state = State(self._game, self._saved)
        state._history, state._over = self._history, self._over
        state._returns, state._rewards = self._returns, self._rewards
        return state

    def returns(self) -> list[float]:
        """The sum of the rewards of each player."""
        return list(self._returns)

    def rewards(self) -> list[float]:
        """The rewards of the last action."""
        return list(self._rewards)

    def player_return(self, player: int) -> float:
        """The sum of the rewards of one player."""
        return self._returns[player]

    def history(self) -> list[int]:
        """All actions, chance's too."""
        return list(self._history)

    def move_number(self) -> int:
        """How many actions were played."""
        return len(self._history)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The text of an action; `player` may be left out."""
        number = player if action is None else action
        return str(self._game.batch.actions[number].text)

    def string_to_action(self, text: str) -> int:
        """The legal action of a text. Raises `ValueError`."""
        for action in self.legal_actions():
            if self.action_to_string(action) == text:
                return action
        raise ValueError(text)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The planes as one list, seen by who is to play: both players see the same."""
        found: list[float] = self._shown().observations[0].ravel().tolist()
        return found

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The same: nothing is hidden."""
        return self.observation_tensor(player)

    def observation_string(self, player: int | None = None) -> str:
        """The position text."""
        return str(self)

    def information_state_string(self, player: int | None = None) -> str:
        """All actions, as OpenSpiel has it for games without hidden information."""
        return ", ".join(map(str, self._history))

    def _shown(self) -> Any:
        self._game.load(self._saved)
        return self._game.batch

    def __str__(self) -> str:
        return str(self._shown().position(0).text())
