"""Who plays the games of a training: this process, several of this machine, or a Ray cluster."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, NamedTuple

from axedrez.cluster import processors, ray_cluster
from axedrez.processes import follow_parent, sigint_blocked


class Workers(NamedTuple):
    """`map(function, tasks)` does tasks, `at_once` of them at once, and gives their results in their order."""

    at_once: int
    map: Callable[[Callable[[Any], Any], Sequence[Any]], list[Any]]


def _map_here(function: Callable[[Any], Any], tasks: Sequence[Any]) -> list[Any]:
    return [function(task) for task in tasks]


def _with_copies(function: Callable[[Any], Any], task: Any) -> Any:
    """Arrays that Ray delivers are read-only, and Numba compiles the kernels anew for those."""
    return function(copy.deepcopy(task))


HERE = Workers(1, _map_here)
"""This process alone."""


@contextmanager
def workers(processes: int, cluster: bool = False) -> Iterator[Workers]:
    """Workers for as long as this lasts: `processes`, or the `cluster`. Raises `AxedrezError` like `ray_cluster`."""
    if cluster:
        with ray_cluster() as ray:
            remote = ray.remote(_with_copies)
            yield Workers(
                processors(ray),
                lambda function, tasks: list(ray.get([remote.remote(function, task) for task in tasks])),
            )
    elif processes > 1:
        with ProcessPoolExecutor(processes, get_context("spawn"), follow_parent) as pool:

            def map_there(function: Callable[[Any], Any], tasks: Sequence[Any]) -> list[Any]:
                with sigint_blocked():
                    found = pool.map(function, tasks)
                return list(found)

            yield Workers(processes, map_there)
    else:
        yield HERE
