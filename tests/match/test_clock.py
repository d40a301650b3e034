from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axedrez.core import Side
from axedrez.match import Clock, ClockSpec

TEN_S, THREE_S = 10_000, 3_000


def clock(kind: str, white_ms: int = TEN_S) -> Clock:
    spec = ClockSpec(kind, TEN_S, THREE_S)  # type: ignore[arg-type]
    return msgspec.structs.replace(Clock.new(spec), white_ms=white_ms).started(Side.WHITE, 0)


@pytest.mark.parametrize(
    ("kind", "spent", "left"),
    [
        ("fischer", 4_000, 9_000),
        ("fischer", 1_000, 12_000),  # Fischer's increment may add up
        ("delay", 4_000, 9_000),
        ("delay", 1_000, 10_000),  # the delay is never saved
        ("bronstein", 4_000, 9_000),
        ("bronstein", 1_000, 10_000),  # only what was spent comes back
    ],
)
def test_a_move_costs_what_the_kind_of_clock_says(kind: str, spent: int, left: int) -> None:
    pressed = clock(kind).pressed(spent)
    assert pressed.white_ms == left
    assert pressed.black_ms == TEN_S
    assert (pressed.running, pressed.at) == (Side.BLACK, spent)


@pytest.mark.parametrize(("kind", "falls_at"), [("fischer", 2_000), ("bronstein", 2_000), ("delay", 5_000)])
def test_the_flag_falls_when_the_time_is_used_up(kind: str, falls_at: int) -> None:
    short = clock(kind, white_ms=2_000)
    assert short.fallen(falls_at - 1) is None
    assert short.fallen(falls_at) is Side.WHITE


def test_a_clock_that_has_not_started_or_has_stopped_never_falls() -> None:
    standing = Clock.new(ClockSpec("fischer", 1_000))
    assert standing.fallen(10**12) is None
    stopped = clock("fischer").stopped(4_000)
    assert (stopped.white_ms, stopped.fallen(10**12)) == (6_000, None)
    with pytest.raises(ValueError, match="does not run"):
        standing.pressed(5)


@given(
    kind=st.sampled_from(["fischer", "delay", "bronstein"]),
    spent=st.lists(st.integers(0, 9_000), max_size=12),
)
def test_no_time_is_lost_and_only_increments_are_won(kind: str, spent: list[int]) -> None:
    reading, now = clock(kind), 0
    for moves, ms in enumerate(spent, start=1):
        if reading.fallen(now + ms) is not None:
            return
        now += ms
        reading = reading.pressed(now)
        total = reading.white_ms + reading.black_ms
        assert 2 * TEN_S - now <= total <= 2 * TEN_S - now + moves * THREE_S
        if kind != "fischer":
            assert total <= 2 * TEN_S


def test_wall_clocks_that_go_back_cost_nothing() -> None:
    reading = clock("fischer").pressed(5_000)
    assert reading.remaining(Side.BLACK, 1_000) == TEN_S
