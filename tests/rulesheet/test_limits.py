"""Sheets that are too large, too deep or no sheets at all are refused before anybody spends time on them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import axedrez
from axedrez import AxedrezError, TextError
from axedrez.library import GALLERY, RULEBOOKS, from_data
from axedrez.messages import LANGUAGES, sentence
from axedrez.rulesheet.limits import MAX_BYTES, MAX_DEPTH, check_data, check_toml
from axedrez.rulesheet.reading import read_toml

CYCLE: dict[str, Any] = {"id": "x"}
CYCLE["start"] = CYCLE
DEEP: Any = 1
for _ in range(100_000):
    DEEP = [DEEP]
ENDS = ["''''", "'''''", '""""', '"""""']


def refused(text: str) -> TextError:
    began = time.process_time()
    with pytest.raises(TextError) as caught:
        read_toml(text, "mine")
    assert time.process_time() - began < 5
    assert all(sentence(caught.value, lang) for lang in LANGUAGES)
    return caught.value


@pytest.mark.parametrize("dot", [".", " . ", "\t.\t"])
@pytest.mark.parametrize("part", ["a", '"a"', "'a'", '"\\""'])
def test_a_dotted_key_has_few_parts(part: str, dot: str) -> None:
    deepest = dot.join([part] * MAX_DEPTH)
    check_toml(f"{deepest} = 1\n[{deepest}]\n", "mine")
    for many in (MAX_DEPTH + 1, 10_000):
        key = dot.join([part] * many)
        assert refused(f"\n{key} = 1").details["line"] == 2
        assert refused(f"[{key}]").reason == refused(f"x = {{{key} = 1}}").reason == "sheet_deep"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = " + "[" * 5000 + "]" * 5000, "sheet_deep"),
        ("a = " + "{a = " * 5000 + "1" + "}" * 5000, "sheet_deep"),
        ("a = 1\nb = " + "9" * 90_000, "sheet_word"),
        ("a = 0x" + "f" * 90_000, "sheet_word"),
        ("a = 0x" + "f" * 90, "sheet_number"),
        ("é" * (MAX_BYTES // 2 + 1), "sheet_too_long"),
        ('a = """' + '\\"""' * 20_000, "sheet_syntax"),
        ('"' * 90_000, "sheet_syntax"),
        ("a = [" + "1," * 30_000 + "]", "sheet_too_long"),
        # A fourth and a fifth quote belong to the string; what follows is no string.
        *(
            (f"x = [{end[:3]}a{end}, {end[0] * 2}, {{{'.'.join('a' * 3000)} = 1}}, {end[0] * 2}]", "sheet_deep")
            for end in ENDS
        ),
        ('"' + '\\"' * 49_000, "sheet_syntax"),
        ("a = " + "'\"" * 45_000, "sheet_syntax"),
    ],
)
def test_what_is_too_large_is_refused_at_once(text: str, reason: str) -> None:
    assert refused(text).reason == reason


def test_what_only_looks_deep_is_read() -> None:
    prose = ".".join("abcdefghijklmnopqrstuvwxyz") + "[" * 20
    text = f'# {prose}\na = "{prose}"\nb = \'\'\'\n{prose}\'\'\'\nc = """\\"{prose}"""\n'
    assert read_toml(text, "mine") == {"a": prose, "b": prose, "c": f'"{prose}'}


@pytest.mark.parametrize("file", [*RULEBOOKS.glob("*.toml"), *GALLERY.glob("*.toml")], ids=lambda file: file.stem)
def test_shipped_sheets_are_within_the_limits(file: Path) -> None:
    check_data(read_toml(file.read_text(encoding="utf-8"), file.stem), file.stem)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([1], "sheet_table"),
        (None, "sheet_table"),
        ("clasico", "sheet_table"),
        ({1: 2}, "sheet_key"),
        ({"draws": {1: 2}}, "sheet_key"),
        (CYCLE, "sheet_too_deep"),
        ({"start": DEEP}, "sheet_too_deep"),
        ({"start": [[1] * 1000] * 1000}, "sheet_too_long"),
        ({"id": "x" * 500_000}, "sheet_too_long"),
        ({"extends": "clasico", "pieces": {"queen": {"value": 10**5000}}}, "sheet_number"),
    ],
)
def test_data_that_is_no_sheet(data: Any, reason: str) -> None:
    with pytest.raises(TextError) as caught:
        from_data(data)
    assert caught.value.reason == reason
    assert all(sentence(caught.value, lang) for lang in LANGUAGES)


@pytest.mark.parametrize("name", [[1], {}, None, 5, b"clasico", 1.5])
def test_names_that_are_no_text(name: Any) -> None:
    with pytest.raises(TextError) as caught:
        axedrez.load(name)
    assert caught.value.reason == "rulebook_unknown"


@pytest.mark.parametrize(
    ("options", "reason"),
    [([1], "table"), ("mode=960", "table"), ({1: 2}, "name"), ({None: 1, "a": 2}, "name")],
)
def test_options_that_are_none(options: Any, reason: str) -> None:
    ways: tuple[Callable[[], object], ...] = (
        lambda: axedrez.load("clasico", options),
        lambda: from_data({"extends": "clasico"}, options),
    )
    for load in ways:
        with pytest.raises(TextError) as caught:
            load()
        assert caught.value.reason == f"options_{reason}"


@pytest.mark.parametrize("value", [960, "960", '"960"'])
def test_a_number_is_a_word_where_words_are_asked_for(value: Any) -> None:
    game = axedrez.load("clasico", {"castling.mode": value})
    assert game.sheet.castling.mode == "960"
    assert axedrez.load("clasico", {"turn.moves": "2"}).sheet.turn.moves == 2


@pytest.mark.parametrize("value", ["[" * 5000, 10**5000, float("nan"), "9" * 5000, "a.b"], ids=range(5))
def test_hostile_values_of_options(value: Any) -> None:
    with pytest.raises(AxedrezError):
        axedrez.load("clasico", {"draws.repetition.count": value})
    with pytest.raises(AxedrezError):
        axedrez.load("clasico", {"castling.mode": value})
