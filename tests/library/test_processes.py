"""The pool of worker processes that analysis and balance share."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from operator import mul

import pytest

from axedrez.core import AxedrezError
from axedrez.engine.player import Stop
from axedrez.processes import TASKS_AHEAD, Pool, Workers
from tests.patience import until

pytestmark = pytest.mark.usefixtures("own_workers")


def doubled(number: int, halt: Stop) -> int | None:
    assert not halt.is_set()
    return mul(number, 2) if number >= 0 else None


def dies(number: int, halt: Stop) -> int:
    os._exit(3)


def refuses(number: int, halt: Stop) -> int:
    raise ValueError(number)


def waits(number: int, halt: Stop) -> int | None:
    while number and not halt.is_set():  # whoever does not stop it waits in vain
        time.sleep(0.01)
    return None if halt.is_set() else number


def test_every_task_comes_with_its_result_and_what_was_stopped_is_left_out() -> None:
    with closing(Pool(2, "analysis_worker")) as pool:
        assert dict(pool.map(doubled, range(-2, 12), threading.Event())) == {n: 2 * n for n in range(12)}
        assert dict(pool.map(doubled, [7], threading.Event())) == {7: 14}, "the same processes work again"
        assert list(pool.map(doubled, [], threading.Event())) == []


def test_tasks_are_taken_only_as_far_ahead_as_keeps_the_workers_busy() -> None:
    taken = list[int]()

    def tasks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    with closing(Pool(1, "analysis_worker")) as pool, closing(pool.map(doubled, tasks(), threading.Event())) as results:
        next(results)
        assert len(taken) <= 2 * TASKS_AHEAD


def test_a_worker_that_dies_is_an_error_and_the_pool_can_be_used_again() -> None:
    with closing(Pool(1, "analysis_worker")) as pool:
        with pytest.raises(AxedrezError) as raised:
            list(pool.map(dies, [1], threading.Event()))
        assert raised.value.reason == "analysis_worker"
        assert dict(pool.map(doubled, [4], threading.Event())) == {4: 8}


def test_what_the_work_raises_is_raised() -> None:
    with closing(Pool(1, "analysis_worker")) as pool, pytest.raises(ValueError, match="5"):
        list(pool.map(refuses, [5], threading.Event()))


def test_stopping_ends_the_results_and_closing_the_processes() -> None:
    stop = threading.Event()
    with closing(Pool(1, "analysis_worker")) as pool:
        results = pool.map(waits, [0, 1, 1, 1], stop)
        assert next(results) == (0, 0)
        stop.set()
        assert list(results) == []


def test_workers_are_idle_once_all_is_done_unless_one_has_died() -> None:
    workers = Workers(1)
    assert workers.is_idle()
    running = workers.submit(waits, 1)
    assert not workers.is_idle()
    until(running.running)  # what no worker has taken yet would be cancelled
    queued = workers.submit(doubled, 2)
    queued.cancel()
    assert not workers.is_idle()
    workers.end()  # it is told to stop
    assert running.result() is None
    assert workers.is_idle()
    workers = Workers(1)
    assert workers.submit(doubled, 2).result() == 4
    assert isinstance(workers.submit(dies, 1).exception(), BrokenProcessPool)
    assert not workers.is_idle()
    workers.end()
