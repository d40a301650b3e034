"""The same games on a Ray cluster of two workers. Ray is large: it is an extra, not one of our test requirements."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

import axedrez
from axedrez.balance import Settings, play_game, tasks
from axedrez.balance.workers import jobs_of, play_on_cluster
from axedrez.processes import frozen

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def two_workers() -> Iterator[None]:
    missing = "Ray is not installed: pip install axedrez[cluster] (bench/balance_cluster.py)"
    ray = pytest.importorskip("ray", reason=missing)  # here: it takes seconds
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def test_a_cluster_plays_the_same_games() -> None:
    games, settings = [axedrez.load("chess2d"), axedrez.load("backgammon")], Settings(games=2, nodes=500)
    found = play_on_cluster([frozen(game) for game in games], jobs_of(games, settings), settings, threading.Event())
    played = sorted(found, key=lambda item: (item[0], item[1].task))
    own = ([play_game(game, task, settings) for task in tasks(game, settings)] for game in games)
    assert played == [(sheet, summary) for sheet, summaries in enumerate(own) for summary in summaries]


def test_a_cluster_stops() -> None:
    games, settings = [axedrez.load("clasico")], Settings(games=1000, level=8, nodes=100_000)
    stop = threading.Event()
    threading.Timer(1, stop.set).start()
    assert len(list(play_on_cluster([frozen(games[0])], jobs_of(games, settings), settings, stop))) < 1000
