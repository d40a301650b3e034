"""The tree with everything inexact switched off gives the value of plain minimax, on either path of the kernel."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from axedrez import History
from axedrez.chess.engine import searcher
from axedrez.chess.engine.kernel import assess as fast
from axedrez.chess.engine.kernel.general import evaluate as general
from axedrez.chess.engine.kernel.layout import MATE, STATES
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core.errors import TextError
from tests.sheets import chess


def positions(name: str, count: int, pieces: int) -> Iterator[ChessPosition]:
    """Positions of random games, some of their pieces taken off the board so that at most so many are left."""
    # With a move limit an evaluation fades by the plies since the last capture: not a matter of the position alone.
    game, rng = chess(name, {"draws.move_limit.mode": "off"}), random.Random(5)
    found = 0
    while found < count:
        position = game.start()
        for _ in range(rng.randrange(4, 60)):
            if position.outcome() or not position.legal_moves():
                break
            position = position.play_unchecked(rng.choice(position.legal_moves()))
        left = position.letters()
        others = [square for square, letter in left.items() if letter.upper() not in game.royals]
        for square in rng.sample(others, max(0, len(left) - pieces)):
            del left[square]
        try:
            position = game.parse(f"{board(game, left)} {'wb'[position.side]} - - 0 1")
        except TextError:
            continue
        if position.legal_moves() and not position.outcome():
            found += 1
            yield position


def reached(name: str, count: int) -> Iterator[ChessPosition]:
    """Positions of random games of any sheet."""
    game, rng = chess(name, {"draws.move_limit.mode": "off"}), random.Random(6)
    found = 0
    while found < count:
        position = game.start()
        for _ in range(rng.randrange(4, 60)):
            if position.outcome() or not position.legal_moves():
                break
            position = position.play_unchecked(rng.choice(position.legal_moves()))
        if position.legal_moves() and not position.outcome():
            found += 1
            yield position


def board(game: ChessGame, pieces: dict[int, str]) -> str:
    """The first field of a FEN."""
    size = game.sheet.board
    rows = []
    for rank in reversed(range(size.ranks)):
        row = "".join(pieces.get(8 * rank + file, "1") for file in range(size.files))
        rows.append(re.sub("1+", lambda empty: str(len(empty.group())), row))
    return "/".join(rows)


def value(position: ChessPosition, history: History, depth: int, ply: int = 0) -> int:
    """Minimax, move by move. A position that repeats one of the tree is a draw."""
    game = position.game
    if not position.legal_moves():
        outcome = position.outcome()
        assert outcome is not None
        if outcome.winner is None:
            return 0
        return int(MATE) - ply if outcome.winner is position.turn else ply - int(MATE)
    if ply and (position.outcome() is not None or (history.count(position) and _repeats(game))):
        return 0
    if depth == 0:
        return evaluation(position)
    after = history.after(position)
    scores = []
    for move in position.legal_moves():
        child = position.play_unchecked(move)
        score = value(child, after, depth - 1, ply + 1)
        scores.append(score if child.side is position.side else -score)
    return max(scores)


def evaluation(position: ChessPosition) -> int:
    """What a position is worth at first sight."""
    game = position.game
    search = search_of(game)
    search.memory[int(STATES) :][: len(position.raw)] = position.raw
    assess = fast.assess if game.fast else general.assess
    return int(assess(search.memory, search.numbers, STATES, game.compiled))


@cache
def search_of(game: ChessGame) -> searcher.Search:
    """A search that has not begun: its memory is for evaluations."""
    return searcher.Search(game, searcher.TranspositionTable(1))


def _repeats(game: object) -> bool:
    return game.sheet.draws.repetition.mode != "off"  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("name", ["clasico", "tradicional", "chess2d", "knightmate", "amazon6"])
@pytest.mark.parametrize(("depth", "pieces", "count"), [(2, 24, 3), (3, 7, 3), (4, 4, 2)])
def test_the_value_is_that_of_minimax(name: str, depth: int, pieces: int, count: int) -> None:
    for position in positions(name, count, pieces):
        limits = searcher.SearchLimits(depth=depth, plain=True)
        found = searcher.search(position, History(), limits)
        assert found.depth == depth or found.decided
        assert found.score == value(position, History(), found.depth), position.text()


GENERAL = ["antichess", "atomic", "crazyhouse", "horde", "marseillais", "racing-kings", "shatranj", "three-check"]


@pytest.mark.parametrize("name", GENERAL)
def test_the_value_is_that_of_minimax_under_other_rules(name: str) -> None:
    for position in reached(name, 4):
        found = searcher.search(position, History(), searcher.SearchLimits(depth=2, plain=True))
        assert found.depth == 2 or found.decided
        assert found.score == value(position, History(), found.depth), position.text()
