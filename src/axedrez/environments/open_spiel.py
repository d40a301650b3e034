"""Games with the methods of OpenSpiel's `Game` and `State`, for algorithms written for these.

OpenSpiel itself is not needed; where it can be imported, `get_type` gives its own types. The names are those of https://openspiel.readthedocs.io/en/latest/api_reference.html.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.core.contract import Game as RuleBook
from axedrez.environments import CHANCE, Batch, Options, batch
from axedrez.environments.open_spiel_types import PlayerAction, types

CHANCE_PLAYER, TERMINAL_PLAYER = -1, -4
"""What OpenSpiel says in place of a player."""

_FROM = "from "
"""Begins the first line of a serialized state whose game did not begin at the start."""


class Game:
    """A game of two players, with perfect information and chance nodes for dice and arrangements.

    `options`: as of a batch, those of chance and of setting games up again apart. It has one batch of one game, which
    all its states use in turn: it must not be used by several threads at once.
    """

    def __init__(self, game: RuleBook, options: Options | None = None) -> None:
        options = (options or Options(observation="float32"))._replace(chance="given", auto_reset=False)
        self.rules, self.name = game, game.name
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

    def get_type(self) -> Any:
        """Of which kind the game is: a `pyspiel.GameType`, or what has the same fields and members.

        Returns of both players add up to nothing, unless the sheet scores otherwise and `rewards` are its points.
        """
        kind, limits = types().GameType, self.batch.limits
        shown = self.batch.options.observation is not None
        return kind(
            short_name=self.name,
            long_name=self.name,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if limits.chances else kind.ChanceMode.DETERMINISTIC,
            information=kind.Information.PERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM if limits.zero_sum else kind.Utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL if limits.at_end else kind.RewardModel.REWARDS,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=shown,
            parameter_specification={},
            default_loadable=False,
        )

    def get_parameters(self) -> dict[str, Any]:
        """There are none: a game is its sheet."""
        return {}

    def new_initial_state(self, text: str | None = None) -> State:
        """The start, or a position `text`. Raises `TextError`.

        Before a position nothing has been played, and nobody has doubled.
        """
        if text is None:
            return State(self, self._start)
        self.batch.put([self.rules.parse(text)])
        self._loaded = self.batch.save()
        return State(self, self._loaded, text)

    def new_initial_states(self) -> list[State]:
        """The start, as a list."""
        return [self.new_initial_state()]

    def deserialize_state(self, text: str) -> State:
        """The state whose `serialize` gave `text`. Raises `ValueError`, `TextError` or `NotAllowed`."""
        lines = text.split("\n") if text else []
        begins = bool(lines) and lines[0].startswith(_FROM)
        state = self.new_initial_state(lines[0].removeprefix(_FROM) if begins else None)
        for line in lines[begins:]:
            state.apply_action(int(line))
        return state

    def num_players(self) -> int:
        """Two: White is 0, Black is 1."""
        return 2

    def min_utility(self) -> float:
        """The least that a player can get in a game."""
        return self.batch.limits.least

    def max_utility(self) -> float:
        """The most that a player can get in a game."""
        return self.batch.limits.most

    def utility_sum(self) -> float | None:
        """What both players together get, 0; None where a sheet scores otherwise."""
        return 0.0 if self.batch.limits.zero_sum else None

    def num_distinct_actions(self) -> int:
        """The ids of actions, those of chance included, which come last."""
        return self.batch.n_actions

    def policy_tensor_shape(self) -> list[int]:
        """A number for each action id."""
        return [self.num_distinct_actions()]

    def max_chance_outcomes(self) -> int:
        """How many of them are chance's."""
        return sum(action.chance for action in self.batch.actions)

    def max_game_length(self) -> int:
        """How many actions of players a game has at most before it ends without a result."""
        return self.batch.limits.decisions

    def max_chance_nodes_in_history(self) -> int:
        """How many actions of chance it has at most."""
        return self.batch.limits.chances

    def max_history_length(self) -> int:
        """How many actions it has at most, chance's too."""
        return self.max_game_length() + self.max_chance_nodes_in_history()

    def max_move_number(self) -> int:
        """The same: `move_number` counts all actions."""
        return self.max_history_length()

    def observation_tensor_shape(self) -> list[int]:
        """The shape that `observation_tensor`, which is flat, may be given."""
        return list(self.batch.observations.shape[1:])

    def observation_tensor_size(self) -> int:
        """How many numbers `observation_tensor` has."""
        return int(np.prod(self.observation_tensor_shape()))

    def information_state_tensor_shape(self) -> list[int]:
        """The same as of observations."""
        return self.observation_tensor_shape()

    def information_state_tensor_size(self) -> int:
        """The same as of observations."""
        return self.observation_tensor_size()

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The text of an action; `player` may be left out."""
        return str(self.batch.actions[player if action is None else action].text)

    def __str__(self) -> str:
        return self.name


class State:
    """A position with the actions that led to it. `clone` costs nothing: what is stored never changes.

    `str` is the position text with what it leaves out (`Batch.text`): states in which a game may go on differently have
    different ones, how many moves are left until the game is truncated apart.
    """

    def __init__(self, game: Game, saved: bytes, text: str | None = None) -> None:
        self._game, self._saved, self._text = game, saved, text
        self._history: tuple[PlayerAction, ...] = ()
        games = self._shown()
        self._rewards: list[float] = games.rewards[0].tolist()
        self._returns = self._rewards
        self._over = bool(games.terminated[0] or games.truncated[0])

    def get_game(self) -> Game:
        """The game."""
        return self._game

    def get_type(self) -> Any:
        """Whether players decide here, chance does, or the game is over: a member of `pyspiel.StateType`."""
        kind = types().StateType
        return kind.TERMINAL if self._over else kind.CHANCE if self.is_chance_node() else kind.DECISION

    def num_players(self) -> int:
        """Two."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """The ids of actions."""
        return self._game.num_distinct_actions()

    def current_player(self) -> int:
        """0 White, 1 Black, -1 chance, -4 after the end."""
        if self._over:
            return TERMINAL_PLAYER
        to_play = int(self._shown().to_play[0])
        return CHANCE_PLAYER if to_play == CHANCE else to_play

    def is_chance_node(self) -> bool:
        """Whether chance plays."""
        return self.current_player() == CHANCE_PLAYER

    def is_player_node(self) -> bool:
        """Whether a player decides."""
        return self.current_player() >= 0

    def is_simultaneous_node(self) -> bool:
        """Never: players move in turn."""
        return False

    def is_mean_field_node(self) -> bool:
        """Never."""
        return False

    def is_initial_state(self) -> bool:
        """Whether nothing has been played."""
        return not self._history

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
        player = self.current_player()
        self._saved, self._rewards = self._game.play(self._saved, action)
        self._history += (PlayerAction(player, int(action)),)
        self._returns = [total + reward for total, reward in zip(self._returns, self._rewards, strict=True)]
        games = self._game.batch
        self._over = bool(games.terminated[0] or games.truncated[0])

    def apply_action_with_legality_check(self, action: int) -> None:
        """The same."""
        self.apply_action(action)

    def child(self, action: int) -> State:
        """The state after an action."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """A copy that goes its own way."""
        state = State.__new__(State)
        state.__dict__.update(self.__dict__)
        return state

    def returns(self) -> list[float]:
        """The sum of the rewards of each player."""
        return list(self._returns)

    def rewards(self) -> list[float]:
        """The rewards of the last action."""
        return list(self._rewards)

    def player_return(self, player: int) -> float:
        """The sum of the rewards of one player."""
        return float(self._returns[player])

    def player_reward(self, player: int) -> float:
        """The reward of one player for the last action."""
        return self._rewards[player]

    def history(self) -> list[int]:
        """All actions, chance's too."""
        return [each.action for each in self._history]

    def full_history(self) -> list[PlayerAction]:
        """All actions, and who has played them."""
        return list(self._history)

    def history_str(self) -> str:
        """All actions as a text."""
        return ", ".join(map(str, self.history()))

    def serialize(self) -> str:
        """All actions, one a line, after the position from which the game began if that was not the start.

        `Game.deserialize_state` reads it.
        """
        begin = [] if self._text is None else [f"{_FROM}{self._text}"]
        return "\n".join([*begin, *map(str, self.history())])

    def move_number(self) -> int:
        """How many actions were played."""
        return len(self._history)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The text of an action; `player` may be left out."""
        return self._game.action_to_string(player, action)

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
        """The position text, and what it leaves out (`str`)."""
        return str(self)

    def information_state_string(self, player: int | None = None) -> str:
        """All actions, as OpenSpiel has it for games without hidden information."""
        return self.serialize().replace("\n", ", ")

    def _shown(self) -> Batch:
        self._game.load(self._saved)
        return self._game.batch

    def __str__(self) -> str:
        return str(self._shown().text(0))
