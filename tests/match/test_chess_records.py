"""Clauses of the chess rulebooks that live in the record of a game: offers, claims, flags, refusals."""

from __future__ import annotations

from typing import Any

import pytest

import axedrez
from axedrez.core import NotAllowed, Outcome, Points
from axedrez.match import Fischer, GameSetup, Player, Players, Record, decisions
from axedrez.match.events import Refused
from tests.match.test_record import T0, do, refuse

KNIGHTS_OUT_AND_BACK = ["g1f3", "g8f6", "f3g1", "f6g8"]
CHECK = ["e2e4", "f7f6", "d1h5"]
MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


def new(rulebook: str, moves: list[str] | None = None, position: str | None = None, **setup: Any) -> Record:
    game = axedrez.load(rulebook)
    start = game.parse(position) if position else game.start()
    record = Record(game, GameSetup(start.text(), **setup))
    for move in moves or []:
        do(record, "move", move=move)
    return record


def outcome(record: Record) -> Outcome:
    assert record.outcome is not None
    return record.outcome


def end(record: Record) -> tuple[str, str, str | None]:
    return outcome(record)[:3]


def test_mate_ends_the_game_in_the_same_batch() -> None:
    record = new("clasico", MATE)
    assert end(record) == ("0-1", "checkmate", "C-16")
    assert record.seq == 5


@pytest.mark.clause("C-17")
@pytest.mark.parametrize("rulebook", ["clasico", "reglamento", "chess2d"])
@pytest.mark.parametrize("side", ["white", "black"])
def test_resignation_whoever_is_to_move(rulebook: str, side: str) -> None:
    record = new(rulebook, ["e2e4"])
    do(record, "resign", side=side)
    assert end(record) == ("0-1" if side == "white" else "1-0", "resignation", "C-17")


BARE_BLACK = "7k/8/8/8/8/1Q6/8/K7 w - - 0 1"


@pytest.mark.clause("C-18")
@pytest.mark.parametrize(
    ("rulebook", "position", "ending"),
    [
        ("clasico", None, ("0-1", "time")),
        ("clasico", BARE_BLACK, ("1/2-1/2", "time")),
        ("tradicional", BARE_BLACK, ("1/2-1/2", "time")),
        ("chess2d", BARE_BLACK, ("0-1", "time")),
    ],
)
def test_a_fallen_flag_loses_unless_the_opponent_cannot_mate(
    rulebook: str, position: str | None, ending: tuple[str, str]
) -> None:
    record = new(rulebook, position=position, clock=Fischer(10_000))
    first = "e2e4" if position is None else "b3b4"
    do(record, "move", move=first, at=T0)
    do(record, "move", move="e7e5" if position is None else "h8g8", at=T0 + 1_000)
    do(record, "flag", at=T0 + 11_000)
    assert end(record)[:2] == ending


@pytest.mark.clause("C-21")
def test_agreement_in_the_classic_game() -> None:
    record = new("clasico", ["e2e4"])
    do(record, "offer", offer="draw", side="white")
    do(record, "accept", offer="draw", side="black")
    assert end(record) == ("1/2-1/2", "agreement", "C-21")


@pytest.mark.clause("D-1")
def test_chess2d_refuses_offers_of_a_draw_and_knows_no_repetition() -> None:
    record = new("chess2d", KNIGHTS_OUT_AND_BACK * 3)
    assert record.outcome is None
    refusal = refuse(record, "no_agreement", "offer", offer="draw", side="white")
    assert isinstance(refusal, NotAllowed)
    assert refusal.clause == "D-1"
    assert "D-1" in str(refusal)
    refuse(record, "no_such_claim", "claim", reason="repetition")


@pytest.mark.clause("D-2b")
def test_chess2d_may_be_abandoned_by_consent() -> None:
    record = new("chess2d", ["e2e4"])
    do(record, "offer", offer="abandon", side="black")
    assert record.outcome is None
    do(record, "accept", offer="abandon", side="white")
    assert end(record) == ("*", "abandoned", "D-2b")
    assert outcome(record).points is None
    refuse(new("clasico"), "no_abandoned", "offer", offer="abandon", side="white")


