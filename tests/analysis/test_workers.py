"""Positions looked into in processes of their own."""

from __future__ import annotations

import threading
import time
from contextlib import closing

from analysis.examples import QUICK, looks, read
from axedrez import analysts
from axedrez.chess.analysis import Course, Effort
from axedrez.processes import frozen


def test_processes_find_the_same() -> None:
    game = read()
    course = Course(game.start, game.moves())
    with closing(analysts.pool(2)) as workers:
        found = dict(analysts.looks(workers, frozen(course.game), course.questions(), QUICK, threading.Event()))
        assert found == looks(course)
        again = dict(analysts.looks(workers, frozen(course.game), course.questions()[:2], QUICK, threading.Event()))
        assert again == {asked: found[asked] for asked in course.questions()[:2]}


def test_work_that_is_stopped_ends() -> None:
    game = read()
    course = Course(game.start, game.moves())
    stop = threading.Event()
    with closing(analysts.pool(1)) as workers:
        walking = analysts.looks(workers, frozen(course.game), course.questions(), Effort(nodes=0, time_ms=600), stop)
        next(walking)
        stop.set()
        assert len(list(walking)) < len(course.questions()) - 1
        began = time.monotonic()
    assert time.monotonic() - began < 60
