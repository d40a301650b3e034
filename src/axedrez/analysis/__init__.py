"""Analysis, for all families: positions, their best lines, and the loss of each move of a game.

The families supply the `Analyst` (`axedrez.analysis.analyst`); docs/analysis.md explains the figures.
"""

from axedrez.analysis.evaluation import Effort, Evaluation, Line, Question
from axedrez.analysis.game_line import GameLine, Turn
from axedrez.analysis.puzzles import Puzzle, puzzles
from axedrez.analysis.review import Analysis, Standing, Verdict, review

__all__ = [
    "Analysis",
    "Effort",
    "Evaluation",
    "GameLine",
    "Line",
    "Puzzle",
    "Question",
    "Standing",
    "Turn",
    "Verdict",
    "puzzles",
    "review",
]
