"""Reading sheets: TOML, inheritance, options, the content hash."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import axedrez
from axedrez import SheetError, TextError
from axedrez.library import from_data
from axedrez.rulesheet.limits import MAX_BYTES
from axedrez.rulesheet.reading import MAX_PARENTS, merge, option_value, paths, read_toml, resolve
from axedrez.rulesheet.validation import to_json

CHILD = {"extends": "clasico", "id": "child"}


def refused(data: dict[str, Any], options: dict[str, Any] | None = None) -> TextError:
    with pytest.raises(TextError) as caught:
        from_data(data, options)
    return caught.value


# Text


def test_toml_that_is_none_is_refused_with_its_place() -> None:
    with pytest.raises(TextError) as caught:
        read_toml("id = 'x'\nnames = ?", "mine")
    assert caught.value.reason == "sheet_syntax"
    assert caught.value.details["name"] == "mine"
    assert "line 2" in str(caught.value.details["fault"])


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = 1\na = 2", "\0", "a = 1979-99-99"])
def test_hostile_toml(text: str) -> None:
    with pytest.raises(TextError):
        read_toml(text, "mine")


def test_a_sheet_that_is_too_long() -> None:
    with pytest.raises(TextError) as caught:
        read_toml("#" * (MAX_BYTES + 1), "mine")
    assert caught.value.reason == "sheet_too_long"


def test_a_sheet_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "clasico"\nid = "mine"\n[goal]\nstalemate = "win"\n', encoding="utf-8")
    game = axedrez.load(str(file))
    assert (game.name, game.sheet.goal.stalemate) == ("mine", "win")
    assert axedrez.load(str(file), {"stalemate": "loss"}).sheet.goal.stalemate == "loss"


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"id = "])
def test_files_that_are_none(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(TextError):
        axedrez.load(str(file))
    with pytest.raises(TextError):
        axedrez.load(str(tmp_path) + "/")


@pytest.mark.parametrize("name", ["", "Clasico", "nada", "../clasico", "clasico\0.toml", "a" * 5000, "/", "x.toml"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(TextError):
        axedrez.load(name)


# Inheritance


def test_merge_goes_field_by_field() -> None:
    parent = {"a": {"x": 1, "y": {"z": 1, "w": 2}}, "list": [1, 2], "kept": True}
    child = {"a": {"y": {"z": 9}}, "list": [3], "new": 0}
    assert merge(parent, child) == {"a": {"x": 1, "y": {"z": 9, "w": 2}}, "list": [3], "kept": True, "new": 0}
    assert parent == {"a": {"x": 1, "y": {"z": 1, "w": 2}}, "list": [1, 2], "kept": True}


def test_false_takes_a_table_out() -> None:
    assert merge({"a": {"x": {}, "y": {}}, "flag": True}, {"a": {"x": False}, "flag": False}) == {
        "a": {"y": {}},
        "flag": False,
    }


def test_a_child_says_only_what_differs() -> None:
    sheets: dict[str, dict[str, Any]] = {
        "grandparent": {"a": 1, "b": 1, "c": 1},
        "parent": {"extends": "grandparent", "b": 2, "c": 2},
    }
    assert resolve({"extends": "parent", "c": 3}, sheets.__getitem__) == {"a": 1, "b": 2, "c": 3}


def test_what_a_sheet_says_of_itself_is_not_inherited() -> None:
    game = from_data({"extends": "reglamento", "id": "child"})
    assert game.sheet.same_law_as is None
    assert axedrez.load("reglamento").sheet.same_law_as == "clasico"
    assert axedrez.load("chess2d").sheet.summary != axedrez.load("clasico").sheet.summary


def test_parents_in_a_circle() -> None:
    sheets = {"a": {"extends": "b"}, "b": {"extends": "a"}, "self": {"extends": "self"}}
    for name in sheets:
        with pytest.raises(TextError) as caught:
            resolve(sheets[name], sheets.__getitem__)
        assert caught.value.reason == "sheet_parent"


def test_a_chain_of_parents_has_a_longest_length() -> None:
    sheets: dict[str, dict[str, Any]] = {str(n): {"extends": str(n + 1)} for n in range(20)}
    sheets[str(MAX_PARENTS)] = {"root": True}
    assert resolve(sheets["0"], sheets.__getitem__) == {"root": True}
    sheets[str(MAX_PARENTS)] = {"extends": str(MAX_PARENTS + 1)}
    sheets[str(MAX_PARENTS + 1)] = {"root": True}
    with pytest.raises(TextError):
        resolve(sheets["0"], sheets.__getitem__)


@pytest.mark.parametrize("parent", [5, "", "nada", ["clasico"], "../clasico", True])
def test_parents_that_are_none(parent: object) -> None:
    refused({"extends": parent, "id": "child"})


def test_chess2d_says_only_what_differs() -> None:
    from axedrez.library import RULEBOOKS

    own = read_toml((RULEBOOKS / "chess2d.toml").read_text(encoding="utf-8"), "chess2d")
    assert own["extends"] == "clasico"
    assert not own.keys() & {"pieces", "board", "start", "castling", "promotion", "pawn", "royal"}


# Options


def test_options_by_path_and_by_their_last_part() -> None:
    for name, field in (("draws.move_limit.moves", "whole"), ("stalemate", "last")):
        value = {"whole": 30, "last": "win"}[field]
        sheet = axedrez.load("clasico", {name: value}).sheet
        assert (sheet.draws.move_limit.moves, sheet.goal.stalemate) == (
            (30, "draw") if field == "whole" else (50, "win")
        )


def test_options_in_the_text_of_the_command_line() -> None:
    sheet = axedrez.load("clasico", {"count": "5", "agreement": "false", "stalemate": "win", "scoring.win": "3"}).sheet
    assert (sheet.draws.repetition.count, sheet.draws.agreement, sheet.goal.stalemate) == (5, False, "win")
    assert option_value("5", int) == 5
    assert option_value("5", str) == option_value(5, str) == "5"
    assert option_value("[1, 2]", list[int]) == [1, 2]
    assert option_value("claim", str) == option_value('"claim"', str) == "claim"
    assert option_value("", str) == ""


def test_every_path_of_a_sheet_is_an_option() -> None:
    game = axedrez.load("clasico")
    known = list(paths(type(game.sheet)))
    assert len(known) == len(set(known))
    assert {
        "goal.stalemate",
        "draws.repetition.count",
        "draws.repetition.mode",
        "draws.insufficient_material",
        "draws.move_limit.moves",
        "draws.move_limit.mode",
        "draws.agreement",
        "clock.flag_without_mating_material",
        "play.illegal_moves",
    } <= set(known)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mode", "option_ambiguous"),
        ("clause", "option_ambiguous"),
        ("nothing", "option_unknown"),
        ("", "option_unknown"),
        ("draws", "option_unknown"),
        ("draws.repetition", "option_unknown"),
        ("repetition.", "option_unknown"),
    ],
)
def test_options_that_are_none_or_several(name: str, reason: str) -> None:
    error = refused(CHILD, {name: 1})
    assert error.reason == reason
    if reason == "option_ambiguous":
        assert "draws.repetition.mode" in str(error.details["valid"]) or "pawn.clause" in str(error.details["valid"])


@pytest.mark.parametrize(("name", "value"), [("stalemate", "maybe"), ("count", 1), ("count", "x"), ("agreement", [])])
def test_option_values_that_are_none(name: str, value: object) -> None:
    with pytest.raises(SheetError) as caught:
        axedrez.load("clasico", {name: value})
    (fault,) = caught.value.faults
    assert str(fault.details["field"]).endswith(name)


def test_options_change_the_loaded_game_only() -> None:
    changed = axedrez.load("clasico", {"draws.repetition.mode": "claim"})
    assert changed.sheet.draws.repetition.mode == "claim"
    assert axedrez.load("clasico").sheet.draws.repetition.mode == "automatic"
    assert changed.hash != axedrez.load("clasico").hash


# Hash


def test_equal_content_has_an_equal_hash() -> None:
    spelled_out = from_data({**CHILD, "goal": {"stalemate": "draw"}, "draws": {"repetition": {"count": 3}}})
    assert spelled_out.hash == from_data(CHILD).hash
    assert axedrez.load("clasico", {"stalemate": "draw"}).hash == axedrez.load("clasico").hash
    assert len({axedrez.load(name).hash for name in axedrez.rulebooks()}) == len(axedrez.rulebooks())
    assert len(axedrez.load("clasico").hash) == 64


def test_the_hash_does_not_depend_on_the_order_of_the_text() -> None:
    one = {**CHILD, "goal": {"stalemate": "win"}, "draws": {"agreement": False}}
    assert from_data(one).hash == from_data(dict(reversed(one.items()))).hash


@pytest.mark.parametrize("name", axedrez.rulebooks())
def test_a_stored_sheet_gives_the_same_game(name: str) -> None:
    """A game stores its resolved sheet as JSON and is replayed with it."""
    import msgspec

    game = axedrez.load(name)
    stored = msgspec.json.decode(to_json(game.sheet))
    again = from_data(stored)
    assert again.hash == game.hash
    assert again.start().text() == game.start().text()
    assert again.start().hash == game.start().hash


def test_a_sheet_of_the_first_schema_is_read_as_before() -> None:
    """Games that were stored with schema 1 (see `chess.sheet.upgraded`) keep their rules."""
    stored = Path(__file__).with_name("tradicional.schema1.json").read_text(encoding="utf-8")
    assert from_data(msgspec.json.decode(stored)).hash == axedrez.load("tradicional").hash


def test_what_the_first_schema_could_not_say_is_still_refused() -> None:
    with pytest.raises(SheetError, match=r"promotion\.pawn\.zone"):
        from_data({**CHILD, "schema": 1, "promotion": {"pawn": {"zone": "second-rank", "into": ["queen"]}}})
