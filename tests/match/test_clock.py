from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axedrez.core import Side
from axedrez.match import Bronstein, Byoyomi, Clock, Correspondence, Delay, Fischer, Periods, TimeAllowance, TimeControl
from axedrez.match.clock import LAG_GAIN_MS, LAG_MOST_MS, LAG_START_MS, LagQuota

TEN_S, THREE_S, DAY_MS = 10_000, 3_000, 86_400_000
BUDGETS: list[Callable[..., TimeControl]] = [Fischer, Delay, Bronstein]


def clock(kind: Callable[..., TimeControl], white_ms: int = TEN_S) -> Clock:
    return Clock.new(kind(TEN_S, THREE_S)).showing(white_ms, TEN_S).started(Side.WHITE, 0)


def begun(spec: TimeControl) -> Clock:
    return Clock.new(spec).started(Side.WHITE, 0)


@pytest.mark.parametrize(
    ("kind", "spent", "left"),
    [
        (Fischer, 4_000, 9_000),
        (Fischer, 1_000, 12_000),  # Fischer's increment may add up
        (Delay, 4_000, 9_000),
        (Delay, 1_000, 10_000),  # the delay is never saved
        (Bronstein, 4_000, 9_000),
        (Bronstein, 1_000, 10_000),  # only what was spent comes back
    ],
)
def test_a_move_costs_what_the_kind_of_clock_says(kind: Callable[..., TimeControl], spent: int, left: int) -> None:
    pressed = clock(kind).pressed(spent)
    assert pressed.white_ms == left
    assert pressed.black_ms == TEN_S
    assert (pressed.running, pressed.at) == (Side.BLACK, spent)


@pytest.mark.parametrize(("kind", "falls_at"), [(Fischer, 2_000), (Bronstein, 2_000), (Delay, 5_000)])
def test_the_flag_falls_when_the_time_is_used_up(kind: Callable[..., TimeControl], falls_at: int) -> None:
    short = clock(kind, white_ms=2_000)
    assert short.flag_at == falls_at
    assert short.fallen(falls_at - 1) is None
    assert short.fallen(falls_at) is Side.WHITE


def test_a_clock_that_has_not_started_or_has_stopped_never_falls() -> None:
    standing = Clock.new(Fischer(1_000))
    assert (standing.fallen(10**12), standing.flag_at) == (None, None)
    stopped = clock(Fischer).stopped(4_000)
    assert (stopped.white_ms, stopped.fallen(10**12)) == (6_000, None)
    with pytest.raises(ValueError, match="does not run"):
        standing.pressed(5)


@pytest.mark.parametrize(
    ("spent", "left"),
    [
        (4_000, 21_000),  # main time
        (5_000, 20_000),  # all of it: the periods are whole
        (14_999, 20_000),  # a period that was not used up comes back
        (15_000, 10_000),
        (24_999, 10_000),
    ],
)
def test_a_period_is_lost_only_when_it_is_used_up(spent: int, left: int) -> None:
    assert begun(Byoyomi(2, 10_000, 5_000)).pressed(spent).white_ms == left


def test_the_last_period_may_be_played_again_and_again() -> None:
    reading = begun(Byoyomi(1, 10_000))
    for now in range(0, 90_000, 9_000):
        assert reading.white_ms == 10_000
        reading = reading.pressed(now).pressed(now)
    assert reading.fallen(reading.at + 9_999) is None
    assert reading.fallen(reading.at + 10_000) is Side.WHITE


def test_each_turn_of_correspondence_begins_with_the_whole_time() -> None:
    reading = begun(Correspondence(3)).pressed(3 * DAY_MS - 1)
    assert (reading.white_ms, reading.black_ms) == (3 * DAY_MS, 3 * DAY_MS)
    assert reading.flag_at == 6 * DAY_MS - 1


def test_time_odds_belong_to_the_player() -> None:
    for spec in (Fischer(60_000, 0, TimeAllowance(10_000, 2_000)), Byoyomi(3, 5_000, 55_000, Periods(1, 2_000, 8_000))):
        odds = Clock.new(spec)
        assert (odds.white_ms, odds.black_ms) in [(60_000, 10_000), (70_000, 10_000)]
        swapped = Clock.new(spec.swapped())
        assert (swapped.black_ms, swapped.white_ms) == (odds.white_ms, odds.black_ms)
        assert spec.swapped().swapped() == spec
    assert Clock.new(Delay(5_000, 0, TimeAllowance(5_000, 1_000))).started(Side.BLACK, 0).flag_at == 6_000
    assert Clock.new(Delay(5_000, 0, TimeAllowance(5_000, 1_000))).started(Side.WHITE, 0).flag_at == 5_000


