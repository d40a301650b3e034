"""Who plays the games of a training: this process, several of this machine, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from axedrez.cluster import processors, ray_cluster
from axedrez.learn.tables.self_play import Samples, Task, play_task
from axedrez.tables.engine.network import Weights


class Workers(NamedTuple):
    """`play` plays tasks, `at_once` of them at once, and gives their samples in their order."""

    at_once: int
    play: Callable[[Sequence[Task]], list[Samples]]


def _play_here(tasks: Sequence[Task]) -> list[Samples]:
    return [play_task(task) for task in tasks]


def _play_copied(task: Task) -> Samples:
    """Play with copies: arrays that Ray delivers are read-only, and Numba compiles the kernels anew for those."""
    return play_task(task._replace(weights=Weights(*(np.array(each) for each in task.weights))))


HERE = Workers(1, _play_here)
"""This process alone."""


@contextmanager
def workers(processes: int, cluster: bool = False) -> Iterator[Workers]:
    """Workers for as long as this lasts: `processes`, or the `cluster`. Raises `AxedrezError` like `ray_cluster`."""
    if cluster:
        with ray_cluster() as ray:
            remote = ray.remote(_play_copied)
            yield Workers(processors(ray), lambda tasks: list(ray.get([remote.remote(task) for task in tasks])))
    elif processes > 1:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            yield Workers(processes, lambda tasks: list(pool.map(play_task, tasks)))
    else:
        yield HERE
