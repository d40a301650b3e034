"""Simulated players whose strength is known: what ratings predict happens, and they rank rightly."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from axedrez.ratings import Rating, after_game, after_period, aged, expected_score

PLAYERS, PERIODS, WARMING_UP = 400, 30, 8
GAMES_EACH = 8
_SCALE = 173.7178

Game = tuple[int, int, float]


def strengths_over_time(rng: random.Random) -> Iterator[list[float]]:
    """The true strengths in each period: they wander by the volatility of the ratings."""
    strengths = [rng.gauss(1500, 250) for _ in range(PLAYERS)]
    for _ in range(PERIODS):
        strengths = [strength + rng.gauss(0, 0.06 * _SCALE) for strength in strengths]
        yield strengths


def games_of(rng: random.Random, ratings: list[Rating], strengths: list[float]) -> list[Game]:
    """The games of a period: opponents of similar rating, up to 40 in 100 of them drawn.

    Pairing by true strength would spoil the measure: it would tell of each pair what ratings cannot know.
    """
    games: list[Game] = []
    for _ in range(GAMES_EACH):
        order = sorted(range(PLAYERS), key=lambda player: ratings[player].rating + rng.gauss(0, 300))
        for first, second in zip(order[::2], order[1::2], strict=True):
            chance = 1 / (1 + math.exp((strengths[second] - strengths[first]) / _SCALE))
            drawn = 0.8 * min(chance, 1 - chance)
            luck = rng.random()
            games.append((first, second, 1.0 if luck < chance - drawn / 2 else luck < chance + drawn / 2 and 0.5))
    return games


def ranks(values: list[float]) -> np.ndarray:
    return np.argsort(np.argsort(values))


@pytest.mark.parametrize("at_once", [False, True])
def test_predictions_come_true(at_once: bool, record_property: Callable[[str, object], None]) -> None:
    rng = random.Random(7)
    ratings = [Rating()] * PLAYERS
    predicted, scores = [], []
    for period, strengths in enumerate(strengths_over_time(rng)):
        games = games_of(rng, ratings, strengths)
        if at_once:
            waited = [0.0] * PLAYERS
            for number, (first, second, score) in enumerate(games):
                now = number / len(games)
                gone = now - waited[first], now - waited[second]
                waited[first] = waited[second] = now
                if period >= WARMING_UP:
                    predicted.append(expected_score(ratings[first], ratings[second]))
                    scores.append(score)
                ratings[first], ratings[second] = after_game(ratings[first], ratings[second], score, gone)
            ratings = [aged(rating, 1 - since) for rating, since in zip(ratings, waited, strict=True)]
        else:
            if period >= WARMING_UP:
                predicted += [expected_score(ratings[first], ratings[second]) for first, second, _ in games]
                scores += [score for *_, score in games]
            ratings = list(after_period(dict(enumerate(ratings)), games).values())

    # Expected calibration error: in twenty classes of predictions, how far the mean score is from the prediction.
    classes = (np.array(predicted) * 20).astype(int)
    missed = [
        abs(sum(np.array(scores)[classes == each]) - sum(np.array(predicted)[classes == each])) for each in range(20)
    ]
    error = sum(missed) / len(scores)
    spearman = np.corrcoef(ranks([rating.rating for rating in ratings]), ranks(strengths))[0, 1]
    covered = np.mean(
        [low <= true <= high for (low, high), true in zip((r.interval for r in ratings), strengths, strict=True)]
    )
    record_property("calibration", f"error {error:.4f}, Spearman {spearman:.3f}, intervals hold {covered:.3f}")
    assert len(scores) > 30_000
    assert error < 0.01
    assert spearman > 0.9
    assert 0.93 < covered < 0.99
    assert not any(rating.provisional for rating in ratings)
