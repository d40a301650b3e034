"""Matches between two networks for chess: points a game, with their interval."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.chess.engine.searcher import Search, TranspositionTable
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core import History, Side
from axedrez.learn.chess.samples import MAX_PLIES, game_of, opening, think
from axedrez.learn.interval import interval
from axedrez.learn.workers import Workers

NODES = 400
_BUCKETS = 1 << 13
_SHARD = 10
_LOPSIDED = 150  # openings worse than this for one side are not played, in centipawns

Weights = npt.NDArray[np.int16]


class Duel(NamedTuple):
    """Pairs number `first` … `first + pairs - 1` of a match; None is the engine by the weights of the sheet alone.

    Both games of a pair begin with the same random opening, colours changed. `nodes`: for each move.
    """

    sheet: str
    one: Weights | None
    other: Weights | None
    seed: int
    first: int
    pairs: int
    nodes: int = NODES


class Score(NamedTuple):
    """What the first player won: points a game (1, 0, -1), half the width of its 95 % interval, the share of draws."""

    points: float
    half: float
    drawn: float
    games: int


def match(asked: Duel, workers: Workers) -> Score:
    """Play a match. The same games whoever plays them."""
    firsts = range(asked.first, asked.first + asked.pairs, _SHARD)
    end = asked.first + asked.pairs
    tasks = [asked._replace(first=first, pairs=min(_SHARD, end - first)) for first in firsts]
    return score([points for part in workers.map(play_duel, tasks) for points in part])


def score(pairs: Sequence[tuple[int, int]]) -> Score:
    """The score of pairs of games."""
    points = np.array(pairs, float)
    mean, half = interval(points)
    return Score(mean, half, float((points == 0).mean()), points.size)


def play_duel(asked: Duel) -> list[tuple[int, int]]:
    """The points of the first player in the two games of each pair: as White, and as Black."""
    game = game_of(asked.sheet)
    return [_pair(game, asked, number) for number in range(asked.first, asked.first + asked.pairs)]


def _pair(game: ChessGame, asked: Duel, number: int) -> tuple[int, int]:
    rng = random.Random(f"{asked.seed} {number}")
    judge = _player(game, None)
    while True:
        position, history = opening(game, rng)
        if abs(think(judge, position, history, asked.nodes)[0]) <= _LOPSIDED:
            break
    results = []
    for side in (Side.WHITE, Side.BLACK):
        players = {side: _player(game, asked.one), Side(1 - side): _player(game, asked.other)}
        winner = _winner(players, position, history, asked.nodes)
        results.append(0 if winner is None else 1 if winner is side else -1)
    return results[0], results[1]


def _player(game: ChessGame, network: Weights | None) -> Search:
    return Search(game, TranspositionTable(_BUCKETS), network=network)


def _winner(players: dict[Side, Search], position: ChessPosition, history: History, nodes: int) -> Side | None:
    here = position
    while len(history.keys) < MAX_PLIES:
        outcome = here.outcome(history)
        if outcome is not None or here.claims(history):
            return outcome.winner if outcome is not None else None
        search = players[here.side]
        think(search, here, history, nodes)
        best = search.best
        history = history.after(here)
        here = here.play_unchecked(search.game.moves[best])
    return None