@pytest.mark.clause("D-3")
def test_programs_in_chess2d_stop_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "CAP_PLIES", 8)
    computer = Player("computer", level=1)
    record = new("chess2d", players=Players(computer, computer))
    for move in KNIGHTS_OUT_AND_BACK * 2:
        do(record, "move", move=move, sender="computer")
    assert end(record) == ("*", "cap", "D-3")


@pytest.mark.clause("T-3")
def test_a_try_that_leaves_the_king_in_check_is_recorded_with_the_checking_piece() -> None:
    record = new("tradicional", CHECK, clock=Fischer(100_000))
    before = record.clock
    (refused,) = do(record, "move", move="b8c6", at=T0 + 5_000)
    assert isinstance(refused, Refused)
    assert (refused.by, refused.data.clause, refused.data.places) == ("black", "T-3", ["h5"])
    assert record.position.turn.word == "black"
    assert record.clock == before  # it costs nothing but the clock, which runs on
    do(record, "move", move="g7g6", at=T0 + 6_000)
    assert record.last_refusal is None
    assert record.clock is not None
    assert record.clock.black_ms == 94_000


@pytest.mark.clause("T-3")
@pytest.mark.parametrize("rulebook", ["clasico", "reglamento", "chess2d"])
def test_elsewhere_such_a_try_is_refused_and_not_recorded(rulebook: str) -> None:
    record = new(rulebook, CHECK)
    with pytest.raises(axedrez.IllegalMove) as refusal:
        do(record, "move", move="b8c6")
    assert refusal.value.places == ("h5",)
    assert record.seq == 3


@pytest.mark.clause("C-22")
def test_the_third_occurrence_ends_the_classic_game_by_itself() -> None:
    record = new("clasico", KNIGHTS_OUT_AND_BACK * 2)
    assert end(record) == ("1/2-1/2", "repetition", "C-22")


@pytest.mark.clause("C-22")
def test_a_takeback_takes_the_occurrence_back_too() -> None:
    record = new("clasico", [*KNIGHTS_OUT_AND_BACK, "g1f3", "g8f6", "f3g1"])
    do(record, "undo", plies=4)
    do(record, "move", move="f6g8")
    assert record.outcome is None


@pytest.mark.clause("T-8")
def test_in_the_traditional_game_the_player_to_move_claims_the_repetition() -> None:
    record = new("tradicional", KNIGHTS_OUT_AND_BACK)
    refuse(record, "no_such_claim", "claim", reason="repetition")
    for move in KNIGHTS_OUT_AND_BACK:
        do(record, "move", move=move)
    assert record.outcome is None
    do(record, "claim", reason="repetition")
    assert end(record) == ("1/2-1/2", "repetition", "T-8")


@pytest.mark.clause("T-5")
def test_points_are_recorded_with_the_end() -> None:
    record = new("tradicional", MATE)
    assert record.outcome is not None
    assert record.outcome.points == Points(0, 1)
    drawn = new("tradicional")
    do(drawn, "offer", offer="draw", side="white")
    do(drawn, "accept", offer="draw", side="black")
    assert drawn.outcome is not None
    assert drawn.outcome.points == Points(0.5, 0.5)


@pytest.mark.clause("T-3")
def test_illegal_tries_do_not_fill_the_log() -> None:
    record = new("tradicional", CHECK)
    for number in range(decisions.MAX_REFUSED):
        assert do(record, "move", move="b8c6")[0].by == "black", number
    seq = record.seq
    for _ in range(3):
        with pytest.raises(axedrez.IllegalMove) as refusal:
            do(record, "move", move="b8c6")
        assert refusal.value.places == ("h5",)
    assert record.seq == seq
    do(record, "move", move="g7g6")
    do(record, "move", move="h5g6")
    assert record.seq == seq + 2, "the game goes on"
