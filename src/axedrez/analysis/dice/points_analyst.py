"""Analysis of games of dice: what a turn gave away in points, what luck brought, and what was done with the cube."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from axedrez.analysis.analyst import Analyst
from axedrez.analysis.dice.answers import TurnAnswer, TurnQuestion, answer
from axedrez.analysis.dice.game_line import DiceLine
from axedrez.analysis.dice.render import DiceReport, render
from axedrez.analysis.dice.review import DiceAnalysis, result_of, review
from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.analysis.evaluation import Effort
from axedrez.analysis.evaluator import OwnEngine
from axedrez.core import History, NotAllowed
from axedrez.core.contract import Game, Position
from axedrez.core.game_record import Annotation, GameRecord
from axedrez.core.match_state import MatchState
from axedrez.engine.player import Stop

VERSION = 2
"""Counts the changes after which the same equities give another review, or one with other fields."""
HINT_PLY, HINT_S = 1, 0.7
"""A hint looks so many rolls ahead, or less far where that takes longer."""
DEEPER = 1
"""Turns are judged so much further ahead than is usual at most: a ply takes ten times longer."""


class PointsAnalyst(Analyst[DiceLine, TurnQuestion, TurnAnswer, DiceAnalysis, DiceReport]):
    """See `Analyst`."""

    capabilities = frozenset({"plies"})
    review_type = DiceAnalysis
    hint_s = HINT_S
    equities: EquityAnalyst

    def __init__(self, equities: EquityAnalyst) -> None:
        self.equities = equities

    def settled(self, game: Game, effort: Effort) -> Effort:
        """See `Analyst`."""
        return Effort(nodes=0, ply=self.equities.usual_ply(game) if effort.ply is None else effort.ply)

    def check_effort(self, game: Game, effort: Effort) -> None:
        """See `Analyst`."""
        limit = self.equities.usual_ply(game) + DEEPER
        if _ply(effort) > limit:
            raise NotAllowed("analysis_ply", limit=limit, name=game.name)

    def line(self, record: GameRecord) -> DiceLine:
        """See `Analyst`."""
        return DiceLine(record, self.equities)

    def key(self, game: Game, question: TurnQuestion, effort: Effort) -> str:
        """See `Analyst`."""
        return question.key(game, _ply(effort), self.equities.version(game))

    def answer(
        self,
        game: Game,
        question: TurnQuestion,
        effort: Effort,
        stop: Stop | None = None,
        engine: OwnEngine | None = None,
    ) -> TurnAnswer:
        """See `Analyst`."""
        return answer(self.equities, game, question, _ply(effort), stop)

    def review(self, line: DiceLine, answers: Mapping[TurnQuestion, TurnAnswer], effort: Effort) -> DiceAnalysis:
        """See `Analyst`."""
        return review(line, answers, _ply(effort))

    def report(self, line: DiceLine, review: DiceAnalysis, lang: str) -> DiceReport:
        """See `Analyst`."""
        return render(line, review, lang)

    def subject(self, line: DiceLine) -> tuple[Any, ...]:
        """See `Analyst`."""
        turns = [(turn.dice, str(turn.move), turn.state) for turn in line.turns]
        events = [(event.turn, event.side, event.act) for event in line.cube]
        outcome = None if line.outcome is None else (line.outcome.result, result_of(line.outcome))  # points: 1 or 1.0
        return VERSION, line.game.hash, line.start.text(), turns, events, line.state, outcome

    def identity(self, line: DiceLine, effort: Effort) -> tuple[Any, ...]:
        """See `Analyst`."""
        return self.equities.version(line.game), _ply(effort)

    def annotations(self, line: DiceLine, review: DiceAnalysis, lang: str) -> list[Annotation]:
        """See `Analyst`: the marked turns, with the best one beside each."""
        turns = render(line, review, lang).turns
        return [
            Annotation(verdict.ply, turn.sign, "", turn.comment, (verdict.best.move,))
            for verdict, turn in zip(review.verdicts, turns, strict=True)
            if turn.sign
        ]

    def best(
        self, position: Position, history: History, stop: Stop | None = None, state: MatchState | None = None
    ) -> str:  # fmt: skip
        """See `Analyst`."""
        return self.equities.turns(position, HINT_PLY, stop=stop, state=state)[0].move

    def written(self, position: Position, moves: Sequence[str], lang: str) -> str:
        """See `Analyst`."""
        said = list[str]()
        for text in moves:
            move = position.parse_move(text)
            said.append(position.notate(move, lang))
            position = position.play_unchecked(move)
        return " ".join(said)


def _ply(effort: Effort) -> int:
    assert effort.ply is not None  # it is settled
    return effort.ply
