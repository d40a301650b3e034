"""Glicko-2 after Mark E. Glickman, "Example of the Glicko-2 system" (2012, revised 2022).

The steps named in comments are those of that paper; docs/ratings.md says where this module goes beyond it, and why.
Greek letters of the paper: mu and phi are rating and deviation on the paper's inner scale, sigma is the volatility.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from axedrez.core.outcome import Result
from axedrez.core.sides import Side

TAU = 0.5
"""How readily volatility changes; the paper finds 0.3 to 1.2 reasonable."""
MIN_TAU, MAX_TAU = 0.1, 2.0

MIN_RATING, MAX_RATING = 100.0, 4000.0
MIN_DEVIATION, MAX_DEVIATION = 30.0, 350.0
MIN_VOLATILITY, MAX_VOLATILITY = 0.01, 0.1
_MIN_LOG, _MAX_LOG = 2 * math.log(MIN_VOLATILITY), 2 * math.log(MAX_VOLATILITY)

PROVISIONAL_DEVIATION = 110.0
"""From this deviation on a rating is provisional."""

PERIODS_PER_DAY = 0.21436
"""Rating periods in a day, as lichess has them: in a year without games a deviation of 60 becomes one of 110."""

_CENTRE = 1500.0
_SCALE = 173.7178
"""Rating points of one unit of the inner scale: 400 / ln 10."""
_MAX_PHI = MAX_DEVIATION / _SCALE
_CLOSE = 1e-10
"""The width, in the logarithm of the variance, at which the search of the volatility ends (the paper suggests 1e-6)."""
_NEWTON = 8
_ILLINOIS = 50
_BISECTIONS = 50

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known about the strength of a player; without arguments, that of somebody who has not played.

    `rating` and `deviation` (one standard deviation of what the strength may be) are in rating points, `volatility`
    in units of 173.7178 points per square root of a rating period. Raises `ValueError` for values outside of the
    bounds of this module, NaN among them.
    """

    rating: float = _CENTRE
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06

    def __post_init__(self) -> None:
        _check("rating", self.rating, MIN_RATING, MAX_RATING)
        _check("deviation", self.deviation, MIN_DEVIATION, MAX_DEVIATION)
        _check("volatility", self.volatility, MIN_VOLATILITY, MAX_VOLATILITY)

    @property
    def provisional(self) -> bool:
        """Whether too little is known to rank the player among others."""
        return self.deviation >= PROVISIONAL_DEVIATION

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds, in rating points, between which the strength lies in 95 of 100 cases: two deviations around.

        The paper takes two deviations, not 1.96. The bounds may lie outside of those of ratings.
        """
        return self.rating - 2 * self.deviation, self.rating + 2 * self.deviation


class RatedGame(NamedTuple):
    """A game as one of its players sees it: the opponent's rating before it, and the score (1, 0.5 or 0)."""

    opponent: Rating
    score: float


def score_of(result: Result, side: Side) -> float | None:
    """The score of a side for a result: 1, 0.5 or 0; None where there is none to rate (`*`).

    Only who has won counts, not how high: gammons, the cube and points that a rulebook gives for draws change
    nothing, since the model of Glicko-2 knows no other results. A match of several games is rated as one game.
    """
    if side is Side.CHANCE:
        raise ValueError("chance has no rating")
    match result:
        case "1-0" | "0-1":
            return float((result == "1-0") == (side is Side.WHITE))
        case "1/2-1/2":
            return 0.5
        case "*":
            return None
    raise ValueError(f"result: {result!r}")


def periods_in(days: float, periods_per_day: float = PERIODS_PER_DAY) -> float:
    """The number of rating periods, with fractions, in so many days, at `periods_per_day`.

    Raises `ValueError` for negative days and NaN.

    >>> periods_in(0.0)
    0.0
    """
    _check("days", days, 0.0, sys.float_info.max)
    _check("periods_per_day", periods_per_day, 0.0, 1e6)
    return min(days * periods_per_day, sys.float_info.max)


def expected_score(player: Rating, opponent: Rating) -> float:
    """The score from 0 to 1 that `player` may expect in a game against `opponent`.

    Both deviations count: the less is known, the nearer to 0.5. The formula is that of Glickman, "The Glicko system"
    (1999), for the expected outcome between two players. The scores that both expect add up to 1.
    """
    apart = (player.rating - opponent.rating) / _SCALE
    return _logistic(_weight(math.hypot(player.deviation, opponent.deviation) / _SCALE) * apart)


