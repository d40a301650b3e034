"""Puzzles from games: positions in which only one move wins something or saves the game."""

from __future__ import annotations

import msgspec

from axedrez.analysis.game_line import GameLine
from axedrez.analysis.review import SERIOUS, Analysis, Verdict
from axedrez.core.game_record import GameRecord

MIN_HOPE = 0.4
"""The solution of a puzzle leads to an expected result of at least so much."""


class Puzzle(msgspec.Struct, frozen=True):
    """The position before move `ply` of a game, and the line that begins with its solution.

    Only the first move is known to be the only good one. `played` is the move of the game, `is_missed` whether it is
    another one.
    """

    ply: int
    position: str
    line: tuple[str, ...]
    played: str
    is_missed: bool


def puzzles(line: GameLine, analysis: Analysis) -> list[Puzzle]:
    """The puzzles of a game: the best move is the only good one, and was missed or follows a mistake."""
    before = [None, *analysis.verdicts]
    return [
        Puzzle(each.ply, turn.question.position, each.best.moves, each.move, each.best.moves[0] != each.move)
        for turn, each, last in zip(line.turns, analysis.verdicts, before, strict=False)
        if _is_good(each, last)
    ]


def _is_good(verdict: Verdict, last: Verdict | None) -> bool:
    if not verdict.stands_alone or verdict.best.expected < MIN_HOPE:
        return False
    was_made = last is not None and last.side != verdict.side and last.loss >= SERIOUS
    return was_made or verdict.loss >= SERIOUS


def as_game(line: GameLine, puzzle: Puzzle, headers: dict[str, str]) -> GameRecord:
    """A puzzle as a game: its position and its solution."""
    return GameRecord.from_moves(line.turns[puzzle.ply - 1].before, puzzle.line, headers)
