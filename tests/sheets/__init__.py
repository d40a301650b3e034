"""The games that the tests play: the shipped rulebooks, and sheets that live here only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

import axedrez
from axedrez.chess import perft as counting
from axedrez.chess.position.game import ChessGame, ChessPosition
from tests.naive import rules
from tests.naive.rules import Rules

HERE = Path(__file__).parent
TEST_SHEETS = tuple(sorted(path.stem for path in HERE.glob("*.toml")))
# One game of the gallery that the fast path of the kernel plays; test_gallery.py has all of them.
GALLERY = () if "knightmate" in axedrez.rulebooks() else ("knightmate",)
NAMES = (*axedrez.rulebooks(), *GALLERY, *TEST_SHEETS)
"""All games."""

TWINS: dict[str, Rules] = {
    twin.name: twin
    for twin in (rules.CLASICO, rules.REGLAMENTO, rules.CHESS2D, rules.TRADICIONAL, rules.AMAZON6, rules.KNIGHTMATE)
}
"""The slow twin's reading of the games of the chess family, by name."""

CHESS = tuple(TWINS)
"""The games of the chess family."""


def load(name: str, options: Mapping[str, Any] | None = None) -> axedrez.Game:
    """A shipped rulebook or a sheet of the tests."""
    return axedrez.load(str(HERE / f"{name}.toml") if name in TEST_SHEETS else name, options)


def chess(name: str, options: Mapping[str, Any] | None = None) -> ChessGame:
    """The same, known to be of the chess family; each is compiled once."""
    return _chess(name, tuple((options or {}).items()))


@cache
def _chess(name: str, options: tuple[tuple[str, Any], ...]) -> ChessGame:
    game = load(name, dict(options))
    assert isinstance(game, ChessGame)
    return game


def read(fen: str, name: str = "clasico", options: Mapping[str, Any] | None = None) -> ChessPosition:
    """A position of a game of the chess family."""
    return chess(name, options).parse(fen)


def ucis(position: axedrez.Position) -> set[str]:
    """The legal moves as texts."""
    moves = [str(move) for move in position.legal_moves()]
    assert len(moves) == len(set(moves)), "a move is listed twice"
    return set(moves)


def after(position: axedrez.Position, line: str) -> tuple[ChessPosition, axedrez.History]:
    """The position after a line of moves, none of which ends the game, and the history of those before it."""
    history = axedrez.History()
    for move in line.split():
        assert position.outcome(history) is None, f"the game is over before {move}"
        history = history.after(position)
        position = position.play(move)
    return cast("ChessPosition", position), history


def from_start(
    line: str, name: str = "clasico", options: Mapping[str, Any] | None = None
) -> tuple[ChessPosition, axedrez.History]:
    """The same from the start position."""
    return after(chess(name, options).start(), line)


def perft(position: ChessPosition, depth: int) -> int:
    """How many sequences of `depth` legal moves the kernel counts."""
    return counting.paths(position, depth)
