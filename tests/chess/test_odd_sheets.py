"""Sheets that no rulebook is: other riders, compound pieces, holes, another royal piece, no pawns; beside the twin."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from axedrez.chess.position.game import ChessGame
from axedrez.library import from_data
from tests import sheets
from tests.naive.chess import NaivePosition
from tests.naive.random_positions import random_positions
from tests.naive.rules import CLASICO, KNIGHT, ORTHOGONAL, Movement, Rules

START = CLASICO.start
NO_RIGHTS = START.replace("KQkq", "-")
NO_PAWNS = START.replace("pppppppp", "8").replace("PPPPPPPP", "8")
TWO_STEPS = ((2, 0), (-2, 0), (0, 2), (0, -2))
HOLES = ("c3", "d5", "e4")

ODD: dict[str, tuple[dict[str, Any], Rules]] = {
    "nightriders": (
        {"pieces": {"knight": {"movement": "NN"}}},
        replace(CLASICO, pieces={**CLASICO.pieces, "N": Movement(slides=KNIGHT)}),
    ),
    "compounds": (
        {"pieces": {"knight": {"movement": "RN"}, "bishop": {"movement": "BD"}}},
        replace(
            CLASICO,
            pieces={
                **CLASICO.pieces,
                "N": Movement(leaps=KNIGHT, slides=ORTHOGONAL),
                "B": replace(CLASICO.pieces["B"], leaps=TWO_STEPS),
            },
        ),
    ),
    "holes": (
        {"board": {"holes": list(HOLES)}},
        replace(CLASICO, holes=frozenset(HOLES)),
    ),
    "royal queen": (
        {
            "royal": {"pieces": ["queen"]},
            "castling": {"mode": "off"},
            "start": {"fen": NO_RIGHTS},
            "promotion": {"pawn": {"into": ["rook", "knight"]}},
        },
        replace(CLASICO, royal="Q", castling=False, start=NO_RIGHTS, promotion_choices=("R", "N")),
    ),
    "long steps": (
        {"pawn": {"double_step_ranks": [2, 3]}},
        replace(CLASICO, double_step_ranks=frozenset({2, 3})),
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_sheet_equals_the_twin(name: str) -> None:
    changes, twins = ODD[name]
    game = from_data({"extends": "clasico", "id": "odd", **changes})
    assert isinstance(game, ChessGame)
    changed = 0
    for fen in random_positions(twins, 100, seed=401):
        position, twin = game.parse(_merged(fen)), NaivePosition.from_fen(twins, fen)
        legal = twin.legal_moves()
        assert sheets.ucis(position) == legal, fen
        for uci in sorted(legal)[::3]:
            after, expected = position.play(uci), twin.play(uci)
            assert sheets.ucis(after) == expected.legal_moves(), (fen, uci)
            assert after.text() == _merged(expected.fen()), (fen, uci)
        changed += replace(twin, rules=replace(CLASICO, royal=twins.royal)).legal_moves() != legal
    assert changed > 5 or twins.royal != CLASICO.royal, "the sheet plays like clasico"


def _merged(fen: str) -> str:
    """The twin's FEN, its holes counted as empty squares, as the program writes them."""
    board, rest = fen.split(" ", 1)
    for length in range(9, 0, -1):
        board = board.replace(str(length), "." * length)
    board = board.replace("*", ".")
    for length in range(8, 0, -1):
        board = board.replace("." * length, str(length))
    return f"{board} {rest}"


def test_a_game_without_pawns() -> None:
    sheet = {
        "extends": "clasico",
        "id": "odd",
        "pieces": {"pawn": False},
        "pawn": {"piece": "", "en_passant": False, "double_step_ranks": []},
        "promotion": {"pawn": False},
        "start": {"fen": NO_PAWNS},
    }
    game = from_data(sheet)
    assert isinstance(game, ChessGame)
    position, twin = game.start(), NaivePosition.from_fen(CLASICO, NO_PAWNS)
    for ply in range(80):
        assert sheets.ucis(position) == twin.legal_moves()
        moves = sorted(sheets.ucis(position))
        if not moves:
            break
        move = moves[ply * 31 % len(moves)]
        position, twin = position.play(move), twin.play(move)
        assert position.text() == twin.fen()
