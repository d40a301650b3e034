"""Notation of turns: what is written is read again as the same turn, in both languages, under every option."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from axedrez import library
from axedrez.core import AxedrezError, IllegalMove, TextError
from axedrez.core.dice import ROLLS, Roll
from axedrez.messages import sentence

MIXES: list[tuple[str, dict[str, Any]]] = [
    ("chessgammon", {}),
    ("chessgammon", {"killer_queen": True, "queen_double": "either", "entry_forfeits_die": False}),
    ("chessgammon", {"berserker_king": True, "defective_rook": True, "rook_capture": "two-any"}),
    ("chessgammon", {"king_pushes_lone_rook": True, "king_entry": "pips", "rook_capture": "non-pawn-or-two-pawns"}),
    ("backgammon", {}),
]


def met(game: Any, lots: random.Random, turns: int) -> Iterator[Any]:
    """Positions with dice from games of random play that hurry home."""
    position = game.start()
    for _ in range(turns):
        if position.outcome() is not None:
            position = game.start()
        position = position.play(lots.choice(ROLLS)[0])
        yield position
        drawn = [lots.choice(position.legal_moves()) for _ in range(4)]
        position = position.play_unchecked(min(drawn, key=lambda turn: int(turn.row[:16].sum())))


@pytest.mark.parametrize(("name", "options"), MIXES)
def test_turns_are_read_as_they_are_written(name: str, options: dict[str, Any]) -> None:
    lots, game = random.Random(11), library.load(name, options)
    seen = ""
    for position in met(game, lots, 90):
        turns = position.legal_moves()
        assert len({str(turn) for turn in turns}) == len(turns)
        for turn in lots.sample(turns, min(3, len(turns))):
            seen += str(turn)
            for lang in ("en", "es"):
                text = position.notate(turn, lang)
                assert text.isascii()
                read = position.parse_move(text, lang)
                assert read == turn, (position.text(), text)
                assert position.play_unchecked(read) == position.play_unchecked(turn), (position.text(), text)
            assert position.play(str(turn)) == position.play_unchecked(turn)
    # A test that met no captures and no bars would prove little.
    assert {"*", "bar"} <= {mark for mark in ("*", "bar", "off", "&*", ">", "+", "-") if mark in seen}


@pytest.mark.parametrize(
    ("written", "spanish"), [("R24/18", "R24/18"), ("T13/5 C13/12", "T13/5"), ("Pbarra/20", "Pbarra/20")]
)
def test_what_cannot_be_played_is_told_in_the_letters_of_the_language(written: str, spanish: str) -> None:
    game = library.load("chessgammon")
    position = game.start().play(Roll(6, 5))
    with pytest.raises(IllegalMove) as refusal:
        position.parse_move(written, "es")
    assert f"({spanish})" in sentence(refusal.value, "es")
    english = {"R": "K", "T": "R", "P": "P"}[spanish[0]] + spanish[1:].replace("barra", "bar")
    assert f"({english})" in sentence(refusal.value, "en")


def test_an_unreadable_turn_is_answered_with_an_example_in_the_same_language() -> None:
    with pytest.raises(TextError) as fault:
        library.load("chessgammon").start().play(Roll(6, 5)).parse_move("?", "es")
    told = sentence(fault.value, "es")
    assert "C13/8" in told
    assert "pasa" in told


def stand(position: str) -> Any:
    return library.load("chessgammon").parse(position)


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ("1/KQRRBB/7/n/2/N/1/N/7/kqrrbbn/1 - PPPPPPPPpppppppp w - 52", "N15/10* N13/11"),
        ("1/KQRRBBNN/7/r/1/P/2/P/7/kqrbbnn/1 - PPPPPPpppppppp w - 52", "P15/10& P12/10&*"),
        ("1/KQRRBBNN/7/r/1/P/2/P/7/kqrbbnn/1 - PPPPPPpppppppp w - 52", "P12/10& P15/10&*"),
        ("1/QRRBBNN/7/rppp/K/11/kqrbbnn/1 - PPPPPPPPppppp w - 52", "K11/10> N2/4"),
        ("1/QRRBBNN/7/kp/K/11/qrrbbnn/1 - PPPPPPPPppppppp w - 52", "K11/10= N2/4"),
        ("1/KQRRBB/10/NN/9/kqrrbbnn/1 - PPPPPPPPpppppppp w - 52", "N13/7+ N13/16+"),
        ("1/KQRRNN/10/BB/9/kqrrbbnn/1 - PPPPPPPPpppppppp w - 52", "B13/9- B13/14-"),
        ("1/KRRBBNN/10/Q/9/kqrrbbnn/1 - PPPPPPPPpppppppp w - 52", "Q13/8/3 N2/4"),
        ("1/KRRBBNN/20/kqrrbbnn/1 Q PPPPPPPPpppppppp w - 52", "Qbar/20"),
        ("1/KQRRBBNNP/2/P/17/kqrrbbnn/1 - PPPPPPpppppppp w - 52", "P5/off P2/off"),
    ],
)
def test_marks(position: str, turn: str) -> None:
    stood = stand(position)
    played = stood.play(turn)
    assert played in {stood.play_unchecked(legal) for legal in stood.legal_moves()}
    for mark in set(turn) & set("*&>=+-"):
        with pytest.raises(AxedrezError):
            stood.play(turn.replace(mark, "", 1))


@pytest.mark.parametrize(
    "text",
    ["", " ", "N13", "N13/", "N13/8/", "X13/8", "n13/8", "N13/8,P6/4", "N13\x00/8", "N13/8 " * 60, "13/8 6/4", "52"],
)
def test_what_is_no_turn(text: str) -> None:
    position = library.load("chessgammon").start().play("52")
    with pytest.raises(TextError):
        position.parse_move(text)


@pytest.mark.parametrize("text", ["pass", "N13/8", "N13/7 P6/4", "N13/8 P6/5", "N13/8 P6/4 P6/4", "N13/8* P6/4"])
def test_what_is_no_legal_turn(text: str) -> None:
    position = library.load("chessgammon").start().play("52")
    with pytest.raises(IllegalMove):
        position.parse_move(text)


def test_the_die_may_be_named_and_zeros_written() -> None:
    position = library.load("chessgammon").start().play("52")
    turn = position.parse_move("N13/8 P6/4")
    assert position.parse_move("N13/08:5 P06/04:2") == turn
    assert position.parse_move("C13/8 P6/4", "es") == turn
    with pytest.raises(AxedrezError):
        position.parse_move("N13/8:2 P6/4:5")


def test_words_of_both_languages() -> None:
    game = library.load("backgammon")
    lots = random.Random(2)
    for position in met(game, lots, 300):
        turn = position.legal_moves()[0]
        spanish = position.notate(turn, "es")
        assert spanish == str(turn).replace("bar", "barra").replace("off", "fuera").replace("pass", "pasa")
        assert position.parse_move(spanish, "en") == turn
