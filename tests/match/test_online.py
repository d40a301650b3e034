"""Two persons, each at a screen of their own: who may do what, and what is taken back."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axedrez.core import AxedrezError, NotAllowed, Side
from axedrez.match import (
    Byoyomi,
    Command,
    Correspondence,
    Delay,
    Event,
    Fischer,
    Player,
    Players,
    Record,
    Seats,
    Sender,
    seats_of,
)
from axedrez.match import events as e
from axedrez.match.time_control import TimeAllowance
from tests.match.dicing import Table, seed, types
from tests.match.persons import (
    ANA,
    APART,
    BEN,
    BLACK,
    BOTH,
    COMPUTER,
    EVA,
    LIVE,
    WHITE,
    do,
    move,
    new,
    refused,
)
from tests.match.test_record import T0, state

# --- seats ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "sender", "sides"),
    [
        (Players(), None, BOTH),
        (Players(), ANA, BOTH),  # nobody has said that it is theirs
        (Players(), "computer", frozenset()),
        (Players(Player(), COMPUTER), None, WHITE),
        (Players(Player(), COMPUTER), ANA, WHITE),
        (Players(Player(), COMPUTER), "computer", BLACK),
        (Players(COMPUTER, COMPUTER), None, frozenset()),
        (Players(COMPUTER, COMPUTER), "computer", BOTH),
        (APART, None, frozenset()),
        (APART, ANA, WHITE),
        (APART, BEN, BLACK),
        (APART, EVA, frozenset()),
        (APART, "computer", frozenset()),
        (APART.swapped(), ANA, BLACK),
        (Players(Player(person=ANA), COMPUTER), ANA, WHITE),
        (Players(Player(person=ANA), COMPUTER), None, frozenset()),
        (Players(Player(person=ANA), COMPUTER), "computer", BLACK),
        (Players(Player(person=ANA), Player(person=ANA)), ANA, BOTH),
        (Players(Player(person=ANA), Player()), ANA, BOTH),  # her screen
        (Players(Player(person=ANA), Player()), BEN, frozenset()),
        (Players(Player(person=ANA), Player()), None, frozenset()),
    ],
)
def test_who_may_act_for_which_side(players: Players, sender: Sender, sides: Seats) -> None:
    assert seats_of(players, sender) == sides


EVERYTHING: list[tuple[str, dict[str, Any]]] = [
    ("move", {"move": "take1"}),
    ("roll", {}),
    ("offer", {"offer": "draw", "side": "white"}),
    ("offer", {"offer": "takeback", "side": "white"}),
    ("accept", {"offer": "abandon", "side": "white"}),
    ("decline", {"offer": "abandon", "side": "white"}),
    ("claim", {"reason": "move_limit"}),
    ("resign", {"side": "white"}),
    ("berserk", {"side": "white"}),
    ("undo", {}),
    ("abort", {}),
    ("claim_left", {"side": "white", "result": "win"}),
    ("commit_seed", {"side": "white", "commitment": "0" * 64}),
    ("reveal_seed", {"side": "white", "seed": "0" * 64}),
]


def test_everything_is_tried() -> None:
    kinds = {kind for kind, _ in EVERYTHING} | {"flag"}
    assert kinds == {command.__struct_config__.tag for command in get_args(Command)}


@pytest.mark.parametrize(("kind", "fields"), EVERYTHING)
@pytest.mark.parametrize("who", [EVA, None, "computer"])
def test_who_holds_no_seat_changes_nothing(kind: str, fields: dict[str, Any], who: Sender) -> None:
    record = new(clock=LIVE)
    move(record, ANA)
    before = state(record)
    with pytest.raises(NotAllowed):
        do(record, who, kind, at=T0 + 5, fields=fields, left=BOTH)
    assert state(record) == before


@pytest.mark.parametrize("kind", ["flag", "abort", "move"])
def test_but_anybody_may_see_that_a_flag_has_fallen(kind: str) -> None:
    record = new(clock=LIVE)
    move(record, ANA)
    (ended,) = do(record, EVA, kind, at=T0 + 60_000, fields={"move": "take1"} if kind == "move" else None)
    assert isinstance(ended, e.Ended)
    assert (ended.data.reason, ended.by) == ("time", "black")


def test_each_person_plays_and_resigns_for_their_own_side() -> None:
    record = new()
    with refused("not_your_seat"):
        move(record, BEN)
    move(record, ANA)
    with refused("not_your_seat"):
        move(record, ANA)
    with refused("not_your_seat"):
        do(record, ANA, "resign", fields={"side": "black"})
    do(record, BEN, "abort")
    assert record.outcome is not None


@pytest.mark.clause("G-5")
def test_persons_change_places_with_the_players_and_their_time() -> None:
    swaps = set()
    for number in range(8):
        table = Table(secret=seed(number), players=APART, clock=Fischer(60_000, 0, TimeAllowance(20_000))).begin()
        record = table.record
        swaps.add(record.swapped)
        mover = BEN if record.swapped else ANA
        assert seats_of(record.players, mover) == WHITE
        assert record.clock is not None
        assert (record.clock.white_ms, record.clock.black_ms) == (
            (20_000, 60_000) if record.swapped else (60_000, 20_000)
        )
        first = str(record.position.legal_moves()[0])
        with refused("not_your_seat"):
            table.do("move", sender=ANA if record.swapped else BEN, move=first)
        table.do("move", sender=mover, move=first)
    assert swaps == {True, False}


# --- taking back ----------------------------------------------------------------------------------------------------


def test_moves_are_taken_back_by_agreement_only() -> None:
    record = new()
    for who in (ANA, BEN, ANA):
        move(record, who)
    with refused("undo_by_agreement"):
        do(record, ANA, "undo")
    (offered,) = do(record, BEN, "offer", fields={"offer": "takeback", "side": "black"})
    assert isinstance(offered, e.Offered)
    assert offered.data.value == 2  # Ana's answer goes with it
    with refused("offer_stands"):
        do(record, BEN, "offer", fields={"offer": "takeback", "side": "black"})
    with refused("not_your_seat"):
        do(record, BEN, "accept", fields={"offer": "takeback", "side": "white"})
    (undone,) = do(record, ANA, "accept", fields={"offer": "takeback", "side": "white"})
    assert isinstance(undone, e.Undone)
    assert (undone.data.plies, undone.by) == (2, "black")
    assert (record.position.text(), record.offers) == ("20/b", [])
    assert record.answer == ("takeback", Side.WHITE, "accepted", None)


def test_a_request_to_take_back_is_declined_or_lapses_with_any_move() -> None:
    record = new()
    move(record, ANA)
    do(record, ANA, "offer", fields={"offer": "takeback", "side": "white"})
    do(record, BEN, "decline", fields={"offer": "takeback", "side": "black"})
    assert record.offers == []
    assert record.answer == ("takeback", Side.BLACK, "declined", None)
    do(record, ANA, "offer", fields={"offer": "takeback", "side": "white"})
    move(record, BEN)
    assert record.offers == []
    assert record.answer == ("takeback", Side.BLACK, "lapsed", None)
    do(record, ANA, "offer", fields={"offer": "takeback", "side": "white"})
    move(record, ANA)
    with refused("no_offer"):
        do(record, BEN, "accept", fields={"offer": "takeback", "side": "black"})


def test_what_cannot_be_asked_back() -> None:
    record = new()
    move(record, ANA)
    with refused("nothing_to_undo"):
        do(record, BEN, "offer", fields={"offer": "takeback", "side": "black"})
    rated = new(casual=False)
    move(rated, ANA)
    with refused("not_casual"):
        do(rated, ANA, "offer", fields={"offer": "takeback", "side": "white"})
    alone = new(Players(Player(person=ANA), COMPUTER))
    move(alone, ANA)
    with refused("undo_freely"):
        do(alone, ANA, "offer", fields={"offer": "takeback", "side": "white"})
    do(alone, ANA, "undo")
    assert alone.moves == []


def test_a_turn_that_was_taken_back_is_rolled_again_alike() -> None:
    table = Table(players=APART).begin()
    mover, other = (BEN, ANA) if table.record.swapped else (ANA, BEN)
    roll, text = table.record.roll, table.record.position.text()
    table.do("move", sender=mover, move=str(table.record.position.legal_moves()[0]))
    table.do("offer", sender=mover, offer="takeback", side="white")
    assert types(table.do("accept", sender=other, offer="takeback", side="black")) == ["Undone"]
    assert (table.record.roll, table.record.position.text()) == (roll, text)


SENDERS = st.sampled_from([ANA, BEN, EVA])
SIDES = st.sampled_from(["white", "black"])
WORDS = st.sampled_from(["draw", "takeback"])
ANY_COMMAND = st.one_of(
    st.just(("move", {"move": "take1"})),
    st.builds(
        lambda kind, word, side: (kind, {"offer": word, "side": side}),
        st.sampled_from(["offer", "accept", "decline"]),
        WORDS,
        SIDES,
    ),
    st.sampled_from([("flag", {}), ("undo", {}), ("abort", {})]),
    st.builds(lambda side: ("claim_left", {"side": side, "result": "draw"}), SIDES),
)
STEPS = st.lists(
    st.tuples(ANY_COMMAND, SENDERS, st.integers(0, 3_000), st.integers(0, 4_000), st.integers(0, 900)), max_size=40
)
CLOCKS = st.sampled_from([None, LIVE, Delay(9_000, 500), Byoyomi(2, 3_000, 2_000), Correspondence(1)])


@given(steps=STEPS, clock=CLOCKS)
def test_a_game_of_persons_equals_the_replay_of_its_log_through_json(steps: Any, clock: Any) -> None:
    record = new(clock=clock)
    log: list[Event] = []
    now = T0
    for (kind, fields), who, ms, lag_ms, down_ms in steps:
        now += ms
        before = state(record)
        try:
            log += do(record, who, kind, at=now, fields=fields, lag_ms=lag_ms, down_ms=min(down_ms, now - record.at))
        except AxedrezError:
            assert state(record) == before
        if record.clock is not None:
            assert record.clock.white_ms >= 0 <= record.clock.black_ms
    read = msgspec.json.decode(msgspec.json.encode(log), type=list[Event])
    again = Record.replay(record.game, record.setup, read, T0)
    assert state(again) == state(record)
    assert again.deadline == record.deadline
