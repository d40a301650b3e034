"""Looking for words in all chapters, without regard to accents and capitals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from axedrez.core.manual import Item
from axedrez.manual.book import Chapter, decision
from axedrez.manual.folding import fold
from axedrez.manual.glossary import Place

LONGEST_QUERY = 80
EXCERPT = 220
BEFORE = 60


class Hit(msgspec.Struct, frozen=True):
    """A text with all the words: an excerpt of it, the words in it (from, to), and where it stands.

    Rulebooks that share a law share hits.
    """

    section: str
    excerpt: str
    marks: tuple[tuple[int, int], ...]
    places: tuple[Place, ...]


def search(chapters: Iterable[Chapter], query: str, lang: str) -> tuple[Hit, ...]:
    """The items that have all words of `query` at the beginning of words of theirs, or whose clause it names.

    Those that have them side by side come first; otherwise they stand as in the book.
    """
    wanted = re.findall(r"\w[\w-]*", fold(query[:LONGEST_QUERY]))
    if not wanted:
        return ()
    patterns = [re.compile(rf"(?<!\w){re.escape(word)}") for word in wanted]
    places: dict[tuple[str, str], list[Place]] = {}
    for rulebook, manual in chapters:
        for section in manual.sections:
            for item in section.items:
                text = _text(item, lang)
                searched = fold(f"{section.title} {text}")
                if [fold(item.clause or "")] == wanted or all(pattern.search(searched) for pattern in patterns):
                    label = item.clause or section.title
                    place = Place(rulebook, manual.title, item.anchor, label)
                    places.setdefault((section.title, text), []).append(place)
    phrase = " ".join(wanted)
    ranked = sorted(places.items(), key=lambda found: phrase not in fold(found[0][1]))
    return tuple(_hit(title, text, patterns, found) for (title, text), found in ranked)


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
