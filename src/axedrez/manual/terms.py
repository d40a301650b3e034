"""The words of the glossary, as they are found in a text."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import msgspec

from axedrez.core.manual import Term
from axedrez.core.structs import prepared
from axedrez.messages import grammar
from axedrez.rulesheet.sheet import Id

FILE = Path(__file__).with_name("glossary.toml")


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry in one language: the term, other forms of it that texts use, what it means.

    The regular plural of a term of one word needs no mention.
    """

    term: str
    text: str
    forms: tuple[str, ...] = ()


class Explained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the glossary. `family` restricts it to the rulebooks of one, where the word means something else."""

    es: Words
    en: Words
    family: str | None = None

    def in_lang(self, lang: str) -> Words:
        """The entry in `lang` (`es` or `en`)."""
        return self.es if lang == "es" else self.en


prepared(Explained)


@cache
def entries() -> dict[Id, Explained]:
    """All entries by id."""
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), dict[Id, Explained])


class Known:
    """Finds the terms of a language in texts of a family."""

    def __init__(self, lang: str, family: str | None) -> None:
        self._ids: dict[str, str] = {}
        for id, entry in entries().items():
            if entry.family in (None, family):
                words = entry.in_lang(lang)
                plurals = () if " " in words.term else (grammar.plural(words.term, lang),)
                self._ids |= {form.lower(): id for form in (words.term, *plurals, *words.forms)}
        longest_first = sorted(self._ids, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)

    def id_of(self, word: str) -> str | None:
        """The entry of which a word is a form, if there is one."""
        return self._ids.get(word.lower())

    def find(self, text: str) -> list[Term]:
        """The terms in a text, from left to right."""
        return [Term(*match.span(), self._ids[match[0].lower()]) for match in self._pattern.finditer(text)]


@cache
def known(lang: str, family: str | None) -> Known:
    """What finds the terms of `lang` in the texts of a family."""
    return Known(lang, family)
