"""How a family trains networks for its games: what each supplies to `axedrez learn`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from axedrez.learn.pace import Pace, Report


class LearnOptions(NamedTuple):
    """What is arguments for.

    `out`: the file of the network. `minutes`, `games`: see `Pace`. `resume`: a checkpoint to go on from. `processes`,
    or a Ray `cluster`, play the games. `match_games`: the length of the match at the end. `recipe`: another one than is
    usual for the game.
    """

    out: Path
    minutes: float | None = None
    games: int | None = None
    resume: Path | None = None
    processes: int = 1
    cluster: bool = False
    seed: int = 1
    match_games: int = 1000
    recipe: Any = None


class Score(Protocol):
    """A match: points a game that the new network won, half the width of the 95 % interval, and how many games."""

    @property
    def points(self) -> float:
        """See `Score`."""

    @property
    def half(self) -> float:
        """See `Score`."""

    @property
    def games(self) -> int:
        """See `Score`."""

    def _asdict(self) -> dict[str, Any]:
        """As the record of the network tells it."""


class Course(Protocol):
    """How a family trains a network for one of its games."""

    kept: Path
    """What the training goes on from."""

    @property
    def games(self) -> int:
        """So many have been played."""

    def train(self, pace: Pace, report: Report) -> None:
        """Train the network for as long as it has time."""

    def match(self) -> tuple[str, Score]:
        """Play against the network in the file, else the one that ships, else the player made by hand.

        Which of these it was (`network`, `shipped`, `hand`), and the score.
        """

    def write(self, file: Path, match: Mapping[str, Any]) -> None:
        """Write the network, with its match in the record."""
