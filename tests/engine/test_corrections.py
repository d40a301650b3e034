"""What a search learns about its own judgement."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import axedrez
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.kernel.corrections import corrected, update_correction
from axedrez.chess.engine.searcher import Search, TranspositionTable
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core import History

AT = layout.STATES
ITALIAN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
SAME_PAWNS = "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 5 4"
SAME_WHITE = "r1bqkb1r/ppp2ppp/2np1n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4"
OTHER = "8/5k2/8/3P4/8/2K5/8/4R3 b - - 0 60"
WIDE = (np.int64(-layout.INFINITY), np.int64(layout.INFINITY))


def game(name: str) -> ChessGame:
    found = axedrez.load(name)
    assert isinstance(found, ChessGame)
    return found


def put(search: Search, position: ChessPosition) -> None:
    search.memory[int(AT) :][: len(position.raw)] = position.raw


def seen(search: Search, fen: str, score: int = 0) -> int:
    put(search, search.game.parse(fen))
    return int(corrected(search.memory, AT, search.game.compiled, np.int64(score)))


def learn(
    search: Search, fen: str, depth: int, seemed: int, score: int, bounds: tuple[np.int64, np.int64] = WIDE
) -> None:
    put(search, search.game.parse(fen))
    update_correction(
        search.memory, AT, search.game.compiled, np.int64(depth), np.int64(seemed), np.int64(score), *bounds
    )


@pytest.fixture
def search() -> Search:
    return Search(game("clasico"), TranspositionTable(64))


def test_what_is_alike_is_corrected_the_more_the_more_is_alike(search: Search) -> None:
    fens = (ITALIAN, SAME_WHITE, SAME_PAWNS, OTHER)
    assert [seen(search, fen) for fen in fens] == [0, 0, 0, 0]
    learn(search, ITALIAN, 6, 0, 100)
    itself, white, pawns, other = (seen(search, fen) for fen in fens)
    assert itself > white == pawns > other == 0
    assert seen(search, ITALIAN.replace(" b ", " w ")) == 0  # each side has its own


def test_much_of_the_same_comes_near_to_it_and_no_further(search: Search) -> None:
    for _ in range(300):
        learn(search, ITALIAN, 4, seen(search, ITALIAN, 20), 80)
    assert 70 <= seen(search, ITALIAN, 20) <= 80
    for _ in range(300):
        learn(search, ITALIAN, 20, 0, -20_000)
    assert -200 <= seen(search, ITALIAN) <= -150


def test_a_bound_that_says_nothing_teaches_nothing(search: Search) -> None:
    learn(search, ITALIAN, 6, 50, 30, (np.int64(0), np.int64(30)))  # at least 30: 50 may be right
    learn(search, ITALIAN, 6, 50, 70, (np.int64(70), np.int64(99)))  # at most 70
    assert seen(search, ITALIAN) == 0
    learn(search, ITALIAN, 6, 50, 70, (np.int64(0), np.int64(70)))
    assert seen(search, ITALIAN) > 0


def test_a_correction_makes_no_mate(search: Search) -> None:
    for _ in range(50):
        learn(search, ITALIAN, 20, 0, 20_000)
    assert seen(search, ITALIAN, int(layout.WON) - 5) == int(layout.WON) - 1


def searched(name: str) -> np.ndarray:
    search = Search(game(name), TranspositionTable(1 << 10))
    search.begin(search.game.start(), History(), nodes=20_000)
    for depth in range(1, 30):
        search.iterate(depth)
        if search.aborted:
            break
    return search.memory[int(layout.CORRECTIONS) : int(layout.CONTINUATIONS)].view(np.int16)


@pytest.mark.parametrize("name", ["clasico", "crazyhouse"])
def test_a_search_learns(name: str) -> None:
    learnt = searched(name)
    assert 50 < np.count_nonzero(learnt) < len(learnt) // 2
    assert np.abs(learnt).max() <= 1 << 10


def test_turns_of_several_moves_teach_nothing() -> None:
    assert not searched("marseillais").any()


def test_plain_minimax_learns_nothing() -> None:
    search = Search(game("clasico"), TranspositionTable(1 << 10))
    position = search.game.start()
    for _ in range(6):
        position = position.play(Random(3).choice(position.legal_moves()))
    search.begin(position, History(), plain=True)
    search.iterate(3)
    assert not search.memory[int(layout.CORRECTIONS) : int(layout.CONTINUATIONS)].any()
