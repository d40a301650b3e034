"""The options of `axedrez analyse`, for the games of every family."""

from __future__ import annotations

from typing import NamedTuple

from axedrez.analysis import Effort


class AnalyseOptions(NamedTuple):
    """How to analyse the games of a file, and the outputs.

    `number` selects a single game, `engine` names an external engine that evaluates instead of ours. `ply`: how far
    the turns of games of dice are judged ahead. `out`: the file into which the analysis goes, instead of being printed.
    """

    effort: Effort
    number: int | None = None
    processes: int | None = None
    as_json: bool = False
    pgn: str | None = None
    lang: str = "en"
    engine: str | None = None
    puzzles: str | None = None
    ply: int | None = None
    out: str | None = None
