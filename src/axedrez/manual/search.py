"""Looking for words in all chapters, without regard to accents and capitals."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from axedrez.core.manual import Item
from axedrez.manual.book import Chapter, decision
from axedrez.manual.everyday import notions
from axedrez.manual.folding import fold
from axedrez.manual.glossary import Place

MAX_QUERY_LENGTH, MAX_WORDS = 80, 12
EXCERPT = 220
BEFORE = 60
VERY_FIRST, FIRST_WORDS = 32, 60
"""Who is spoken of in so many signs at the beginning is what an item is about."""
FIRST, PROSE, SHARED, PHRASE, MEANT = 0.35, 0.55, 0.04, 1.3, 1.6
"""How much the beginning counts; what is no rule; a law that many have; all words side by side; a rulebook by name."""
AGAIN = 0.85
"""Each further item of a clause is told a little later: rulebooks often say the same in nearly the same words."""
ENOUGH = 0.6
"""What scores less than this share of the best is not shown, unless it has all words."""


class Hit(msgspec.Struct, frozen=True):
    """A text with all the words: an excerpt of it, the words in it (from, to), and where it stands.

    Rulebooks that share a law share hits.
    """

    section: str
    excerpt: str
    marks: tuple[tuple[int, int], ...]
    places: tuple[Place, ...]


def search(chapters: Iterable[Chapter], query: str, lang: str) -> tuple[Hit, ...]:
    """The items that say what `query` asks for, or whose clause it names; those that say it best come first.

    A word stands for every word that begins so, and for what the rulebooks call the same (`everyday`). Rare words count
    more, and those at the beginning of an item; rules come before advice. Equally good ones stand as in the book.
    """
    words = re.findall(r"\w[\w-]*", fold(query[:MAX_QUERY_LENGTH]))[:MAX_WORDS]
    if not words:
        return ()
    chapters = list(chapters)
    named = {title for _, manual in chapters if (title := fold(manual.title)) in words}
    asked = notions([word for word in words if word not in named] or words, lang)
    patterns = [each.pattern for each in asked]
    found: dict[tuple[str, str], _Found] = {}
    for rulebook, manual in chapters:
        for section in manual.sections:
            for item in section.items:
                text = _text(item, lang)
                key = section.title, text
                if key not in found:
                    is_clause = [fold(item.clause or "")] == words
                    found[key] = _Found(_matched(section.title, text, patterns), is_clause, item.clause is not None, [])
                found[key].places.append(Place(rulebook, manual.title, item.anchor, item.clause or section.title))
    ranks = _ranks(found, len(asked), " ".join(words), named)
    return tuple(_hit(*key, patterns, found[key].places) for key in sorted(ranks, key=ranks.__getitem__))


class _Found(NamedTuple):
    """What an item has of a query: for each of its words how much (`_matched`), and its worth as an answer.

    `is_rule`: it has a clause.
    """

    has: tuple[int, ...]
    is_named: bool
    is_rule: bool
    places: list[Place]

    @property
    def worth(self) -> float:
        """A rule answers better than advice or history, and a law that many games have better than that of one."""
        return (1.0 if self.is_rule else PROSE) * (1 + SHARED * math.log2(len(self.places)))


def _matched(title: str, text: str, patterns: list[re.Pattern[str]]) -> tuple[int, ...]:
    """For each pattern: 0 it is nowhere, 1 somewhere, 2 in the title or the first words, 3 among the very first."""
    title, text = fold(title), fold(text)
    parts = (text[:VERY_FIRST], f"{title} {text[:FIRST_WORDS]}", text)
    return tuple(sum(any(map(pattern.search, parts[: at + 1])) for at in (0, 1, 2)) for pattern in patterns)


def _ranks(
    found: dict[tuple[str, str], _Found], count: int, phrase: str, named: set[str]
) -> dict[tuple[str, str], tuple[bool, float]]:
    """The items worth showing, with what they are sorted by."""

    def extra(text: str, each: _Found) -> float:
        is_meant = named and any(fold(place.title) in named for place in each.places)
        return (PHRASE if phrase in fold(text) else 1.0) * (MEANT if is_meant else 1.0)

    total = len(found) + 1
    rarity = [math.log(total / (1 + sum(each.has[at] > 0 for each in found.values()))) for at in range(count)]

    def has(each: _Found) -> float:
        return sum(rare * (1 + FIRST * much) for rare, much in zip(rarity, each.has, strict=True) if much)

    scores = {key: has(each) * each.worth * extra(key[1], each) for key, each in found.items()}
    told: Counter[str] = Counter()
    for key in sorted(scores, key=scores.__getitem__, reverse=True):
        label = found[key].places[0].label
        scores[key] *= AGAIN ** told[label]
        told[label] += 1
    enough = ENOUGH * max(scores.values(), default=0.0)
    shown = (key for key, value in scores.items() if found[key].is_named or value > enough or all(found[key].has))
    return {key: (not found[key].is_named, -scores[key]) for key in shown}


def _text(item: Item, lang: str) -> str:
    parts = [item.text, item.figure.caption if item.figure else "", decision(item, lang) if item.decision else ""]
    return " ".join(filter(None, parts))


def _hit(title: str, text: str, patterns: list[re.Pattern[str]], places: list[Place]) -> Hit:
    marks = sorted(_marks(text, patterns))
    start, stop = _window(text, marks[0][0] if marks else 0)
    inside = tuple((low - start, high - start) for low, high in marks if high <= stop)
    # One sign on either side tells that there is more.
    before, after = "…" if start else "", "…" if stop < len(text) else ""
    shift = len(before)
    excerpt = f"{before}{text[start:stop]}{after}"
    return Hit(title, excerpt, tuple((low + shift, high + shift) for low, high in inside), tuple(places))


def _window(text: str, mark: int) -> tuple[int, int]:
    """From where to where a text is shown so that its first mark is seen: whole words, unless one fills it all."""
    if len(text) <= EXCERPT:
        return 0, len(text)
    start = max(0, mark - BEFORE)
    if start:
        start = text.find(" ", start - 1, mark) + 1 or mark
    stop = start + EXCERPT
    if stop < len(text):
        space = text.rfind(" ", start, stop + 1)
        stop = space if space > mark else stop
    return start, min(stop, len(text))


def _marks(text: str, patterns: list[re.Pattern[str]]) -> Iterator[tuple[int, int]]:
    searched = fold(text)
    end = 0
    for start, stop in sorted(match.span() for pattern in patterns for match in pattern.finditer(searched)):
        if start >= end:
            end = stop
            yield start, stop
