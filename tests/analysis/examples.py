"""A short game whose blunder nobody can miss, and its analysis."""

from __future__ import annotations

import io

import axedrez
from axedrez.analysis import GameLine, Effort, Evaluation, Question, evaluate
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


def evaluations(game_line: GameLine, effort: Effort = QUICK) -> dict[Question, Evaluation]:
    return {
        asked: evaluate(game_line.game.parse(asked.position), History(asked.keys), effort, asked.move)
        for asked in game_line.questions()
    }
