"""A short game with everything in it, and its analysis."""

from __future__ import annotations

import io

import axedrez
from axedrez.analysis import Course, Effort, Look, Question, look
from axedrez.chess.pgn import PgnGame, read_games
from axedrez.core import History

TRAP = """[Event "Trap"]
[White "Ana"]
[Black "Luis"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 {tempting} 5. Nxf7 Qxg2 6. Rf1 Qxe4+
7. Be2 (7. Qe2 Nxc2+ {wins too}) Nf3# 0-1
"""
QUICK = Effort(nodes=4000)


def read(text: str = TRAP) -> PgnGame:
    (game,) = read_games(io.StringIO(text), axedrez.load)
    assert isinstance(game, PgnGame)
    return game


def looks(course: Course, effort: Effort = QUICK) -> dict[Question, Look]:
    return {
        asked: look(course.game.parse(asked.position), History(asked.keys), effort, asked.move)
        for asked in course.questions()
    }
