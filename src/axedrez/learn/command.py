"""What `axedrez learn` does: train a network for a game, then put it to the test of a match."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from axedrez.chess.position.game import ChessGame
from axedrez.core import AxedrezError, Game
from axedrez.learn.course import Course, LearnOptions, Score
from axedrez.learn.pace import Pace, Report
from axedrez.tables.position.game import TablesGame

CANDIDATE = ".candidate"
"""Ending of the file of a network that did not win."""


class Verdict(NamedTuple):
    """The match at the end, and whether it was won; `kept`: what the training goes on from.

    Only a network that is better beyond the interval of the match (95 %) takes the place of the one before.
    """

    opponent: str
    score: Score
    won: bool
    kept: Path


def learn(game: Game, options: LearnOptions, report: Report, stop: threading.Event) -> Verdict:
    """Train a network, and file it if it wins; after `stop` the training ends early.

    Raises `AxedrezError` where no network can play the game, PyTorch is missing, or the checkpoint is none of this
    game.
    """
    course = _course(game)(options)
    course.train(Pace(options.minutes, options.games, course.games, stop), report)
    opponent, score = course.match()
    won = score.points > score.half
    file = options.out if won else options.out.with_name(options.out.name + CANDIDATE)
    course.write(file, {"opponent": opponent, **score._asdict()})
    return Verdict(opponent, score, won, course.kept)


def _course(game: Game) -> Callable[[LearnOptions], Course]:
    if isinstance(game, TablesGame):
        from axedrez.learn.tables.course import TablesCourse

        return lambda options: TablesCourse(game, options)
    if isinstance(game, ChessGame):
        from axedrez.learn.chess.course import ChessCourse, is_learned

        if is_learned(game):
            return lambda options: ChessCourse(game, options)
    raise AxedrezError("learn_family", name=game.name)
