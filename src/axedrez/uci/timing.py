"""When a search started by `go` ends."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from axedrez.chess.engine.engine import Info
from axedrez.core.sides import Side
from axedrez.engine.time_budget import Budget, Pace, budget
from axedrez.uci.commands import Go


class Control:
    """Ends a search: on request, or by its clock. When pondering, its time counts from `hit`.

    `axedrez.chess.engine.searcher.Caller` for the search; the other methods may be called from any thread.
    """

    def __init__(self, go: Go) -> None:
        self.endless = go.infinite
        self._free = threading.Event()  # the move may be sent
        self._stopped = threading.Event()
        self._time: Budget | None = None
        self._pace: Pace | None = None
        self._ripe = False  # the time budget was used up while pondering
        self._halt: Callable[[], None] = _nothing
        self._began = self._since = time.monotonic()
        if not (go.infinite or go.ponder):
            self._free.set()

    def allow(self, time: Budget | None, *, paced: bool) -> None:
        """Set the time of the search; `paced`: it may end earlier."""
        self._pace = Pace(time) if time is not None and paced else None
        self._time = time

    def calls(self, halt: Callable[[], None]) -> None:
        """Set a callback of `stop`, so that the search need not poll."""
        self._halt = halt

    def stop(self) -> None:
        """End the search now."""
        self._stopped.set()
        self._halt()
        self._free.set()

    def hit(self) -> None:
        """The expected move has been played (`ponderhit`): the clock runs now."""
        if not self.endless:
            self._since = time.monotonic()
            if self._ripe:
                self.stop()
            self._free.set()

    def is_set(self) -> bool:
        """Whether the search must end."""
        if self._stopped.is_set():
            return True
        return self._free.is_set() and self._time is not None and _ms_since(self._since) >= self._time.hard_ms

    def heard(self, info: Info) -> None:
        """An iteration has found its best line."""
        if self._pace is None or info.multipv != 1 or info.bound != "exact" or not info.pv:
            return
        self._ripe = self._pace.enough(_ms_since(self._began), info.pv[0], info.score.cp)
        if self._ripe and self._free.is_set():
            self._stopped.set()

    def wait(self) -> None:
        """Wait until the move may be sent: not while pondering, or in an infinite search."""
        self._free.wait()


def time_of(go: Go, side: Side, overhead_ms: int) -> Budget | None:
    """The time budget of `go` for a move of `side`; None without a time limit."""
    if go.movetime is not None:
        most = max(1, go.movetime - min(overhead_ms, go.movetime // 10))
        return Budget(most, most)
    left = go.wtime if side is Side.WHITE else go.btime
    if left is None or go.infinite:
        return None
    return budget(left, go.winc if side is Side.WHITE else go.binc, go.movestogo, overhead_ms)


def _ms_since(moment: float) -> float:
    return 1000 * (time.monotonic() - moment)


def _nothing() -> None:
    """The callback before a search has started."""
