"""Two persons, each at their own screen, for the tests of online play."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from axedrez.core import NotAllowed, Side
from axedrez.match import (
    DecisionContext,
    Event,
    Expire,
    Fischer,
    GameSetup,
    Player,
    Players,
    Record,
    Sender,
    decide,
    seats_of,
)
from tests.match.dicing import Table
from tests.match.takeaway import TakeawayGame, TakeawaySheet
from tests.match.test_record import T0, order

ANA, BEN, EVA = (UUID(int=number) for number in (1, 2, 3))
COMPUTER = Player("computer", level=1)
APART = Players(Player(name="Ana", person=ANA), Player(name="Ben", person=BEN))
WHITE, BLACK, BOTH = frozenset({Side.WHITE}), frozenset({Side.BLACK}), frozenset({Side.WHITE, Side.BLACK})
LIVE = Fischer(60_000, 1_000)
HALF_A_MINUTE = 30_000


def new(players: Players = APART, **setup: Any) -> Record:
    game = TakeawayGame(TakeawaySheet())
    return Record(game, GameSetup(game.start().text(), players, **setup), T0)


def do(record: Record, who: Sender, kind: str, /, *, at: int = T0, fields: Any = None, **known: Any) -> list[Event]:
    log = decide(
        record, order(record, kind, **(fields or {})), DecisionContext(at, seats_of(record.players, who), **known)
    )
    record.extend(log)
    return log


def move(record: Record, who: Sender, at: int = T0, **known: Any) -> list[Event]:
    return do(record, who, "move", at=at, fields={"move": "take1"}, **known)


def expire(record: Record, at: int) -> list[Event]:
    return decide(record, Expire(id=UUID(int=9), expected_seq=record.seq), DecisionContext(at, frozenset()))


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
