"""Playing games in parallel: in processes of this machine, or on a Ray cluster (`pip install axedrez[cluster]`)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from axedrez.balance.games import GameSummary, Settings, Task, play_game, tasks
from axedrez.cluster import processors, ray_cluster
from axedrez.core import Game
from axedrez.engine.player import Stop
from axedrez.processes import POLL_S, TASKS_AHEAD, Pool, thawed


class Job(NamedTuple):
    """A game to be played, and which of several sheets it uses."""

    sheet: int
    task: Task


def jobs_of(games: Sequence[Game], settings: Settings) -> list[Job]:
    """All games to be played, alternating between the sheets, so that a stopped report has equally many of each."""
    jobs = [Job(sheet, task) for sheet, game in enumerate(games) for task in tasks(game, settings)]
    return sorted(jobs, key=lambda job: (job.task.number, job.sheet))


def play(
    sheets: Sequence[str], jobs: Sequence[Job], settings: Settings, processes: int, stop: Stop
) -> Generator[tuple[int, GameSummary], None, None]:
    """Play the jobs, each by one of the `sheets` (`frozen`); yields the number of the sheet and the summary of each.

    Ends early soon after `stop` is set. Raises `AxedrezError` if a worker dies.
    """
    with closing(Pool(processes, "balance_worker")) as pool:
        for job, summary in pool.map(partial(_play, tuple(sheets), settings), jobs, stop):
            yield job.sheet, summary


def play_on_cluster(
    sheets: Sequence[str], jobs: Sequence[Job], settings: Settings, stop: Stop
) -> Generator[tuple[int, GameSummary], None, None]:
    """Like `play` on a Ray cluster. Raises `AxedrezError` like `ray_cluster`."""
    with ray_cluster() as ray:
        yield from _play_on(ray, sheets, jobs, settings, stop)


def _play_on(
    ray: Any, sheets: Sequence[str], jobs: Sequence[Job], settings: Settings, stop: Stop
) -> Generator[tuple[int, GameSummary], None, None]:
    remote = ray.remote(_play_remotely)
    kept = [ray.put(sheet) for sheet in sheets]
    todo, running = iter(jobs), list[Any]()
    at_once = TASKS_AHEAD * processors(ray)
    while not stop.is_set():
        running += [remote.remote(kept[job.sheet], job, settings) for job in islice(todo, at_once - len(running))]
        if not running:
            return
        done, running = ray.wait(running, timeout=POLL_S)
        yield from ray.get(done)
    for left in running:
        ray.cancel(left, force=True)


# The code below runs in a worker.


def _play(sheets: tuple[str, ...], settings: Settings, job: Job, halt: Stop) -> GameSummary | None:
    return play_game(thawed(sheets[job.sheet]), job.task, settings, halt)


def _play_remotely(sheet: str, job: Job, settings: Settings) -> tuple[int, GameSummary]:
    summary = play_game(thawed(sheet), job.task, settings)
    assert summary is not None  # there is no stop event: Ray cancels the task
    return job.sheet, summary
