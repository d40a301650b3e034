"""Pytest plugin: idle worker processes that a pool has done with are taken over by the next one like it.

Starting one takes a second of a processor: it imports the program and loads its kernels. A pool that is closed while it
works, or broken, is closed as ever; so are all pools of a test that wants `own_workers`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.synchronize import Event

import pytest

from axedrez.processes import Pool

MAX_IDLE = 2
"""So many executors are kept: a worker takes some 200 MB."""

Terms = tuple[int, str, tuple[tuple[str, str], ...]]
"""What workers are started with: their number, the folder and the environment."""
_idle: list[tuple[Terms, ProcessPoolExecutor, Event]] = []
_open, _close = Pool._open, Pool.close


def _terms(pool: Pool) -> Terms:
    environment = sorted(item for item in os.environ.items() if item[0] != "PYTEST_CURRENT_TEST")
    return pool._processes, os.getcwd(), tuple(environment)


def _open_kept(pool: Pool) -> ProcessPoolExecutor:
    if pool._executor is None:
        terms = _terms(pool)
        for kept in reversed(_idle):
            if kept[0] == terms:
                _idle.remove(kept)
                pool._executor, pool._halt = kept[1:]
                break
    return _open(pool)


def _close_or_keep(pool: Pool) -> None:
    executor, halt = pool._executor, pool._halt
    if executor is None or halt is None or executor._broken or executor._pending_work_items:
        _close(pool)
        return
    pool._executor = pool._halt = None
    _idle.append((_terms(pool), executor, halt))
    if len(_idle) > MAX_IDLE:
        _end(*_idle.pop(0))


def _end(_: Terms, executor: ProcessPoolExecutor, halt: Event) -> None:
    halt.set()
    executor.shutdown()


@pytest.fixture(scope="session", autouse=True)
def _workers_are_kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pool, "_open", _open_kept)
        patch.setattr(Pool, "close", _close_or_keep)
        yield
    while _idle:
        _end(*_idle.pop())


@pytest.fixture
def own_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pools start their own workers and end them, as they do for users."""
    monkeypatch.setattr(Pool, "_open", _open)
    monkeypatch.setattr(Pool, "close", _close)
