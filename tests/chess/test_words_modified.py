"""The words of modified sheets (M-1 … M-12): the gallery, every kind of movement, sheets drawn at random."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import axedrez
from axedrez import library
from axedrez.chess.sheet.geometry import square_name
from axedrez.core.errors import AxedrezError
from axedrez.core.manual import Item
from axedrez.messages import LANGUAGES, grammar
from tests.sheets import chess
from tests.sheets.drawing import drawn

WORDS = tomllib.loads(Path(__file__).with_name("words_modified.toml").read_text(encoding="utf-8"))


def manual_items(game: axedrez.Game, lang: str) -> list[Item]:
    return [item for section in library.rules(game, lang).sections for item in section.items]


def text(name: str, lang: str) -> str:
    return " ".join(item.text for item in manual_items(chess(name), lang))


def modified(name: str, change: dict[str, Any]) -> axedrez.Game:
    return library.from_data({"extends": name, "id": "modified", **change})


@pytest.mark.parametrize(("name", "es", "en"), WORDS["gallery"])
def test_the_gallery_tells_its_rules(name: str, es: str, en: str) -> None:
    assert es in text(name, "es")
    assert en in text(name, "en")
    assert es not in text("clasico", "es")
    assert en not in text("clasico", "en")


@pytest.mark.parametrize(("movement", "es", "en"), WORDS["movements"])
def test_every_movement_has_its_words(movement: str, es: str, en: str) -> None:
    game = modified("clasico", {"pieces": {"rook": {"movement": movement}}})
    for lang, words in (("es", es), ("en", en)):
        section = library.rules(game, lang).sections[3]  # how each piece moves
        assert words in "".join(item.text for item in section.items)


@pytest.mark.parametrize("name", library.gallery())
def test_the_figures_of_the_gallery_show_what_the_pieces_reach(name: str) -> None:
    game = chess(name)
    section = next(s for s in library.rules(game, "en").sections if s.title.startswith("How each"))
    for item in (item for item in section.items if item.figure):
        assert item.figure is not None
        position = game.parse(item.figure.position)
        reached = {square_name(move.target) for move in position.legal_moves() if not move.special}
        assert item.figure.marks
        assert set(item.figure.marks) <= reached


def whole(item: Item) -> bool:
    """Whether the text is a sentence without holes and slips."""
    slips = ("{", "}", "  ", " ,", " ;", "..", "None", " a el ", " de el ")
    return item.text[0].isupper() and item.text.endswith(".") and not any(slip in item.text for slip in slips)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", library.gallery())
def test_sentences_of_the_gallery_are_whole(name: str, lang: str) -> None:
    for item in manual_items(chess(name), lang):
        assert whole(item), item.text


def test_rules_of_sheets_drawn_at_random_are_whole_and_their_figures_are_positions() -> None:
    count = 0
    for data in drawn(5, 60):
        try:
            game = library.from_data(data, is_stored=True)
        except AxedrezError:
            continue
        count += 1
        for lang in LANGUAGES:
            for item in manual_items(game, lang):
                assert whole(item), (data["id"], item.text)
                if item.figure:
                    assert game.parse(item.figure.position).text() == item.figure.position
    assert count > 18


@pytest.mark.parametrize(
    ("name", "plural", "the", "one"),
    [
        ("peón", "peones", "el peón", "un peón"),
        ("caballo chino", "caballos chinos", "el caballo chino", "un caballo chino"),
        ("cañón de mano", "cañones de mano", "el cañón de mano", "un cañón de mano"),
        ("alferza", "alferzas", "la alferza", "una alferza"),
        ("águila", "águilas", "el águila", "un águila"),
        ("marqués", "marqueses", "el marqués", "un marqués"),
        ("saltamontes", "saltamontes", "el saltamontes", "un saltamontes"),
        ("jabalí", "jabalís", "el jabalí", "un jabalí"),
        ("juez", "jueces", "el juez", "un juez"),
    ],
)
def test_names_have_their_articles_and_plurals(name: str, plural: str, the: str, one: str) -> None:
    forms = grammar.forms("it", name, "", "es")
    assert (forms["its"], forms["the_it"], forms["a_it"]) == (plural, the, one)


def test_several_royal_pieces_are_called_so() -> None:
    change = {"royal": {"pieces": ["king", "queen"]}, "promotion": {"pawn": {"into": ["rook"]}}}
    spoken = " ".join(item.text for item in manual_items(modified("no-castling", change), "es"))
    assert "Son piezas reales los reyes y las damas" in spoken
    assert "ninguna pieza real de quien ha movido" in spoken
