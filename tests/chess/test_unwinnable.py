"""C-18: a fallen flag draws where no sequence of legal moves lets the opponent mate, as far as that is proved."""

from __future__ import annotations

import random
import re
from collections import Counter

import numpy as np
import pytest

from axedrez import AxedrezError, Side
from axedrez.chess.kernel import helpmate
from axedrez.chess.kernel.blockade import MEMORY, is_blocked
from axedrez.chess.kernel.layout import STALEMATE, U0
from axedrez.chess.position.endings import queens_of
from axedrez.chess.position.game import ChessPosition
from tests import sheets
from tests.naive.chess import NaivePosition
from tests.naive.endings import can_possibly_win
from tests.sheets import read

LOCKED = [
    "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
    "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 b - - 0 1",
    "4k3/8/8/1p1p1p1p/1P1P1P1P/4B3/8/4K3 b - - 0 1",  # the bishop has nothing to take
    "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1",
    "8/1k6/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/2K5/8 w - - 0 1",
]
"""Nobody gets through."""
ONE_SIDED = [
    ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", "-"),  # the rook is taken: nothing else is legal
    ("8/8/8/8/8/8/5k2/7K w - - 0 1", "-"),
    ("k7/P7/K7/8/8/8/8/8 b - - 0 1", "-"),  # stalemate
    ("7k/5K2/6p1/8/8/8/8/8 w - - 0 1", "b"),
    ("k7/2K5/8/8/8/8/8/1R6 w - - 0 1", "w"),
    ("4k3/8/8/1p1p1p1p/1P1P1P1P/3B4/8/4K3 w - - 0 1", "wb"),  # it takes on b5
    ("4k3/8/8/p2p2p1/P2P3P/8/8/4K3 w - - 0 1", "wb"),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "w"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "wb"),
]
"""And who could still win."""


def winners(position: ChessPosition) -> str:
    """Who wins when the other flag falls."""
    return "".join(
        letter
        for letter, side in (("w", Side.WHITE), ("b", Side.BLACK))
        if position.verdict("time", side.opponent).winner is side
    )


@pytest.mark.clause("C-18")
@pytest.mark.parametrize(("fen", "expected"), [*((fen, "-") for fen in LOCKED), *ONE_SIDED])
def test_c18_what_cannot_be_won_is_drawn(fen: str, expected: str) -> None:
    expected = expected.strip("-")
    assert winners(read(fen)) == winners(read(fen, "tradicional")) == expected
    board, turn, *rest = fen.split()
    if "K" not in rest[0]:
        changed = "/".join(reversed(board.split("/"))).swapcase()
        other = " ".join((changed, "b" if turn == "w" else "w", *rest))
        assert set(winners(read(other))) == set(expected.translate(str.maketrans("wb", "bw")))
    assert winners(read(fen, "chess2d")) == "wb", "there it always loses"
    assert winners(read(fen, options={"clock.flag_without_mating_material": "loss"})) == "wb"


@pytest.mark.clause("C-18")
def test_c18_on_the_general_path_and_with_other_goals() -> None:
    assert not sheets.chess("chess960").fast
    for fen, expected in ONE_SIDED[:3]:
        assert winners(read(fen, "chess960")) == expected.strip("-")
    assert winners(read("k7/8/8/1Q6/8/8/8/K7 b - - 0 1", "chess960")) == "w"
    # The count of moves is left aside, where a hundred without a pawn draw by themselves, too.
    options = {"draws.move_limit.mode": "automatic", "draws.move_limit.moves": "50"}
    for name in ("clasico", "chess960"):
        assert winners(read("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", name, options=options)) == "w"
    # A stalemate that wins is no mate, and needs no piece but the king.
    stalemates = {"goal.stalemate": "loss"}
    position = read("8/8/8/8/8/5k2/7p/7K b - - 0 1", options=stalemates)
    assert position.game.compiled[int(STALEMATE)]
    assert "b" in winners(position)


def walls(count: int, seed: int) -> list[str]:
    """Pawns that face each other on every other file, kings on either side, and a piece or two now and then."""
    lots, found = random.Random(seed), list[str]()
    while len(found) < count:
        board: dict[int, str] = {}
        for file in range(lots.randrange(2), 8, 2):
            if lots.random() < 0.95:
                rank = lots.choice((2, 4, *[3] * 20))
                board[file + 8 * rank], board[file + 8 * rank + 8] = "P", "p"
        empty = [square for square in range(64) if square not in board]
        board[lots.choice([square for square in empty if square < 16])] = "K"
        board[lots.choice([square for square in empty if square >= 48])] = "k"
        for letter in lots.sample("BbNRrPp", lots.choice((0, 0, 1, 2))):
            square = lots.choice([square for square in range(8, 56) if square not in board])
            board[square] = letter
        found += [position.text() for turn in "wb" if (position := legal(board, turn)) is not None]
    return found


@pytest.mark.clause("C-18")
def test_c18_what_is_proved_by_walls_no_search_refutes() -> None:
    game, memory, seen = sheets.chess("clasico"), np.empty(MEMORY, np.uint64), Counter[tuple[bool, bool]]()
    for fen in walls(150, seed=18):
        position, queens = read(fen), np.uint64(queens_of(game))
        for side in (np.uint64(0), np.uint64(1)):
            found = helpmate.search(game.compiled, queens, position.raw, side, np.uint64(20_000), U0)
            blocked = is_blocked(position.raw, U0, game.compiled, side, memory)
            seen[bool(blocked), found == helpmate.POSSIBLE] += 1
            assert not (blocked and found == helpmate.POSSIBLE), (fen, int(side))
    assert seen[True, False] > 40, seen
    assert seen[False, True] > 2, seen


@pytest.mark.clause("C-18")
def test_c18_the_search_finds_what_its_twin_finds() -> None:
    """Where a king has one or two moves, often little follows."""
    lots, seen = random.Random(7), Counter[bool | None]()
    while min(seen[True], seen[False]) < 15:
        men = ["K", "k", *lots.choices("QRBNPpr", k=lots.choice((1, 1, 2, 3)))]
        squares = [lots.choice((0, 7, 56, 63)), *lots.sample(range(8, 56), len(men) - 1)]
        lots.shuffle(squares)
        placed = dict(zip(squares, men, strict=True))
        if len(placed) < len(men) or any(placed.get(square, "K") in "Pp" for square in (0, 7, 56, 63)):
            continue
        position = legal(placed, lots.choice("wb"))
        if position is None or len(position.legal_moves()) > 2:
            continue
        twin = NaivePosition.from_fen(sheets.TWINS["clasico"], position.text())
        for letter in "wb":
            expected = can_possibly_win(twin, letter, 60)
            seen[expected] += 1
            if expected is not None:
                assert (letter in winners(position)) == expected, (position.text(), letter)


def legal(placed: dict[int, str], turn: str) -> ChessPosition | None:
    """The position with these pieces, if it can stand on a board."""
    rows = ["".join(placed.get(8 * rank + file, ".") for file in range(8)) for rank in range(7, -1, -1)]
    text = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))
    try:
        return read(f"{text} {turn} - - 0 1")
    except AxedrezError:
        return None
