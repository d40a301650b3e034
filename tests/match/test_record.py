"""Records of a game that is no board game: every command, every refusal, replay."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axedrez.core import AxedrezError, IllegalMove, NotAllowed, Side, TextError
from axedrez.match import (
    Bronstein,
    Command,
    DecisionContext,
    Delay,
    Event,
    Fischer,
    GameSetup,
    Player,
    Players,
    Record,
    Sender,
    Stale,
    decide,
    decisions,
    opening,
    seats_of,
)
from axedrez.match.events import Ended, Moved, Refused
from axedrez.match.record import OfferAnswer
from tests.match.takeaway import Play, TakeawayGame, TakeawaySheet

COMPUTER = Player("computer", level=1)
T0 = 1_000_000


def new(*, warn: bool = False, draws: bool = True, stones: int = 21, **setup: Any) -> Record:
    game = TakeawayGame(TakeawaySheet(play=Play("warn" if warn else "prevent"), draws=draws, stones=stones))
    return Record(game, GameSetup(game.start().text(), **setup))


def order(record: Record, kind: str, /, **fields: Any) -> Command:
    data = {"type": kind, "id": str(uuid4()), "expected_seq": record.seq, **fields}
    command: Command = msgspec.convert(data, Command)
    return command


def do(record: Record, kind: str, /, *, at: int = T0, sender: Sender = None, **fields: Any) -> list[Event]:
    before = msgspec.json.encode(state(record))
    log = decide(record, order(record, kind, **fields), DecisionContext(at, seats_of(record.players, sender)))
    assert msgspec.json.encode(state(record)) == before, "decide must change nothing"
    record.extend(log)
    return log


def answer(record: Record) -> OfferAnswer | None:
    return record.answer


def awaited(record: Record) -> Side | None:
    return record.computer_awaited


def running(record: Record) -> Side | None:
    assert record.clock is not None
    return record.clock.running


def refuse(record: Record, refusal_reason: str, kind: str, /, **fields: Any) -> AxedrezError:
    with pytest.raises(AxedrezError) as refusal:
        do(record, kind, **fields)
    assert refusal.value.reason == refusal_reason
    return refusal.value


def state(record: Record) -> dict[str, Any]:
    """All that a record holds, as plain values."""
    return {
        "seq": record.seq,
        "at": record.at,
        "waiting_since": record.waiting_since,
        "moves": [(str(p.move), p.before.text(), p.after.text(), p.at, p.times) for p in record.moves],
        "position": record.position.text(),
        "history": record.history.keys,
        "offers": record.offers,
        "clock": record.clock,
        "berserk": sorted(record.berserk),
        "refusal": record.last_refusal,
        "outcome": record.outcome,
    }


def test_moves_are_played_in_turn_until_the_game_ends_by_itself() -> None:
    record = new(stones=4)
    assert [type(e).__name__ for e in do(record, "move", move="take3")] == ["Moved"]
    moved, ended = do(record, "move", move="quito1", lang="es")
    assert isinstance(moved, Moved)
    assert isinstance(ended, Ended)
    assert (moved.by, moved.seq, moved.data.move) == ("black", 2, "take1")
    assert (ended.seq, ended.data.result, ended.data.reason) == (3, "0-1", "extinction")
    assert record.turn is None
    refuse(record, "game_over", "move", move="take1")
    refuse(record, "game_over", "undo")


def test_a_sender_who_has_missed_events_is_told() -> None:
    record = new()
    do(record, "move", move="take1")
    with pytest.raises(Stale):
        decide(
            record,
            msgspec.structs.replace(order(record, "move", move="take1"), expected_seq=0),
            DecisionContext(T0, seats_of(record.players, None)),
        )


def test_wrong_tries_change_nothing_or_are_recorded_as_the_rulebook_says() -> None:
    with pytest.raises(IllegalMove):
        do(new(stones=2), "move", move="take3")
    with pytest.raises(TextError):
        do(new(warn=True), "move", move="xyzzy")
    record = new(warn=True, stones=2)
    (refused,) = do(record, "move", move="take3")
    assert isinstance(refused, Refused)
    assert (refused.by, refused.data.clause, refused.data.places) == ("white", "H-2", ["heap"])
    assert (record.turn, record.position.text()) == (Side.WHITE, "2/w")
    assert record.last_refusal is not None
    do(record, "move", move="take1")
    assert record.last_refusal is None


@pytest.mark.clause("C-17")
@pytest.mark.parametrize(("side", "result"), [("white", "0-1"), ("black", "1-0")])
@pytest.mark.parametrize("plies", [0, 1])
def test_either_side_may_resign_at_any_time(side: str, result: str, plies: int) -> None:
    record = new()
    for _ in range(plies):
        do(record, "move", move="take1")
    do(record, "resign", side=side)
    assert record.outcome is not None
    assert (record.outcome.result, record.outcome.reason) == (result, "resignation")


@pytest.mark.clause("C-21")
def test_an_offer_is_accepted_declined_or_lapses_when_the_opponent_moves() -> None:
    record = new()
    do(record, "offer", offer="draw", side="white")
    refuse(record, "offer_stands", "offer", offer="draw", side="white")
    refuse(record, "no_offer", "accept", offer="draw", side="white")
    do(record, "decline", offer="draw", side="black")
    assert answer(record) == ("draw", Side.BLACK, "declined", None)
    refuse(record, "no_offer", "accept", offer="draw", side="black")
    do(record, "offer", offer="draw", side="white")
    assert answer(record) is None
    do(record, "move", move="take1")  # White's own move leaves the offer standing
    assert record.offered("draw", Side.WHITE)
    do(record, "move", move="take1")  # Black's move answers it
    assert record.answer == ("draw", Side.BLACK, "lapsed", None)
    refuse(record, "no_offer", "accept", offer="draw", side="black")
    do(record, "offer", offer="draw", side="black")
    do(record, "accept", offer="draw", side="white")
    assert record.outcome is not None
    assert (record.outcome.result, record.outcome.reason) == ("1/2-1/2", "agreement")


def test_offering_what_the_other_has_offered_is_accepting() -> None:
    record = new()
    do(record, "offer", offer="draw", side="white")
    do(record, "offer", offer="draw", side="black")
    assert record.outcome is not None


def test_what_the_rulebook_does_not_know_is_refused_with_its_clause() -> None:
    assert refuse(new(draws=False), "no_such_claim", "offer", offer="draw", side="white").details["clause"] == "H-4"
    refuse(new(), "no_such_claim", "offer", offer="abandon", side="white")
    record = new(draws=False)
    do(record, "offer", offer="abandon", side="white")
    do(record, "accept", offer="abandon", side="black")
    assert record.outcome is not None
    assert (record.outcome.result, record.outcome.points) == ("*", None)


def test_claims_are_granted_when_the_rules_grant_them() -> None:
    record = new()
    refuse(record, "no_such_claim", "claim", reason="move_limit")
    for _ in range(6):
        do(record, "move", move="take1")
    do(record, "claim", reason="move_limit")
    assert record.outcome is not None
    assert record.outcome.reason == "move_limit"


def test_undo_goes_back_one_ply_between_people_and_to_the_human_turn_against_a_computer() -> None:
    record = new()
    refuse(record, "nothing_to_undo", "undo")
    do(record, "move", move="take1")
    do(record, "move", move="take2")
    do(record, "offer", offer="draw", side="white")
    do(record, "undo")
    assert (record.position.text(), record.offers, len(record.history)) == ("20/b", [], 1)
    refuse(record, "nothing_to_undo", "undo", plies=2)

    record = new(players=Players(Player(), COMPUTER))
    do(record, "move", move="take1")
    do(record, "move", move="take1", sender="computer")
    refuse(record, "not_your_seat", "undo", plies=1)
    do(record, "undo")
    assert record.position.text() == "21/w"

    record = new(players=Players(COMPUTER, Player()))
    do(record, "move", move="take1", sender="computer")
    refuse(record, "nothing_to_undo", "undo")
    refuse(new(casual=False), "not_casual", "undo")


def test_nobody_acts_from_the_other_ones_seat() -> None:
    record = new(players=Players(Player(), COMPUTER))
    refuse(record, "not_your_seat", "move", move="take1", sender="computer")
    refuse(record, "not_your_seat", "resign", side="black")
    do(record, "move", move="take1")
    assert awaited(record) is Side.BLACK
    refuse(record, "not_your_seat", "move", move="take1")
    do(record, "move", move="take1", sender="computer")
    assert awaited(record) is None
    do(record, "offer", offer="draw", side="white")
    assert awaited(record) is Side.BLACK
    refuse(record, "not_your_seat", "accept", offer="draw", side="black")
    do(record, "accept", offer="draw", side="black", sender="computer")
    assert awaited(record) is None


def test_a_game_may_be_aborted_before_it_has_really_begun() -> None:
    record = new()
    do(record, "move", move="take1")
    do(record, "abort")
    assert record.outcome is not None
    assert (record.outcome.result, record.outcome.reason) == ("*", "aborted")
    record = new()
    do(record, "move", move="take1")
    do(record, "move", move="take1")
    refuse(record, "too_late_to_abort", "abort")


def test_the_clock_starts_with_the_first_move_and_is_judged_at_each_command() -> None:
    record = new(clock=Fischer(10_000, 1_000))
    refuse(record, "flag_not_fallen", "flag", at=T0)
    do(record, "move", move="take1", at=T0 + 50_000)  # nobody's time has run
    do(record, "move", move="take1", at=T0 + 54_000)
    assert record.clock is not None
    assert (record.clock.white_ms, record.clock.black_ms) == (11_000, 7_000)
    assert running(record) is Side.WHITE
    (ended,) = do(record, "move", move="take1", at=T0 + 65_000)  # too late by nothing
    assert isinstance(ended, Ended)
    assert (ended.data.reason, ended.data.result, ended.by) == ("time", "0-1", "white")
    assert running(record) is None
    assert record.clock.white_ms == 0


@pytest.mark.parametrize("kind", ["flag", "undo", "abort"])
def test_any_command_after_the_flag_ends_the_game_on_time(kind: str) -> None:
    record = new(clock=Delay(1_000))
    do(record, "move", move="take1", at=T0)
    (ended,) = do(record, kind, at=T0 + 1_000)
    assert isinstance(ended, Ended)
    assert (ended.data.reason, ended.data.result) == ("time", "1-0")


def test_undo_gives_the_time_back() -> None:
    record = new(clock=Bronstein(10_000, 0))
    do(record, "move", move="take1", at=T0)
    do(record, "move", move="take1", at=T0 + 4_000)
    do(record, "undo", at=T0 + 6_000)
    assert record.clock is not None
    assert (record.clock.white_ms, record.clock.black_ms, record.clock.running) == (10_000, 10_000, Side.BLACK)
    assert record.clock.at == T0 + 6_000
    do(record, "undo", at=T0 + 6_000)
    assert record.clock.running is None


def test_the_log_never_goes_back_in_time() -> None:
    record = new()
    do(record, "move", move="take1", at=T0)
    (moved,) = do(record, "move", move="take1", at=T0 - 5_000)
    assert moved.at == T0


def test_a_game_may_begin_with_moves_played_which_cost_no_time() -> None:
    record = new(clock=Fischer(10_000, 1_000), stones=5)
    log = opening(record, ["take1", "take2"], T0)
    assert record.seq == 0
    record.extend(log)
    assert (record.position.text(), record.clock and record.clock.running) == ("2/w", None)
    finished = opening(new(stones=2), ["take2"], T0)
    assert [type(e).__name__ for e in finished] == ["Moved", "Ended"]
    with pytest.raises(NotAllowed):
        opening(new(stones=2), ["take2", "take1"], T0)
    assert [type(e).__name__ for e in opening(new(stones=0), [], T0)] == ["Ended"]


@pytest.mark.clause("D-3")
def test_programs_without_a_clock_stop_at_the_cap_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "CAP_PLIES", 5)
    record = new(players=Players(COMPUTER, COMPUTER))
    for _ in range(5):
        do(record, "move", move="take1", sender="computer")
    assert record.outcome is not None
    assert (record.outcome.result, record.outcome.reason, record.outcome.points) == ("*", "cap", None)
    people = new()
    for _ in range(7):
        do(people, "move", move="take1")
    assert people.outcome is None
    timed = new(players=Players(COMPUTER, COMPUTER), clock=Fischer(10_000))
    for _ in range(7):
        do(timed, "move", move="take1", sender="computer")
    assert timed.outcome is None


def test_no_game_is_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (decisions.MAX_PLIES, decisions.MAX_EVENTS) == (5000, 20_000)
    monkeypatch.setattr(decisions, "MAX_PLIES", 3)
    record = new()
    for _ in range(3):
        do(record, "move", move="take1")
    assert refuse(record, "game_full", "move", move="take1").details["plies"] == 3
    do(record, "offer", offer="draw", side="white")
    do(record, "accept", offer="draw", side="black")
    assert record.outcome is not None
    # Whatever else is added counts as well; what ends the game never does.
    monkeypatch.setattr(decisions, "MAX_EVENTS", 4)
    record = new(warn=True, stones=2)
    for _ in range(4):
        do(record, "move", move="take3")
    refuse(record, "game_full", "move", move="take3")
    refuse(record, "game_full", "offer", offer="draw", side="white")
    do(record, "resign", side="white")
    assert record.outcome is not None
    record = new(stones=1)
    do(record, "offer", offer="draw", side="white")
    for _ in range(3):
        do(record, "decline" if record.offers else "offer", offer="draw", side="black" if record.offers else "white")
    do(record, "move", move="take1")
    assert record.outcome is not None


def test_a_computer_answers_the_last_move_of_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "MAX_PLIES", 1)
    record = new(players=Players(black=COMPUTER))
    do(record, "move", move="take1")
    do(record, "move", move="take1", sender="computer")
    refuse(record, "game_full", "move", move="take1")
    # Two of them stop by themselves, if their clock does not stop them.
    record = new(players=Players(COMPUTER, COMPUTER), clock=Fischer(60_000, 60_000))
    do(record, "move", move="take1", sender="computer")
    assert record.outcome is not None
    assert record.outcome.reason == "cap"


def test_events_out_of_order_are_a_fault() -> None:
    record = new()
    log = decide(record, order(record, "move", move="take1"), DecisionContext(T0, seats_of(record.players, None)))
    record.extend(log)
    with pytest.raises(ValueError, match="event 1 after 1"):
        record.extend(log)


OLD_SETUP = """{"start":"21/w","players":{"white":{"kind":"human","name":"Ana","level":null},
"black":{"kind":"human","name":"","level":null}},"clock":{"kind":"bronstein","initial_ms":9000,"increment_ms":1000},
"casual":true,"match":{"game":1,"white":0,"black":0,"crawford_played":false},"dice":null}"""
OLD_LOG = """[
{"type":"moved","seq":1,"at":1000,"by":"white","data":{"move":"take1","clock":{"white_ms":9000,"black_ms":9000}}},
{"type":"offered","seq":2,"at":2000,"by":"white","data":{"offer":"draw","value":null}},
{"type":"moved","seq":3,"at":4000,"by":"black","data":{"move":"take2","clock":{"white_ms":9000,"black_ms":7000}}},
{"type":"undone","seq":4,"at":5000,"by":"black","data":{"plies":1}},
{"type":"moved","seq":5,"at":5500,"by":"black","data":{"move":"take3","clock":{"white_ms":9000,"black_ms":9000}}}
]"""


def test_what_older_versions_have_stored_is_replayed() -> None:
    setup = msgspec.json.decode(OLD_SETUP, type=GameSetup)
    assert (setup.clock, setup.players.persons) == (Bronstein(9_000, 1_000), frozenset())
    record = Record.replay(TakeawayGame(TakeawaySheet()), setup, msgspec.json.decode(OLD_LOG, type=list[Event]), 500)
    assert record.clock is not None
    assert (record.clock.white_ms, record.clock.black_ms, record.clock.running) == (9_000, 9_000, Side.WHITE)
    assert record.position.text() == "17/w"
    do(record, "move", at=6_500, move="take1")
    assert record.clock.white_ms == 9_000


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_level_in_an_old_log_is_a_label(level: int) -> None:
    person, computer = '"kind":"human","name":"","level":null', f'"kind":"computer","name":"","level":{level}'
    setup = msgspec.json.decode(OLD_SETUP.replace(person, computer), type=GameSetup)
    assert setup.players.black == Player("computer", level=level)
    record = Record.replay(TakeawayGame(TakeawaySheet()), setup, msgspec.json.decode(OLD_LOG, type=list[Event]), 500)
    assert record.position.text() == "17/w"


SIDES = st.sampled_from(["white", "black"])
OFFERS = st.sampled_from(["draw", "abandon"])
ANY_COMMAND = st.one_of(
    st.builds(lambda n: ("move", {"move": f"take{n}"}), st.integers(1, 4)),
    st.builds(lambda o, s: ("offer", {"offer": o, "side": s}), OFFERS, SIDES),
    st.builds(lambda k, o, s: (k, {"offer": o, "side": s}), st.sampled_from(["accept", "decline"]), OFFERS, SIDES),
    st.builds(lambda n: ("undo", {"plies": n}), st.none() | st.integers(1, 3)),
    st.sampled_from([("flag", {}), ("claim", {"reason": "move_limit"})]),
)


@given(
    commands=st.lists(st.tuples(ANY_COMMAND, st.integers(0, 3_000)), max_size=40),
    warn=st.booleans(),
    kind=st.sampled_from([None, Fischer, Delay, Bronstein]),
)
def test_a_record_equals_the_replay_of_its_log_through_json(commands: Any, warn: bool, kind: Any) -> None:
    record = new(warn=warn, clock=kind and kind(20_000, 1_000))
    log: list[Event] = []
    now = T0
    for (name, fields), ms in commands:
        now += ms
        before = state(record)
        try:
            log += do(record, name, at=now, **fields)
        except AxedrezError:
            assert state(record) == before
    read = msgspec.json.decode(msgspec.json.encode(log), type=list[Event])
    assert [event.seq for event in read] == list(range(1, len(read) + 1))
    assert state(Record.replay(record.game, record.setup, read)) == state(record)
