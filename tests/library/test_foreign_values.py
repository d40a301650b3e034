"""What is no move, text or position of a game is refused in words, whatever it is."""

from __future__ import annotations

from typing import Any

import pytest

import axedrez
from axedrez import AxedrezError, IllegalMove
from axedrez.messages import LANGUAGES, sentence

VALUES = [5, None, b"e4", [], 1.5, object(), axedrez.load("clasico").start().legal_moves()[0]]


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
@pytest.mark.parametrize("name", ["backgammon", "dice-chess"])
def test_a_foreign_move_is_refused(name: str, value: Any) -> None:
    position = axedrez.load(name).start()
    for ask in (position.play, position.parse_move):
        with pytest.raises(AxedrezError) as caught:
            ask(value)
        assert all(sentence(caught.value, lang) for lang in LANGUAGES)
    with pytest.raises(AxedrezError):
        axedrez.load(name).parse(value)


def test_a_castling_written_as_a_move_of_the_king_is_told_so() -> None:
    position: Any = axedrez.load("clasico").parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    with pytest.raises(IllegalMove) as caught:
        position.parse_move("Kg1")
    assert (caught.value.reason, caught.value.details["castling"]) == ("write_castling", "O-O")
