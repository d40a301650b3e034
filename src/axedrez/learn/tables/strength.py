"""Matches between two players of the tables family: points a game, with their interval."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.learn.interval import interval
from axedrez.learn.tables.kernel.duel import CAPPED, LUCK, POINTS, TURNS, duel
from axedrez.learn.tables.self_play import game_of, rules_of
from axedrez.learn.workers import workers
from axedrez.tables.engine.network import Weights, by_hand, for_kernel

CAP = 1000
"""A game of so many turns is left, and counts 0."""

_SHARD = 20


class Duel(NamedTuple):
    """Who plays: networks, or None for the evaluation made by hand. `referee`: whose luck is taken out, None: nobody's.

    `games`: how many, an even number; pairs have the same dice. `pull`, `other_pull`: what a pip of the evaluation made
    by hand counts beside the networks, in points.
    """

    sheet: str
    one: Weights | None
    other: Weights | None
    referee: Weights | None
    seed: int
    games: int
    pull: float = 0.0
    other_pull: float = 0.0


class Score(NamedTuple):
    """What the first player won: points a game, half the width of its 95 % interval, and the share of games won.

    `raw` and `raw_half` are without the luck taken out; `turns` a game; `capped` and `drawn`: how many games.
    """

    points: float
    half: float
    raw: float
    raw_half: float
    won: float
    turns: float
    games: int
    capped: int
    drawn: int

    def __str__(self) -> str:
        return (
            f"{self.points:+.3f} ± {self.half:.3f} points a game (unadjusted {self.raw:+.3f} ± {self.raw_half:.3f}), "
            f"{self.won:.1%} won, {self.games} games of {self.turns:.0f} turns, {self.drawn} drawn, {self.capped} left"
        )


def score(results: npt.NDArray[np.float64]) -> Score:
    """The score of games (n × `N_COLUMNS`) played in pairs."""
    points, adjusted = results[:, POINTS], results[:, POINTS] - results[:, LUCK]
    mean, half = interval(adjusted)
    raw, raw_half = interval(points)
    capped = int(results[:, CAPPED].sum())
    drawn = int((points == 0).sum()) - capped
    won = float(((points > 0) + (points == 0) / 2).mean())
    return Score(mean, half, raw, raw_half, won, float(results[:, TURNS].mean()), len(results), capped, drawn)


def play_shard(asked: Duel, first: int, games: int) -> npt.NDArray[np.float64]:
    """Games number `first` … of a match."""
    ruleset = game_of(asked.sheet).ruleset
    anybody = next((each for each in (asked.referee, asked.one, asked.other) if each is not None), None)
    if anybody is None:
        raise ValueError("no network plays")
    networks = [for_kernel(each or anybody, ruleset) for each in (asked.one, asked.other, asked.referee)]
    game = game_of(asked.sheet)
    found: npt.NDArray[np.float64] = duel(
        rules_of(game),
        networks[0],
        by_hand(ruleset, asked.pull),
        int(asked.one is None),
        networks[1],
        by_hand(ruleset, asked.other_pull),
        int(asked.other is None),
        networks[2],
        int(asked.referee is not None),
        np.uint64(asked.seed),
        first,
        games,
        CAP,
    )
    return found


def match(asked: Duel, processes: int = 1) -> Score:
    """Play a match. The same games whatever the number of processes."""
    shards = [(asked, first, min(_SHARD, asked.games - first)) for first in range(0, asked.games, _SHARD)]
    with workers(processes) as found:
        return score(np.concatenate(found.map(_play, shards)))


def _play(shard: tuple[Duel, int, int]) -> npt.NDArray[np.float64]:
    return play_shard(*shard)
