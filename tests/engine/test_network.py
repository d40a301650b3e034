"""The network that judges classic chess: the kernel beside a plain reading of its numbers, and who may use it."""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import numba
import numpy as np
import numpy.typing as npt
import pytest

import axedrez
from axedrez.chess.engine import network
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.kernel import network as kernel
from axedrez.chess.engine.kernel.evaluate import evaluate
from axedrez.chess.engine.searcher import Search, TranspositionTable
from axedrez.chess.kernel import layout as rules
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core import History, Side

KINDS = "KQRBNP"
STATES = np.uint64(int(layout.STATES))
ROW, ROWS = np.uint64(int(rules.ROW)), np.uint64(40)
WIDTH = int(layout.NETWORK_WIDTH)


def game(name: str) -> ChessGame:
    found = axedrez.load(name)
    assert isinstance(found, ChessGame)
    return found


def walk(clasico: ChessGame, plies: int, seed: int) -> Iterator[ChessPosition]:
    rng = random.Random(seed)
    position = clasico.start()
    for _ in range(plies):
        yield position
        moves = position.legal_moves()
        position = position.play_unchecked(rng.choice(moves)) if moves else clasico.start()


def plainly(position: ChessPosition, numbers: npt.NDArray[np.int16]) -> int:
    """Centipawns for the side to move, piece by piece from the position's text."""
    rows = position.text().split()[0].split("/")
    pieces: list[tuple[str, int, int]] = []
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                pieces.append((sign, file, rank))
                file += 1
    first = numbers[: 768 * WIDTH].astype(int).reshape(12, 8, 8, WIDTH)
    biases = numbers[768 * WIDTH : 769 * WIDTH].astype(int)
    second = numbers[769 * WIDTH : 785 * WIDTH].astype(int).reshape(8, 2, WIDTH)
    bucket = min((len(pieces) - 1) // 4, 7)
    total = 0
    for turn in (0, 1):
        white = (position.turn is Side.WHITE) == (turn == 0)
        king = next(file for sign, file, _ in pieces if sign == ("K" if white else "k"))
        sums = biases.copy()
        for sign, file, rank in pieces:
            kind = KINDS.index(sign.upper()) + (0 if sign.isupper() == white else 6)
            sums += first[kind, rank if white else 7 - rank, 7 - file if king > 3 else file]
        total += int((np.clip(sums, 0, 255) ** 2 * second[bucket, turn]).sum())
    return total * int(kernel.CENTIPAWNS) // (255 * 255 * 512) + int(numbers[785 * WIDTH + bucket])


def evaluated(search: Search, position: ChessPosition) -> int:
    search.memory[int(layout.STATES) :][: len(position.raw)] = position.raw
    return int(kernel.correction(search.memory, STATES))


def test_kernel_equals_the_plain_reading() -> None:
    clasico = game("clasico")
    search, numbers = Search(clasico, TranspositionTable(64)), network.shipped().numbers
    scores = [(evaluated(search, each), plainly(each, numbers)) for each in walk(clasico, 400, seed=3)]
    assert len({found for found, _ in scores}) > 100
    assert [found for found, _ in scores] == [expected for _, expected in scores]


def test_sums_are_right_after_a_search() -> None:
    clasico = game("clasico")
    search = Search(clasico, TranspositionTable(1024))
    for position in walk(clasico, 60, seed=8):
        if position.legal_moves():
            search.begin(position, History(), nodes=2000)
            for depth in range(1, 6):
                search.iterate(depth)
            assert evaluated(search, position) == plainly(position, network.shipped().numbers), position.text()


def test_colours_are_alike() -> None:
    clasico = game("clasico")
    search = Search(clasico, TranspositionTable(64))
    white = clasico.parse("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
    black = clasico.parse("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 9")
    assert evaluated(search, white) == evaluated(search, black)


@pytest.mark.parametrize("name", ["clasico", "reglamento", "chess2d", "tradicional", "no-castling"])
def test_serves_the_sheets_whose_pieces_move_so(name: str) -> None:
    assert network.network_of(game(name)) is not None


@pytest.mark.parametrize("name", ["knightmate", "los-alamos", "antichess", "crazyhouse", "shatranj"])
def test_serves_no_other(name: str) -> None:
    assert network.network_of(game(name)) is None


def test_file_says_where_it_comes_from() -> None:
    record, numbers = network.shipped()
    assert record.rulebook == "clasico"
    assert record.moves == network.fingerprint(game("clasico"))
    assert record.training["samples"] > 1_000_000
    assert record.training["error"] < record.training["error_without"]
    assert len(numbers) == int(kernel.NUMBERS)


@pytest.mark.parametrize(
    "data",
    [b"", b"something else", b"axedrez-network\n{}\n", b"axedrez-network\nnonsense", b"axedrez-network\n"],
)
def test_what_is_no_network_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="network"):
        network.read(data)


def test_a_network_cut_short_is_refused() -> None:
    record = network.shipped().record
    head = b"axedrez-network\n" + msgspec.json.encode(record) + b"\n"
    with pytest.raises(ValueError, match="network"):
        network.read(head + zlib.compress(b"\0\0" * 10))
    with pytest.raises(ValueError, match="network"):
        network.read(head + b"broken")
    with pytest.raises(ValueError, match="network"):  # and one that would inflate to 100 MB is not inflated
        network.read(head + zlib.compress(bytes(100_000_000)))


@numba.njit(_nrt=False)
def both(memory: Any, numbers: Any, tables: Any, rounds: Any, corrects: Any) -> Any:
    total = np.int64(0)
    for k in range(rounds):
        at = STATES + (np.uint64(k) % ROWS) * ROW
        if corrects:
            total += kernel.correction(memory, at)
        else:
            total += evaluate(memory, at, tables, numbers)
    return total


def test_it_is_quick_when_it_is_compiled_for_the_search() -> None:
    """Its loops use the machine's vector instructions: without them it takes several times as long as the weights."""
    clasico = game("clasico")
    search = Search(clasico, TranspositionTable(64))
    search.begin(clasico.start(), History(), nodes=100)  # compiles it, if that is not done yet
    search.iterate(1)
    for row, position in enumerate(walk(clasico, int(ROWS), seed=4)):
        search.memory[int(STATES + np.uint64(row) * ROW) :][: len(position.raw)] = position.raw

    def spent(corrects: bool) -> float:
        began = time.thread_time()
        both(search.memory, search.numbers, clasico.compiled, 20_000, corrects)
        return time.thread_time() - began

    spent(True)
    assert min(spent(True) for _ in range(5)) < 1.5 * min(spent(False) for _ in range(5))
