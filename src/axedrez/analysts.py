"""The analyst of every game: each family's own. Importing this is cheap: kernels are loaded by the first evaluation."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from axedrez.analysis.analyst import AnyAnalyst
from axedrez.analysis.dice import DiceAnalysis
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.analysis.evaluation import NODES, Effort
from axedrez.analysis.evaluator import Evaluator
from axedrez.analysis.review import Analysis
from axedrez.core import AxedrezError, Game
from axedrez.core.game_record import GameRecord
from axedrez.engine.player import Stop
from axedrez.library import FAMILIES

if TYPE_CHECKING:
    from axedrez.processes import Pool


def analyst_of(game: Game) -> AnyAnalyst:
    """The analyst of a game. Raises `AxedrezError` (`analysis_family`) for games of a family without one."""
    family = FAMILIES.get(game.family)
    analyst = family.analyst() if family else None
    if analyst is None:
        raise AxedrezError("analysis_family", name=game.name)
    return analyst


def evaluator_of(game: Game) -> Evaluator:
    """What searches the positions of a game. Raises `AxedrezError` (`analysis_family`) where nothing does."""
    evaluator = analyst_of(game).evaluator
    if evaluator is None:
        raise AxedrezError("analysis_family", name=game.name)
    return evaluator


def equities_of(game: Game) -> EquityAnalyst | None:
    """What judges the positions of a game in points; None where nothing does."""
    family = FAMILIES.get(game.family)
    analyst = family.analyst() if family else None
    return analyst.equities if analyst else None


def analyse(game: GameRecord, *, nodes: int = NODES, ply: int | None = None) -> Analysis | DiceAnalysis:
    """What each move of a game gave away, and what would have been better (docs/analysis.md).

    A game of dice gives a `DiceAnalysis`, whose turns are judged `ply` rolls ahead (None: as is usual there). In
    other games `nodes` are searched for each position, one after the other. The same number gives the same analysis.
    Raises `AxedrezError` for a game of a family that cannot be analysed, or one that is too long.

    >>> import axedrez
    >>> [record] = axedrez.read_games("1. f3 e5 2. g4 Qh4# 0-1")
    >>> [verdict.grade for verdict in analyse(record, nodes=2000).verdicts][-2:]
    ['blunder', 'best']
    """
    rules = game.start.game
    analyst = analyst_of(rules)
    line, effort = analyst.line(game), analyst.settled(rules, Effort(nodes=nodes, ply=ply))
    found: Analysis | DiceAnalysis = analyst.review(
        line, {each: analyst.answer(rules, each, effort) for each in line.questions()}, effort
    )
    return found


def pool(processes: int) -> Pool:
    """Worker processes for `answers`."""
    from axedrez.processes import Pool  # imports multiprocessing, which most programs never need

    return Pool(processes, "analysis_worker")


def answers(
    workers: Pool, sheet: str, questions: Sequence[Any], effort: Effort, stop: Stop
) -> Generator[tuple[Any, Any], None, None]:
    """The answers to questions about games of a `sheet` (`frozen`), as they are found; see `Pool.map`."""
    return workers.map(partial(_answer, sheet, effort), questions, stop)


def _answer(sheet: str, effort: Effort, question: Any, halt: Stop) -> Any:
    """Runs in a worker."""
    from axedrez.processes import thawed

    game = thawed(sheet)
    found = analyst_of(game).answer(game, question, effort, halt)
    return None if halt.is_set() else found
