"""Games that two computers play with the cube, one of which does not judge it."""

from __future__ import annotations

from typing import Any

from axedrez import engine, players
from axedrez.core import Game, Move, Side
from axedrez.engine.player import ComputerPlayer
from axedrez.match import (
    DecisionContext,
    DiceSetup,
    GameSetup,
    Player,
    Players,
    Record,
    Seeds,
    decide,
    opening,
    seats_of,
)
from axedrez.match.computer import answer
from axedrez.match.dice import commitment

COMPUTER = Player("computer", level=engine.FULL)


def at_once(*given: Any, **more: Any) -> Move:
    """The choice without looking ahead, so that many games take little time."""
    return players.choose(*given, **{**more, "nodes": 1})


class WithJudgement:
    """The computer player as it is, but for its choice `at_once`."""

    choose = staticmethod(at_once)
    accepts_draw = staticmethod(players.accepts_draw)
    doubles = staticmethod(players.doubles)
    takes = staticmethod(players.takes)
    beavers = staticmethod(players.beavers)
    accepts_resignation = staticmethod(players.accepts_resignation)


class WithoutJudgement:
    """Plays as well as the other, takes every double and never doubles."""

    choose = staticmethod(at_once)

    def accepts_draw(self, *given: Any, **more: Any) -> bool:
        return False

    def doubles(self, *given: Any, **more: Any) -> bool:
        return False

    def takes(self, *given: Any, **more: Any) -> bool:
        return True

    def beavers(self, *given: Any, **more: Any) -> bool:
        return False

    def accepts_resignation(self, *given: Any, **more: Any) -> bool:
        return False


def played(game: Game, white: ComputerPlayer, black: ComputerPlayer, number: int) -> Record:
    """The record of a whole game with the dice of a `number`."""
    secret = number.to_bytes(32, "big")
    seeds = Seeds("cube", secret)
    record = Record(
        game, GameSetup(game.start().text(), Players(COMPUTER, COMPUTER), dice=DiceSetup(commitment(secret)))
    )
    record.extend(opening(record, (), 0, seeds=seeds))
    while (side := record.computer_awaited) is not None:
        command = answer(record, side, white if side is Side.WHITE else black)
        record.extend(decide(record, command, DecisionContext(0, seats_of(record.players, "computer"), seeds)))
    return record


def gain(game: Game, number: int) -> float:
    """The points by which judgement beats its lack, on average of both seats with the same dice."""
    total = 0.0
    for judge in (Side.WHITE, Side.BLACK):
        seated: list[Any] = [WithoutJudgement(), WithoutJudgement()]
        seated[judge] = WithJudgement()
        outcome = played(game, seated[0], seated[1], number).outcome
        assert outcome is not None
        points = outcome.points or (0, 0)
        total += points[judge] - points[judge.opponent]
    return total / 2
