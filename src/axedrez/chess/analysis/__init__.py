"""Analysis that explains: what each move of a game gave away, and what would have been better (docs/analysis.md)."""

from axedrez.chess.analysis.evaluation import Effort, Line, Look, look
from axedrez.chess.analysis.line import Course, Question, question
from axedrez.chess.analysis.puzzles import Puzzle, puzzles
from axedrez.chess.analysis.report import Analysis, Standing, Verdict, report

__all__ = [
    "Analysis",
    "Course",
    "Effort",
    "Line",
    "Look",
    "Puzzle",
    "Question",
    "Standing",
    "Verdict",
    "look",
    "puzzles",
    "question",
    "report",
]
