"""Analysis that explains: what each move of a game gave away, and what would have been better (docs/analysis.md)."""

from axedrez.analysis.evaluation import Effort, Line, Evaluation, evaluate
from axedrez.analysis.game_line import GameLine, Question, question
from axedrez.analysis.puzzles import Puzzle, puzzles
from axedrez.analysis.review import Analysis, Standing, Verdict, report

__all__ = [
    "Analysis",
    "GameLine",
    "Effort",
    "Line",
    "Evaluation",
    "Puzzle",
    "Question",
    "Standing",
    "Verdict",
    "look",
    "puzzles",
    "question",
    "report",
]
