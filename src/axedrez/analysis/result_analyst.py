"""Analysis by search: what a move gave away of the expected result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from axedrez.analysis.analyst import Analyst
from axedrez.analysis.evaluation import SINGLE, Effort, Evaluation, Question
from axedrez.analysis.evaluator import Evaluator, OwnEngine
from axedrez.analysis.game_line import GameLine
from axedrez.analysis.render import Report, annotate, render
from axedrez.analysis.review import Analysis, review
from axedrez.core import History
from axedrez.core.contract import Game, Position
from axedrez.core.game_record import Annotation, GameRecord
from axedrez.core.match_state import MatchState
from axedrez.engine.player import Stop

VERSION = 1
"""Counts the changes after which the same moves get another review, or one with other fields."""


class ResultAnalyst(Analyst[GameLine, Question, Evaluation, Analysis, Report]):
    """See `Analyst`."""

    capabilities = frozenset({"annotations", "engines", "puzzles", "search"})
    review_type = Analysis
    hint_s = 10.0
    evaluator: Evaluator

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def settled(self, game: Game, effort: Effort) -> Effort:
        """See `Analyst`."""
        return msgspec.structs.replace(effort, ply=None)

    def line(self, record: GameRecord) -> GameLine:
        """See `Analyst`."""
        return GameLine(record.start, record.moves(), self.evaluator)

    def key(self, game: Game, question: Question, effort: Effort) -> str:
        """See `Analyst`."""
        return question.key(game, effort)

    def answer(
        self,
        game: Game,
        question: Question,
        effort: Effort,
        stop: Stop | None = None,
        engine: OwnEngine | None = None,
    ) -> Evaluation:
        """See `Analyst`."""
        position, history = game.parse(question.position), History(question.keys)
        return self.evaluator.evaluate(position, history, effort, question.move, stop, engine)

    def review(self, line: GameLine, answers: Mapping[Question, Evaluation], effort: Effort) -> Analysis:
        """See `Analyst`."""
        return review(line, answers)

    def report(self, line: GameLine, review: Analysis, lang: str) -> Report:
        """See `Analyst`."""
        return render(line, review, lang)

    def subject(self, line: GameLine) -> tuple[Any, ...]:
        """See `Analyst`."""
        moves = [str(turn.move) for turn in line.turns]
        return VERSION, line.game.hash, line.start.text(), line.end.text(), moves

    def identity(self, line: GameLine, effort: Effort) -> tuple[Any, ...]:
        """See `Analyst`."""
        return (effort,)

    def annotations(self, line: GameLine, review: Analysis, lang: str) -> list[Annotation]:
        """See `Analyst`."""
        return annotate(line, review, render(line, review, lang))

    def best(
        self, position: Position, history: History, stop: Stop | None = None, state: MatchState | None = None
    ) -> str:  # fmt: skip
        """See `Analyst`."""
        return self.evaluator.evaluate(position, history, SINGLE, stop=stop).lines[0].moves[0]

    def written(self, position: Position, moves: Sequence[str], lang: str) -> str:
        """See `Analyst`."""
        return self.evaluator.written(position, moves, lang)

    def threatening(self, position: Position) -> Position | None:
        """See `Analyst`."""
        return self.evaluator.passed(position)
