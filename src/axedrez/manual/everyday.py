"""Words as people say them: which words of the rulebooks a question means."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

FILE = Path(__file__).with_name("everyday.toml")

SHORTEST = 3
"""Of a word so much is left when its ending is taken off."""

LITERAL = 5
"""A shorter word that has a meaning begins too many others to be looked for itself."""


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    said: list[str]
    means: list[str]

    def has(self, word: str) -> bool:
        return any(word == each[:-1] if each.endswith(".") else word.startswith(each) for each in self.said)


class _Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    small: str
    ends: list[str]
    group: list[_Group]


class Notion(NamedTuple):
    """A word of a question, and the `beginnings` of words that mean the same in the texts, itself included."""

    word: str
    beginnings: tuple[str, ...]


def notions(words: list[str], lang: str) -> list[Notion]:
    """What the folded words of a question ask for; those that say nothing are left out, unless there are no others."""
    known = _languages()[lang]
    small = frozenset(known.small.split())
    telling = [word for word in words if word not in small] or words
    return [Notion(word, _beginnings(word, known)) for word in telling]


def _beginnings(word: str, known: _Language) -> tuple[str, ...]:
    meant = [beginning for group in known.group if group.has(word) for beginning in group.means]
    stem = next((word.removesuffix(end) for end in known.ends if word.endswith(end)), word)
    itself = [stem if len(stem) >= SHORTEST else word] if len(word) >= LITERAL or not meant else []
    return tuple(dict.fromkeys([*itself, *meant]))


@lru_cache(maxsize=1)
def _languages() -> dict[str, _Language]:
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), dict[str, _Language])
