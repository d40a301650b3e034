"""Positions analysed in processes of their own."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial

from axedrez.analysis.evaluation import Effort, Evaluation, evaluate
from axedrez.analysis.game_line import Question
from axedrez.core import History
from axedrez.engine.player import Stop
from axedrez.processes import Pool, thawed


def pool(processes: int) -> Pool:
    """Worker processes for `evaluations`."""
    return Pool(processes, "analysis_worker")


def evaluations(
    workers: Pool, sheet: str, questions: Sequence[Question], effort: Effort, stop: Stop
) -> Generator[tuple[Question, Evaluation], None, None]:
    """The answers about positions of a `sheet` (`frozen`), as they are found; see `Pool.map`."""
    return workers.map(partial(_look, sheet, effort), questions, stop)


def _look(sheet: str, effort: Effort, question: Question, halt: Stop) -> Evaluation | None:
    """In a worker."""
    position = thawed(sheet).parse(question.position)
    found = evaluate(position, History(question.keys), effort, question.move, halt)  # type: ignore[arg-type]
    return None if halt.is_set() else found
