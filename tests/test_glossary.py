"""docs/glossary.md: every word stands once, and the place that defines it is there."""

from __future__ import annotations

import importlib
from collections import Counter
from functools import reduce
from pathlib import Path

GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"


def rows() -> list[tuple[str, str, str, str]]:
    lines = GLOSSARY.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return [
        (word, spanish, meaning, place.strip("`"))
        for word, spanish, meaning, place in cells
        if word not in ("word", "---")
    ]


def test_every_place_is_there() -> None:
    assert len(rows()) > 30
    for word, spanish, meaning, place in rows():
        module, _, names = place.partition(":")
        found = reduce(getattr, names.split(".") if names else [], importlib.import_module(module))
        assert found.__doc__, (word, place)
        assert spanish, word
        assert meaning, word


def test_no_word_stands_twice() -> None:
    words = Counter(word for words, *_ in rows() for word in words.split(", "))
    assert max(words.values()) == 1, words.most_common(3)
