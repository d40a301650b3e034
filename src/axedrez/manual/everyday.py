"""Words as people say them: which words of the rulebooks a question means."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

FILE = Path(__file__).with_name("everyday.toml")

MIN_LENGTH = 3
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
    """A word of a question: the beginning of it (None: too many others begin so), and of words that mean the same."""

    itself: str | None
    meant: tuple[str, ...]

    @property
    def pattern(self) -> re.Pattern[str]:
        """What finds it in folded texts: as much of the word as was typed, but all of one that means the same."""
        parts = [re.escape(self.itself)] if self.itself is not None else []
        parts += [re.escape(each) + r"\w*" for each in self.meant]
        return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})")


def notions(words: list[str], lang: str) -> list[Notion]:
    """What the folded words of a question ask for; those that say nothing are left out, unless there are no others."""
    known = _languages()[lang]
    small = frozenset(known.small.split())
    telling = [word for word in words if word not in small] or words
    return [_notion(word, known) for word in telling]


def _notion(word: str, known: _Language) -> Notion:
    meant = tuple(dict.fromkeys(each for group in known.group if group.has(word) for each in group.means))
    stem = next((word.removesuffix(end) for end in known.ends if word.endswith(end)), word)
    itself = stem if len(stem) >= MIN_LENGTH else word
    return Notion(itself if len(word) >= LITERAL or not meant else None, meant)


@lru_cache(maxsize=1)
def _languages() -> dict[str, _Language]:
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), dict[str, _Language])
