"""A pool of worker processes: sending sheets to them, starting and ending them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from multiprocessing.connection import wait as wait_for
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from axedrez import library
from axedrez.core import AxedrezError, Game
from axedrez.engine.player import Stop
from axedrez.rulesheet.validation import to_json

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

Task = TypeVar("Task")
Result = TypeVar("Result")

POLL_S = 0.2
"""How often `stop` is looked at."""
TASKS_AHEAD = 2
"""Tasks submitted for each worker, so that none is idle."""
_NICE = 10
"""Long work makes way for whatever else runs: a server's games, a user's programs."""
_GRACE_S = 2.0
"""A worker that is halted may take so long to leave its task before it is ended."""


def frozen(game: Game) -> str:
    """The sheet of a game as a text for workers."""
    return to_json(game.sheet).decode()


@lru_cache(maxsize=8)
def thawed(sheet: str) -> Game:
    """The game of such a text."""
    return library.from_data(msgspec.json.decode(sheet, type=dict[str, object]), is_stored=True)


def usual_processes() -> int:
    """One for every processor."""
    return max(1, os.cpu_count() or 1)


def spare_processes() -> int:
    """One for every processor but one, which is left for live games."""
    return max(1, usual_processes() - 1)


class Workers:
    """Worker processes: each is started when a task needs it, and they end with `end`, even while working."""

    def __init__(self, processes: int) -> None:
        context = multiprocessing.get_context("spawn")  # forking a process with threads may deadlock
        self._halt = context.Event()
        self._executor = ProcessPoolExecutor(processes, context, _begin, (self._halt,))
        self._tasks = list[Future[Any]]()

    def is_idle(self) -> bool:
        """Whether they could do other work now: all tasks are done, and no worker has died of one."""
        return all(each.done() and not _has_died(each) for each in self._tasks)

    def submit(self, work: Callable[[Task, Stop], Result], task: Task) -> Future[Result]:
        """The result of `work(task, halt)` to come. Raises `BrokenProcessPool` if a worker has died."""
        found = self._executor.submit(_run, work, task)
        self._tasks = [each for each in self._tasks if not each.done()] + [found]
        return found

    def end(self) -> None:
        """End all processes."""
        self._halt.set()
        self._executor.shutdown(cancel_futures=True)


class Pool:
    """Work for `Workers`, which are started with the first task and end with `close`."""

    def __init__(self, processes: int, died: str) -> None:
        """`died`: the reason of the `AxedrezError` that a dead worker raises."""
        self._processes = processes
        self._died = died
        self._workers: Workers | None = None

    def map(
        self, work: Callable[[Task, Stop], Result | None], tasks: Iterable[Task], stop: Stop, in_order: bool = False
    ) -> Generator[tuple[Task, Result], None, None]:
        """The results of `work(task, halt)` with their tasks, as they complete, or in the order of the tasks.

        `work` has to be picklable; a result of None means that `halt` made it stop early, and is left out. Ends soon
        after `stop` is set. Raises `AxedrezError` if a worker dies, and what `work` raises.
        """
        todo, running = iter(tasks), dict[Future[Result | None], Task]()
        try:
            while not stop.is_set():
                with sigint_blocked():
                    for task in islice(todo, TASKS_AHEAD * self._processes - len(running)):
                        running[self._open().submit(work, task)] = task
                if not running:
                    return
                awaited = [next(iter(running))] if in_order else running
                for future in wait(awaited, POLL_S, FIRST_COMPLETED).done:
                    task = running.pop(future)
                    if (result := future.result()) is not None:
                        yield task, result
        except BrokenProcessPool:
            self.close()
            raise AxedrezError(self._died) from None
        finally:
            for future in running:
                future.cancel()

    def close(self) -> None:
        """End all processes."""
        if self._workers is not None:
            self._workers.end()
        self._workers = None

    def _open(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(self._processes)
        return self._workers


def _has_died(task: Future[Any]) -> bool:
    return not task.cancelled() and isinstance(task.exception(), BrokenProcessPool)


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Processes started in this block ignore Ctrl-C, which a terminal sends to all: their parent ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# The code below runs in a worker.

_halt: Event | None = None


def follow_parent() -> None:
    """Let this worker ignore Ctrl-C, and end when the process that started it has ended, however that came about."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    when_parent_ends(lambda: os._exit(1))


def when_parent_ends(act: Callable[[], None]) -> None:
    """Act, in a thread, when the process that started this one has ended, however that came about."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait_for([parent.sentinel])
        act()

    threading.Thread(target=watch, daemon=True).start()


def _begin(halt: Event) -> None:
    """Set up a worker: ignore Ctrl-C, and end with the parent or soon after `halt`."""
    global _halt
    _halt = halt
    if hasattr(os, "nice"):
        os.nice(_NICE)
    follow_parent()
    threading.Thread(target=_watch, args=(halt,), daemon=True).start()


def _watch(halt: Event) -> None:
    while not halt.is_set():  # who waits in it and is killed would stop who sets it
        time.sleep(POLL_S)
    time.sleep(_GRACE_S)  # a compilation does not check `halt`
    os._exit(1)


def _run(work: Callable[[Any, Stop], Any], task: Any) -> Any:
    assert _halt is not None
    return work(task, _halt)
