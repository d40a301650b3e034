"""The time that a slow line and a stopped server cost, given back."""

from __future__ import annotations

import pytest

from axedrez.match import Deadline, DecisionContext, Delay, credited, decide
from axedrez.match import events as e
from axedrez.match.clock import LagQuota
from tests.match.persons import (
    ANA,
    BEN,
    BLACK,
    EVA,
    HALF_A_MINUTE,
    LIVE,
    WHITE,
    do,
    expire,
    move,
    new,
    refused,
)
from tests.match.test_record import T0, order


def test_the_servers_measure_of_the_line_is_given_back_and_told() -> None:
    record = new(clock=Delay(10_000))
    (first,) = move(record, ANA, T0, lag_ms=500)
    (moved,) = move(record, BEN, T0 + 4_000, lag_ms=500)
    assert isinstance(first, e.Moved)
    assert isinstance(moved, e.Moved)
    assert (first.data.lag_ms, moved.data.lag_ms) == (0, 500)  # no time ran before the first move
    assert moved.data.clock == e.Times(10_000, 6_500)
    assert record.clock is not None
    assert (record.clock.black_lag, record.clock.white_lag) == (LagQuota(2_500, 500), LagQuota())
    move(record, ANA, T0 + 5_000)
    # Ben's next move is allowed as much before anybody else calls his flag.
    assert record.deadline == Deadline("flag", T0 + 5_000 + 6_500 + 500)
    for who in (ANA, BEN, EVA):
        with refused("flag_not_fallen"):
            do(record, who, "flag", at=T0 + 11_999)
    assert (
        decide(record, order(record, "move", move="take1"), DecisionContext(T0 + 11_900, BLACK, lag_ms=450))[0].by
        == "black"
    )
    (ended,) = decide(record, order(record, "move", move="take1"), DecisionContext(T0 + 11_900, BLACK, lag_ms=400))
    assert isinstance(ended, e.Ended)
    assert ended.data.reason == "time"
    # The line of another one helps nobody.
    (ended,) = decide(record, order(record, "move", move="take1"), DecisionContext(T0 + 12_000, WHITE, lag_ms=2_000))
    assert isinstance(ended, e.Ended)


def test_taking_back_does_not_give_lag_twice() -> None:
    record = new(clock=LIVE)
    move(record, ANA, T0)
    move(record, BEN, T0 + 4_000, lag_ms=2_000)
    do(record, BEN, "offer", at=T0 + 4_000, fields={"offer": "takeback", "side": "black"})
    do(record, ANA, "accept", at=T0 + 4_000, fields={"offer": "takeback", "side": "white"})
    assert record.clock is not None
    assert (record.clock.black_ms, record.clock.black_lag) == (60_000, LagQuota(1_000, 2_000))
    assert record.clock.flag_at == T0 + 4_000 + 60_000 + 1_000


def test_nobodys_time_runs_without_a_server() -> None:
    record = new(clock=LIVE)
    move(record, ANA)
    move(record, BEN, T0 + 1_000)
    log = move(record, ANA, T0 + 601_000, down_ms=595_000)
    assert [(event.seq, event.by) for event in log] == [(3, None), (4, "white")]
    returned, moved = log
    assert isinstance(returned, e.Credited)
    assert isinstance(moved, e.Moved)
    assert returned.data.ms == 595_000
    assert moved.data.clock == e.Times(57_000, 60_000)
    assert credited(record, 1_000, T0 + 602_000) != []
    for nonsense in (-1, 1_001, 10**9):
        with pytest.raises(ValueError, match="without a server"):
            credited(record, nonsense, T0 + 602_000)
        with pytest.raises(ValueError, match="without a server"):
            move(record, BEN, T0 + 602_000, down_ms=nonsense)


def test_who_is_waited_for_is_waited_for_longer() -> None:
    record = new(clock=LIVE)
    record.extend(credited(record, 50_000, T0 + 60_000))
    assert record.deadline == Deadline("first_move", T0 + 50_000 + HALF_A_MINUTE)
    with refused("not_expired"):
        expire(record, T0 + 60_000)
    untimed = new()
    assert credited(untimed, 50_000, T0 + 60_000) == []
