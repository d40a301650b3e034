"""Positions looked into at once in processes of their own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TYPE_CHECKING

from axedrez.chess.analysis.evaluation import Effort, Look, look
from axedrez.chess.analysis.line import Question
from axedrez.core import AxedrezError, History
from axedrez.engine.player import Stop
from axedrez.processes import LOOK_EVERY_S, begin, deaf, thawed

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

_AHEAD = 2
"""Questions that wait for each worker, so that none is idle."""


class Workers:
    """Processes that look into positions. They begin with the first question, and end with `close`."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._halt: Event | None = None
        self._pool: ProcessPoolExecutor | None = None

    def looks(
        self, sheet: str, questions: Sequence[Question], effort: Effort, stop: Stop
    ) -> Generator[tuple[Question, Look], None, None]:
        """The answers about positions of a `sheet` (`frozen`), as they are found.

        Ends early soon after `stop` is set. Raises `AxedrezError` if a worker dies.
        """
        todo, running = iter(questions), dict[Future[Look | None], Question]()
        try:
            while not stop.is_set():
                with deaf():
                    for each in islice(todo, _AHEAD * self._processes - len(running)):
                        running[self._open().submit(_look, sheet, each, effort)] = each
                if not running:
                    return
                for future in wait(running, LOOK_EVERY_S, FIRST_COMPLETED).done:
                    if (found := future.result()) is not None:
                        yield running.pop(future), found
        except BrokenProcessPool:
            self.close()
            raise AxedrezError("analysis_worker") from None
        finally:
            for future in running:
                future.cancel()

    def close(self) -> None:
        """End all processes; what they look into is left."""
        if self._pool is not None and self._halt is not None:
            self._halt.set()
            self._pool.shutdown(cancel_futures=True)
        self._pool = self._halt = None

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # a fork of a program with threads may hang
            self._halt = context.Event()
            self._pool = ProcessPoolExecutor(self._processes, context, _prepare, (self._halt,))
        return self._pool


# What follows runs in a worker.

_halt: Event | None = None


def _prepare(halt: Event) -> None:
    """Once in every worker."""
    global _halt
    begin(halt)
    _halt = halt


def _look(sheet: str, question: Question, effort: Effort) -> Look | None:
    position = thawed(sheet).parse(question.position)
    found = look(position, History(question.keys), effort, question.move, _halt)  # type: ignore[arg-type]
    return None if _halt is not None and _halt.is_set() else found
