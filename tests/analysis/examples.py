"""A short game with an obvious blunder, and its analysis."""

from __future__ import annotations

import axedrez
from axedrez import GameRecord, analysts
from axedrez.analysis import Effort, Evaluation, GameLine, Question

SCHOLAR = """[Event "Scholar's mate"]
[White "Ana"]
[Black "Luis"]
[Result "1-0"]

1. e4 e5 2. Bc4 (2. Nf3 {is usual}) Nc6 3. Qh5 {tempting} Nf6 4. Qxf7# 1-0
"""
QUICK = Effort(nodes=2000)


def read(text: str = SCHOLAR) -> GameRecord:
    (game,) = axedrez.read_games(text)
    assert isinstance(game, GameRecord)
    return game


def line_of(game: GameRecord) -> GameLine:
    line: GameLine = analysts.analyst_of(game.start.game).line(game)
    return line


def evaluations(line: GameLine, effort: Effort = QUICK) -> dict[Question, Evaluation]:
    analyst = analysts.analyst_of(line.game)
    return {question: analyst.answer(line.game, question, effort) for question in line.questions()}
