"""The time of all servers of a database: the database's clock, but even where that one jumps."""

from __future__ import annotations

import time

import msgspec

JUMP_MS = 500
"""A clock that goes so much faster or slower than this machine's steady one, between two looks, has been set."""

FAR_MS = 1000
"""What lacks more is made up for at once, less little by little: nobody's clock is seen to jump."""

SHARE = 8
LONG_MS = 200


def steady_ms() -> int:
    """Milliseconds by a clock that nobody can set."""
    return time.monotonic_ns() // 1_000_000


class ClockReading(msgspec.Struct, frozen=True):
    """What a look at the database tells: `now` by its own clock; the last beat of a server at `at`, then `wall` by it.

    All in ms since the epoch; `wall` is None where no server has written it yet. `steady`: what this server's steady
    clock showed (ms), give or take half of `took`.
    """

    now: int
    at: int
    wall: int | None
    steady: int
    took: int = 0


class SharedClock:
    """Tells ms since the epoch, as all servers of a database do.

    Inside a server time is steady, whatever is done to the clock of its machine. Between servers it is the database's
    clock, and `ahead` of it by as much as that one was put back (or less, forward) while they ran: they tell each other
    with each beat, so that one that starts later counts like the others.
    """

    def __init__(self) -> None:
        self._shift_ns = time.time_ns() - time.monotonic_ns()
        self._ahead = 0
        self._seen: tuple[int, int] | None = None

    def now(self) -> int:
        """Milliseconds since the epoch."""
        return (time.monotonic_ns() + self._shift_ns) // 1_000_000

    def wall(self, now: int) -> int:
        """What the database's clock shows at `now`."""
        return now - self._ahead

    def learn(self, sight: ClockReading) -> bool:
        """Take a look into account; whether the database's clock has been set since the last one.

        Servers that start then must be told of it: by a beat. A look that took long tells too little.
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
            elif sight.wall is not None and sight.wall >= last_now:  # somebody has beaten since
                self._ahead = sight.at - sight.wall
        self._ahead = max(self._ahead, sight.at - sight.now)  # what is in the logs is never in the future
        lacking = sight.now + self._ahead - mine
        at_once = self._seen is None or abs(lacking) > FAR_MS
        self._shift_ns += lacking * 1_000_000 // (1 if at_once else SHARE)
        self._seen = (sight.now, steady)
        return jumped
