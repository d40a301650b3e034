"""Positions evaluated in processes of their own."""

from __future__ import annotations

import threading
from contextlib import closing

from axedrez import analysts
from axedrez.analysis import Effort
from axedrez.processes import frozen
from tests.analysis.examples import QUICK, evaluations, line_of, read


def test_processes_find_the_same() -> None:
    line = line_of(read())
    sheet, questions = frozen(line.game), line.questions()
    with closing(analysts.pool(2)) as workers:
        found = dict(analysts.answers(workers, sheet, questions, QUICK, threading.Event()))
        assert found == evaluations(line)
        again = dict(analysts.answers(workers, sheet, questions[:2], QUICK, threading.Event()))
        assert again == {each: found[each] for each in questions[:2]}


def test_work_that_is_stopped_ends() -> None:
    line = line_of(read())
    stop = threading.Event()
    with closing(analysts.pool(1)) as workers:
        answers = analysts.answers(workers, frozen(line.game), line.questions(), Effort(nodes=0, time_ms=600), stop)
        next(answers)
        stop.set()
        assert len(list(answers)) < len(line.questions()) - 1
