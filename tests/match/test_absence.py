"""What follows when one of two persons does not come, or has left."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

import axedrez
from axedrez import gamefiles
from axedrez.core import Side
from axedrez.core.game_record import GameRecord
from axedrez.match import (
    Byoyomi,
    Correspondence,
    Deadline,
    DecisionContext,
    GameSetup,
    Player,
    Players,
    Record,
    Seats,
    decide,
    seats_of,
    transcript,
)
from axedrez.match import events as e
from tests.match.dicing import Table
from tests.match.persons import (
    ANA,
    APART,
    BEN,
    BLACK,
    COMPUTER,
    HALF_A_MINUTE,
    LIVE,
    WHITE,
    do,
    expire,
    move,
    new,
    play,
    refused,
)
from tests.match.test_record import T0, order


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
    assert record.deadline == Deadline("flag", T0 + 40_000 + 61_000)
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
    record = Record(rules, GameSetup(rules.parse(position).text(), APART), T0)
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
        decide(
            table.record,
            order(table.record, "claim_left", side="white", result="draw"),
            DecisionContext(T0, WHITE, left=BLACK),
        )
    table.record.extend(
        decide(
            table.record,
            order(table.record, "claim_left", side="white", result="win"),
            DecisionContext(T0, seats_of(table.record.players, white), table.seeds, left=BLACK),
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
        command = order(record, "claim_left", side="black", result="win")
        log = decide(record, command, DecisionContext(T0, BLACK, table.seeds, left=WHITE))
    else:
        log = expire(record, T0 + HALF_A_MINUTE)
    record.extend(log)
    name = "pgn" if rulebook == "clasico" else "text"
    text = gamefiles.write([transcript(record, [*table.log, *log], {})], name, axedrez.load)
    (read,) = gamefiles.GameFile(text)
    assert isinstance(read, GameRecord)
    # PGN has no word for an end without a result.
    assert read.outcome == (None if (name, ends) == ("pgn", "no_show") else record.outcome)
