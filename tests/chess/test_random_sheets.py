"""Sheets drawn from the whole schema: refused by name, or played to an end as the slow twin plays them."""

from __future__ import annotations

import pytest

from axedrez import library
from axedrez.chess.position.game import ChessGame
from axedrez.core import SheetError
from axedrez.messages import sentence
from tests.sheets import twins
from tests.sheets.drawing import Data, drawn

SHEETS = 300
FEW = 120
"""So many are drawn where somebody waits."""


def loaded(data: Data) -> ChessGame | SheetError:
    """The game of a sheet, or why it is refused."""
    try:
        game = library.from_data(data, is_stored=True)
    except SheetError as refusal:
        return refusal
    assert isinstance(game, ChessGame)
    return game


@pytest.mark.clause("M-1", "M-2", "M-3", "M-4", "M-5", "M-6", "M-7", "M-8", "M-9", "M-10", "M-12")
@pytest.mark.parametrize("count", [FEW, pytest.param(SHEETS, marks=pytest.mark.long)])
def test_drawn_sheets_are_refused_or_play_like_the_twin(count: int) -> None:
    played, found = 0, []
    for number, data in enumerate(drawn(7, count)):
        game = loaded(data)
        if isinstance(game, SheetError):
            assert game.faults
            assert all(sentence(game, lang) for lang in ("es", "en"))
        else:
            played += 1
            found += [f"{number}: {fault}" for fault in twins.faults(game, number, plies=30, compared=1, after=2)]
    assert not found, "\n".join(found[:20])
    assert played > count // 3


def test_the_rules_of_drawn_sheets_can_be_put_into_words() -> None:
    for data in drawn(8, SHEETS // 20):
        game = loaded(data)
        if isinstance(game, ChessGame):
            for lang in ("es", "en"):
                assert library.rules(game, lang).sections
