"""Clocks as values: every reading is computed from the time that is passed in."""

from __future__ import annotations

import msgspec

from axedrez.core import Side
from axedrez.match.time_control import TimeControl

LAG_START_MS = 2000
LAG_GAIN_MS = 1000
LAG_MOST_MS = 5000


class LagQuota(msgspec.Struct, frozen=True):
    """The network lag that may still be compensated for a side, and that compensated for its last move (ms).

    Each move adds `LAG_GAIN_MS` to the quota, up to `LAG_MOST_MS`, so that faking a slow connection gains little.
    """

    quota_ms: int = LAG_START_MS
    last_ms: int = 0

    def given(self, measured_ms: int) -> int:
        """The compensated part of a measured lag."""
        return max(0, min(measured_ms, self.quota_ms))

    @property
    def expected_ms(self) -> int:
        """The lag that will probably be compensated for the next move: the flag falls so much later."""
        return self.given(self.last_ms)

    def after(self, given_ms: int) -> LagQuota:
        """The quota after a move for which `given_ms` were compensated."""
        return LagQuota(min(LAG_MOST_MS, self.quota_ms - given_ms + LAG_GAIN_MS), given_ms)


class Clock(msgspec.Struct, frozen=True):
    """A reading of both times, taken at `at` (ms since the epoch), and the side whose time has run since then.

    A clock starts with the first move of the game; until then, and after the end, `running` is None.
    """

    spec: TimeControl
    white_ms: int
    black_ms: int
    running: Side | None = None
    at: int = 0
    white_lag: LagQuota = LagQuota()
    black_lag: LagQuota = LagQuota()

    @classmethod
    def new(cls, spec: TimeControl) -> Clock:
        """A clock that stands at its initial times."""
        return cls(spec, spec.initial(Side.WHITE), spec.initial(Side.BLACK))

    def stored(self, side: Side) -> int:
        """The time of `side` in ms as it stood at `at`."""
        return self.white_ms if side is Side.WHITE else self.black_ms

    def lag(self, side: Side) -> LagQuota:
        """The lag of `side`."""
        return self.white_lag if side is Side.WHITE else self.black_lag

    def remaining(self, side: Side, now: int) -> int:
        """The time of `side` in ms at `now`, never below 0."""
        if side is not self.running:
            return self.stored(side)
        return max(0, self.stored(side) - max(0, self._elapsed(now) - self.spec.grace(side)))

    @property
    def flag_at(self) -> int | None:
        """When the flag of the running side falls, with its expected lag added."""
        if (side := self.running) is None:
            return None
        return self.at + self._most(side) + self.lag(side).expected_ms

    def fallen(self, now: int, given_ms: int | None = None) -> Side | None:
        """The side whose flag has fallen at `now`, or None.

        `given_ms` is the lag compensated for the move that it has made; before a move, the expected lag is used.
        """
        side = self.running
        if side is None:
            return None
        given = self.lag(side).expected_ms if given_ms is None else given_ms
        return side if self._elapsed(now) - given >= self._most(side) else None

    def given(self, now: int, lag_ms: int) -> int:
        """How much of a measured lag is compensated for a move of the running side that arrives at `now`."""
        return min(self.lag(self.running).given(lag_ms), self._elapsed(now)) if self.running is not None else 0

    def pressed(self, now: int, given_ms: int = 0) -> Clock:
        """The clock after the side whose time runs has moved at `now`, of which `given_ms` were lag.

        The other side's time runs.
        """
        if (side := self.running) is None:
            raise ValueError("the clock does not run")
        spent = min(self._elapsed(now) - given_ms, self._most(side))
        left = self.spec.after(side, self.stored(side), spent)
        white, black = (left, self.black_ms) if side is Side.WHITE else (self.white_ms, left)
        return self.with_lag(given_ms).showing(white, black).started(side.opponent, now)

    def with_lag(self, given_ms: int) -> Clock:
        """The clock after so much lag was compensated for the running side, if there is one."""
        if self.running is None:
            return self
        lag = self.lag(self.running).after(given_ms)
        if self.running is Side.WHITE:
            return msgspec.structs.replace(self, white_lag=lag)
        return msgspec.structs.replace(self, black_lag=lag)

    def showing(self, white_ms: int, black_ms: int) -> Clock:
        """The clock with other times."""
        return msgspec.structs.replace(self, white_ms=white_ms, black_ms=black_ms)

    def reset(self) -> Clock:
        """The clock before the first move; the lag quotas stay as they are."""
        initial = self.showing(self.spec.initial(Side.WHITE), self.spec.initial(Side.BLACK))
        return msgspec.structs.replace(initial, running=None)

    def halved(self, side: Side) -> Clock:
        """The clock after `side` has gone berserk; what it has spent already counts in full."""
        spec = self.spec.halved(side)
        less = self.spec.initial(side) - spec.initial(side)
        white, black = (less, 0) if side is Side.WHITE else (0, less)
        return msgspec.structs.replace(self, spec=spec, white_ms=self.white_ms - white, black_ms=self.black_ms - black)

    def started(self, side: Side, now: int) -> Clock:
        """The clock with the time of `side` running from `now`."""
        return msgspec.structs.replace(self, running=side, at=now)

    def stopped(self, now: int) -> Clock:
        """The clock, read at `now` and stopped."""
        white, black = self.remaining(Side.WHITE, now), self.remaining(Side.BLACK, now)
        return msgspec.structs.replace(self, white_ms=white, black_ms=black, running=None, at=now)

    def credited(self, ms: int) -> Clock:
        """The clock as if the last `ms` had not passed."""
        return msgspec.structs.replace(self, at=self.at + ms)

    def _elapsed(self, now: int) -> int:
        return max(0, now - self.at)

    def _most(self, side: Side) -> int:
        """The longest that the present turn may take."""
        return self.stored(side) + self.spec.grace(side)