def test_wall_clocks_that_go_back_cost_nothing() -> None:
    reading = clock(Fischer).pressed(5_000)
    assert reading.remaining(Side.BLACK, 1_000) == TEN_S
    assert reading.pressed(1_000, reading.given(1_000, 500)).black_ms == TEN_S + THREE_S


# --- against a twin that counts every moment ------------------------------------------------------------------------

TICK = 100


class Twin:
    """A reference implementation of a clock that really ticks."""

    def __init__(self, spec: TimeControl) -> None:
        self.spec = spec
        self.main = [0, 0]
        self.periods = [0, 0]
        self.period_left = [0, 0]
        self.turn = 0
        for side in (0, 1):
            self._wind(side)
        self._begin()

    def _own(self, side: int) -> object:
        black = getattr(self.spec, "black", None)
        return black if side == 1 and black is not None else self.spec

    def _period_ms(self, side: int) -> int:
        own = self._own(side)
        assert isinstance(own, Periods)
        return own.period_ms

    def _wind(self, side: int) -> None:
        own = self._own(side)
        match own:
            case Correspondence():
                self.main[side] = own.days * DAY_MS
            case Periods():
                self.main[side], self.periods[side], self.period_left[side] = own.initial_ms, own.periods, own.period_ms
            case TimeAllowance():
                self.main[side] = own.initial_ms

    def _begin(self) -> None:
        own = self._own(self.turn)
        self.free = own.increment_ms if isinstance(self.spec, Delay) and isinstance(own, TimeAllowance) else 0
        self.used = 0

    def tick(self) -> None:
        side = self.turn
        self.used += TICK
        if self.free:
            self.free -= TICK
        elif self.main[side]:
            self.main[side] -= TICK
        elif self.periods[side]:
            self.period_left[side] -= TICK
            if self.period_left[side] == 0:
                self.periods[side] -= 1
                self.period_left[side] = self._period_ms(side)

    @property
    def fallen(self) -> bool:
        return self.main[self.turn] == 0 == self.periods[self.turn] and not self.free

    def press(self) -> None:
        side, own = self.turn, self._own(self.turn)
        match self.spec, own:
            case Correspondence(), _:
                self._wind(side)
            case Byoyomi(), Periods():
                self.period_left[side] = own.period_ms
            case Fischer(), TimeAllowance():
                self.main[side] += own.increment_ms
            case Bronstein(), TimeAllowance() if not isinstance(self.spec, Delay):
                self.main[side] += min(own.increment_ms, self.used)
        self.turn = 1 - side
        self._begin()

    def left(self, side: int) -> int:
        if not self.periods[side]:
            return self.main[side]
        return self.main[side] + (self.periods[side] - 1) * self._period_ms(side) + self.period_left[side]


TICKS = st.integers(10, 80).map(lambda n: n * TICK)
INCREMENTS = st.integers(0, 30).map(lambda n: n * TICK)
BUDGET = st.builds(TimeAllowance, TICKS, INCREMENTS)
PERIODS = st.builds(Periods, st.integers(1, 4), TICKS, st.just(0) | TICKS)
SPECS = st.one_of(
    st.builds(
        lambda kind, a, b, black: kind(a, b, black), st.sampled_from(BUDGETS), TICKS, INCREMENTS, BUDGET | st.none()
    ),
    st.builds(Byoyomi, st.integers(1, 4), TICKS, st.just(0) | TICKS, PERIODS | st.none()),
)


@given(spec=SPECS, turns=st.lists(st.integers(0, 120), max_size=12))
def test_every_kind_agrees_with_a_clock_that_ticks(spec: TimeControl, turns: list[int]) -> None:
    reading, twin, now = begun(spec), Twin(spec), 0
    for ticks in turns:
        for _ in range(ticks):
            twin.tick()
            now += TICK
            running = reading.running
            assert running is not None
            assert reading.remaining(running, now) == twin.left(twin.turn) >= 0
            assert (reading.fallen(now) is running) is twin.fallen
            if twin.fallen:
                assert reading.flag_at == now
                return
        twin.press()
        reading = reading.pressed(now)
        assert (reading.white_ms, reading.black_ms) == (twin.left(0), twin.left(1))


