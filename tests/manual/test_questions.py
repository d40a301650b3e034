"""Questions in everyday words find their rule: one of its clauses is among the first three answers."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

import pytest

from axedrez import library
from axedrez.manual import Chapter, chapter, search
from axedrez.messages import LANGUAGES

QUESTIONS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("questions.toml").read_text(encoding="utf-8")
)


@lru_cache
def book(lang: str) -> tuple[Chapter, ...]:
    """All chapters, those of the gallery last, as a server has them."""
    rulebooks = (*library.rulebooks(), *library.gallery())
    return tuple(Chapter(each, chapter(library.load(each), lang, library.rules)) for each in rulebooks)


def test_there_are_a_hundred_in_two_languages() -> None:
    assert set(QUESTIONS) == set(LANGUAGES)
    assert [len(asked) for asked in QUESTIONS.values()] == [50, 50]


@pytest.mark.clause("P-2")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_find_their_rule(lang: str) -> None:
    missed = {}
    for question, clauses in QUESTIONS[lang].items():
        answers = [{place.label for place in hit.places} for hit in search(book(lang), question, lang)[:3]]
        if not any(clause in labels for labels in answers for clause in clauses.split()):
            missed[question] = answers
    assert missed == {}


def test_the_name_of_a_rulebook_asks_for_it() -> None:
    for name in ("clasico", "tradicional", "chessgammon"):
        hits = search(book("es"), f"torre {name}", "es")
        assert all(any(place.rulebook == name for place in hit.places) for hit in hits[:3]), name


def test_what_stands_in_no_text_is_not_found() -> None:
    assert search(book("es"), "bicicleta", "es") == ()
    assert search(book("es"), "…", "es") == ()
