"""Glossary and index: what each term means, and where the book speaks of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from axedrez.manual.book import Chapter
from axedrez.manual.folding import fold
from axedrez.manual.namesakes import namesakes
from axedrez.manual.terms import entries, known


class Place(msgspec.Struct, frozen=True):
    """A place of the book; `label` is its clause, or the title of its section where it has none."""

    rulebook: str
    title: str
    anchor: str
    label: str


class Elsewhere(msgspec.Struct, frozen=True):
    """A rulebook in which a term is the name of another piece."""

    rulebook: str
    title: str


class Entry(msgspec.Struct, frozen=True):
    """A term, what it means, the places where it occurs, and the rulebooks in which it names another piece."""

    id: str
    term: str
    text: str
    places: tuple[Place, ...]
    elsewhere: tuple[Elsewhere, ...]

    def is_named(self, query: str) -> bool:
        """Whether a query is the beginning of the term, or of a word of it."""
        wanted = fold(" ".join(query.split()))
        return bool(wanted) and f" {wanted}" in f" {fold(self.term)}"


def glossary(
    chapters: Iterable[tuple[Chapter, str | None]], lang: str, sheets: Iterable[tuple[str, Any]] = ()
) -> tuple[Entry, ...]:
    """The terms of `lang` in their alphabet, with their places in chapters given with their families.

    `sheets` are those of all rulebooks, by their ids.
    """
    places: defaultdict[str, dict[tuple[str, str], Place]] = defaultdict(dict)
    for (rulebook, manual), family in chapters:
        for section in manual.sections:
            for item in section.items:
                label = item.clause or section.title
                for term in known(lang, family).find(item.text):
                    place = Place(rulebook, manual.title, item.anchor, label)
                    places[term.id].setdefault((rulebook, label), place)
    elsewhere: defaultdict[str, list[Elsewhere]] = defaultdict(list)
    for rulebook, sheet in sheets:
        for id in namesakes(sheet, lang):
            elsewhere[id].append(Elsewhere(rulebook, sheet.names.in_lang(lang)))
    found = []
    for id, explained in entries().items():
        words = explained.in_lang(lang)
        found.append(Entry(id, words.term, words.text, tuple(places[id].values()), tuple(elsewhere[id])))
    return tuple(sorted(found, key=lambda entry: fold(entry.term)))
