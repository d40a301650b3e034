"""A search ends at once when it is stopped, on both kernel paths, with several lines and threads."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable

import pytest

from axedrez import History
from axedrez.chess.engine.engine import Engine, Limits
from patience import quickest
from sheets import chess

AT_ONCE_S = 0.02
SHEETS = ("clasico", "tradicional", "crazyhouse", "progressive", "antichess")


class CallbackStop:
    """A stop signal that only calls its listeners: polling it always returns False."""

    def __init__(self) -> None:
        self.call: Callable[[], None] | None = None

    def calls(self, halt: Callable[[], None]) -> None:
        self.call = halt

    def is_set(self) -> bool:
        return False


def delay(engine: Engine, limits: Limits, stop: threading.Event | CallbackStop) -> float:
    """The seconds from the word to the answer of a search that had run for three iterations."""
    position = engine.game.start()
    running, answered = threading.Event(), list[float]()

    def think() -> None:
        outcome = engine.think(
            position, History(), limits, stop=stop, on_info=lambda info: info.depth > 2 and running.set()
        )
        answered.append(time.perf_counter())
        assert outcome.best in position.legal_moves()

    thread = threading.Thread(target=think)
    thread.start()
    assert running.wait(280)  # it may have to be compiled first
    told = time.perf_counter()
    if isinstance(stop, CallbackStop):
        assert stop.call is not None
        stop.call()
    else:
        stop.set()
    thread.join(60)
    return answered[0] - told


@pytest.mark.parametrize("kind", [threading.Event, CallbackStop])
@pytest.mark.parametrize(("lines", "threads"), [(1, 1), (3, 1), (1, 2)])
@pytest.mark.parametrize("name", SHEETS)
def test_a_search_ends_when_it_is_told_to(
    name: str, lines: int, threads: int, kind: type[threading.Event] | type[CallbackStop]
) -> None:
    engine = Engine(chess(name), hash_mb=1, threads=threads)

    def measured() -> float:
        return statistics.median(delay(engine, Limits(lines=lines), kind()) for _ in range(3))

    assert quickest(measured, AT_ONCE_S, tries=20) < AT_ONCE_S
