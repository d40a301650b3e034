"""What the quick reader of PGN reads, it reads as the usual one does; the rest it leaves alone."""

from __future__ import annotations

import random

import numpy as np
import pytest

from axedrez import gamefiles, load
from axedrez.chess.gamefiles.pgn import quick
from axedrez.core import Move, Position, Side
from axedrez.core.game_record import FileFault, GameRecord
from axedrez.core.traces import Trace, Unread
from axedrez.explorer.traces import trace_of
from axedrez.gamefiles import write_game
from tests.explorer.pgn_texts import ODD, random_file


def quickly(text: bytes) -> list[Trace | Unread]:
    return list(quick.read(text, gamefiles.decoded, load))


def slowly(text: bytes) -> list[Trace | None]:
    found = gamefiles.GameFile(gamefiles.decoded(text), limit=None)
    return [None if isinstance(each, FileFault) else trace_of(each) for each in found]


def check_twins(text: bytes) -> int:
    """Compare both readers; returns how many games the quick one has read."""
    compared: list[Trace | None] = []
    read = 0
    for item in quickly(text):
        if isinstance(item, Unread):
            assert text[item.place : item.place + len(item.text)] == item.text
            compared += slowly(item.text)
        else:
            read += 1
            compared.append(item)
    expected = slowly(text)
    assert len(compared) == len(expected)
    for found, right in zip(compared, expected, strict=True):
        if right is None or found is None:
            assert found is right
            continue
        assert (found.headers, found.result) == (right.headers, right.result)
        assert found.start == right.start
        for mine, other in (
            (found.keys, right.keys),
            (found.choices, right.choices),
            (found.materials, right.materials),
        ):
            assert np.array_equal(mine, other)
    return read


def test_both_read_the_same() -> None:
    text = random_file(40, seed=1).encode()
    assert check_twins(text) == 40


def test_both_read_the_same_of_odd_games() -> None:
    assert check_twins("".join(ODD).encode()) >= 6


@pytest.mark.parametrize("text", ODD)
def test_each_odd_game_alone(text: str) -> None:
    check_twins(text.encode())


def against_a_bare_king() -> str:
    """A game that ends with Black's king alone, lost by White on time."""
    source = random.Random(6)
    position, moves = load("clasico").start(), list[Move]()
    while sum(map(str.islower, placement(position))) > 1:
        men, found = placement(position), list(position.legal_moves())
        captures = [move for move in found if sum(map(str.isalpha, placement(position.play(move)))) < len(men)]
        moves.append(source.choice(captures if captures and position.side is Side.WHITE else found))
        position = position.play(moves[-1])
        if position.outcome() is not None:
            position, moves = load("clasico").start(), []
    text = write_game(GameRecord.from_moves(load("clasico").start(), moves, {"Termination": "Time forfeit"}))
    return (
        text.replace('"unterminated"', '"Time forfeit"').replace('"*"', '"0-1"').rstrip().removesuffix("*") + "0-1\n\n"
    )


def placement(position: Position) -> str:
    return "".join(filter(str.isalpha, position.text().split()[0]))


def test_a_loss_on_time_is_believed_even_against_a_bare_king() -> None:
    text = against_a_bare_king()
    assert check_twins(text.encode()) == 1
    for termination in ("Time forfeit", "normal"):
        [trace] = quickly(text.replace("Time forfeit", termination).encode())
        assert isinstance(trace, Trace)
        assert trace.result == "0-1"


def test_other_line_breaks_and_single_bytes() -> None:
    text = random_file(4, seed=2)
    assert check_twins(text.replace("\n", "\r\n").encode()) == 4
    assert check_twins(text.encode("cp1252")) == 4
    [first, *_] = quickly(text.encode("cp1252"))
    assert isinstance(first, Trace)
    assert first.headers["White"] in ("Núñez, Ana", "Berg, Bo", "Cruz, Caro", "Dahl, Dag")


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Nd4 Nge7 5. Ne2 1-0",  # Nd4 and Ne2 of the only knight that can
        "1. Nf3 d5 2. Nc3 d4 3. Nd4 Nd7 4. Nb5 Ndf6 1-0",
        "1. e4 e5 2. N1f3 1-0",
        "1. e4 e5 2. Nbf3 1-0",
        "1. e4 e5 2. Ng1xf3 1-0",
        "1. e4 d5 2. ed5 1-0",
        "1. e4 d5 2. exd 1-0",
        "1. e4 d5 2. exd5+-  1-0",
        "1. e4 d5 exd5 1-0",
        "1.e4 d5 2.Bb5+!! c6 3.dxc6?? 0-1",
        "1. e4 e5 2. Ke2 Ke7 3. Ke1 O-O 1-0",
        "1. e4 e5 -- 2. d4 1-0",
        "1. e4 (1. d4 1-0",
        "1. e4) e5 1-0",
        "1. e4 e5 1-0 ; a remark",
        "1. e4 e5 1-0\n% an escape\n",
        "1. e4 e5",
        "1. e4 e5 1-",
        "1. e4 $999 e5 1-0",
        "1. e4 \u2026 e5 1-0",
    ],
)
def test_doubtful_move_texts(moves: str) -> None:
    check_twins(f'[Event "A"]\n[Result "1-0"]\n\n{moves}\n\n'.encode())
