"""What a first game needs to know: goal, directions, plain points, and the rules of each piece."""

from __future__ import annotations

import pytest

import axedrez
from axedrez import library
from axedrez.core.manual import Brief
from axedrez.messages import LANGUAGES

SHIPPED = [*library.rulebooks(), *library.gallery()]


def brief(name: str, lang: str = "es", **options: object) -> Brief:
    return library.brief(axedrez.load(name, options), lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_rulebook_has_one_and_every_piece_its_rules(name: str, lang: str) -> None:
    game = axedrez.load(name)
    found = library.brief(game, lang)
    assert len(found.goal) > 20
    assert found.points
    assert found.pieces.keys() == {piece.letter for piece in game.sheet.pieces.values()}
    assert not any("{" in text for text in (found.goal, *found.points, *(course.text for course in found.courses)))
    assert len(found.courses) in (0, 2)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_manual_begins_with_it(name: str) -> None:
    game = axedrez.load(name)
    first, found = library.rules(game, "es").sections[0], library.brief(game, "es")
    assert [item.text for item in first.items] == [found.goal, *(each.text for each in found.courses), *found.points]


@pytest.mark.clause("G-1", "G-4")
def test_chessgammon_says_where_one_goes_and_what_has_to_leave() -> None:
    found = brief("chessgammon")
    assert found.goal.startswith("Gana quien antes saca del tablero 1 rey y 8 peones.")
    white, black = found.courses
    assert (white.arrows, black.arrows) == ((("24", "13"), ("12", "1")), (("1", "12"), ("13", "24")))
    assert "del punto 24 al 1; su castillo son los puntos 1–6" in white.text
    assert "del punto 1 al 24; su castillo son los puntos 19–24" in black.text
    text = " ".join(found.points)
    for word in ("bloque", "barra", "dos dados iguales", "dos que lleguen en el mismo turno", "sacar"):
        assert word in text


@pytest.mark.clause("G-16", "G-25", "G-51")
def test_the_options_in_force_are_what_is_told() -> None:
    plain, berserker = brief("chessgammon"), brief("chessgammon", berserker_king=True)
    assert any("un solo punto por dado" in text for text in plain.points)
    assert not any("un solo punto por dado" in text for text in berserker.points)
    rook = brief("chessgammon", rook_capture="two-any").pieces["R"]
    assert rook != plain.pieces["R"]


def test_a_game_of_checkers_has_no_word_of_kings() -> None:
    found = brief("backgammon")
    assert found.goal == "Gana quien antes saca del tablero 15 fichas."
    assert not any("rey" in text for text in found.points)


def test_pawns_are_seen_to_run_towards_the_last_rank_of_the_board() -> None:
    assert [course.arrows for course in brief("clasico").courses] == [(("e2", "e8"),), (("e7", "e1"),)]
    assert [course.arrows for course in brief("los-alamos").courses] == [(("d2", "d6"),), (("d5", "d1"),)]
    assert brief("racing-kings").courses == ()
    assert "en una de estas casillas: d4, e4, d5 o e5" in brief("king-of-the-hill").goal


def test_a_language_that_is_none_is_refused() -> None:
    with pytest.raises(KeyError):
        brief("clasico", "fr")
