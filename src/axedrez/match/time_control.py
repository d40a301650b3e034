"""Time controls. Durations are milliseconds.

A clock has one number for each side, the time left before its flag falls. A time control defines the initial time, how
much of a turn is free (`grace`), and the time left `after` a turn.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

import msgspec

from axedrez.core import Side

DAY_MS = 86_400_000
MIN_MS = 1000
"""The least time of a side, and the shortest period."""
FirstMove = Annotated[int, msgspec.Meta(ge=10, le=7 * DAY_MS // 1000)]


class TimeAllowance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's time for the whole game, and its increment or delay for each turn."""

    initial_ms: Annotated[int, msgspec.Meta(ge=1000, le=7 * DAY_MS)]
    increment_ms: Annotated[int, msgspec.Meta(ge=0, le=DAY_MS)] = 0

    def half(self) -> TimeAllowance:
        """Half the time, and half of what each turn gives."""
        return TimeAllowance(max(MIN_MS, self.initial_ms // 2), self.increment_ms // 2)


class _Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base class of time controls."""

    is_live: ClassVar[bool] = True

    @property
    def kind(self) -> str:
        """The name of the time control."""
        return str(self.__struct_config__.tag)

    @property
    def patience_ms(self) -> int | None:
        """How long each of the first moves is waited for, where that is not as usual."""
        return None

    @property
    def allows_berserk(self) -> bool:
        """Whether a player may go berserk: play with half the time."""
        return False

    def grace(self, side: Side) -> int:
        """How much of each turn of `side` passes before its time runs."""
        return 0

    def halved(self, side: Side) -> Self:
        """The clock after `side` has gone berserk: half the time, and half of what each turn gives.

        A clock of days stays as it is.
        """
        return self

    def swapped(self) -> Self:
        """The same clock for players who have changed places."""
        return self


class _Budgeted(TimeAllowance, _Kind, frozen=True):
    """`black` is Black's budget, where the sides have unequal time. `first_move_s`: see `patience_ms`.

    `berserk`: players may go berserk.
    """

    black: TimeAllowance | None = None
    first_move_s: FirstMove | None = None
    berserk: bool = False

    @property
    def patience_ms(self) -> int | None:
        """How long each of the first moves is waited for, where that is not as usual."""
        return None if self.first_move_s is None else 1000 * self.first_move_s

    @property
    def allows_berserk(self) -> bool:
        """Whether a player may go berserk: play with half the time."""
        return self.berserk

    def of(self, side: Side) -> TimeAllowance:
        """The budget of `side`."""
        return self.black if self.black is not None and side is Side.BLACK else self

    def initial(self, side: Side) -> int:
        """The time that `side` begins with."""
        return self.of(side).initial_ms

    def halved(self, side: Side) -> Self:
        """The clock after `side` has gone berserk: half the time, and half of what each turn gives."""
        half = self.of(side).half()
        return self._shared(half, self.of(Side.BLACK)) if side is Side.WHITE else self._shared(self, half)

    def swapped(self) -> Self:
        """The same clock for players who have changed places."""
        return self if self.black is None else self._shared(self.black, self)

    def _shared(self, white: TimeAllowance, black: TimeAllowance) -> Self:
        """The clock with these budgets of the sides."""
        own = TimeAllowance(black.initial_ms, black.increment_ms)
        alike = (white.initial_ms, white.increment_ms) == (own.initial_ms, own.increment_ms)
        return msgspec.structs.replace(
            self, initial_ms=white.initial_ms, increment_ms=white.increment_ms, black=None if alike else own
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

    def half(self) -> Periods:
        """Half the main time, and as many periods of half the length."""
        return Periods(self.periods, max(MIN_MS, self.period_ms // 2), self.initial_ms // 2)


class Byoyomi(Periods, _Kind, frozen=True, tag="byoyomi"):
    """Periods follow the main time: a turn that ends within one restores it, a longer one uses it up.

    The time left is that of the main time and all periods together.
    """

    black: Periods | None = None
    first_move_s: FirstMove | None = None
    berserk: bool = False

    @property
    def patience_ms(self) -> int | None:
        """How long each of the first moves is waited for, where that is not as usual."""
        return None if self.first_move_s is None else 1000 * self.first_move_s

    @property
    def allows_berserk(self) -> bool:
        """Whether a player may go berserk: play with half the time."""
        return self.berserk

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

    def halved(self, side: Side) -> Self:
        """The clock after `side` has gone berserk: half the time, and half of what each turn gives."""
        half = self.of(side).half()
        return self._shared(half, self.of(Side.BLACK)) if side is Side.WHITE else self._shared(self, half)

    def swapped(self) -> Self:
        """The same clock for players who have changed places."""
        return self if self.black is None else self._shared(self.black, self)

    def _shared(self, white: Periods, black: Periods) -> Self:
        """The clock with these times of the sides."""
        own = Periods(black.periods, black.period_ms, black.initial_ms)
        alike = (white.periods, white.period_ms, white.initial_ms) == (own.periods, own.period_ms, own.initial_ms)
        return msgspec.structs.replace(
            self,
            periods=white.periods,
            period_ms=white.period_ms,
            initial_ms=white.initial_ms,
            black=None if alike else own,
        )


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