@given(
    spec=SPECS | st.just(Correspondence(1)), turns=st.lists(st.tuples(st.integers(0, 60_000), st.integers(0, 9_000)))
)
def test_no_time_is_negative_and_lag_gives_back_only_what_passed(spec: TimeControl, turns: Any) -> None:
    reading, now = begun(spec), 0
    for ms, lag_ms in turns:
        now += ms
        side = reading.running
        assert side is not None
        given_ms = reading.given(now, lag_ms)
        assert 0 <= given_ms <= min(ms, lag_ms, reading.lag(side).quota_ms)
        plain, helped = reading.pressed(now), reading.pressed(now, given_ms)
        # What is left of a period comes back anyway.
        most = plain.stored(side) + given_ms if isinstance(spec, TimeAllowance) else reading.stored(side)
        assert 0 <= plain.stored(side) <= helped.stored(side) <= most
        assert helped.stored(side.opponent) == reading.stored(side.opponent)
        reading = helped


# --- lag ------------------------------------------------------------------------------------------------------------


def test_lag_is_given_back_within_a_quota_that_grows_with_each_move() -> None:
    lag = LagQuota()
    assert lag.given(300) == 300
    assert lag.given(60_000) == LAG_START_MS
    assert lag.given(-5) == 0
    emptied = lag.after(LAG_START_MS)
    assert emptied.given(60_000) == LAG_GAIN_MS
    for _ in range(20):
        emptied = emptied.after(0)
    assert emptied.given(60_000) == LAG_MOST_MS


@given(st.lists(st.integers(0, 20_000)))
def test_pretended_lag_wins_no_more_than_the_quota_allows(lags: list[int]) -> None:
    lag, won = LagQuota(), 0
    for measured in lags:
        given_ms = lag.given(measured)
        won += given_ms
        lag = lag.after(given_ms)
        assert 0 <= lag.quota_ms <= LAG_MOST_MS
    assert won <= LAG_START_MS + LAG_GAIN_MS * len(lags)


def test_a_move_that_was_sent_in_time_counts_and_others_wait_for_it() -> None:
    reading = clock(Fischer, white_ms=2_000)
    assert reading.fallen(2_300, reading.given(2_300, 400)) is None
    assert reading.pressed(2_300, reading.given(2_300, 400)).white_ms == 100 + THREE_S
    again = msgspec.structs.replace(reading, white_lag=LagQuota(LAG_START_MS, 400))
    assert again.flag_at == 2_400
    assert (again.fallen(2_399), again.fallen(2_400)) == (None, Side.WHITE)
    assert again.fallen(2_001, given_ms=0) is Side.WHITE  # but a move has only its own lag
    assert again.remaining(Side.WHITE, 2_200) == 0


@given(spec=SPECS, ms=st.integers(1, 10**7))
def test_time_that_is_credited_has_not_passed(spec: TimeControl, ms: int) -> None:
    reading = begun(spec)
    credited = reading.credited(ms)
    for now in (0, 500, 5_000):
        assert credited.remaining(Side.WHITE, now + ms) == reading.remaining(Side.WHITE, now)
        assert credited.fallen(now + ms) == reading.fallen(now)


@pytest.mark.parametrize(
    "text",
    [
        '{"kind":"fischer"}',
        '{"kind":"sand","initial_ms":60000}',
        '{"kind":"fischer","initial_ms":999}',
        '{"kind":"fischer","initial_ms":60000,"days":3}',
        '{"kind":"byoyomi","initial_ms":60000}',
        '{"kind":"byoyomi","periods":0,"period_ms":5000}',
        '{"kind":"correspondence","days":0}',
        '{"kind":"correspondence","initial_ms":60000}',
        '{"kind":"delay","initial_ms":60000,"black":{"periods":1,"period_ms":5000}}',
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=TimeControl)


def test_a_clock_of_an_older_log_is_read() -> None:
    old = '{"kind":"delay","initial_ms":60000,"increment_ms":2000}'
    assert msgspec.json.decode(old, type=TimeControl) == Delay(60_000, 2_000)
