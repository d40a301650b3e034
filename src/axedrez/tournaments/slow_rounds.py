"""Rounds that take days: when a board is played, and what becomes of boards that were not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments.field import PairingResult
from axedrez.tournaments.state import Arrangement, Tournament, Who


def arranged(state: Tournament, command: c.Arrange, who: Who, now: int) -> list[e.Act]:
    """A time that a player proposes, or to which the other one agrees. Raises `NotAllowed`.

    A time that is agreed holds until another one is. It has to be within the time of the round.
    """
    index, board = command.round, command.board
    players = state.players(index, board)
    if index != len(state.rounds) or state.result(index, board) is not None:
        raise NotAllowed("tournament_decided", round=index, board=board)
    end = state.round_ends_at
    if command.at <= now or (end is not None and command.at > end):
        raise NotAllowed("tournament_time")
    mine = state.of(who.person) if command.entry is None else state.named(command.entry, who)
    if mine is None or mine.number not in players:
        if command.entry is not None or not state.may_organize(who):
            raise NotAllowed("tournament_not_yours", round=index, board=board)
        return [e.TimeAgreed(round=index, board=board, at=command.at)]
    before = state.times.get((index, board), Arrangement())
    if before.proposed != command.at:
        return [e.TimeProposed(round=index, board=board, entry=mine.entry, at=command.at)]
    return [] if before.by == mine.entry else [e.TimeAgreed(round=index, board=board, at=command.at)]


def expired(state: Tournament, came: Mapping[int, Literal["white", "black"]], now: int) -> list[e.Act]:
    """The results of boards that were not played in the time of the round. Raises `NotAllowed` before its end."""
    end = state.round_ends_at
    if end is None or now < end or state.last is None:
        raise NotAllowed("tournament_round_time")
    found: list[e.Act] = []
    for board, pairing in enumerate(state.last.round.pairings, 1):
        if pairing.result is not None:
            continue
        result: PairingResult = "---"
        if state.set.unplayed == "who-came-wins" and board in came:
            result = "+--" if came[board] == "white" else "--+"
        found.append(e.ResultSet(round=len(state.rounds), board=board, result=result, by_hand=True))
    return found
