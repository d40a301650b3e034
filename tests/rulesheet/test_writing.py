"""Data of sheets as TOML, read again."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from axedrez import library
from axedrez.rulesheet.reading import read_toml
from axedrez.rulesheet.writing import write_toml

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = st.one_of(TEXTS, st.booleans(), st.integers(-9999, 9999), st.lists(TEXTS | st.integers(0, 9), max_size=3))
TABLES: st.SearchStrategy[dict[str, Any]] = st.recursive(
    st.dictionaries(TEXTS, VALUES, max_size=4), lambda inner: st.dictionaries(TEXTS, VALUES | inner, max_size=4)
)


@given(TABLES)
def test_what_is_written_reads_the_same(data: dict[str, Any]) -> None:
    assert tomllib.loads(write_toml(data)) == data


def test_shipped_sheets_survive() -> None:
    for path in (*library.RULEBOOKS.glob("*.toml"), *library.GALLERY.glob("*.toml")):
        data = read_toml(path.read_text(encoding="utf-8"), path.name)
        assert read_toml(write_toml(data), path.name) == data
