"""A search ends when it is stopped, on both kernel paths, with several lines and threads.

How soon: `bench/stops.py`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from axedrez import History
from axedrez.chess.engine.engine import Engine, Info, Limits
from tests.patience import LONG_S
from tests.sheets import chess

SHEETS = ("clasico", "tradicional", "crazyhouse", "progressive", "antichess")


class CallbackStop:
    """A stop signal that only calls its listeners: polling it always returns False."""

    def __init__(self) -> None:
        self.call: Callable[[], None] | None = None

    def calls(self, halt: Callable[[], None]) -> None:
        self.call = halt

    def is_set(self) -> bool:
        return False


def stopped(engine: Engine, limits: Limits, stop: threading.Event | CallbackStop) -> None:
    """Stop a search without end that has run for three iterations."""
    position = engine.game.start()
    running, found = threading.Event(), list[object]()

    def told(info: Info) -> None:
        if info.depth > 2:
            running.set()

    def think() -> None:
        outcome = engine.think(position, History(), limits, stop=stop, on_info=told)
        found.append(outcome.best)

    thread = threading.Thread(target=think)
    thread.start()
    assert running.wait(280)  # it may have to be compiled first
    assert not found
    if isinstance(stop, CallbackStop):
        assert stop.call is not None
        stop.call()
    else:
        stop.set()
    thread.join(LONG_S)
    assert found[0] in position.legal_moves()


@pytest.mark.parametrize("kind", [threading.Event, CallbackStop])
@pytest.mark.parametrize(("lines", "threads"), [(1, 1), (3, 1), (1, 2)])
@pytest.mark.parametrize("name", SHEETS)
def test_a_search_ends_when_it_is_told_to(
    name: str, lines: int, threads: int, kind: type[threading.Event] | type[CallbackStop]
) -> None:
    engine = Engine(chess(name), hash_mb=1, threads=threads)
    stopped(engine, Limits(lines=lines), kind())
