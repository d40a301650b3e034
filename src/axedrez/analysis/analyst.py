"""The analyst that a family supplies: one interface for all who analyse games.

There are two ways to judge moves. `ResultAnalyst` searches positions and weighs expected results; `PointsAnalyst`
judges turns with dice by what they are worth in points. What only one of them can do is among its `capabilities`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

import msgspec

from axedrez.analysis.equity_analyst import EquityAnalyst
from axedrez.analysis.evaluation import Effort
from axedrez.analysis.evaluator import Evaluator, OwnEngine
from axedrez.core import History
from axedrez.core.contract import Game, Position
from axedrez.core.game_record import Annotation, GameRecord
from axedrez.core.match_state import MatchState
from axedrez.engine.player import Stop

Capability = Literal["annotations", "engines", "plies", "puzzles", "search"]
"""Annotated game files, external engines, limits by rolls ahead, puzzles of a game, limits of a search."""


class PlayedLine(Protocol):
    """A game from its start to where it was played, as it is analysed."""

    start: Position
    end: Position
    game: Game

    @property
    def positions(self) -> list[Position]:
        """The positions in which its turns were played."""

    def questions(self) -> list[Any]:
        """What is to be answered for its review, without duplicates."""


Line = TypeVar("Line", bound=PlayedLine)
Question = TypeVar("Question", bound=Hashable)
Answer = TypeVar("Answer")
Review = TypeVar("Review")
Report = TypeVar("Report")


class Analyst(ABC, Generic[Line, Question, Answer, Review, Report]):
    """Analyses games of a family: the questions of a line are answered one by one, and a review made of the answers.

    `evaluator` searches positions, `equities` judges them in points; one of the two is None.
    """

    capabilities: ClassVar[frozenset[Capability]]
    review_type: ClassVar[Any]
    hint_s: ClassVar[float]
    """For so long somebody waits for `best`."""
    evaluator: Evaluator | None = None
    equities: EquityAnalyst | None = None

    @abstractmethod
    def settled(self, game: Game, effort: Effort) -> Effort:
        """An effort without what does not count here, and with what is usual in place of None."""

    def check_effort(self, game: Game, effort: Effort) -> None:
        """Raise `NotAllowed` for a settled effort that would take minutes for each position."""

    @abstractmethod
    def line(self, record: GameRecord) -> Line:
        """The line of a game. Raises `AxedrezError` for a game that is too long, or of a start that is not its kind."""

    @abstractmethod
    def key(self, game: Game, question: Question, effort: Effort) -> str:
        """A hash that is equal for questions with the same answer."""

    @abstractmethod
    def answer(
        self,
        game: Game,
        question: Question,
        effort: Effort,
        stop: Stop | None = None,
        engine: OwnEngine | None = None,
    ) -> Answer:
        """Answer a question with a settled effort; the best so far soon after `stop` is set.

        `engine` searches in place of ours; raises what it raises.
        """

    @abstractmethod
    def review(self, line: Line, answers: Mapping[Question, Answer], effort: Effort) -> Review:
        """The review of a line from the answers to all its questions, which were answered with this effort."""

    @abstractmethod
    def report(self, line: Line, review: Review, lang: str) -> Report:
        """The review of a line in words."""

    @abstractmethod
    def subject(self, line: Line) -> tuple[Any, ...]:
        """What a review is of, and the version of its form, as it goes into JSON: an equal one can be read again."""

    @abstractmethod
    def identity(self, line: Line, effort: Effort) -> tuple[Any, ...]:
        """What the review of a line depends on beyond its `subject`, as it goes into JSON."""

    @abstractmethod
    def annotations(self, line: Line, review: Review, lang: str) -> list[Annotation]:
        """The review as annotations of a game."""

    @abstractmethod
    def best(
        self, position: Position, history: History, stop: Stop | None = None, state: MatchState | None = None
    ) -> str:  # fmt: skip
        """The best move or turn of a position that has one; the best so far soon after `stop` is set.

        `state`: of the match, where the number of points counts.
        """

    @abstractmethod
    def written(self, position: Position, moves: Sequence[str], lang: str) -> str:
        """Moves from a position for people, numbered where the family numbers them."""

    def threatening(self, position: Position) -> Position | None:
        """The position in which the best move is what is threatened here; None if nothing can be threatened."""
        del position
        return None

    def encoded(self, review: Review) -> bytes:
        """A review as JSON."""
        return msgspec.json.encode(review)

    def decoded(self, data: bytes) -> Review:
        """A review from JSON. Raises `ValueError` for anything else."""
        try:
            found: Review = msgspec.json.decode(data, type=self.review_type)
        except msgspec.MsgspecError as fault:
            raise ValueError("unreadable") from fault
        return found


AnyAnalyst = Analyst[Any, Any, Any, Any, Any]
