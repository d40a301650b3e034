"""The manual as a book: its contents, search over all chapters, and the glossary with its index."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from axedrez.core import Game
from axedrez.manual import Chapter, Entry, Hit, glossary, search
from axedrez.messages import catalogue
from axedrez.server.access.throttle import searching
from axedrez.server.base.errors import language
from axedrez.server.base.openapi import COMMON
from axedrez.server.rulebooks.manual_book import ManualBook, chapters
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import CHAPTER_MS, work

MAX_HITS = 60


class SectionRef(msgspec.Struct, frozen=True):
    """A section in the contents."""

    anchor: str
    title: str


class ChapterRef(msgspec.Struct, frozen=True):
    """A rulebook in the contents."""

    id: str
    title: str
    summary: str | None
    same_law_as: str | None
    sections: list[SectionRef]


class Part(msgspec.Struct, frozen=True):
    """The chapters of a family of games."""

    title: str
    chapters: list[ChapterRef]


class Contents(msgspec.Struct, frozen=True):
    """The contents of the book, in the order in which it is read."""

    parts: list[Part]


class Found(msgspec.Struct, frozen=True):
    """The result of a search: terms of the glossary, and the first of the hits."""

    terms: list[Entry]
    hits: list[Hit]
    total: int


@get("/api/manual", responses=COMMON, summary="The contents of the manual")
async def read_contents(
    rulebooks: NamedDependency[RulebookStore], book: NamedDependency[ManualBook], request: Request[Any, Any, Any]
) -> Contents:
    """The chapters, by families, with their sections."""
    lang = language(request)
    contents = await work(CHAPTER_MS, _contents, rulebooks, lang)
    book.begin(lang)  # a search may follow
    return contents


def _contents(rulebooks: RulebookStore, lang: str) -> Contents:
    parts: dict[str, list[ChapterRef]] = {}
    for game, (rulebook, manual) in chapters(rulebooks, lang):
        summary = game.sheet.summary
        sections = [SectionRef(section.anchor, section.title) for section in manual.sections]
        summary_text = summary.in_lang(lang) if summary is not None else None
        parts.setdefault(game.family, []).append(
            ChapterRef(rulebook, manual.title, summary_text, game.sheet.same_law_as, sections)
        )
    for rulebook in rulebooks.source.gallery():
        sheet = rulebooks.source.sheet(rulebook)
        summary_text = sheet.summary.in_lang(lang) if sheet.summary is not None else None
        parts.setdefault("gallery", []).append(ChapterRef(rulebook, sheet.names.in_lang(lang), summary_text, None, []))
    titles = catalogue(lang)
    return Contents([Part(titles.get(f"rules.family.{name}", name), found) for name, found in parts.items()])


@get("/api/manual/search", responses=COMMON, summary="Search the manual", guards=[searching])
async def search_manual(
    q: Annotated[str, QueryParameter(max_length=200)],
    rulebooks: NamedDependency[RulebookStore],
    book: NamedDependency[ManualBook],
    request: Request[Any, Any, Any],
) -> Found:
    """The items, and terms of the glossary, that have all words of `q`, without regard to accents."""
    lang = language(request)
    return await work(CHAPTER_MS, _found, await book.whole(lang), q, lang, rulebooks)


def _found(whole: list[Chapter], q: str, lang: str, rulebooks: RulebookStore) -> Found:
    hits = search(whole, q, lang)
    terms = [entry for entry in _glossary(chapters(rulebooks, lang), lang, rulebooks) if entry.is_named(q)]
    return Found(terms, list(hits[:MAX_HITS]), len(hits))


@get("/api/glossary", responses=COMMON, summary="Glossary and index")
async def read_glossary(rulebooks: NamedDependency[RulebookStore], request: Request[Any, Any, Any]) -> list[Entry]:
    """The terms in alphabetical order, each with its meaning and its places in the book."""
    lang = language(request)
    return await work(CHAPTER_MS, lambda: list(_glossary(chapters(rulebooks, lang), lang, rulebooks)))


def _glossary(chapters: Iterable[tuple[Game, Chapter]], lang: str, rulebooks: RulebookStore) -> tuple[Entry, ...]:
    sheets = (
        (rulebook, rulebooks.source.sheet(rulebook))
        for rulebook in (*rulebooks.source.ids(), *rulebooks.source.gallery())
    )
    return glossary(((each, game.family) for game, each in chapters), lang, sheets)


HANDLERS = [read_contents, search_manual, read_glossary]
