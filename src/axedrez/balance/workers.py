"""Games played at once in processes of their own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from axedrez.balance.games import GameSummary, Settings, Task, play_game, tasks
from axedrez.core import AxedrezError, Game
from axedrez.engine.player import Stop
from axedrez.processes import LOOK_EVERY_S, begin, deaf, thawed

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

_AHEAD = 2
"""Tasks that wait for each worker, so that none is idle."""


class Job(NamedTuple):
    """A game to be played: by which of several sheets."""

    sheet: int
    task: Task


def jobs_of(games: Sequence[Game], settings: Settings) -> list[Job]:
    """All games to be played, those of several sheets by turns: whoever stops early knows as much of each."""
    jobs = [Job(sheet, task) for sheet, game in enumerate(games) for task in tasks(game, settings)]
    return sorted(jobs, key=lambda job: (job.task.number, job.sheet))


def play(
    sheets: Sequence[str], jobs: Sequence[Job], settings: Settings, processes: int, stop: Stop
) -> Generator[tuple[int, GameSummary], None, None]:
    """Play the jobs, each by one of the `sheets` (`frozen`), and give what is kept of them as they end.

    Ends early soon after `stop` is set. Raises `AxedrezError` if a worker dies.
    """
    context = multiprocessing.get_context("spawn")  # a fork of a program with threads may hang
    halt = context.Event()
    todo, running = iter(jobs), set[Future[tuple[int, GameSummary] | None]]()
    with ProcessPoolExecutor(processes, context, _prepare, (tuple(sheets), halt)) as pool:
        try:
            while not stop.is_set():
                with deaf():
                    for job in islice(todo, _AHEAD * processes - len(running)):
                        running.add(pool.submit(_play, job, settings))
                if not running:
                    return
                done, running = wait(running, LOOK_EVERY_S, FIRST_COMPLETED)
                for future in done:
                    if (played := future.result()) is not None:
                        yield played
        except BrokenProcessPool:
            raise AxedrezError("balance_worker") from None
        finally:
            halt.set()
            pool.shutdown(cancel_futures=True)


# What follows runs in a worker.

_sheets: tuple[str, ...] = ()
_halt: Event | None = None


def _prepare(sheets: tuple[str, ...], halt: Event) -> None:
    """Once in every worker."""
    global _sheets, _halt
    begin(halt)
    _sheets, _halt = sheets, halt


def _play(job: Job, settings: Settings) -> tuple[int, GameSummary] | None:
    summary = play_game(thawed(_sheets[job.sheet]), job.task, settings, _halt)
    return None if summary is None else (job.sheet, summary)
