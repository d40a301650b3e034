"""The options of `axedrez analyse`, for the games of every family, and a game that it has analysed."""

from __future__ import annotations

from typing import Any, NamedTuple

from axedrez.analysis import Effort
from axedrez.analysis.analyst import AnyAnalyst
from axedrez.core.game_record import Annotation, GameRecord


class AnalyseOptions(NamedTuple):
    """How to analyse the games of a file, and the outputs.

    `number` selects a single game, `engine` names an external engine that evaluates instead of ours. `out`: the file
    into which the analysis goes, instead of being printed.
    """

    effort: Effort
    number: int | None = None
    processes: int | None = None
    as_json: bool = False
    pgn: str | None = None
    lang: str = "en"
    engine: str | None = None
    puzzles: str | None = None
    out: str | None = None


class Analysed(NamedTuple):
    """A game of the file with its review, and that in words."""

    game: GameRecord
    analyst: AnyAnalyst
    line: Any
    review: Any
    report: Any

    def annotations(self, lang: str) -> list[Annotation]:
        """The review as annotations of a game file."""
        return self.analyst.annotations(self.line, self.review, lang)
