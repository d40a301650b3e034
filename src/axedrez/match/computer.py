"""What a computer player does when a game waits for it. Pure like the rest of the room: the judgement is passed in."""

from __future__ import annotations

import threading
from typing import Protocol
from uuid import uuid4

from axedrez.core import History, Move, Position, Side
from axedrez.core.match_state import MatchState
from axedrez.match import commands as c
from axedrez.match.record import Record


class Mind(Protocol):
    """A judgement of games (`axedrez.search` is one). Its methods may be called in any thread."""

    def choose(
        self, position: Position, history: History, *, level: int, time_ms: int | None, stop: threading.Event | None
    ) -> Move:
        """The move to play; soon after `stop` is set any legal one. `time_ms` is the most it may take."""

    def accepts_draw(self, position: Position, history: History, *, side: Side, level: int) -> bool:
        """Whether `side` is content with an end without a winner."""

    def doubles(self, position: Position, state: MatchState, *, side: Side) -> bool:
        """Whether `side`, which may, does well to double."""

    def takes(self, position: Position, state: MatchState, *, side: Side) -> bool:
        """Whether `side` does well to take a double; `state` is that before it."""

    def accepts_resignation(self, position: Position, state: MatchState, *, side: Side, points: int) -> bool:
        """Whether `side` is content with a resignation for `points`, times the cube."""


def answer(
    record: Record, side: Side, mind: Mind, time_ms: int | None = None, stop: threading.Event | None = None
) -> c.Command:
    """The command of the computer player of `side`, for which `record` waits (`Record.computer_awaited`)."""
    position, history, seq = record.position, record.history, record.seq
    level = record.players.at(side).level or 1
    word: c.SideWord = "white" if side is Side.WHITE else "black"
    asked = next((offer for offer in record.offers if offer.by is side.opponent), None)
    if asked is not None:
        match asked.offer:
            case "double":
                agrees = mind.takes(position, record.match_state, side=side)
            case "resignation":
                points = asked.value or 0
                agrees = mind.accepts_resignation(position, record.match_state, side=side, points=points)
            case _:
                agrees = mind.accepts_draw(position, history, side=side, level=level)
        kind = c.Accept if agrees else c.Decline
        return kind(id=uuid4(), expected_seq=seq, offer=asked.offer, side=word)
    if position.turn is Side.CHANCE:
        if record.may_double(side) and mind.doubles(position, record.match_state, side=side):
            return c.Offer(id=uuid4(), expected_seq=seq, offer="double", side=word)
        return c.Roll(id=uuid4(), expected_seq=seq)
    claims = position.claims(history)
    if claims and mind.accepts_draw(position, history, side=side, level=level):
        return c.MakeClaim(id=uuid4(), expected_seq=seq, reason=claims[0].reason)
    move = mind.choose(position, history, level=level, time_ms=time_ms, stop=stop)
    return c.PlayMove(id=uuid4(), expected_seq=seq, move=str(move))
