"""The line of a game for analysis: its moves, the positions before them, and which of those to evaluate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from axedrez.analysis.evaluation import Question
from axedrez.analysis.evaluator import Evaluator
from axedrez.core import AxedrezError, History, Move, Outcome, Position, Side
from axedrez.core.contract import OwnMove

MAX_PLIES = 1000
"""Longer games are not analysed."""


class Turn(NamedTuple):
    """A move that was played, the position and the history before it, and the position after it.

    `question` is about the position before. `alone` is about this move only, needed where chance acts next, since then
    the evaluation of the next position does not give the value of the move; None elsewhere.
    """

    before: Position
    history: History
    move: Move
    after: Position
    question: Question
    alone: Question | None


class GameLine:
    """A game from its start through its moves. `final` is the question about its end if that is not over."""

    def __init__(self, start: Position, moves: Iterable[OwnMove], evaluator: Evaluator) -> None:
        """`moves`: legal ones, rolls of chance among them. Raises `AxedrezError` for a game that is too long."""
        self.start = start
        self.game = start.game
        self.evaluator = evaluator
        self.turns: list[Turn] = []
        position, history = start, History()
        for move in moves:
            after = position.play_unchecked(move)
            if position.turn is not Side.CHANCE:
                if len(self.turns) == MAX_PLIES:
                    raise AxedrezError("analysis_long", limit=MAX_PLIES)
                alone = self._question(position, history, str(move)) if after.turn is Side.CHANCE else None
                self.turns.append(
                    Turn(position, history, move, after, self._question(position, history), alone),
                )
                history = history.after(position)
            position = after
        self.end, self.history = position, history
        self.outcome: Outcome | None = position.outcome(history)
        goes_on = self.outcome is None and position.turn is not Side.CHANCE and position.legal_moves()
        self.final = self._question(position, history) if goes_on else None

    @property
    def positions(self) -> list[Position]:
        """The positions before its turns."""
        return [turn.before for turn in self.turns]

    def questions(self) -> list[Question]:
        """All positions to evaluate, without duplicates."""
        return list(dict.fromkeys(self._asked()))

    def _asked(self) -> Iterator[Question]:
        for turn in self.turns:
            yield turn.question
            if turn.alone is not None:
                yield turn.alone
        if self.final is not None:
            yield self.final

    def _question(self, position: Position, history: History, move: str | None = None) -> Question:
        return question(self.evaluator, position, history, move)


def question(evaluator: Evaluator, position: Position, history: History, move: str | None = None) -> Question:
    """The question about a position, or about one `move` in it."""
    return Question(position.text(), evaluator.repeatable(position, history), move)
