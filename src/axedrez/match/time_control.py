"""Time controls. Durations are milliseconds.

A clock has one number for each side, the time left before its flag falls. A time control defines the initial time, how
much of a turn is free (`grace`), and the time left `after` a turn.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

import msgspec

from axedrez.core import Side

DAY_MS = 86_400_000


class TimeAllowance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's time for the whole game, and its increment or delay for each turn."""

    initial_ms: Annotated[int, msgspec.Meta(ge=1000, le=7 * DAY_MS)]
    increment_ms: Annotated[int, msgspec.Meta(ge=0, le=DAY_MS)] = 0


class _Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base class of time controls."""

    is_live: ClassVar[bool] = True

    @property
    def kind(self) -> str:
        """The name of the time control."""
        return str(self.__struct_config__.tag)

    def grace(self, side: Side) -> int:
        """How much of each turn of `side` passes before its time runs."""
        return 0

    def swapped(self) -> Self:
        """The same clock for players who have changed places."""
        return self


class _Budgeted(TimeAllowance, _Kind, frozen=True):
    """`black` is Black's budget, where the sides have unequal time."""

    black: TimeAllowance | None = None

    def of(self, side: Side) -> TimeAllowance:
        """The budget of `side`."""
        return self.black if self.black is not None and side is Side.BLACK else self

    def initial(self, side: Side) -> int:
        """The time that `side` begins with."""
        return self.of(side).initial_ms

    def swapped(self) -> Self:
        """The same clock for players who have changed places."""
        if self.black is None:
            return self
        return type(self)(
            self.black.initial_ms, self.black.increment_ms, TimeAllowance(self.initial_ms, self.increment_ms)
        )


class Fischer(_Budgeted, frozen=True, tag="fischer"):
    """The increment is added after each turn."""

    def after(self, side: Side, left: int, spent: int) -> int:
        """The time of `side`, which had `left`, after a turn that took `spent`."""
        return left - spent + self.of(side).increment_ms


class Bronstein(_Budgeted, frozen=True, tag="bronstein"):
    """The time that a turn took is added after it, up to the increment."""

    def after(self, side: Side, left: int, spent: int) -> int:
        """The time of `side`, which had `left`, after a turn that took `spent`."""
        return left - max(0, spent - self.of(side).increment_ms)


class Delay(Bronstein, frozen=True, tag="delay"):
    """The delay of each turn passes before the time runs."""

    def grace(self, side: Side) -> int:
        """How much of each turn of `side` passes before its time runs."""
        return self.of(side).increment_ms


class Periods(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's main time, and the periods that follow it."""

    periods: Annotated[int, msgspec.Meta(ge=1, le=100)]
    period_ms: Annotated[int, msgspec.Meta(ge=1000, le=DAY_MS)]
    initial_ms: Annotated[int, msgspec.Meta(ge=0, le=7 * DAY_MS)] = 0


class Byoyomi(Periods, _Kind, frozen=True, tag="byoyomi"):
    """Periods follow the main time: a turn that ends within one restores it, a longer one uses it up.

    The time left is that of the main time and all periods together.
    """

    black: Periods | None = None

    def of(self, side: Side) -> Periods:
        """The periods of `side`."""
        return self.black if self.black is not None and side is Side.BLACK else self

    def initial(self, side: Side) -> int:
        """The time that `side` begins with."""
        own = self.of(side)
        return own.initial_ms + own.periods * own.period_ms

    def after(self, side: Side, left: int, spent: int) -> int:
        """The time of `side`, which had `left`, after a turn that took `spent`."""
        own, left = self.of(side), left - spent
        if left >= own.periods * own.period_ms:
            return left
        return -(-left // own.period_ms) * own.period_ms

    def swapped(self) -> Self:
        """The same clock for players who have changed places."""
        if self.black is None:
            return self
        white, black = Periods(self.periods, self.period_ms, self.initial_ms), self.black
        return type(self)(black.periods, black.period_ms, black.initial_ms, white)


class Correspondence(_Kind, frozen=True, tag="correspondence"):
    """Each turn may take so many days; unused time is not saved."""

    is_live: ClassVar[bool] = False

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]

    def initial(self, side: Side) -> int:
        """The time that `side` begins with."""
        return self.days * DAY_MS

    def after(self, side: Side, left: int, spent: int) -> int:
        """The time of `side` after a turn."""
        return self.days * DAY_MS


TimeControl = Fischer | Delay | Bronstein | Byoyomi | Correspondence
