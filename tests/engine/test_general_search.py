"""What the search of the general path sees within a few thousand positions, under rules of many kinds."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from axedrez import History
from axedrez.chess.engine import searcher
from axedrez.chess.engine.kernel import root
from axedrez.chess.engine.kernel.layout import WON
from axedrez.chess.engine.kernel.paths import fast, general
from tests.sheets import read

NODES = 8_000
DEEP = [
    ("crazyhouse", "2b1kbQ~1/1ppp1p2/2p1p1p1/1p2p3/4rPPP/4N3/QPPB1P1R/R3K3[RNqbnn] w Q - 1 23"),
    ("crazyhouse", "r1b1kb1r/Pp1pppp1/n7/1qp3Pp/4qN2/2P5/4N1PP/2R2K1R[bbnpppp] b kq - 0 26"),
    ("crazyhouse", "r3k1nr/2pp1pp1/Pp1np3/6pB/8/P1PP4/P3P1PP/KQ1q1B1R[BPrbnn] b kq - 1 26"),
    ("three-check", "r1b1k2r/n1pp1p2/pp1bp1p1/7p/3QP3/PPNB4/1BPP1PPP/R4RK1 w kq - 3+3 1 14"),
    ("three-check", "rn2kb1r/p1Q1pppp/1pp4n/3p1b2/8/2NBP3/PPPP1PPP/R1B1K1NR w KQkq - 3+3 3 7"),
    ("king-of-the-hill", "r1b5/ppkp2p1/8/6Qp/5pP1/4P2N/PP1B1KPP/n4R2 w - - 2 22"),
    ("horde", "8/1k2P1Pp/5p2/2P3P1/P3PP2/PPPP1PPP/2PPP1PP/1PPP1PPP w - - 0 38"),
    ("horde", "1n3r2/1b1kPP1p/p2P4/2P5/3P2PP/PP1PPPPP/1PP1PPPP/PP2PPPP w - - 1 32"),
    ("horde", "2k5/2Prb3/PP5p/P2PP2P/1PP3P1/P2PPPPP/1PP2PPP/2P2PPP w - - 1 44"),
]
"""Wins of four moves and more, which the full width of the tree does not reach within twice as many positions."""


@pytest.mark.parametrize(("name", "fen"), DEEP)
def test_a_forced_win_is_seen_beyond_the_full_width(name: str, fen: str) -> None:
    found = searcher.search(read(fen, name), History(), searcher.SearchLimits(depth=90, nodes=NODES))
    assert found.score >= WON


@pytest.mark.parametrize(("name", "fen"), DEEP)
def test_it_is_a_win_indeed(name: str, fen: str) -> None:
    """Whatever the loser answers, the winner has a move that wins sooner."""
    position, history = read(fen, name), History()
    winner = position.side
    moves = 0
    while position.outcome(history) is None:
        limits = searcher.SearchLimits(depth=90, nodes=10 * NODES)
        code = searcher.search(position, history, limits).best
        history = history.after(position)
        position = position.play(next(move for move in position.legal_moves() if int(move.code) == code))
        moves += 1
        assert moves < 40
    outcome = position.outcome(history)
    assert outcome is not None
    assert outcome.winner is winner


def test_both_paths_supply_the_same_functions_with_the_same_arguments() -> None:
    """The search is compiled from one source: it calls either path in the same way."""
    supplied = {name: value for name, value in vars(fast).items() if hasattr(value, "py_func") and name[0] != "_"}
    shared = {name for name in supplied if hasattr(general, name)}
    assert {"legal_moves", "make", "assess", "is_quiet", "gain_of", "stuck", "is_drawn", "may_pass"} <= shared
    for name in shared:
        arguments = [list(inspect.signature(vars(path)[name].py_func).parameters) for path in (fast, general)]
        assert len(arguments[0]) == len(arguments[1]), name


def test_machine_code_of_the_two_paths_is_kept_under_different_names() -> None:
    """Numba caches and links by the qualified name: the same one would run the other path's code."""
    kernels: list[Any] = [kernel for path in (fast, general) for kernel in root.build(path)]
    names = [kernel.py_func.__qualname__ for kernel in kernels]
    assert len(set(names)) == len(names)
