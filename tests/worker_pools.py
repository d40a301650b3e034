"""Pytest plugin: idle worker processes that a pool has done with are taken over by the next one like it.

Starting one takes a second of a processor: it imports the program and loads its kernels. Workers that are ended while
they work, or broken, are ended as ever; so are all of a test that wants `own_workers`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from axedrez import processes
from axedrez.processes import Workers

MAX_IDLE = 2
"""Of so many pools the workers are kept: one takes some 200 MB."""

Terms = tuple[int, str, tuple[tuple[str, str], ...]]
"""What workers are started with: their number, the folder and the environment."""
_idle: list[KeptWorkers] = []


def _terms(count: int) -> Terms:
    environment = sorted(item for item in os.environ.items() if item[0] != "PYTEST_CURRENT_TEST")
    return count, os.getcwd(), tuple(environment)


class KeptWorkers(Workers):
    """Workers that are kept where they could be ended while they are idle."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.terms = _terms(count)

    def end(self) -> None:
        """Keep them, and end those that have been kept longest."""
        if not self.is_idle():
            super().end()
            return
        _idle.append(self)
        if len(_idle) > MAX_IDLE:
            Workers.end(_idle.pop(0))


def _start(count: int) -> Workers:
    kept = next((each for each in reversed(_idle) if each.terms == _terms(count)), None)
    if kept is None:
        return KeptWorkers(count)
    _idle.remove(kept)
    return kept


@pytest.fixture(scope="session", autouse=True)
def _workers_are_kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "Workers", _start)
        yield
    while _idle:
        Workers.end(_idle.pop())


@pytest.fixture
def own_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pools start their own workers and end them, as they do for users."""
    monkeypatch.setattr(processes, "Workers", Workers)
