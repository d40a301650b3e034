"""Betza notation (M-2), beside Fairy-Stockfish's reading of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pyffish
import pytest

from axedrez.chess.sheet import betza
from axedrez.core.errors import TextError

FILES = "abcdefgh"
START = (3, 3)
SHAPES = """
    N fN ffN fhN frN rfN rN rhN hrN hlN fsN vN sN rvN lbN bhN frlN fflN frblN
    fsW sfW vR fsK sK flF fK fbN fvN fhF fsB fsQ flQ fhK rvK rlsW
    mRcpR mBcB gQ pR fgR nN nD nA fnN R4 W2 N2 NN W0 F0
    KK RB mfWcfF L J mN cK frcNmbW
""".split()  # noqa: SIM905


def reached(text: str, occupied: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Where a piece on d4 goes, all occupied squares being an enemy's."""
    found = set()
    for way in betza.parse(text):
        lame = [(START[0] + x, START[1] + y) for x, y in betza.passed(way.step)] if way.lame else []
        if occupied.isdisjoint(lame):
            found |= set(_along(way, occupied))
    return found


def _along(way: betza.Way, occupied: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    hurdles = 0
    for number in range(1, 8 if way.limit == 0 else way.limit + 1):
        square = START[0] + number * way.step[0], START[1] + number * way.step[1]
        if not all(0 <= part < 8 for part in square):
            return
        taken = square in occupied
        if (not way.hop or hurdles == 1) and (way.captures if taken else way.moves):
            yield square
        if (not way.hop and taken) or (way.hop == "g" and hurdles == 1):
            return
        hurdles += taken


def expected(text: str, occupied: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The same by Fairy-Stockfish."""
    name = "betza" + "".join(f"{ord(sign):02x}" for sign in text)
    if name not in pyffish.variants():
        pyffish.load_variant_config(f"[{name}:chess]\ncustomPiece1 = x:{text}\ncastling = false\n")
    # Its kings stand where nothing of this test gives check or is captured: h1 and a8 are never occupied.
    placed = {**dict.fromkeys(occupied, "p"), START: "X", (7, 0): "K", (0, 7): "k"}
    rows = ["".join(placed.get((file, rank), " ") for file in range(8)) for rank in reversed(range(8))]
    board = re.sub(" +", lambda empty: str(len(empty.group())), "/".join(rows))
    moves = pyffish.legal_moves(name, f"{board} w - - 0 1", [])
    return {(FILES.index(move[2]), int(move[3]) - 1) for move in moves if move.startswith("d4")}


@pytest.mark.clause("M-2")
@pytest.mark.parametrize("text", SHAPES)
def test_means_what_fairy_stockfish_reads(text: str) -> None:
    random = Random(text)
    squares = [(file, rank) for file in range(8) for rank in range(1, 7) if (file, rank) not in ((3, 3), (6, 1))]
    kings = {(7, 0), (0, 7)}
    boards: list[set[tuple[int, int]]] = [set(), *(set(random.sample(squares, 8)) for _ in range(30))]
    for occupied in boards:
        assert reached(text, occupied) - kings == expected(text, occupied) - kings, occupied


@pytest.mark.clause("M-2")
def test_ways_are_seen_by_white_and_come_once() -> None:
    assert betza.parse("mWcW") == betza.parse("W")
    assert betza.parse("RW") == betza.parse("R") == betza.parse("W9")
    assert betza.parse("R1") == betza.parse("W")
    assert betza.Way((2, 1), 1, True, True, True) in betza.parse("nN")
    assert betza.parse("fmW") == (betza.Way((0, 1), 1, True, False),)
    assert set(betza.parse("mR2cR")) >= {betza.Way((0, 1), 2, True, False), betza.Way((0, 1), 0, False, True)}
    assert betza.passed((-3, 3)) == [(-1, 1), (-2, 2)]
    assert betza.passed((2, -1)) == [(1, 0)]


@pytest.mark.clause("M-2")
@pytest.mark.parametrize(
    "text",
    [
        "iW",
        "X",
        "mm",
        "m",
        "mmW",
        "pgR",
        "pN",
        "pR3",
        "nR",
        "nW",
        "npR",
        "nC",
        "vsN",
        "sfN",
        "hN",
        "W12",
        "frfrmq",
        "3",
    ],
)
def test_refuses_what_it_does_not_know(text: str) -> None:
    with pytest.raises(TextError) as refusal:
        betza.parse(text)
    assert refusal.value.reason == "betza"
    assert text in str(refusal.value)
