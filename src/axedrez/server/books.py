"""Rulebooks by id: the shipped ones, and the sheets that are saved on this server, by their hash."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from axedrez import library
from axedrez.core import AxedrezError, Game, SheetError, TextError
from axedrez.core.manual import Manual
from axedrez.manual import chapter
from axedrez.rulesheet.limits import MAX_BYTES
from axedrez.rulesheet.reading import read_toml
from axedrez.rulesheet.validation import fault
from axedrez.rulesheet.writing import to_data
from axedrez.server import user_text
from axedrez.server.errors import NotFound
from axedrez.server.shelf import Shelf
from axedrez.storage import SavedSheet, Store

log = logging.getLogger("axedrez.server")

_HASH = re.compile("[0-9a-f]{64}")


class Books:
    """All rulebooks that this server knows. Whatever takes a while is done in a thread."""

    def __init__(self, store: Store, shelf: Shelf) -> None:
        self.store = store
        self.shelf = shelf

    def shipped(self) -> list[str]:
        """The ids of the shipped rulebooks, those of the menu first."""
        return [*self.shelf.ids(), *self.shelf.gallery()]

    async def load(self, rulebook: str, options: Mapping[str, Any] | None = None) -> Game:
        """A rulebook by id or hash. Raises `NotFound`, or `AxedrezError` for bad options."""
        if rulebook in self.shipped():
            return await asyncio.to_thread(self.shelf.load, rulebook, options)
        return await asyncio.to_thread(self._thawed, await self.saved(rulebook), options)

    def finder(self) -> Callable[..., Game]:
        """`load` for whoever works in a thread of its own while the event loop of the caller runs."""
        loop = asyncio.get_running_loop()

        def find(rulebook: str, options: Mapping[str, Any] | None = None) -> Game:
            # Nothing that is awaited here needs another thread: there may be none left.
            if rulebook in self.shipped():
                return self.shelf.load(rulebook, options)
            return self._thawed(asyncio.run_coroutine_threadsafe(self.saved(rulebook), loop).result(), options)

        return find

    def _thawed(self, saved: SavedSheet, options: Mapping[str, Any] | None) -> Game:
        if not options:
            return self.shelf.thaw(saved.text)
        return self.shelf.checked(library.from_data(_decoded(saved.text), options))

    async def saved(self, content_hash: str) -> SavedSheet:
        """A saved sheet. Raises `NotFound`."""
        found = await self.store.sheet(content_hash) if _HASH.fullmatch(content_hash) else None
        if found is None:
            raise NotFound("unknown_rulebook", name=content_hash)
        return found

    async def build(self, data: dict[str, Any]) -> Game:
        """The game of a sheet that somebody sends. Raises `SheetError` or `TextError`."""
        if len(msgspec.json.encode(data)) > MAX_BYTES:
            raise TextError("sheet_too_long", name=str(data.get("id", "?"))[:40], limit=MAX_BYTES)
        parent = data.get("extends")
        parents = {}
        if isinstance(parent, str) and (saved := await self.store.sheet(parent)) is not None:
            parents[parent] = _decoded(saved.text)
        game = self.shelf.checked(await asyncio.to_thread(library.from_data, data, None, parents))
        if game.name in self.shipped() and game.hash != (await self.load(game.name)).hash:
            raise SheetError(game.name, [fault("id", game.name, f"!= {', '.join(self.shipped())}", "sheet_id_taken")])
        return game

    async def save(self, data: dict[str, Any], now: int) -> SavedSheet:
        """Keep a sheet under its hash; the same sheet again is the same one. Raises like `build`."""
        parent = data.get("extends")
        return await self.keep(await self.build(data), parent if isinstance(parent, str) else None, now)

    async def keep(self, game: Game, parent: str | None, now: int) -> SavedSheet:
        """Keep the sheet of a game that was built already."""
        names = {"es": user_text.name(game.sheet.names.es), "en": user_text.name(game.sheet.names.en)}
        text = msgspec.json.encode(to_data(game.sheet)).decode()
        saved = SavedSheet(game.hash, names, text, parent, now)
        await self.store.save_sheet(saved)
        return await self.saved(game.hash)

    async def rules(self, game: Game, lang: str) -> Manual | None:
        """The rulebook in words; None, and a line in the log, where the writer of rules does not know a value yet."""
        try:
            return await asyncio.to_thread(chapter, game, lang, self.shelf.rules)
        except Exception as fault:
            log.warning("the rules of %s cannot be put into words: %r", game.name, fault)
            return None


def read(text: str) -> dict[str, Any]:
    """A TOML text as data that JSON can hold. Raises `TextError`."""
    data: dict[str, Any] = msgspec.to_builtins(read_toml(text, "TOML"), builtin_types=(), str_keys=True)
    return data


def faults_of(error: AxedrezError) -> list[tuple[str, AxedrezError]]:
    """The faults of a sheet with the fields that they belong to: "" for the sheet as a whole.

    A fault that names no field explains the one before it.
    """
    found: list[tuple[str, AxedrezError]] = []
    for each in error.faults if isinstance(error, SheetError) else [error]:
        before = found[-1][0] if found else ""
        field = "extends" if each.reason in ("sheet_parent", "rulebook_unknown") else before
        found.append((str(each.details.get("field", field)), each))
    return found


def _decoded(text: str) -> dict[str, Any]:
    return msgspec.json.decode(text, type=dict[str, Any])
