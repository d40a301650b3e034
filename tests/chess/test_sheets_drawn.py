"""Whatever a sheet says, it is refused with reasons or it can be played: nothing in between (M-1 … M-13)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axedrez.chess.position.game import ChessGame
from axedrez.core import SheetError
from axedrez.library import from_data
from axedrez.messages import sentence
from tests.sheets.drawing import draw
from tests.sheets.playing import random_game

PLIES = 12
SECTIONS = ["royal", "goal", "dice", "turn", "capture", "pawn", "promotion", "castling", "start", "draws", "board"]

numbers = st.integers(0, 10**6)


def mixed(one: int, other: int, sections: set[str]) -> dict[str, Any]:
    """A sheet with sections of another one: contradictions of every sort."""
    return {**draw(one), **{name: part for name, part in draw(other).items() if name in sections}}


def loaded(data: dict[str, Any]) -> ChessGame | None:
    """The game, or None for a sheet that is refused; the refusal can be said."""
    try:
        game = from_data(data, is_stored=True)
    except SheetError as found:
        refusal = found
    else:
        assert isinstance(game, ChessGame)
        return game
    assert all(sentence(fault, lang) for fault in refusal.faults for lang in ("es", "en"))
    assert refusal.faults
    return None


def played(data: dict[str, Any]) -> bool:
    """Refused in words, or played a while; whether it was played."""
    game = loaded(data)
    if game is None:
        return False
    for ply in random_game(game, "drawn", PLIES):
        position = ply.position
        text = position.text()
        assert game.parse(text) == position, text
        assert game.parse(text).hash == position.hash, text
        position.steps()
        position.scene()
        for move in list(position.legal_moves())[:3]:
            for lang in ("es", "en"):
                assert position.parse_move(position.notate(move, lang), lang) == move, (text, str(move))
    return True


@pytest.mark.clause("M-1", "M-4", "M-5", "M-6", "M-7", "M-8", "M-9", "M-10", "M-12")
@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(numbers, numbers, st.sets(st.sampled_from(SECTIONS), max_size=3))
def test_a_sheet_is_refused_or_playable(one: int, other: int, sections: set[str]) -> None:
    played(mixed(one, other, sections))


@pytest.mark.clause("M-3")
def test_most_drawn_sheets_are_sound() -> None:
    assert sum(played(draw(seed)) for seed in range(40)) > 15
