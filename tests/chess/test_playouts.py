"""Random games inside the kernel end as the contract says: the same games, played once more from Python."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from axedrez import History
from axedrez.chess.kernel.playout import playouts
from axedrez.chess.position.game import ChessPosition
from tests import sheets

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
MASK = 2**64 - 1
ROOTS = {
    "clasico": ["8/5k2/8/3n4/8/2B5/5K2/8 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"],
    "chess2d": ["8/5k2/8/8/8/2Q5/5K2/8 w - - 0 1"],
    "tradicional": ["4k3/r7/8/8/8/8/8/R3K3 w - - 0 1"],
    "amazon6": ["2k3/P5/6/6/p5/2K2A w - - 0 1"],
    "knightmate": ["r3k2r/p7/8/1P6/8/8/8/R3K2R b KQkq - 0 1"],
}


def _kernel(root: ChessPosition, games: int, seed: int, most: int) -> list[int]:
    counts = playouts(root.game.compiled, root.raw, np.uint64(games), np.uint64(seed), np.uint64(most))
    return [int(count) for count in counts]


def _python(root: ChessPosition, games: int, seed: int, most: int) -> list[int]:
    """The same games through the contract, with the same generator of random numbers."""
    results: Counter[str] = Counter()
    plies = 0
    for _ in range(games):
        position, history = root, History()
        for ply in range(most + 1):
            ended = position.outcome(history)
            if ended or ply == most:
                results[ended.result if ended else "*"] += 1
                plies += ply
                break
            seed = (seed * 6364136223846793005 + 1442695040888963407) & MASK
            moves = position.legal_moves()
            history = history.after(position)
            position = position.play_unchecked(moves[((seed >> 32) * len(moves)) >> 32])
    return [*(results[result] for result in RESULTS), plies]


@pytest.mark.clause("C-22", "C-23", "C-24", "D-2")
@pytest.mark.parametrize(("name", "fen"), [(name, fen) for name, fens in ROOTS.items() for fen in fens])
def test_the_kernel_ends_games_as_the_contract_does(name: str, fen: str) -> None:
    root = sheets.read(fen, name)
    assert _kernel(root, 12, 7, 250) == _python(root, 12, 7, 250)


@pytest.mark.parametrize("name", sheets.CHESS)
def test_from_the_start(name: str) -> None:
    root = sheets.chess(name).start()
    assert _kernel(root, 3, 11, 300) == _python(root, 3, 11, 300)


@pytest.mark.clause("C-22")
@pytest.mark.parametrize("options", [{}, {"draws.repetition.count": 2}, {"draws.repetition.mode": "off"}])
def test_options_hold_inside_the_kernel(options: dict[str, object]) -> None:
    root = sheets.read("8/5k2/8/3r4/8/2R5/5K2/8 w - - 0 1", "clasico", options)
    assert _kernel(root, 30, 5, 400) == _python(root, 30, 5, 400)


def test_every_end_is_met() -> None:
    counts = _kernel(sheets.chess("clasico").start(), 2000, 3, 2000)
    assert all(counts[:3])
    assert sum(counts[:4]) == 2000
    assert counts[3] == 0
    chess2d = _kernel(sheets.chess("chess2d").start(), 300, 3, 300)
    assert chess2d[2] == 0, "chess2d has no draw (D-1)"


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    start = sheets.chess("clasico").start()
    assert _kernel(start, 50, 1, 500) == _kernel(start, 50, 1, 500) != _kernel(start, 50, 2, 500)