def aged(rating: Rating, periods: float) -> Rating:
    """The rating after so many rating periods without games; `periods_in` turns days into periods, with fractions.

    Only the deviation grows, up to that of somebody who has not played. Raises `ValueError` for negative periods, NaN.
    """
    _check("periods", periods, 0.0, sys.float_info.max)
    return Rating(rating.rating, _aged(rating, periods), rating.volatility) if periods else rating


def _aged(rating: Rating, periods: float) -> float:
    """The deviation after so many periods without games."""
    if not periods:
        return rating.deviation
    return min(_grown(rating.deviation / _SCALE, rating.volatility, periods) * _SCALE, MAX_DEVIATION)


def updated(rating: Rating, games: Iterable[RatedGame], periods: float = 1.0, tau: float = TAU) -> Rating:
    """The rating after games that are treated as if they had been played at the same time.

    `tau`: how much the volatility may change, as Glicko-2 has it.
    `periods`: rating periods since the rating was last updated. A championship that is a rating period of its own
    passes 1; a server that rates each game at once passes `periods_in` the days since the last one. Periods beyond
    the first count as periods without games before this one. Opponents are as they were before the games, aged until
    then. The order of the games does not matter. Raises `ValueError` for scores other than 0, 0.5 and 1, and for
    values outside of their bounds, NaN among them.
    """
    _check("tau", tau, MIN_TAU, MAX_TAU)
    _check("periods", periods, 0.0, sys.float_info.max)
    known = list(games)
    if not known:
        return aged(rating, periods)
    if periods > 1:
        rating, periods = aged(rating, periods - 1), 1.0

    mu = (rating.rating - _CENTRE) / _SCALE
    told, surprises = [], []
    for opponent, score in known:
        if score not in (0, 0.5, 1):
            raise ValueError(f"score: {score!r} is not 0, 0.5 or 1")
        information, surprise = _told(mu, opponent.rating, opponent.deviation, score)
        told.append(information)
        surprises.append(surprise)
    return _after(rating, rating.deviation, math.fsum(told), math.fsum(surprises), periods, tau)


def _told(mu: float, opponent: float, deviation: float, score: float) -> tuple[float, float]:
    """Steps 2 to 4 for a game: what it tells (its part of 1 / v), and how far it is from what was expected."""
    weight = _weight(deviation / _SCALE)
    odds = weight * (mu - (opponent - _CENTRE) / _SCALE)
    win, loss = _logistic(odds), _logistic(-odds)
    return weight * weight * win * loss, weight * (score * loss - (1 - score) * win)  # score - win, also near 1


def _after(rating: Rating, deviation: float, information: float, surprise: float, periods: float, tau: float) -> Rating:
    """Steps 5 to 8; `deviation` is that of the rating before the last of the `periods`, which are at most one."""
    mu, phi = (rating.rating - _CENTRE) / _SCALE, deviation / _SCALE
    sigma = _volatility(rating.volatility, phi * phi, 1 / information, surprise / information, tau)
    phi = _grown(phi, sigma, periods)
    variance = 1 / (1 / (phi * phi) + information)
    return Rating(
        _within(_CENTRE + _SCALE * (mu + variance * surprise), MIN_RATING, MAX_RATING),
        _within(_SCALE * math.sqrt(variance), MIN_DEVIATION, MAX_DEVIATION),
        sigma,
    )


def after_game(
    first: Rating, second: Rating, score: float, periods: tuple[float, float], tau: float = TAU
) -> tuple[Rating, Rating]:
    """Both ratings, `first` and `second`, after one game, rated at once; `score` (1, 0.5 or 0) is that of `first`.

    `tau` as in `updated`; `periods`: for each of them, the rating periods since their last rated game. Raises
    `ValueError` as `updated`.
    """
    _check("tau", tau, MIN_TAU, MAX_TAU)
    if score not in (0, 0.5, 1):
        raise ValueError(f"score: {score!r} is not 0, 0.5 or 1")
    for each in periods:
        _check("periods", each, 0.0, sys.float_info.max)
    # As `updated` does it for one game, without the objects between: a recount does this a million times.
    found = []
    for own, own_periods, other, other_periods, scored in (
        (first, periods[0], second, periods[1], score),
        (second, periods[1], first, periods[0], 1 - score),
    ):
        deviation = _aged(own, own_periods - 1) if own_periods > 1 else own.deviation
        told = _told((own.rating - _CENTRE) / _SCALE, other.rating, _aged(other, other_periods), scored)
        found.append(_after(own, deviation, *told, own_periods if own_periods < 1 else 1.0, tau))
    return found[0], found[1]


