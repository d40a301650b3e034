"""The rules of tables games in words: every clause, every value and option, figures that are positions."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from axedrez import library
from axedrez.core.manual import Item, Manual

CLAUSES = tomllib.loads((Path(__file__).parents[1] / "clauses.toml").read_text(encoding="utf-8"))
# The D clauses of the specification.
DECIDED = {
    "G-3",
    "G-6",
    "G-10",
    "G-15",
    "G-17",
    "G-18",
    "G-25",
    "G-26",
    "G-32",
    "G-33",
    "G-42",
    "G-43",
    "G-45",
    "G-50",
    "G-51",
}


def manual(name: str, lang: str, **options: Any) -> Manual:
    return library.rules(library.load(name, options), lang)


def items(name: str, lang: str, **options: Any) -> list[Item]:
    return [item for section in manual(name, lang, **options).sections for item in section.items]


def words(name: str, lang: str, **options: Any) -> str:
    return "\n".join(item.text for item in items(name, lang, **options))


def known(value: Any) -> set[str]:
    """All keys of the table of clauses, wherever they stand."""
    if not isinstance(value, dict):
        return set()
    return set(value) | {key for inner in value.values() for key in known(inner)}


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_clause_appears(lang: str) -> None:
    wanted = {key for key in known(CLAUSES) if key.startswith("G-")}
    assert len(wanted) > 35
    found = items("chessgammon", lang)
    assert wanted == {item.clause for item in found if item.clause}
    assert {item.clause for item in found if item.decision} == DECIDED
    assert all(bool(item.why) == item.decision for item in found)


@pytest.mark.parametrize("name", ["chessgammon", "backgammon"])
def test_figures_are_positions(name: str) -> None:
    game = library.load(name)
    figures = [item.figure for item in items(name, "es") if item.figure]
    assert len(figures) >= (16 if name == "chessgammon" else 5)
    for figure in figures:
        assert game.parse(figure.position).text() == figure.position
        assert figure.caption
        places = {*map(str, range(1, 25)), "bar", "off"}
        assert {*figure.marks, *(place for arrow in figure.arrows for place in arrow)} <= places


@pytest.mark.parametrize(
    ("options", "said", "unsaid"),
    [
        ({"killer_queen": True}, "sumar uno a un dado. Una vez por turno puede restar", ""),
        ({"berserker_king": True}, "El rey solo avanza, tantos puntos", "no haya dejado nunca su punto inicial"),
        ({"defective_rook": True}, "Cada ejército tiene 15 piezas", "Cada ejército tiene 16 piezas"),
        (
            {"rook_capture": "two-any"},
            "torre a solas: la hacen dos piezas juntas, ambas de",
            "solo la hacen juntos dos peones",
        ),
        ({"rook_capture": "non-pawn-or-two-pawns"}, "una sola pieza si es dama, torre, alfil o caballo", ""),
        ({"king_pushes_lone_rook": True}, "El rey empuja la torre a solas", "ni puede entrar en su punto"),
        ({"entry_forfeits_die": False}, "Los dados que sobran después de entrar", "el otro se pierde"),
        ({"king_entry": "pips"}, "Entra según los puntos del dado", "marque el dado lo que marque"),
        ({"queen_double": "either"}, "en cualquiera de las dos direcciones", "en la misma dirección"),
        ({"match.length": 7, "match.cube": True}, "Puntos de este encuentro: 7", "Sin dado de doblar"),
        ({"match.cube": True, "match.crawford": True}, "(Crawford)", "Sin dado de doblar"),
        ({"scoring.gammon": 5}, "5 si no ha sacado nada", ""),
        ({"race.castle": 8}, "los puntos 1–8 para las blancas", "los puntos 1–6"),
        ({"race.win_uses_all_dice": False}, "", "Un turno que gana cuenta"),
        ({"race.exact": False}, "o con uno mayor", "solo con el número exacto"),
    ],
)
def test_the_words_follow_the_sheet(options: dict[str, Any], said: str, unsaid: str) -> None:
    plain, changed = words("chessgammon", "es"), words("chessgammon", "es", **options)
    if said:
        assert said in changed
        assert said not in plain
    if unsaid:
        assert unsaid in plain
        assert unsaid not in changed
    assert words("chessgammon", "en", **options) != words("chessgammon", "en")


def test_each_field_of_a_piece_is_said() -> None:
    data = tomllib.loads((library.RULEBOOKS / "chessgammon.toml").read_text(encoding="utf-8"))
    plain = words("chessgammon", "es")
    for piece, field, value, said in [
        ("rook", "protects_pawns", 3, "protege de esa captura 3 peones"),
        ("rook", "abilities", ["plus-one"], "Lo puede hacer cada torre por su cuenta."),
        ("bishop", "backward", False, "El alfil solo avanza"),
        ("bishop", "captured_by", ["rook"], "Captura del alfil a solas: la hace una sola pieza si es torre"),
        ("king", "moves", 2, "Hace como mucho 2 movimientos por turno"),
        ("king", "moves_on_doubles", 3, "y 3 movimientos con un doble"),
        ("knight", "pace", "one-point", "El caballo avanza o retrocede un único punto por dado"),
        ("rook", "captured_together_by", [], "Captura de la torre a solas: no la hace nadie"),
    ]:
        changed = {**data, "pieces": {**data["pieces"], piece: {**data["pieces"][piece], field: value}}}
        manual = library.rules(library.from_data(changed), "es")
        text = "\n".join(item.text for section in manual.sections for item in section.items)
        assert said in text
        assert said not in plain


def test_backgammon_speaks_of_nothing_it_lacks() -> None:
    for lang, missing in (("es", ("rey", "conjunta", "capacidad", "empuj", "G-")), ("en", ("king", "joint", "abilit"))):
        text = words("backgammon", lang)
        assert not [word for word in missing if word in text]
    assert "fichas: se saca con el número exacto, o con uno mayor" in words("backgammon", "es").lower()


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("name", ["chessgammon", "backgammon"])
def test_the_signs_of_the_captions_are_explained(name: str, lang: str) -> None:
    """And only those."""
    captions = " ".join(item.figure.caption for item in items(name, lang) if item.figure)
    (notation,) = (item.text for item in items(name, lang) if " * " in item.text)
    assert {sign for sign in "*&>=" if sign in captions} == {sign for sign in "*&>=" if sign in notation}
