"""Two persons, each at a screen of their own: who may do what, and what follows when one of them is not there."""

from __future__ import annotations

from typing import Any, get_args
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import axedrez
from axedrez import gamefiles
from axedrez.core import AxedrezError, NotAllowed, Side
from axedrez.core.written import WrittenGame
from axedrez.match import (
    Byoyomi,
    Command,
    Correspondence,
    Deadline,
    Delay,
    Event,
    Expire,
    Fischer,
    Player,
    Players,
    Record,
    Seats,
    Sender,
    Setup,
    held,
    transcript,
)
from axedrez.match import events as e
from axedrez.match.lag import Lag
from axedrez.match.timing import Budget
from match.dicing import Table, seed, types
from match.takeaway import TakeawayGame, TakeawaySheet
from match.test_record import T0, order, state

ANA, BEN, EVA = (UUID(int=number) for number in (1, 2, 3))
COMPUTER = Player("computer", level=1)
APART = Players(Player(name="Ana", person=ANA), Player(name="Ben", person=BEN))
WHITE, BLACK, BOTH = frozenset({Side.WHITE}), frozenset({Side.BLACK}), frozenset({Side.WHITE, Side.BLACK})
LIVE = Fischer(60_000, 1_000)
HALF_A_MINUTE = 30_000


def new(players: Players = APART, **setup: Any) -> Record:
    game = TakeawayGame(TakeawaySheet())
    return Record(game, Setup(game.start().text(), players, **setup), T0)


def do(record: Record, who: Sender, kind: str, /, *, at: int = T0, fields: Any = None, **known: Any) -> list[Event]:
    log = record.decide(order(record, kind, **(fields or {})), at, held(record.players, who), **known)
    record.extend(log)
    return log


def move(record: Record, who: Sender, at: int = T0, **known: Any) -> list[Event]:
    return do(record, who, "move", at=at, fields={"move": "take1"}, **known)


def expire(record: Record, at: int) -> list[Event]:
    return record.decide(Expire(id=UUID(int=9), expected_seq=record.seq), at, frozenset())


def play(table: Table, turns: int) -> None:
    """Each person plays anything."""
    record = table.record
    for _ in range(turns):
        who = record.players.at(record.position.side).person
        if record.position.turn is Side.CHANCE:
            table.do("roll", sender=who)
        table.do("move", sender=who, move=str(record.position.legal_moves()[0]))


def refused(reason: str) -> Any:
    return pytest.raises(NotAllowed, check=lambda refusal: refusal.reason == reason)


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
    assert held(players, sender) == sides