def after_period(
    ratings: Mapping[Player, Rating],
    games: Iterable[tuple[Player, Player, float]],
    periods: float = 1.0,
    tau: float = TAU,
) -> dict[Player, Rating]:
    """The ratings of all players after a rating period, such as a championship.

    Each of the `games` is `(first, second, score of first)`; `tau` as in `updated`. All are rated with the ratings from
    before the period; whoever did not play only ages. `periods` is the length of the period. Raises `KeyError` for a
    player without a rating, `ValueError` as `updated` and for somebody who plays against themselves.
    """
    _check("periods", periods, 0.0, sys.float_info.max)
    before = {player: aged(rating, max(0.0, periods - 1)) for player, rating in ratings.items()}
    played: dict[Player, list[RatedGame]] = {player: [] for player in ratings}
    for first, second, score in games:
        if first == second:
            raise ValueError(f"a game of {first!r} against themselves")
        played[first].append(RatedGame(before[second], score))
        played[second].append(RatedGame(before[first], 1 - score))
    return {player: updated(before[player], found, min(periods, 1.0), tau) for player, found in played.items()}


def _check(name: str, value: float, least: float, most: float) -> None:
    """Refuse what is not a number from `least` to `most`; comparisons with NaN are false."""
    if not least <= value <= most:
        raise ValueError(f"{name}: {value!r} is not between {least:g} and {most:g}")


def _within(value: float, least: float, most: float) -> float:
    return least if value < least else most if value > most else value


def _logistic(odds: float) -> float:
    """The chance to win; ratings within their bounds keep `odds` within ±23, where nothing overflows."""
    return 1 / (1 + math.exp(-odds))


def _weight(phi: float) -> float:
    """The function g of step 3: how much a game counts against somebody of this deviation."""
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _grown(phi: float, sigma: float, periods: float) -> float:
    """Step 6, in proportion to time: the deviation after so many periods, at most that of a new player."""
    grown = math.sqrt(phi * phi + periods * (sigma * sigma))
    return grown if grown < _MAX_PHI else _MAX_PHI


def _volatility(sigma: float, phi2: float, v: float, delta: float, tau: float) -> float:
    """Step 5: the volatility after the games, within its bounds.

    Zero of f(x), x being the logarithm of its square, by Newton's method where f falls steeply everywhere, which single
    games cannot change; two or three steps are usual. Where it does not, or Newton's steps do not settle, by regula
    falsi in the Illinois variant. A bracket narrower than 5 is halved at the latest after `_ILLINOIS` steps, so that
    `_ILLINOIS + _BISECTIONS` steps always suffice.
    """
    start, least, most = 2 * math.log(sigma), _MIN_LOG, _MAX_LOG
    known, steep = phi2 + v, 1 / (tau * tau)
    excess = delta * delta - known
    """How much more surprising the games were than luck and the deviation explain."""

    if MAX_VOLATILITY * MAX_VOLATILITY * excess < known * known * steep:  # f falls half as steeply as without games
        x, y = start, sigma * sigma
        for _ in range(_NEWTON):
            total = known + y
            twice = 2 * total * total
            height = y * (excess - y) / twice - (x - start) * steep
            slope = y * (excess * (known - y) - 2 * y * known) / (twice * total) - steep
            before, x = x, x - height / slope
            if not least <= x <= most:
                x = least if x < least else most
            if abs(x - before) <= _CLOSE:
                return _bounded(x)
            y = math.exp(x)

    def f(x: float) -> float:
        y = math.exp(x)
        total = known + y
        return y * (excess - y) / (2 * total * total) - (x - start) * steep

    # The other end of the bracket, as the paper finds it, but not beyond the bounds.
    if excess > 0:
        end = _within(math.log(excess), least, most)
        f_end = f(end)
    else:
        end = max(start - tau, least)
        while (f_end := f(end)) < 0 and end > least:
            end = max(end - tau, least)
    if end == most and f_end >= 0:
        return MAX_VOLATILITY
    if end == least and f_end <= 0:
        return MIN_VOLATILITY

    near, f_near = start, f(start)
    for step in range(_ILLINOIS + _BISECTIONS):
        if abs(end - near) <= _CLOSE:
            break
        share = f_near / (f_near - f_end) if step < _ILLINOIS else 0.5
        middle = near + share * (end - near)
        f_middle = f(middle)
        if f_middle * f_end <= 0:
            near, f_near = end, f_end
        elif step < _ILLINOIS:
            f_near /= 2
        end, f_end = middle, f_middle
    return _bounded(near)


def _bounded(x: float) -> float:
    """The volatility whose square has this logarithm; at the bounds exactly they."""
    if x <= _MIN_LOG:
        return MIN_VOLATILITY
    return MAX_VOLATILITY if x >= _MAX_LOG else _within(math.exp(x / 2), MIN_VOLATILITY, MAX_VOLATILITY)
