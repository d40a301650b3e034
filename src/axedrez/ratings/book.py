"""The ratings of many players, game after game: each game is rated at once, in the order given."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, NamedTuple, TypeVar

from axedrez.ratings.glicko2 import Rating, after_game, periods_in

DAY_MS = 86_400_000

Key = TypeVar("Key", bound=Hashable)


class Standing(NamedTuple):
    """A player's rating, the number of rated games behind it, and when the last one ended (ms since the epoch)."""

    rating: Rating = Rating()
    games: int = 0
    at: int = 0

    def periods_until(self, at: int) -> float:
        """The rating periods since the last game; none before the first, and where that one ended later."""
        return periods_in((at - self.at) / DAY_MS) if self.games and at > self.at else 0.0


class RatingBook(Generic[Key]):
    """Standings by key: a player, or a player in a kind of games. Whoever is not in it has not played."""

    def __init__(self, standings: dict[Key, Standing] | None = None) -> None:
        self.standings = standings if standings is not None else {}

    def play(self, white: Key, black: Key, score: float, at: int) -> tuple[Standing, Standing]:
        """Rate a game of `white` and `black` that ended at `at`; `score` (1, 0.5 or 0) is that of `white`.

        Returns the standings of both after it. Raises `ValueError` for any other score, and for a game of somebody
        against themselves.
        """
        if white == black:
            raise ValueError(f"a game of {white!r} against themselves")
        first, second = self.standings.get(white, NEW), self.standings.get(black, NEW)
        periods = first.periods_until(at), second.periods_until(at)
        ratings = after_game(first.rating, second.rating, score, periods)
        self.standings[white] = one = Standing(ratings[0], first.games + 1, max(first.at, at))
        self.standings[black] = other = Standing(ratings[1], second.games + 1, max(second.at, at))
        return one, other

    def play_anchor(self, player: Key, anchor: Rating, score: float, at: int) -> Standing:
        """Rate a game that ended at `at` against `anchor`, a rating that stays as it is.

        `score` is that of `player`. Raises as `play`.
        """
        before = self.standings.get(player, NEW)
        rating, _ = after_game(before.rating, anchor, score, (before.periods_until(at), 0.0))
        self.standings[player] = found = Standing(rating, before.games + 1, max(before.at, at))
        return found


NEW = Standing()
