"""The same games played on a cluster: Ray, which is loaded only here (`pip install axedrez[cluster]`)."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from itertools import islice
from typing import Any

from axedrez.balance.games import GameSummary, Settings, play_game
from axedrez.balance.workers import Job
from axedrez.core import AxedrezError
from axedrez.engine.player import Stop
from axedrez.processes import LOOK_EVERY_S, thawed

_AHEAD = 2


def play(
    sheets: Sequence[str], jobs: Sequence[Job], settings: Settings, stop: Stop
) -> Generator[tuple[int, GameSummary], None, None]:
    """`workers.play` on the cluster that `RAY_ADDRESS` names, or on one of this machine.

    Every node needs this version of the program. Raises `AxedrezError` where Ray is missing or a node fails.
    """
    try:
        import ray
    except ImportError:
        raise AxedrezError("balance_no_ray") from None
    started = not ray.is_initialized()
    try:
        if started:
            ray.init(logging_level=logging.ERROR, log_to_driver=False)
        yield from _play_on(ray, sheets, jobs, settings, stop)
    except (ray.exceptions.RayError, ConnectionError) as fault:
        raise AxedrezError("balance_cluster", fault=str(fault).partition("\n")[0][:200]) from None
    finally:
        if started:
            ray.shutdown()


def _play_on(
    ray: Any, sheets: Sequence[str], jobs: Sequence[Job], settings: Settings, stop: Stop
) -> Generator[tuple[int, GameSummary], None, None]:
    remote = ray.remote(_play)
    kept = [ray.put(sheet) for sheet in sheets]
    todo, running = iter(jobs), list[Any]()
    at_once = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    while not stop.is_set():
        running += [remote.remote(kept[job.sheet], job, settings) for job in islice(todo, at_once - len(running))]
        if not running:
            return
        done, running = ray.wait(running, timeout=LOOK_EVERY_S)
        yield from ray.get(done)
    for left in running:
        ray.cancel(left, force=True)


def _play(sheet: str, job: Job, settings: Settings) -> tuple[int, GameSummary]:
    """In a worker of the cluster."""
    summary = play_game(thawed(sheet), job.task, settings)
    assert summary is not None  # nothing stops it
    return job.sheet, summary
