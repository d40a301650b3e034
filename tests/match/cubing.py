"""Games that two computers play with the cube, one of which does not judge it."""

from __future__ import annotations

from typing import Any

from axedrez import engine
from axedrez.core import Game, Side
from axedrez.match import DiceSetup, Player, Players, Record, Seeds, Setup, held
from axedrez.match.computer import Mind, answer
from axedrez.match.dice import commitment

COMPUTER = Player("computer", level=engine.FULL)


class WithoutJudgement:
    """Plays as well as the other, takes every double and never doubles."""

    choose = staticmethod(engine.choose)

    def accepts_draw(self, *given: Any, **more: Any) -> bool:
        return False

    def doubles(self, *given: Any, **more: Any) -> bool:
        return False

    def takes(self, *given: Any, **more: Any) -> bool:
        return True

    def accepts_resignation(self, *given: Any, **more: Any) -> bool:
        return False


def played(game: Game, white: Mind, black: Mind, number: int) -> Record:
    """The record of a whole game with the dice of a `number`."""
    secret = number.to_bytes(32, "big")
    seeds = Seeds("cube", secret)
    record = Record(game, Setup(game.start().text(), Players(COMPUTER, COMPUTER), dice=DiceSetup(commitment(secret))))
    record.extend(record.opening((), 0, seeds=seeds))
    while (side := record.computer_awaited) is not None:
        command = answer(record, side, white if side is Side.WHITE else black)
        record.extend(record.decide(command, 0, held(record.players, "computer"), seeds))
    return record


def gain(game: Game, number: int) -> float:
    """The points by which judgement beats its lack, on average of both seats with the same dice."""
    total = 0.0
    for judge in (Side.WHITE, Side.BLACK):
        minds: list[Any] = [WithoutJudgement(), WithoutJudgement()]
        minds[judge] = engine
        outcome = played(game, minds[0], minds[1], number).outcome
        assert outcome is not None
        points = outcome.points or (0, 0)
        total += points[judge] - points[judge.opponent]
    return total / 2
