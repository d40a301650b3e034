"""What OpenSpiel's games and states say of themselves: its own types where it is installed, else equal ones of ours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from types import SimpleNamespace
from typing import Any, NamedTuple


@dataclass(frozen=True)
class GameType:
    """Of which kind a game is, with the fields of `pyspiel.GameType`.

    `short_name`, `long_name`; `dynamics`, `chance_mode`, `information`, `utility`, `reward_model`: members of the
    classes below; `max_num_players`, `min_num_players`; `provides_…`: which methods of a state give something.
    `parameter_specification`: empty; `default_loadable`: whether OpenSpiel can load it by its name: never.
    """

    short_name: str
    long_name: str
    dynamics: Any
    chance_mode: Any
    information: Any
    utility: Any
    reward_model: Any
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool
    provides_information_state_tensor: bool
    provides_observation_string: bool
    provides_observation_tensor: bool
    parameter_specification: Any
    default_loadable: bool

    class Dynamics(Enum):
        """Whether players move in turn."""

        SIMULTANEOUS = 0
        SEQUENTIAL = 1
        MEAN_FIELD = 2

    class ChanceMode(Enum):
        """Whether there is chance, and whether its probabilities are known."""

        DETERMINISTIC = 0
        EXPLICIT_STOCHASTIC = 1
        SAMPLED_STOCHASTIC = 2

    class Information(Enum):
        """Whether players see everything."""

        ONE_SHOT = 0
        PERFECT_INFORMATION = 1
        IMPERFECT_INFORMATION = 2

    class Utility(Enum):
        """What the returns of all players add up to."""

        ZERO_SUM = 0
        CONSTANT_SUM = 1
        GENERAL_SUM = 2
        IDENTICAL = 3

    class RewardModel(Enum):
        """Whether there are rewards before the end."""

        REWARDS = 0
        TERMINAL = 1


class StateType(Enum):
    """What a state is, with the names of `pyspiel.StateType`."""

    TERMINAL = 0
    CHANCE = 1
    DECISION = 2
    MEAN_FIELD = 3


class PlayerAction(NamedTuple):
    """An `action` and the `player` who has played it."""

    player: int
    action: int


def types() -> Any:
    """What has `GameType` and `StateType`: OpenSpiel's module where it can be imported.

    Its algorithms compare with its own members.
    """
    try:
        import pyspiel
    except ImportError:
        return SimpleNamespace(GameType=GameType, StateType=StateType)
    return pyspiel
