"""A training whose games are played on a Ray cluster makes the same network. Ray is large: it is an extra."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from axedrez.learn.tables.pipeline import Learning
from axedrez.learn.tables.recipe import Recipe, Stage
from tables.networks import game_named

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install axedrez[cluster]")
pytest.importorskip("torch", reason="axedrez[learn] is not installed")


@pytest.fixture(scope="module", autouse=True)
def two_workers() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def test_a_cluster_trains_the_same_network() -> None:
    recipe = Recipe(width=8, hidden=4, games=21, batch=32, mean=5, stages=(Stage(1e18, trace=0.5),))
    found = []
    for cluster in (False, True):
        learning = Learning(game_named("hyper"), recipe, 3, cluster=cluster)
        with learning.workers():
            learning.step()
            learning.step()
        found.append(learning.trainer.weights())
    assert all((one == other).all() for one, other in zip(*found, strict=True))
