"""The common time of all servers of a database: the database's clock, without its jumps."""

from __future__ import annotations

import time

import msgspec

JUMP_MS = 500
"""If the database's clock deviates so much from the monotonic one between two readings, it has been set."""

FAR_MS = 1000
"""Larger differences are corrected at once, smaller ones gradually."""

SHARE = 8
LONG_MS = 200
"""A reading that took longer says little."""


def steady_ms() -> int:
    """Milliseconds of the monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class ClockReading(msgspec.Struct, frozen=True):
    """A reading of the database's clock (`now`), and the last heartbeat: at `at`, when that clock showed `wall`.

    All in ms since the epoch; `wall` is None if no server has written it yet. `steady`: this server's monotonic clock
    (ms) at the reading, with an error of up to half of `took`.
    """

    now: int
    at: int
    wall: int | None
    steady: int
    took: int = 0


class SharedClock:
    """Milliseconds since the epoch, the same at all servers of a database.

    Inside a server time is monotonic, whatever happens to the machine's clock. Between servers it follows the
    database's clock, plus an offset that makes up for settings of that clock while servers ran. Heartbeats carry the
    offset, so that a server that starts later uses it, too.
    """

    def __init__(self) -> None:
        self._shift_ns = time.time_ns() - time.monotonic_ns()
        self._ahead = 0
        self._seen: tuple[int, int] | None = None

    def now(self) -> int:
        """Milliseconds since the epoch."""
        return (time.monotonic_ns() + self._shift_ns) // 1_000_000

    def wall(self, now: int) -> int:
        """The reading of the database's clock at `now`."""
        return now - self._ahead

    def learn(self, sight: ClockReading) -> bool:
        """Use a reading. Returns whether the database's clock has been set since the last one.

        If so, a heartbeat must be written for servers that start later. Readings that took long are too imprecise.
        """
        if sight.took > LONG_MS and self._seen is not None:
            return False
        steady = sight.steady
        mine = steady + self._shift_ns // 1_000_000
        jumped = False
        if self._seen is None:
            if sight.wall is not None:
                self._ahead = sight.at - sight.wall
        else:
            last_now, last_steady = self._seen
            jumped = abs((sight.now - last_now) - (steady - last_steady)) > JUMP_MS
            if jumped:
                self._ahead = mine - sight.now
            elif sight.wall is not None and sight.wall >= last_now:  # there was a heartbeat since
                self._ahead = sight.at - sight.wall
        self._ahead = max(self._ahead, sight.at - sight.now)  # events of the logs are never in the future
        lacking = sight.now + self._ahead - mine
        at_once = self._seen is None or abs(lacking) > FAR_MS
        self._shift_ns += lacking * 1_000_000 // (1 if at_once else SHARE)
        self._seen = (sight.now, steady)
        return jumped
