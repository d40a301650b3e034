"""Analysis that explains: what each move of a game gave away, and what would have been better (docs/analysis.md)."""

from axedrez.analysis.course import Course, Question, question
from axedrez.analysis.looking import Effort, Line, Look, look
from axedrez.analysis.puzzles import Puzzle, puzzles
from axedrez.analysis.report import Analysis, Standing, Verdict, report

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