EVERYTHING: list[tuple[str, dict[str, Any]]] = [
    ("move", {"move": "take1"}),
    ("roll", {}),
    ("offer", {"offer": "draw", "side": "white"}),
    ("offer", {"offer": "takeback", "side": "white"}),
    ("accept", {"offer": "abandon", "side": "white"}),
    ("decline", {"offer": "abandon", "side": "white"}),
    ("claim", {"reason": "move_limit"}),
    ("resign", {"side": "white"}),
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
        table = Table(secret=seed(number), players=APART, clock=Fischer(60_000, 0, Budget(20_000))).begin()
        record = table.record
        swaps.add(record.swapped)
        mover = BEN if record.swapped else ANA
        assert held(record.players, mover) == WHITE
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
    (asked,) = do(record, BEN, "offer", fields={"offer": "takeback", "side": "black"})
    assert isinstance(asked, e.Offered)
    assert asked.data.value == 2  # Ana's answer goes with it
    with refused("offer_stands"):
        do(record, BEN, "offer", fields={"offer": "takeback", "side": "black"})
    with refused("not_your_seat"):
        do(record, BEN, "accept", fields={"offer": "takeback", "side": "white"})
    (undone,) = do(record, ANA, "accept", fields={"offer": "takeback", "side": "white"})
    assert isinstance(undone, e.Undone)
    assert (undone.data.plies, undone.by) == (2, "black")
    assert (record.position.text(), record.offers) == ("20/b", [])


def test_a_request_to_take_back_is_declined_or_lapses_with_any_move() -> None:
    record = new()
    move(record, ANA)
    do(record, ANA, "offer", fields={"offer": "takeback", "side": "white"})
    do(record, BEN, "decline", fields={"offer": "takeback", "side": "black"})
    assert record.offers == []
    do(record, ANA, "offer", fields={"offer": "takeback", "side": "white"})
    move(record, BEN)
    assert record.offers == []
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


def test_a_turn_that_was_taken_back_is_thrown_again_alike() -> None:
    table = Table(players=APART).begin()
    mover, other = (BEN, ANA) if table.record.swapped else (ANA, BEN)
    roll, text = table.record.roll, table.record.position.text()
    table.do("move", sender=mover, move=str(table.record.position.legal_moves()[0]))
    table.do("offer", sender=mover, offer="takeback", side="white")
    assert types(table.do("accept", sender=other, offer="takeback", side="black")) == ["Undone"]
    assert (table.record.roll, table.record.position.text()) == (roll, text)


# --- who does not come, and who goes ----------------------------------------------------------------------------------


def test_a_game_whose_first_moves_are_not_made_is_aborted() -> None:
    record = new(clock=LIVE)
    assert record.deadline == Deadline("first_move", T0 + HALF_A_MINUTE)
    with refused("not_expired"):
        expire(record, T0 + HALF_A_MINUTE - 1)
    (ended,) = expire(record, T0 + HALF_A_MINUTE)
    assert isinstance(ended, e.Ended)
    assert (ended.data.result, ended.data.reason, ended.data.points) == ("*", "no_show", None)
    move(record, ANA, T0 + 20_000)
    assert record.deadline == Deadline("first_move", T0 + 20_000 + HALF_A_MINUTE)
    do(record, BEN, "offer", at=T0 + 30_000, fields={"offer": "draw", "side": "black"})  # is no move
    assert record.deadline == Deadline("first_move", T0 + 20_000 + HALF_A_MINUTE)
    move(record, BEN, T0 + 40_000)
    assert record.deadline == Deadline("flag", T0 + 40_000 + 60_000)
    with refused("not_expired"):
        expire(record, T0 + 10**6 // 20)
    move(record, ANA, T0 + 41_000)
    do(record, BEN, "resign", at=T0 + 41_000, fields={"side": "black"})
    assert record.deadline is None


@pytest.mark.parametrize(
    ("players", "clock"),
    [
        (APART, Correspondence(3)),
        (APART, None),
        (Players(), LIVE),
        (Players(Player(person=ANA), COMPUTER), LIVE),
        (Players(Player(person=ANA), Player()), LIVE),
    ],
)
def test_elsewhere_nobody_is_waited_for(players: Players, clock: Any) -> None:
    record = new(players, clock=clock)
    assert record.deadline is None
    with refused("not_expired"):
        expire(record, T0 + 10**9)


def test_the_flag_of_a_short_clock_falls_before_the_first_move_is_overdue() -> None:
    record = new(clock=Byoyomi(1, 5_000))
    move(record, ANA)
    assert record.deadline == Deadline("flag", T0 + 5_000)


def test_the_dice_of_the_first_turn_must_be_followed_by_a_move() -> None:
    table = Table(players=APART, clock=LIVE).begin()
    assert table.record.deadline == Deadline("first_move", 1_000_000 + HALF_A_MINUTE)


def test_whose_opponent_has_left_claims_a_win_or_a_draw() -> None:
    def left(result: str, who: UUID = ANA, gone: Seats = BLACK) -> Record:
        record = new(clock=LIVE)
        move(record, ANA)
        move(record, BEN)
        side = "white" if who == ANA else "black"
        do(record, who, "claim_left", fields={"side": side, "result": result}, left=gone)
        return record

    won, drawn, lost = left("win"), left("draw"), left("win", BEN, WHITE)
    assert won.outcome is not None
    assert won.outcome[:3] == ("1-0", "left", "H-1")
    assert drawn.outcome is not None
    assert drawn.outcome[:3] == ("1/2-1/2", "left", None)
    assert lost.outcome is not None
    assert lost.outcome.result == "0-1"
    for gone in (frozenset[Side](), WHITE):
        with refused("opponent_there"):
            left("win", gone=gone)
    early = new()
    move(early, ANA)
    with refused("only_to_abort"):
        do(early, ANA, "claim_left", fields={"side": "white", "result": "win"}, left=BLACK)


def chess(rulebook: str, position: str) -> Record:
    rules = axedrez.load(rulebook)
    record = Record(rules, Setup(rules.parse(position).text(), APART), T0)
    for who in (ANA, BEN):
        text = str(record.position.legal_moves()[0])
        do(record, who, "move", fields={"move": text})
    return record


@pytest.mark.clause("C-18")
def test_the_win_of_who_was_left_needs_what_a_flag_needs() -> None:
    pawn, king = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"
    for rulebook, position, expected in (
        ("clasico", pawn, ("1-0", "left", None)),
        ("clasico", king, ("1/2-1/2", "left", None)),
        ("chess2d", king, ("1-0", "left", None)),
    ):
        record = chess(rulebook, position)
        do(record, ANA, "claim_left", fields={"side": "white", "result": "win"}, left=BLACK)
        assert record.outcome is not None
        assert record.outcome[:3] == expected


@pytest.mark.clause("D-1")
def test_no_draw_is_claimed_where_there_are_none() -> None:
    record = chess("chess2d", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    with refused("no_agreement") as refusal:
        do(record, ANA, "claim_left", fields={"side": "white", "result": "draw"}, left=BLACK)
    assert refusal.value.details["clause"] == "D-1"
    table = Table(players=APART).begin()
    play(table, 2)
    white = table.record.players.white.person
    with refused("no_agreement"):
        table.record.decide(order(table.record, "claim_left", side="white", result="draw"), T0, WHITE, left=BLACK)
    table.record.extend(
        table.record.decide(
            order(table.record, "claim_left", side="white", result="win"),
            T0,
            held(table.record.players, white),
            table.seeds,
            left=BLACK,
        )
    )
    assert table.record.outcome is not None
    assert table.record.outcome[:2] == ("1-0", "left")


@pytest.mark.parametrize("rulebook", ["clasico", "backgammon"])
@pytest.mark.parametrize("ends", ["left", "no_show"])
def test_the_file_of_a_game_tells_how_it_ended(rulebook: str, ends: str) -> None:
    table = Table(of=axedrez.load(rulebook), players=APART, clock=LIVE).begin()
    record = table.record
    if ends == "left":
        play(table, 2)
    if ends == "left":
        asked = order(record, "claim_left", side="black", result="win")
        log = record.decide(asked, T0, BLACK, table.seeds, left=WHITE)
    else:
        log = expire(record, T0 + HALF_A_MINUTE)
    record.extend(log)
    name = "pgn" if rulebook == "clasico" else "text"
    text = gamefiles.write([transcript(record, [*table.log, *log], {})], name, axedrez.load)
    (read,) = gamefiles.GameFile(text)
    assert isinstance(read, WrittenGame)
    # PGN has no word for an end without a result.
    assert read.outcome == (None if (name, ends) == ("pgn", "no_show") else record.outcome)


# --- lag and outages ------------------------------------------------------------------------------------------------


def test_the_servers_measure_of_the_line_is_given_back_and_told() -> None:
    record = new(clock=Delay(10_000))
    (first,) = move(record, ANA, T0, lag_ms=500)
    (moved,) = move(record, BEN, T0 + 4_000, lag_ms=500)
    assert isinstance(first, e.Moved)
    assert isinstance(moved, e.Moved)
    assert (first.data.lag_ms, moved.data.lag_ms) == (0, 500)  # no time ran before the first move
    assert moved.data.clock == e.Times(10_000, 6_500)
    assert record.clock is not None
    assert (record.clock.black_lag, record.clock.white_lag) == (Lag(2_500, 500), Lag())
    move(record, ANA, T0 + 5_000)
    # Ben's next move is allowed as much before anybody else calls his flag.
    assert record.deadline == Deadline("flag", T0 + 5_000 + 6_500 + 500)
    for who in (ANA, BEN, EVA):
        with refused("flag_not_fallen"):
            do(record, who, "flag", at=T0 + 11_999)
    assert record.decide(order(record, "move", move="take1"), T0 + 11_900, BLACK, lag_ms=450)[0].by == "black"
    (ended,) = record.decide(order(record, "move", move="take1"), T0 + 11_900, BLACK, lag_ms=400)
    assert isinstance(ended, e.Ended)
    assert ended.data.reason == "time"
    # The line of another one helps nobody.
    (ended,) = record.decide(order(record, "move", move="take1"), T0 + 12_000, WHITE, lag_ms=2_000)
    assert isinstance(ended, e.Ended)


def test_taking_back_does_not_give_lag_twice() -> None:
    record = new(clock=LIVE)
    move(record, ANA, T0)
    move(record, BEN, T0 + 4_000, lag_ms=2_000)
    do(record, BEN, "offer", at=T0 + 4_000, fields={"offer": "takeback", "side": "black"})
    do(record, ANA, "accept", at=T0 + 4_000, fields={"offer": "takeback", "side": "white"})
    assert record.clock is not None
    assert (record.clock.black_ms, record.clock.black_lag) == (60_000, Lag(1_000, 2_000))
    assert record.clock.flag_at == T0 + 4_000 + 60_000 + 1_000


def test_nobodys_time_runs_without_a_server() -> None:
    record = new(clock=LIVE)
    move(record, ANA)
    move(record, BEN, T0 + 1_000)
    log = move(record, ANA, T0 + 601_000, down_ms=595_000)
    assert [(event.seq, event.by) for event in log] == [(3, None), (4, "white")]
    credited, moved = log
    assert isinstance(credited, e.Credited)
    assert isinstance(moved, e.Moved)
    assert credited.data.ms == 595_000
    assert moved.data.clock == e.Times(56_000, 60_000)
    assert record.credited(1_000, T0 + 602_000) != []
    for nonsense in (-1, 1_001, 10**9):
        with pytest.raises(ValueError, match="without a server"):
            record.credited(nonsense, T0 + 602_000)
        with pytest.raises(ValueError, match="without a server"):
            move(record, BEN, T0 + 602_000, down_ms=nonsense)


def test_who_is_waited_for_is_waited_for_longer() -> None:
    record = new(clock=LIVE)
    record.extend(record.credited(50_000, T0 + 60_000))
    assert record.deadline == Deadline("first_move", T0 + 50_000 + HALF_A_MINUTE)
    with refused("not_expired"):
        expire(record, T0 + 60_000)
    untimed = new()
    assert untimed.credited(50_000, T0 + 60_000) == []


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
