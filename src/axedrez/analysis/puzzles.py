"""Puzzles out of games: positions in which one move, and no other, wins something or saves the game."""

from __future__ import annotations

import msgspec

from axedrez.analysis.game_line import GameLine
from axedrez.analysis.review import Analysis, Verdict
from axedrez.analysis.grades import THRESHOLDS
from axedrez.chess.notation.pgn.reading import PgnGame, PgnLine, PgnMove

LEAST_HOPE = 0.4
"""Whoever solves a puzzle may expect at least so much of the points afterwards."""
_SERIOUS = THRESHOLDS[1][0]


class Puzzle(msgspec.Struct, frozen=True):
    """The position before move `ply` of a game, and the line that begins with its solution.

    Only the first move is known to be the only good one. `played` is what was played in the game, `is_missed` whether
    that was another move.
    """

    ply: int
    position: str
    line: tuple[str, ...]
    played: str
    is_missed: bool


def puzzles(game_line: GameLine, analysis: Analysis) -> list[Puzzle]:
    """The puzzles of a game: where the best move is the only one, and the move before it was bad or it was missed."""
    before = [None, *analysis.verdicts]
    return [
        Puzzle(each.ply, turn.before.text(), each.best.moves, each.move, each.best.moves[0] != each.move)
        for turn, each, last in zip(game_line.turns, analysis.verdicts, before, strict=False)
        if _is_good(each, last)
    ]


def _is_good(verdict: Verdict, last: Verdict | None) -> bool:
    if not verdict.stands_alone or verdict.best.expected < LEAST_HOPE:
        return False
    was_made = last is not None and last.side != verdict.side and last.loss >= _SERIOUS
    return was_made or verdict.loss >= _SERIOUS


def as_game(game_line: GameLine, puzzle: Puzzle, headers: dict[str, str]) -> PgnGame:
    """A puzzle as a game of PGN that begins with its position and plays its solution."""
    start = position = game_line.turns[puzzle.ply - 1].before
    line = PgnLine()
    for text in puzzle.line:
        move = position.parse_move(text)
        line.moves.append(PgnMove(position, move))
        position = position.play_unchecked(move)
    outcome = position.outcome()
    return PgnGame(start, line, dict(headers), outcome.result if outcome else "*")
