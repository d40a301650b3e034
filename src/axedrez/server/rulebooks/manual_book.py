"""The manual as a whole: every chapter in every language, written once for all searches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from threading import Thread

from axedrez.core import Game
from axedrez.manual import Chapter, chapter
from axedrez.server.rulebooks.store import RulebookStore

Book = list[Chapter]


class ManualBook:
    """The books by language. Writing the first takes seconds, in a thread that no shutdown waits for."""

    def __init__(self, rulebooks: RulebookStore) -> None:
        self._rulebooks = rulebooks
        self._writing: dict[str, Future[Book]] = {}

    def begin(self, lang: str) -> Future[Book]:
        """Begin to write the book in `lang`, unless that has been done; to be called in the event loop."""
        book = self._writing.get(lang)
        if book is None or (book.done() and book.exception() is not None):
            book = self._writing[lang] = Future()
            book.set_running_or_notify_cancel()
            Thread(target=self._write, args=(lang, book), name=f"manual-{lang}", daemon=True).start()
        return book

    async def whole(self, lang: str) -> Book:
        """All chapters in `lang`, those of the gallery last. Raises `Preparing`."""
        return await asyncio.wrap_future(self.begin(lang))

    def _write(self, lang: str, book: Future[Book]) -> None:
        try:
            book.set_result([each for _, each in chapters(self._rulebooks, lang, self._rulebooks.shipped())])
        except BaseException as fault:
            book.set_exception(fault)


def chapters(rulebooks: RulebookStore, lang: str, ids: Iterable[str] | None = None) -> Iterator[tuple[Game, Chapter]]:
    """The games `ids` and their chapters; without `ids` those of the menu. Raises `Preparing`."""
    for rulebook in rulebooks.source.ids() if ids is None else ids:
        game = rulebooks.load_shipped(rulebook)
        yield game, Chapter(rulebook, chapter(game, lang, rulebooks.source.rules))
