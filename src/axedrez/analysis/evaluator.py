"""The interface of a family whose positions are evaluated by search: best lines, and scores as expected results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from axedrez.analysis.evaluation import Effort, Evaluation
from axedrez.core.contract import OwnPosition, Position
from axedrez.core.history import History
from axedrez.engine.player import Stop

# An external engine for the family, used instead of the built-in one.
OwnEngine = Any


class Evaluator(Protocol):
    """Evaluates the positions of a family. A module of the family is one."""

    def repeatable(self, position: OwnPosition, history: History) -> tuple[int, ...]:
        """The hashes of the earlier positions that can still recur."""

    def evaluate(
        self,
        position: OwnPosition,
        history: History,
        effort: Effort,
        move: str | None = None,
        stop: Stop | None = None,
        engine: OwnEngine | None = None,
    ) -> Evaluation:
        """The best lines of a position; with `move` only those that begin with it.

        Soon after `stop` is set it returns the best lines so far. Raises `ValueError` where there is no legal move, and
        what the `engine` raises.
        """

    def passed(self, position: OwnPosition) -> Position | None:
        """The position after a null move, in which the best move is the threat; None if it is not valid."""

    def written(self, position: OwnPosition, moves: Sequence[str], lang: str) -> str:
        """Moves from a position in numbered notation: `12. Nf3 Nc6 13. d4`, `12… Nc6`."""
