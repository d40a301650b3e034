"""Berserk: who plays with half the time, until when that may be chosen, and what the clocks show then."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axedrez.core import AxedrezError, Side
from axedrez.match import (
    Bronstein,
    Byoyomi,
    Correspondence,
    Delay,
    Event,
    Fischer,
    Periods,
    Player,
    Players,
    Record,
    TimeAllowance,
    TimeControl,
)
from axedrez.match import events as e
from axedrez.match.dice import commitment
from tests.match.dicing import Table, seed
from tests.match.persons import ANA, APART, BEN, BLACK, COMPUTER, EVA, WHITE, do, move, new, refused
from tests.match.test_record import T0, state

CLOCK = Fischer(60_000, 1_000, berserk=True)
WHITE_GOES, BLACK_GOES = {"side": "white"}, {"side": "black"}


def go(record: Record, who: Any, side: str, at: int = T0) -> list[Event]:
    return do(record, who, "berserk", at=at, fields={"side": side})


def times(record: Record, at: int = T0) -> tuple[int, int]:
    assert record.clock is not None
    return record.clock.remaining(Side.WHITE, at), record.clock.remaining(Side.BLACK, at)


@pytest.mark.parametrize(
    ("clock", "white", "both"),
    [
        (
            Fischer(180_000, 2_000),
            Fischer(90_000, 1_000, TimeAllowance(180_000, 2_000)),
            Fischer(90_000, 1_000),
        ),
        (
            Delay(5_000, 999, TimeAllowance(3_000)),
            Delay(2_500, 499, TimeAllowance(3_000)),
            Delay(2_500, 499, TimeAllowance(1_500)),
        ),
        (Bronstein(1_000), Bronstein(1_000), Bronstein(1_000)),  # the least that a side may have
        (
            Byoyomi(3, 10_000, 60_000, first_move_s=90),
            Byoyomi(3, 5_000, 30_000, Periods(3, 10_000, 60_000), first_move_s=90),
            Byoyomi(3, 5_000, 30_000, first_move_s=90),
        ),
        (Byoyomi(1, 1_500), Byoyomi(1, 1_000, 0, Periods(1, 1_500)), Byoyomi(1, 1_000)),
        (Correspondence(3), Correspondence(3), Correspondence(3)),
    ],
)
def test_the_time_and_what_each_turn_gives_are_halved(
    clock: TimeControl, white: TimeControl, both: TimeControl
) -> None:
    assert clock.halved(Side.WHITE) == white
    assert clock.halved(Side.WHITE).halved(Side.BLACK) == both
    assert clock.halved(Side.BLACK).halved(Side.WHITE) == both


def test_each_side_goes_berserk_once_before_its_first_move() -> None:
    record = new(clock=CLOCK)
    (gone,) = go(record, ANA, "white")
    assert (type(gone), gone.by) == (e.WentBerserk, "white")
    assert times(record) == (30_000, 60_000)
    with refused("berserk_already"):
        go(record, ANA, "white")
    with refused("not_your_seat"):
        go(record, ANA, "black")
    with refused("not_your_seat"):
        go(record, EVA, "black")
    move(record, ANA)
    go(record, BEN, "black", T0 + 10_000)  # Ben's time runs: what he has spent counts in full
    assert times(record, T0 + 10_000) == (30_500, 20_000)
    move(record, BEN, T0 + 12_000)
    assert times(record, T0 + 12_000) == (30_500, 18_500)  # and a turn gives half
    assert record.berserk == {Side.WHITE, Side.BLACK}
    with refused("berserk_already"):
        go(record, BEN, "black", T0 + 12_000)


def test_after_the_first_move_or_half_the_time_it_is_too_late() -> None:
    record = new(clock=CLOCK)
    move(record, ANA)
    with refused("berserk_late"):
        go(record, ANA, "white")
    with refused("berserk_late"):
        go(record, BEN, "black", T0 + 30_000)
    go(record, BEN, "black", T0 + 29_999)
    assert record.deadline is not None
    (ended,) = do(record, EVA, "flag", at=T0 + 30_000)
    assert (ended.data.reason, ended.data.result) == ("time", "1-0")  # type: ignore[union-attr]


@pytest.mark.parametrize("clock", [None, Fischer(60_000), Byoyomi(2, 5_000), Correspondence(2)])
def test_only_a_clock_that_says_so_allows_it(clock: TimeControl | None) -> None:
    record = new(clock=clock)
    assert not record.may_berserk(Side.WHITE)
    with refused("no_berserk"):
        go(record, ANA, "white")


def test_it_is_nothing_for_games_that_are_over_or_the_other_players_computer() -> None:
    record = new(Players(Player(person=ANA), COMPUTER), clock=CLOCK)
    with refused("not_your_seat"):
        go(record, ANA, "black")
    do(record, ANA, "resign", fields=WHITE_GOES)
    with refused("game_over"):
        go(record, ANA, "white")


def test_taking_moves_back_gives_nobody_their_half_back() -> None:
    record = new(clock=CLOCK)
    move(record, ANA)
    go(record, BEN, "black", T0 + 4_000)
    move(record, BEN, T0 + 9_000)
    do(record, BEN, "offer", at=T0 + 9_000, fields={"offer": "takeback", "side": "black"})
    do(record, ANA, "accept", at=T0 + 9_000, fields={"offer": "takeback", "side": "white"})
    assert times(record, T0 + 9_000) == (61_000, 30_000)
    with refused("berserk_already"):
        go(record, BEN, "black", T0 + 9_000)
    alone = new(Players(Player(person=ANA), COMPUTER), clock=CLOCK)
    go(alone, ANA, "white")
    move(alone, ANA)
    do(alone, ANA, "undo")
    assert times(alone) == (30_000, 60_000)


def test_who_changes_places_stays_berserk() -> None:
    swaps = set()
    secret = "ab" * 32
    for number in range(8):
        table = Table(secret=seed(number), seats=("white",), players=APART, clock=CLOCK).begin()
        table.do("berserk", sender=ANA, side="white")
        table.do("commit_seed", sender=ANA, side="white", commitment=commitment(bytes.fromhex(secret)))
        table.do("reveal_seed", sender=ANA, side="white", seed=secret)
        record = table.record
        swaps.add(record.swapped)
        assert record.berserk == (BLACK if record.swapped else WHITE)
        assert times(record) == ((60_000, 30_000) if record.swapped else (30_000, 60_000))
    assert swaps == {True, False}


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                ("move", {"move": "take1"}),
                ("berserk", WHITE_GOES),
                ("berserk", BLACK_GOES),
                ("offer", {"offer": "takeback", "side": "white"}),
                ("offer", {"offer": "takeback", "side": "black"}),
                ("accept", {"offer": "takeback", "side": "white"}),
                ("accept", {"offer": "takeback", "side": "black"}),
            ]
        ),
        st.sampled_from([ANA, BEN]),
        st.integers(0, 4_000),
        st.integers(0, 900),
    ),
    max_size=30,
)
CLOCKS = st.sampled_from(
    [
        Fischer(6_000, 1_000, berserk=True),
        Delay(9_000, 500, TimeAllowance(4_000), berserk=True),
        Bronstein(9_000, 500, berserk=True),
        Byoyomi(2, 3_000, 2_000, berserk=True),
    ]
)


@given(steps=STEPS, clock=CLOCKS)
def test_the_log_replays_to_the_same_record_and_no_half_comes_back(steps: Any, clock: TimeControl) -> None:
    record = new(clock=clock)
    log: list[Event] = []
    now = T0
    for (kind, fields), who, ms, down_ms in steps:
        now += ms
        before = state(record)
        try:
            log += do(record, who, kind, at=now, fields=fields, down_ms=min(down_ms, now - record.at))
        except AxedrezError:
            assert state(record) == before
        assert record.clock is not None
        for side in (Side.WHITE, Side.BLACK):
            assert record.clock.stored(side) > 0 or record.outcome is not None
            assert record.clock.spec.initial(side) == clock.initial(side) // (2 if side in record.berserk else 1)
            if not record.has_moved(side) and record.outcome is None:
                assert record.clock.stored(side) == record.clock.spec.initial(side)
    read = msgspec.json.decode(msgspec.json.encode(log), type=list[Event])
    again = Record.replay(record.game, record.setup, read, T0)
    assert state(again) == state(record)
    assert again.deadline == record.deadline
    copied = record.copy()
    assert state(copied) == state(record)
