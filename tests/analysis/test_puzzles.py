"""Puzzles out of games: where one move, and no other, was good."""

from __future__ import annotations

import pytest

import axedrez
from axedrez import GameRecord
from axedrez.analysis import Evaluation, GameLine, Line, Puzzle, puzzles, review
from axedrez.analysis.puzzles import as_game
from tests.analysis.examples import line_of, read


def analysed(*opinions: tuple[str, float, float]) -> tuple[GameLine, list[Puzzle]]:
    """The puzzles of 1. e4 e5 2. Qh5 Ke7, with a given best move and two expected results for each position."""
    line = line_of(GameRecord.from_moves(axedrez.load("clasico").start(), ["e4", "e5", "Qh5", "Ke7"]))
    evaluations = {
        question: Evaluation((Line((move,), 0, None, best), Line(("a1a1",), 0, None, other)), 1, 1)
        for question, (move, best, other) in zip(line.questions(), opinions, strict=True)
    }
    return line, puzzles(line, review(line, evaluations))


EVEN = [("a2a3", 0.5, 0.5), ("a7a6", 0.5, 0.5), ("a2a3", 0.5, 0.5), ("a7a6", 0.5, 0.5), ("a2a3", 0.5, 0.5)]


def test_what_a_mistake_allows_is_a_puzzle_and_what_was_missed() -> None:
    line, found = analysed(*EVEN[:3], ("b8c6", 0.5, 0.1), ("h5e5", 1.0, 0.6))
    assert [(each.ply, each.line, each.played, each.is_missed) for each in found] == [(4, ("b8c6",), "e8e7", True)]
    assert found[0].position == line.turns[3].before.text()
    _, found = analysed(*EVEN[:2], ("a2a3", 0.8, 0.8), ("e8e7", 0.6, 0.2), ("h5e5", 0.4, 0.4))
    assert [(each.ply, each.is_missed) for each in found] == [(4, False)]


@pytest.mark.parametrize(
    ("fourth", "last"),
    [
        (("b8c6", 0.5, 0.45), ("h5e5", 1.0, 0.6)),  # there was a choice
        (("b8c6", 0.3, 0.0), ("h5e5", 1.0, 0.6)),  # nothing to be hoped for
        (("e8e7", 0.5, 0.1), ("h5e5", 0.5, 0.5)),  # found, and no mistake before
    ],
)
def test_what_is_no_puzzle(fourth: tuple[str, float, float], last: tuple[str, float, float]) -> None:
    assert analysed(*EVEN[:3], fourth, last)[1] == []


def test_a_puzzle_as_a_game_is_read_back() -> None:
    game = read()
    line = line_of(game)
    mate = Puzzle(7, line.turns[6].before.text(), ("h5f7",), "h5f7", False)
    again = read(axedrez.write_game(as_game(line, mate, game.headers)))
    assert again.outcome is not None
    assert (again.start.text(), again.outcome.result, again.headers["White"]) == (mate.position, "1-0", "Ana")
    assert [str(move) for move in again.moves()] == ["h5f7"]
