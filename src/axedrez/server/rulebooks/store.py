"""The rulebooks of a server: the shipped ones by their ids, and the sheets saved in its database by their hashes."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from axedrez import library
from axedrez.core import AxedrezError, Game, SheetError, TextError
from axedrez.core.manual import Brief, Manual
from axedrez.manual import chapter
from axedrez.rulesheet.limits import MAX_BYTES
from axedrez.rulesheet.reading import read_toml
from axedrez.rulesheet.validation import fault, to_json
from axedrez.rulesheet.writing import to_data
from axedrez.server.base import user_text
from axedrez.server.base.caches import CacheBounds, SizedCache
from axedrez.server.base.errors import NotFound, Preparing, TooMuch
from axedrez.server.work.priced_work import CHAPTER_MS, KIB_MS, LOAD_MS, LOOK_MS, SHORT_MS, work
from axedrez.storage import SavedSheet, Store

log = logging.getLogger("axedrez.server")

_HASH = re.compile("[0-9a-f]{64}")
RECENT = CacheBounds(values=200, own=1, rules=32_000_000)
"""The games of sheets that were asked for last."""


class RulebookSource(Protocol):
    """Source of the shipped rulebooks; tests substitute their own."""

    def ids(self) -> list[str]:
        """The rulebooks on offer, in the order of the menu."""

    def gallery(self) -> list[str]:
        """Further rulebooks, which modify those of `ids`."""

    def load(self, rulebook: str, options: Mapping[str, Any] | None = None) -> Game:
        """A rulebook by id, with these options. Raises `AxedrezError` for invalid options."""

    def sheet(self, rulebook: str) -> Any:
        """The sheet of a rulebook, without the game."""

    def freeze(self, game: Game) -> str:
        """The resolved sheet of a game as JSON, to be stored with it."""

    def thaw(self, sheet: str) -> Game:
        """The game of a stored sheet."""

    def rules(self, game: Game, lang: str) -> Manual:
        """The rulebook in words, in `lang`."""

    def brief(self, game: Game, lang: str) -> Brief:
        """What one has to know of it in a first game, in `lang`."""


class ShippedRulebooks:
    """The rulebooks of `axedrez.library`, which caches loaded ones."""

    def ids(self) -> list[str]:
        """See `RulebookSource`."""
        return list(library.rulebooks())

    def gallery(self) -> list[str]:
        """See `RulebookSource`."""
        return list(library.gallery())

    def load(self, rulebook: str, options: Mapping[str, Any] | None = None) -> Game:
        """See `RulebookSource`."""
        return library.load(rulebook, options)

    def sheet(self, rulebook: str) -> Any:
        """See `RulebookSource`."""
        return library.sheet(rulebook)

    def freeze(self, game: Game) -> str:
        """See `RulebookSource`."""
        return to_json(game.sheet).decode()

    def thaw(self, sheet: str) -> Game:
        """See `RulebookSource`."""
        return library.from_data(_decoded(sheet), is_stored=True)

    rules = staticmethod(library.rules)
    brief = staticmethod(library.brief)


class RulebookStore:
    """All rulebooks that this server knows, and its cache of them.

    Methods that are not coroutines may compile for a while: call them in a thread. They raise `Preparing` if
    `is_ready` says that the kernels of a game are not compiled yet.
    """

    def __init__(
        self, store: Store, source: RulebookSource | None = None, is_ready: Callable[[Game], bool] = lambda game: True
    ) -> None:
        self.store = store
        self.source: RulebookSource = source or ShippedRulebooks()
        self._is_ready = is_ready
        self._recent: SizedCache[str, Game] = SizedCache(RECENT, lambda game: (0, game))
        self._lock = threading.Lock()

    def shipped(self) -> list[str]:
        """The ids of the shipped rulebooks, those of the menu first."""
        return [*self.source.ids(), *self.source.gallery()]

    def load_shipped(self, rulebook: str, options: Mapping[str, Any] | None = None) -> Game:
        """A shipped rulebook by id. Raises `AxedrezError` for bad options, and `Preparing`."""
        return self._checked(self.source.load(rulebook, options))

    def freeze(self, game: Game) -> str:
        """The resolved sheet of a game as JSON, to be stored with it."""
        return self.source.freeze(game)

    def thaw(self, sheet: str) -> Game:
        """The game of a stored sheet. Raises `Preparing`."""
        key = hashlib.sha256(sheet.encode()).hexdigest()
        with self._lock:
            game = self._recent.get(key)
        return self._checked(self._keep(key, game or self.source.thaw(sheet)))

    async def load(self, rulebook: str, options: Mapping[str, Any] | None = None) -> Game:
        """A rulebook by id or hash. Raises `NotFound`, `Preparing`, or `AxedrezError` for bad options."""
        if rulebook in self.shipped():
            return await work(LOAD_MS if options else LOOK_MS, self.load_shipped, rulebook, options)
        return await work(LOAD_MS, self._load_saved, await self.saved(rulebook), options)

    def finder(self) -> Callable[..., Game]:
        """`load` for code in another thread, while the event loop of the caller runs."""
        loop = asyncio.get_running_loop()

        def find(rulebook: str, options: Mapping[str, Any] | None = None) -> Game:
            # Nothing awaited here may need another thread: the pool may be exhausted.
            if rulebook in self.shipped():
                return self.load_shipped(rulebook, options)
            return self._load_saved(asyncio.run_coroutine_threadsafe(self.saved(rulebook), loop).result(), options)

        return find

    def _load_saved(self, saved: SavedSheet, options: Mapping[str, Any] | None) -> Game:
        if not options:
            return self.thaw(saved.text)
        game = self._checked(library.from_data(_decoded(saved.text), options, is_stored=True))
        return self._keep(game.hash, game)

    def _keep(self, key: str, game: Game) -> Game:
        """Keep a game for a while, under the hash of a text or its own: few are asked for again and again."""
        with self._lock:
            self._recent.put(key, game)
        return game

    def _checked(self, game: Game) -> Game:
        if not self._is_ready(game):
            raise Preparing
        return game

    async def saved(self, content_hash: str) -> SavedSheet:
        """A saved sheet. Raises `NotFound`."""
        found = await self.store.sheet(content_hash) if _HASH.fullmatch(content_hash) else None
        if found is None:
            raise NotFound("unknown_rulebook", name=content_hash)
        return found

    async def build(self, data: dict[str, Any]) -> Game:
        """The game of a sheet from a client. Raises `SheetError` or `TextError`."""
        if (size := len(msgspec.json.encode(data))) > MAX_BYTES:
            raise TextError("sheet_too_long", name=str(data.get("id", "?"))[:40], limit=MAX_BYTES)
        parent = data.get("extends")
        parents = {}
        if isinstance(parent, str) and (saved := await self.store.sheet(parent)) is not None:
            parents[parent] = _decoded(saved.text)
        game = self._checked(await work(SHORT_MS + KIB_MS * size / 1024, library.from_data, data, None, parents))
        self._keep(game.hash, game)
        if game.name in self.shipped() and game.hash != (await self.load(game.name)).hash:
            raise SheetError(game.name, [fault("id", game.name, f"!= {', '.join(self.shipped())}", "sheet_id_taken")])
        return game

    async def save(self, data: dict[str, Any], now: int) -> SavedSheet:
        """Save a sheet under its hash; saving it again changes nothing. Raises like `build`."""
        parent = data.get("extends")
        return await self.keep(await self.build(data), parent if isinstance(parent, str) else None, now)

    async def keep(self, game: Game, parent: str | None, now: int) -> SavedSheet:
        """Save the sheet of a game that is built already."""
        names = {"es": user_text.name(game.sheet.names.es), "en": user_text.name(game.sheet.names.en)}
        text = msgspec.json.encode(to_data(game.sheet)).decode()
        saved = SavedSheet(game.hash, names, text, parent, now)
        await self.store.save_sheet(saved)
        return await self.saved(game.hash)

    async def rules(self, game: Game, lang: str) -> Manual | None:
        """The rulebook in words; None, and a line in the log, if the manual cannot describe a value yet."""
        try:
            return await work(CHAPTER_MS, chapter, game, lang, self.source.rules)
        except TooMuch:
            raise
        except Exception as fault:
            log.warning("the rules of %s cannot be put into words: %r", game.name, fault)
            return None

    async def brief(self, game: Game, lang: str) -> Brief | None:
        """What one has to know of a rulebook in a first game; None like `rules`."""
        try:
            return await work(LOAD_MS, self.source.brief, game, lang)
        except TooMuch:
            raise
        except Exception as fault:
            log.warning("%s cannot be put into words: %r", game.name, fault)
            return None


def read(text: str) -> dict[str, Any]:
    """A TOML text as data that JSON can hold. Raises `TextError`."""
    data: dict[str, Any] = msgspec.to_builtins(read_toml(text, "TOML"), builtin_types=(), str_keys=True)
    return data


def faults_of(error: AxedrezError) -> list[tuple[str, AxedrezError]]:
    """The faults of a sheet with the paths of their fields: "" for the sheet as a whole.

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
