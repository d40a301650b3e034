"""The hash: kept move by move, computed anew, and equal exactly where C-22 calls positions the same."""

from __future__ import annotations

from random import Random

import pytest

from axedrez.chess.kernel import layout
from axedrez.chess.kernel.make import fresh_hash
from axedrez.chess.position.game import ChessPosition
from tests import sheets
from tests.naive.chess import Key, NaivePosition
from tests.naive.random_positions import sparse_position

# Castling rights, en passant free, pinned on the file, the rank and the diagonal, taken out of a double check.
CROSSROADS = {
    "clasico": [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/1p6/8/P1P5/4K3 w - - 0 1",
        "8/8/8/8/kp5R/8/2P5/4K3 w - - 0 1",
        "1k6/8/8/8/1p6/8/P7/1R2K3 w - - 0 1",
        "4k3/8/2b5/8/6p1/8/4PP2/7K w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ],
    "tradicional": ["8/R7/7k/8/8/7K/r7/8 w - - 0 1"],
    "knightmate": ["r3k2r/p7/8/1P6/8/8/8/R3K2R b KQkq - 0 1"],
    "amazon6": ["2k3/P5/6/6/p5/2K2A w - - 0 1"],
}


def _fresh(position: ChessPosition) -> int:
    return int(fresh_hash(position.raw, layout.U0, position.game.compiled))


@pytest.mark.parametrize("name", sheets.CHESS)
def test_kept_hash_is_the_fresh_one_along_random_games(name: str) -> None:
    random, twins = Random(301), sheets.TWINS[name]
    firsts = [twins.start, *(sparse_position(twins, random).fen() for _ in range(60))]
    for fen in firsts:
        position = sheets.read(fen, name)
        for _ in range(120):
            assert position.hash == _fresh(position), position
            assert position.hash == sheets.read(position.text(), name).hash, position
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play_unchecked(random.choice(moves))


@pytest.mark.clause("C-22")
@pytest.mark.parametrize(("name", "fen"), [(name, fen) for name, fens in CROSSROADS.items() for fen in fens])
def test_equal_hash_means_the_same_position(name: str, fen: str) -> None:
    """All positions of the first plies, met on every path: same key of the twin ⇔ same hash."""
    hash_of: dict[Key, int] = {}
    key_of: dict[int, Key] = {}
    met = 0
    frontier = [(sheets.read(fen, name), NaivePosition.from_fen(sheets.TWINS[name], fen))]
    for _ in range(4):
        following: list[tuple[ChessPosition, NaivePosition]] = []
        for position, twin in frontier:
            key = twin.key()
            assert hash_of.setdefault(key, position.hash) == position.hash, position
            assert key_of.setdefault(position.hash, key) == key, position
            met += 1
            if met + len(following) < 1200:
                following += [(position.play(move.uci), twin.after(move)) for move in twin.moves()]
        frontier = following
    assert len(key_of) < met or name == "knightmate", "some positions are met twice"


def test_hashes_are_the_same_in_every_run() -> None:
    """They may be stored."""
    assert sheets.chess("clasico").start().hash == sheets.chess("reglamento").start().hash == 7329231232093536917
