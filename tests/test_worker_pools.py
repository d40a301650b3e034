"""Which worker processes the pools of the tests share."""

from __future__ import annotations

import os
import threading
from contextlib import closing

import pytest

from axedrez.engine.player import Stop
from axedrez.processes import Pool


def process(number: int, halt: Stop) -> int:
    return os.getpid()


def worker() -> int:
    """The process that works for a new pool."""
    with closing(Pool(1, "analysis_worker")) as pool:
        [(_, found)] = pool.map(process, [0], threading.Event())
    return found


def test_an_idle_worker_is_taken_over_where_it_would_be_started_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    first = worker()
    assert worker() == first
    monkeypatch.setenv("AXEDREZ_ENDGAMES", "on")
    assert worker() != first


@pytest.mark.usefixtures("own_workers")
def test_a_test_may_want_its_own() -> None:
    assert worker() != worker()
