"""How a match stands in the middle of a game: what a player looks at who judges the cube or a resignation."""

from __future__ import annotations

from typing import NamedTuple

from axedrez.core.conduct import Conduct
from axedrez.core.sides import Side

MAX_CUBE = 64
"""The cube of single games and of matches that say nothing else grows to this value."""
MAX_DRAWN = 3
"""After so many drawn games in a row a match is drawn (G-45)."""


class MatchState(NamedTuple):
    """The score, by side, before this game of a match to `length` points (1: a single game; every point counts alike).

    `cube` is how often the points count now and `owner` who alone may double (None: both); nobody doubles what is
    `largest` already (1: the match is played without the cube). `crawford`: the first game in which a player lacks one
    point is played without it; `crawford_played`: that game is over. `jacoby` and `beavers`: see `core.conduct`.
    """

    length: int = 1
    score: tuple[int, int] = (0, 0)
    cube: int = 1
    owner: Side | None = None
    largest: int = 1
    crawford: bool = True
    crawford_played: bool = False
    jacoby: bool = False
    beavers: bool = False

    @property
    def is_crawford(self) -> bool:
        """Whether this is the game of its match that is played without the cube (G-43)."""
        lacking_one = max(self.score) == self.length - 1 > 0
        return self.crawford and lacking_one and not self.crawford_played


def single_game(conduct: Conduct) -> MatchState:
    """A single game with the cube in the middle, before anybody has doubled."""
    return MatchState(largest=MAX_CUBE, jacoby=conduct.jacoby, beavers=conduct.beavers)
