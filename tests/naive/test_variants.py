"""The slow twin of modified sheets against python-chess, Fairy-Stockfish and the older twin.

These tests prove the twin, not the kernel, and so carry no clause markers.
"""

from __future__ import annotations

from typing import Any

import pyffish
import pytest

from tests.naive.chess import NaivePosition
from tests.naive.random_positions import random_positions
from tests.naive.rules import CHESS2D, CLASICO, TRADICIONAL
from tests.naive.rules import Rules as OldRules
from tests.naive.variants import Position, perft, read, start, write
from tests.naive.variants.loading import changed, shipped
from tests.oracles import fairy, python_chess

COUNTED = ("insufficient_material", "move_limit")


def _end(position: Position) -> tuple[str, str] | None:
    """The end, draws by counting left aside: the oracles have their own."""
    ended = position.outcome()
    return None if ended and ended[1] in COUNTED else ended


def _same(name: str, one: str, other: str) -> bool:
    """Whether two texts are equal; python-chess does not count a dropped pawn as a pawn's move."""
    fields, others = one.split(), other.split()
    if name == "crazyhouse":
        del fields[4], others[4]
    return fields == others


@pytest.mark.parametrize("name", python_chess.BOARDS)
def test_the_well_known_equal_python_chess(name: str) -> None:
    rules = shipped(name)
    for board in python_chess.random_positions(name, 25, seed=11):
        if board.is_variant_end():
            continue
        text = python_chess.text(board)
        position = read(rules, text)
        assert write(position) == text
        assert position.ucis() == python_chess.moves(board), text
        for move in position.legal_moves()[::5]:
            after, expected = position.after(move), board.copy(stack=False)
            expected.push_uci(move.uci)
            assert _same(name, write(after), python_chess.text(expected)), (text, move.uci)
            assert _end(after) == python_chess.outcome(name, expected), (text, move.uci)


@pytest.mark.parametrize("name", fairy.NAMES)
def test_others_equal_fairy_stockfish(name: str) -> None:
    rules = shipped(name)
    assert fairy.start(name) == write(start(rules))
    for text in fairy.random_positions(name, 6, seed=12):
        position = read(rules, text)
        assert position.ucis() == fairy.moves(name, text), text
        for move in position.legal_moves()[::7]:
            expected = fairy.after(name, text, move.uci)
            assert write(position.after(move)).split()[:3] == expected.split()[:3], (text, move.uci)


MOVEMENTS = (
    "fsW",
    "WfF",
    "FfW",
    "fN",
    "nN",
    "nA",
    "nD",
    "pR",
    "pB",
    "gR",
    "gQ",
    "mRcpR",
    "R4",
    "B2",
    "NN",
    "mNcB",
    "fRbB",
    "mQcN",
    "vWF",
    "fFbsW",
    "cKmA",
    "fD",
    "sH",
    "bC",
    "Z",
    "fFmbW",
)


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_movements_equal_fairy_stockfish(movement: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """M-2: the twin's reading of Betza texts, on the board."""
    name = f"axedrez-moves-{MOVEMENTS.index(movement)}"
    pyffish.load_variant_config(f"[{name}:chess]\nknight = -\ncustomPiece1 = n:{movement}\n")
    monkeypatch.setitem(fairy.NAMES, name, name)
    rules = changed("clasico", {"pieces": {"knight": {"movement": movement}}})
    for text in fairy.random_positions(name, 5, seed=13):
        assert read(rules, text).ucis() == fairy.moves(name, text), text


RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "passing": ("pass = true\n", {"turn": {"passing": "allowed"}}),
    "passing-when-stalemated": ("passOnStalemate = true\n", {"turn": {"passing": "when-stalemated"}}),
    "mandatory": ("mustCapture = true\n", {"capture": {"mandatory": True}}),
    "no-check": ("checking = false\n", {"royal": {"give_check": False}}),
    "early-promotion": (
        "promotionRegionWhite = *7 *8\npromotionRegionBlack = *2 *1\n",
        {"promotion": {"pawn": {"ranks": [7, 8]}}},
    ),
    "no-demotion": (
        "capturesToHand = true\npieceDrops = true\nfirstRankPawnDrops = true\ndropLoop = true\npocketSize = 5\n",
        {"capture": {"hand": True}, "promotion": {"pawn": {"demotes": False}}},
    ),
    "sideways": ("enPassantRegion = -\n", {"pawn": {"sideways": True, "en_passant": False}}),
}


@pytest.mark.parametrize("case", RULES)
def test_rules_equal_fairy_stockfish(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ini, changes = RULES[case]
    name, parent = f"axedrez-{case}", "pawnsideways" if case == "sideways" else "chess"
    pyffish.load_variant_config(f"[{name}:{parent}]\n{ini}")
    monkeypatch.setitem(fairy.NAMES, name, name)
    rules = changed("clasico", changes)
    for text in fairy.random_positions(name, 25, seed=14):
        assert read(rules, text).ucis() == {_with_pass(uci) for uci in fairy.moves(name, text)}, text


def _with_pass(uci: str) -> str:
    """Fairy-Stockfish passes by moving the king to where it stands."""
    return "0000" if uci[:2] == uci[2:] else uci


@pytest.mark.parametrize("old", [CLASICO, CHESS2D, TRADICIONAL], ids=lambda old: old.name)
def test_both_twins_agree(old: OldRules) -> None:
    rules = shipped(old.name)
    for text in random_positions(old, 40, seed=15):
        position, other = read(rules, text), NaivePosition.from_fen(old, text)
        assert write(position) == text
        assert position.ucis() == other.legal_moves(), text
        ended = other.outcome()
        assert position.outcome() == (ended and ended[:2]), text
        for move in position.legal_moves()[::6]:
            assert write(position.after(move)) == other.play(move.uci).fen(), (text, move.uci)


def test_perft_counts_paths() -> None:
    assert [perft(start(shipped("racing-kings")), depth) for depth in (1, 2)] == [21, 421]
