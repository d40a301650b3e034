"""Games played at once in processes of their own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from multiprocessing.connection import wait as wait_for
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from axedrez import library
from axedrez.balance.games import GameSummary, Settings, Stop, Task, play_game, tasks
from axedrez.core import AxedrezError, Game
from axedrez.rulesheet.faults import to_json

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

LOOK_EVERY_S = 0.2
_GRACE_S = 2.0
"""So long a worker may take to leave its game before it is ended."""
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


def frozen(game: Game) -> str:
    """The sheet of a game as a text that travels."""
    return to_json(game.sheet).decode()


@lru_cache(maxsize=8)
def thawed(sheet: str) -> Game:
    """The game of a text that travelled."""
    return library.from_data(msgspec.json.decode(sheet, type=dict[str, object]))


def usual_processes() -> int:
    """One for every processor."""
    return max(1, os.cpu_count() or 1)


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
                with _deaf():
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


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C, which a terminal sends to all: their parent ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# What follows runs in a worker.

_sheets: tuple[str, ...] = ()
_halt: Event | None = None


def _prepare(sheets: tuple[str, ...], halt: Event) -> None:
    """Once in every worker: leave the signals of the terminal to the parent, and end with it."""
    global _sheets, _halt
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _sheets, _halt = sheets, halt
    threading.Thread(target=_watch, args=(halt,), daemon=True).start()


def _watch(halt: Event) -> None:
    parent = multiprocessing.parent_process()
    while not halt.is_set():
        if parent is not None and wait_for([parent.sentinel], LOOK_EVERY_S):
            os._exit(1)
    time.sleep(_GRACE_S)  # kernels that are being compiled do not look up
    os._exit(1)


def _play(job: Job, settings: Settings) -> tuple[int, GameSummary] | None:
    summary = play_game(thawed(_sheets[job.sheet]), job.task, settings, _halt)
    return None if summary is None else (job.sheet, summary)
