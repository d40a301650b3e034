"""Histories of many games: a second implementation of Glicko-2 agrees; signs of ratings moved on purpose are found."""

from __future__ import annotations

import math
import random
from uuid import UUID, uuid4

import pytest

from axedrez.ratings import RatedResult, RatingBook, Suspicion, suspicions
from axedrez.ratings.book import DAY_MS
from bench.ratings import measure

HISTORIES, GAMES = 10_000, 3
SCALE = 173.7178
Numbers = tuple[float, float, float]
"""Rating, deviation, volatility."""


def paper(player: Numbers, other: Numbers, score: float, periods: float) -> Numbers:
    """Steps 2 to 8 of the paper for one game, with another search in step 5, and with the bounds of docs/ratings.md.

    Periods beyond the first have passed without games.
    """
    (r, rd, sigma), tau = player, 0.5
    mu, phi = (r - 1500) / SCALE, rested(rd, sigma, max(periods - 1, 0)) / SCALE
    mu_j, phi_j = (other[0] - 1500) / SCALE, other[1] / SCALE
    g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
    e = 1 / (1 + math.exp(-g * (mu - mu_j)))
    v = 1 / (g**2 * e * (1 - e))
    delta = v * g * (score - e)
    a = math.log(sigma**2)

    def f(x: float) -> float:
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - a) / tau**2

    # The root by Newton's method, which stays between bounds that close in.
    low, high, x = 2 * math.log(0.01), 2 * math.log(0.1), a
    if f(high) >= 0:
        x = high
    elif f(low) <= 0:
        x = low
    else:
        for _ in range(60):
            low, high = (x, high) if f(x) > 0 else (low, x)
            slope = (f(x + 1e-5) - f(x - 1e-5)) / 2e-5
            closer = x - f(x) / slope
            closer = closer if low < closer < high else (low + high) / 2
            x, step = closer, closer - x
            if abs(step) < 1e-11:
                break
    sigma = math.exp(x / 2)
    star = rested(phi * SCALE, sigma, min(periods, 1)) / SCALE
    after = 1 / math.sqrt(1 / star**2 + 1 / v)
    rating = SCALE * (mu + after**2 * g * (score - e)) + 1500
    return max(100.0, min(4000.0, rating)), max(30.0, min(350.0, SCALE * after)), sigma


def rested(rd: float, sigma: float, periods: float) -> float:
    """A deviation after periods without games."""
    return min(350.0, math.sqrt(rd**2 + periods * (SCALE * sigma) ** 2))


def test_a_second_implementation_agrees_on_ten_thousand_histories() -> None:
    chance = random.Random(20)
    worst = 0.0
    for _ in range(HISTORIES):
        book: RatingBook[int] = RatingBook()
        mine: dict[int, tuple[Numbers, int]] = {}
        at = 0
        for _ in range(GAMES):
            at += chance.choice((0, 60_000, DAY_MS, 40 * DAY_MS, 900 * DAY_MS))
            white, black = chance.sample(range(3), 2)
            score = chance.choice((0.0, 0.5, 1.0, 1.0))
            book.play(white, black, score, at)
            played = [mine.get(player, ((1500.0, 350.0, 0.06), at)) for player in (white, black)]
            periods = [(at - last) / DAY_MS * 0.21436 for _, last in played]
            opponents = [(r, rested(rd, s, past), s) for ((r, rd, s), _), past in zip(played, periods, strict=True)]
            mine[white] = paper(played[0][0], opponents[1], score, periods[0]), at
            mine[black] = paper(played[1][0], opponents[0], 1 - score, periods[1]), at
        for player, (numbers, _) in mine.items():
            rating = book.standings[player].rating
            found = (rating.rating, rating.deviation, rating.volatility)
            worst = max(worst, *(abs(one / other - 1) for one, other in zip(found, numbers, strict=True)))
    assert worst < 1e-7


def test_nobody_plays_against_themselves_and_time_does_not_run_backwards() -> None:
    book: RatingBook[str] = RatingBook()
    with pytest.raises(ValueError, match="themselves"):
        book.play("ana", "ana", 1, 5)
    book.play("ana", "eva", 1, 10 * DAY_MS)
    before = book.standings["ana"]
    late, _ = book.play("ana", "eva", 1, 5 * DAY_MS)  # written late: no time has passed
    assert (late.games, late.at) == (2, before.at)
    assert late.rating.deviation < before.rating.deviation


ANA, EVA, LEO = (UUID(int=number) for number in (1, 2, 3))
KEY = ("sheet", "blitz")


def result(person: UUID, opponent: UUID, score: int, n: int, **fields: float) -> RatedResult:
    known = {"plies": 40, "at": n * 60_000, "rating": 1500.0, "deviation": 80.0, **fields}
    return RatedResult(person, opponent, KEY, score, **known)  # type: ignore[arg-type]


def test_signs_of_ratings_moved_on_purpose() -> None:
    fair = [result(ANA, uuid4(), n % 3, n) for n in range(30)]
    assert suspicions(fair) == []
    rolled = [result(ANA, uuid4(), 0, n, plies=4) for n in range(6)]
    assert suspicions([*fair, *rolled]) == [Suspicion("quick_losses", ANA, KEY, 6)]
    fed = [result(ANA, EVA, 2, n) for n in range(10)]
    assert suspicions(fed) == [Suspicion("same_pair", ANA, KEY, 10, EVA)]
    assert suspicions([*fed, *(result(ANA, uuid4(), 2, n) for n in range(11))]) == [], "not the most of their games"
    rise = [result(LEO, uuid4(), 2, n, rating=1500.0 + 40 * n) for n in range(9)]
    assert suspicions(rise) == [Suspicion("jump", LEO, KEY, 320)]
    assert suspicions([each._replace(deviation=150.0) for each in rise]) == [], "provisional"
    assert suspicions([each._replace(at=n * 2 * DAY_MS) for n, each in enumerate(rise)]) == [], "in weeks"


def test_a_recount_of_many_results() -> None:
    """How long a million take: `script/bench ratings`."""
    _, book = measure(5_000, 200)
    assert sum(each.games for each in book.standings.values()) == 10_000
