"""The analyst of every game: each family's own. Importing this is cheap: kernels are loaded by the first evaluation."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from axedrez.analysis.analyst import Analyst, OwnEngine
from axedrez.analysis.dice import DiceAnalysis, DiceLine, TurnAnswer, TurnQuestion
from axedrez.analysis.dice import answer as judged
from axedrez.analysis.dice import review as dice_review
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.analysis.evaluation import NODES, Effort, Evaluation, Question
from axedrez.analysis.game_line import GameLine
from axedrez.analysis.review import Analysis, review
from axedrez.core import AxedrezError, Game, History, Position
from axedrez.core.contract import OwnMove
from axedrez.core.game_record import GameRecord
from axedrez.engine.player import Stop
from axedrez.library import FAMILIES

if TYPE_CHECKING:
    from axedrez.processes import Pool


def analyst_of(game: Game) -> Analyst:
    """The analyst of a game. Raises `AxedrezError` (`analysis_family`) for games of a family without one."""
    family = FAMILIES.get(game.family)
    analyst = family.analyst() if family else None
    if analyst is None:
        raise AxedrezError("analysis_family", name=game.name)
    return analyst


def equity_analyst_of(game: Game) -> EquityAnalyst | None:
    """What judges the positions of a game in points; None for a game that is not one of dice."""
    family = FAMILIES.get(game.family)
    return family.equity_analyst() if family else None


def analyse(game: GameRecord, *, nodes: int = NODES, ply: int | None = None) -> Analysis | DiceAnalysis:
    """What each move of a game gave away, and what would have been better (docs/analysis.md).

    A game of dice gives a `DiceAnalysis`, whose turns are judged `ply` throws ahead (None: as is usual there). In
    other games `nodes` are searched for each position, one after the other. The same number gives the same analysis.
    Raises `AxedrezError` for a game of a family that cannot be analysed, or one that is too long.

    >>> import axedrez
    >>> [record] = axedrez.read_games("1. f3 e5 2. g4 Qh4# 0-1")
    >>> [verdict.grade for verdict in analyse(record, nodes=2000).verdicts][-2:]
    ['blunder', 'best']
    """
    if (judge := equity_analyst_of(game.start.game)) is not None:
        dice = DiceLine(game, judge)
        ply = judge.usual_ply(dice.game) if ply is None else ply
        return dice_review(dice, {each: judged(judge, dice.game, each, ply) for each in dice.questions()}, ply)
    line = game_line(game.start, game.moves())
    return review(line, {each: answer(line.game, each, Effort(nodes=nodes)) for each in line.questions()})


def dice_line(game: GameRecord) -> DiceLine:
    """The line of a game of dice. Raises `AxedrezError` like `analyse`, also for a game without dice."""
    judge = equity_analyst_of(game.start.game)
    if judge is None:
        raise AxedrezError("analysis_family", name=game.start.game.name)
    return DiceLine(game, judge)


def game_line(start: Position, moves: Iterable[OwnMove] = ()) -> GameLine:
    """The line of a game from `start` through legal moves, throws among them. Raises `AxedrezError` like `analyse`."""
    return GameLine(start, moves, analyst_of(start.game))


def answer(
    game: Game, question: Question, effort: Effort, stop: Stop | None = None, engine: OwnEngine | None = None
) -> Evaluation:
    """The evaluation of a position; see `Analyst.evaluate`."""
    position, history = game.parse(question.position), History(question.keys)
    return analyst_of(game).evaluate(position, history, effort, question.move, stop, engine)


def pool(processes: int) -> Pool:
    """Worker processes for `answers`."""
    from axedrez.processes import Pool  # imports multiprocessing, which most programs never need

    return Pool(processes, "analysis_worker")


def answers(
    workers: Pool, sheet: str, questions: Sequence[Question], effort: Effort, stop: Stop
) -> Generator[tuple[Question, Evaluation], None, None]:
    """The evaluations of positions of a `sheet` (`frozen`), as they are found; see `Pool.map`."""
    return workers.map(partial(_answer, sheet, effort), questions, stop)


def _answer(sheet: str, effort: Effort, question: Question, halt: Stop) -> Evaluation | None:
    """Runs in a worker."""
    from axedrez.processes import thawed

    found = answer(thawed(sheet), question, effort, halt)
    return None if halt.is_set() else found


def turn_answers(
    workers: Pool, sheet: str, questions: Sequence[TurnQuestion], ply: int, stop: Stop
) -> Generator[tuple[TurnQuestion, TurnAnswer], None, None]:
    """The judgements of turns of a `sheet` (`frozen`), as they are found; see `Pool.map`."""
    return workers.map(partial(_turn_answer, sheet, ply), questions, stop)


def _turn_answer(sheet: str, ply: int, question: TurnQuestion, halt: Stop) -> TurnAnswer | None:
    """Runs in a worker."""
    from axedrez.processes import thawed

    game = thawed(sheet)
    judge = equity_analyst_of(game)
    assert judge is not None
    found = judged(judge, game, question, ply, halt)
    return None if halt.is_set() else found
