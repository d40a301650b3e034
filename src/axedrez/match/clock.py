"""Chess clocks as values: every reading is computed from the time that is passed in."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from axedrez.core import Side

DAY_MS = 86_400_000


class ClockSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is timed; durations in milliseconds.

    `fischer` adds the increment after each move. `delay` lets that much of each turn pass before the time runs.
    `bronstein` gives back, after the move, what the move took, up to the increment.
    """

    kind: Literal["fischer", "delay", "bronstein"]
    initial_ms: Annotated[int, msgspec.Meta(ge=1000, le=7 * DAY_MS)]
    increment_ms: Annotated[int, msgspec.Meta(ge=0, le=DAY_MS)] = 0


class Clock(msgspec.Struct, frozen=True):
    """A reading of both times, taken at `at` (ms since the epoch), and the side whose time has run since then.

    A clock starts with the first move of the game: until then, and after the end, `running` is None.
    """

    spec: ClockSpec
    white_ms: int
    black_ms: int
    running: Side | None = None
    at: int = 0

    @classmethod
    def new(cls, spec: ClockSpec) -> Clock:
        """A clock that stands at its initial times."""
        return cls(spec, spec.initial_ms, spec.initial_ms)

    def stored(self, side: Side) -> int:
        """The time of `side` in ms as it stood at `at`."""
        return self.white_ms if side is Side.WHITE else self.black_ms

    def remaining(self, side: Side, now: int) -> int:
        """The time of `side` in ms at `now`, never below 0."""
        if side is not self.running:
            return self.stored(side)
        grace = self.spec.increment_ms if self.spec.kind == "delay" else 0
        return max(0, self.stored(side) - max(0, self._elapsed(now) - grace))

    def fallen(self, now: int) -> Side | None:
        """The side whose flag has fallen at `now`, or None."""
        if self.running is not None and self.remaining(self.running, now) == 0:
            return self.running
        return None

    def pressed(self, now: int) -> Clock:
        """The clock after the side whose time runs has moved at `now`; the other side's time runs."""
        if self.running is None:
            raise ValueError("the clock does not run")
        left = self.remaining(self.running, now)
        if self.spec.kind == "fischer":
            left += self.spec.increment_ms
        elif self.spec.kind == "bronstein":
            left += min(self.spec.increment_ms, self._elapsed(now))
        return self._with(self.running, left).started(self.running.opponent, now)

    def started(self, side: Side, now: int) -> Clock:
        """The same times, with the time of `side` running from `now`."""
        return msgspec.structs.replace(self, running=side, at=now)

    def stopped(self, now: int) -> Clock:
        """The clock, read at `now` and stopped."""
        white, black = self.remaining(Side.WHITE, now), self.remaining(Side.BLACK, now)
        return msgspec.structs.replace(self, white_ms=white, black_ms=black, running=None, at=now)

    def _elapsed(self, now: int) -> int:
        return max(0, now - self.at)

    def _with(self, side: Side, left: int) -> Clock:
        if side is Side.WHITE:
            return msgspec.structs.replace(self, white_ms=left)
        return msgspec.structs.replace(self, black_ms=left)
