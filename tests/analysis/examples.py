"""A short game whose blunder nobody can miss, and its analysis."""

from __future__ import annotations

import io

import axedrez
from axedrez.chess.analysis import Course, Effort, Look, Question, look
from axedrez.chess.notation.pgn.reading import PgnGame, read_games
from axedrez.core import History

SCHOLAR = """[Event "Scholar's mate"]
[White "Ana"]
[Black "Luis"]
[Result "1-0"]

1. e4 e5 2. Bc4 (2. Nf3 {is usual}) Nc6 3. Qh5 {tempting} Nf6 4. Qxf7# 1-0
"""
QUICK = Effort(nodes=2000)


def read(text: str = SCHOLAR) -> PgnGame:
    (game,) = read_games(io.StringIO(text), axedrez.load)
    assert isinstance(game, PgnGame)
    return game


def looks(course: Course, effort: Effort = QUICK) -> dict[Question, Look]:
    return {
        asked: look(course.game.parse(asked.position), History(asked.keys), effort, asked.move)
        for asked in course.questions()
    }
