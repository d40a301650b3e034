"""Positions looked into in processes of their own."""

from __future__ import annotations

import threading
import time
from contextlib import closing

from analysis.examples import QUICK, evaluations, read
from axedrez import analysts
from axedrez.analysis import GameLine, Effort
from axedrez.processes import frozen


def test_processes_find_the_same() -> None:
    game = read()
    game_line = GameLine(game.start, game.moves())
    with closing(analysts.pool(2)) as workers:
        found = dict(analysts.evaluations(workers, frozen(game_line.game), game_line.questions(), QUICK, threading.Event()))
        assert found == evaluations(game_line)
        again = dict(analysts.evaluations(workers, frozen(game_line.game), game_line.questions()[:2], QUICK, threading.Event()))
        assert again == {asked: found[asked] for asked in game_line.questions()[:2]}


def test_work_that_is_stopped_ends() -> None:
    game = read()
    game_line = GameLine(game.start, game.moves())
    stop = threading.Event()
    with closing(analysts.pool(1)) as workers:
        walking = analysts.evaluations(workers, frozen(game_line.game), game_line.questions(), Effort(nodes=0, time_ms=600), stop)
        next(walking)
        stop.set()
        assert len(list(walking)) < len(game_line.questions()) - 1
        began = time.monotonic()
    assert time.monotonic() - began < 60
