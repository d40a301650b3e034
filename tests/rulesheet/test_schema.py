"""The schema of sheets as data, what differs between two sheets, and sheets as TOML."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
import pytest

from axedrez import library
from axedrez.messages import LANGUAGES, catalogue
from axedrez.rulesheet.differences import differences, field_text
from axedrez.rulesheet.schema import Field, every
from axedrez.rulesheet.writing import to_data

KINDS = ("chess", "tables")


def sheet_type(family: str) -> Any:
    return type(library.sheet({"chess": "clasico", "tables": "chessgammon"}[family]))


@pytest.mark.parametrize("family", KINDS)
def test_every_field_has_words(family: str) -> None:
    found = list(every(sheet_type(family)))
    assert len(found) > 60
    for field in found:
        for lang in LANGUAGES:
            assert field.names[lang].strip(), field.path
            assert field.help[lang].strip(), field.path
            assert all(option.names[lang].strip() for option in field.options), field.path


def test_words_of_fields_belong_to_fields() -> None:
    paths = {field.path for family in KINDS for field in every(sheet_type(family))}
    said = {key.removeprefix("field.") for key in catalogue("en") if key.startswith("field.")}
    named = {key.rpartition(".")[0] for key in said if not key.startswith("value.")}
    assert named <= paths


def _by_path(family: str) -> dict[str, Field]:
    return {field.path: field for field in every(sheet_type(family))}


def test_a_field_tells_its_kind_its_bounds_and_its_default() -> None:
    fields = _by_path("chess")
    assert (fields["board.files"].kind, fields["board.files"].min, fields["board.files"].max) == ("number", 3, 8)
    assert fields["board.files"].default == 8
    assert [option.value for option in fields["turn.moves"].options] == [1, 2, "1-2", "progressive"]
    assert (fields["goal.win"].kind, fields["goal.win"].default) == ("list", ["checkmate"])
    assert fields["royal.pieces"].item is not None
    assert fields["royal.pieces"].item.format == "piece"
    assert (fields["castling.files"].length, fields["promotion"].keys, fields["pieces"].keys) == (2, "piece", "id")
    assert fields["pieces.*.value"].nullable
    assert fields["pieces.*.movement"].required
    assert fields["pieces.*.movement"].format == "betza"
    assert _by_path("tables")["options.killer_queen"].kind == "boolean"


def test_differences_are_told_in_words() -> None:
    parent = library.sheet("clasico")
    data = {
        "extends": "clasico",
        "id": "mine",
        "names": {"es": "Mío", "en": "Mine"},
        "goal": {"win": ["checkmate", "checks"]},
        "castling": {"mode": "off"},
        "pieces": {
            "knight": {"movement": "NC"},
            "archer": {"letter": "X", "names": {"es": "arquero", "en": "archer"}, "movement": "D"},
        },
        "promotion": {"pawn": {"into": ["queen", "archer"]}},
    }
    sheet = library.from_data(data).sheet
    english = {difference.path: difference.text for difference in differences(parent, sheet, "en")}
    assert english == {
        "pieces.knight.movement": "knight · Movement: NC (was: N)",
        "pieces.archer": "Pieces: archer (D) is added",
        "goal.win": "What wins: checkmate, giving the checks (was: checkmate)",
        "promotion.pawn.into": "pawn · Becomes: queen, archer (was: queen, rook, bishop, knight)",
        "castling.mode": "Kind of castling: none (was: the classic one)",
    }
    spanish = [difference.text for difference in differences(parent, sheet, "es")]
    assert "Piezas: se añade arquero (D)" in spanish
    assert "Piezas: se quita arquero" in [difference.text for difference in differences(sheet, parent, "es")]
    assert differences(parent, parent, "es") == ()
    assert differences(parent, library.sheet("chessgammon"), "es") == ()


@pytest.mark.parametrize("name", [*library.rulebooks(), *library.gallery()])
def test_a_sheet_written_as_toml_is_read_as_the_same_sheet(name: str) -> None:
    sheet = library.sheet(name)
    read = msgspec.convert(tomllib.loads(library.toml(library.load(name))), type(sheet))
    assert read == sheet
    assert msgspec.convert(to_data(sheet), type(sheet)) == sheet


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("turn.moves", "Jugadas por turno: una"),
        ("goal.win", "Se gana con: jaque mate"),
        ("pieces.knight.movement", "caballo · Movimiento: N"),
        ("capture.no_drop_ranks.pawn", "peón · Filas donde no se ponen: 1, 8"),
        ("capture.no_drop_ranks", "Filas donde no se ponen"),
        ("promotion.pawn", "peón · Promoción"),
    ],
)
def test_a_field_is_told_with_its_value(path: str, sentence: str) -> None:
    assert field_text(library.load("crazyhouse").sheet, path, "es") == sentence
