"""Sheets near what the kernel can hold: nothing is written outside (the full size is `bench/hostile_sheets.py`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from axedrez import SheetError, library
from axedrez.chess.kernel.layout import MAX_MOVES
from axedrez.chess.position.game import ChessGame
from axedrez.messages import sentence
from tests.sheets import hostile
from tests.sheets.drawing import WORDS

SHEETS, SEED = 60, 3_000_000


def piece(letter: str, movement: str) -> dict[str, Any]:
    return {"letter": letter, "movement": movement, "names": WORDS}


OVER = {
    "family": "chess",
    "id": "over",
    "names": WORDS,
    "start": {"fen": "k7/8/8/8/8/8/UUUUUUUU/KUUUUUUU w - - 0 1"},
    "pieces": {
        "king": piece("K", "K"),
        "uni": piece("U", "QNCZHGDA"),
        **{letter.lower(): piece(letter, "N") for letter in "ABCDEFGH"},
    },
    "promotion": {"uni": {"into": list("abcdefgh"), "ranks": [3, 4, 5, 6, 7, 8], "optional": True}},
    "royal": {"parry": False},
    "goal": {"win": ["capture-royal"]},
    "pawn": {"piece": ""},
    "castling": {"mode": "off"},
}
"""Some 5,000 moves in the start position."""


def test_nothing_is_written_outside() -> None:
    played, most, found = 0, 0, list[str]()
    for number in range(SEED, SEED + SHEETS):
        result = hostile.faults(hostile.draw(number), number, search=number % 6 == 0)
        if result is not None:
            played, most, found = played + 1, max(most, result[1]), found + result[0]
    assert not found, "\n".join(found[:20])
    assert played > SHEETS // 3
    assert most > 400


def test_a_sheet_with_too_many_moves_is_refused() -> None:
    with pytest.raises(SheetError) as caught:
        library.from_data(OVER)
    (fault,) = caught.value.faults
    assert (fault.reason, fault.details["field"]) == ("sheet_moves", "pieces")
    assert int(str(fault.details["value"])) > MAX_MOVES
    assert str(MAX_MOVES) in sentence(fault, "es")


@pytest.mark.parametrize("change", [{}, {"castling": {"mode": "off"}, "royal": {"pieces": ["king"], "parry": False}}])
def test_the_kernel_stops_at_the_end_of_its_list(monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]) -> None:
    """Even if the bound were wrong."""
    monkeypatch.setattr("axedrez.chess.position.game._check_moves", lambda *_: None)
    game = library.from_data(OVER | change)
    assert isinstance(game, ChessGame)
    for ask in (game.kernel.legal_moves, game.kernel.pseudo_legal_moves):
        whole, room = hostile.guarded(int(MAX_MOVES))
        count = int(ask(game.start().raw, game.compiled, room))
        assert int(MAX_MOVES) - 3 <= count <= MAX_MOVES
        assert hostile.is_intact(whole, room)
        assert np.count_nonzero(room) >= count - 1
