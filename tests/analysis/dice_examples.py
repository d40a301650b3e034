"""Games of dice for the tests of their analysis, and a slow plain twin of it that knows `estimate` alone."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, cast

import axedrez
from axedrez import GameRecord, analysts
from axedrez.analysis.dice import DiceAnalysis, DiceLine, TurnAnswer, TurnQuestion
from axedrez.analysis.dice import answer as judged
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.core.contract import Position
from axedrez.core.dice import ROLLS
from axedrez.core.outcome import Outcome


def analyst(name: str = "backgammon") -> EquityAnalyst:
    found = analysts.equities_of(axedrez.load(name))
    assert found is not None
    return found


@cache
def played(name: str, turns: int, seed: int, careless: float = 0.5) -> GameRecord:
    """A game of so many turns at most: the best turn, or with the chance `careless` any."""
    lots, judge = random.Random(seed), analyst(name)
    position = cast(Any, axedrez.load(name).start())
    start, moves = position, list[Any]()
    while len(moves) < 2 * turns and position.outcome() is None:
        rolls = [roll for roll, _ in ROLLS if moves or roll.high != roll.low]
        moves.append(lots.choice(rolls))
        rolled = position.play(moves[-1])
        any_turn = lots.random() < careless
        moves.append(lots.choice(rolled.legal_moves()) if any_turn else rolled.parse_move(judge.turns(rolled)[0].move))
        position = rolled.play(moves[-1])
    return GameRecord.from_moves(start, moves)


def dice_line(record: GameRecord) -> DiceLine:
    line: DiceLine = analysts.analyst_of(record.start.game).line(record)
    return line


def answers(line: DiceLine, ply: int = 0) -> dict[TurnQuestion, TurnAnswer]:
    return {each: judged(line.analyst, line.game, each, ply) for each in line.questions()}


def analysed(record: GameRecord, ply: int = 0) -> DiceAnalysis:
    found = axedrez.analyse(record, ply=ply)
    assert isinstance(found, DiceAnalysis)
    return found


def ended(record: GameRecord, result: str, reason: str, white: float, black: float) -> GameRecord:
    """The same game ended by its players."""
    return record._replace(outcome=Outcome(result, reason, None, axedrez.core.Points(white, black)))  # type: ignore[arg-type]


class Twin:
    """Losses and luck by the definitions, from nothing but what positions before a roll are worth."""

    def __init__(self, name: str) -> None:
        self.judge = analyst(name)
        self.worths: dict[str, float] = {}

    def worth(self, after: Position) -> float:
        """What the end of a turn is worth to the side that played it."""
        text = after.text()
        if text not in self.worths:
            self.worths[text] = -self.judge.estimate(after).equity
        return self.worths[text]

    def best(self, rolled: Position) -> float:
        return max(self.worth(rolled.play(move)) for move in rolled.legal_moves())

    def loss(self, rolled: Position, move: Any) -> float:
        return self.best(rolled) - self.worth(rolled.play(move))

    def luck(self, before: Position, roll: Any, *, opening: bool) -> float:
        """Doubles count once, other rolls twice; nobody opens a game with a double."""
        total = weight = 0.0
        for each, _ in ROLLS:
            if opening and each.high == each.low:
                continue
            times = 1 if each.high == each.low else 2
            total += times * self.best(before.play(each))
            weight += times
        return self.best(before.play(roll)) - total / weight
