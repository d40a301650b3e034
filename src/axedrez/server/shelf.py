"""The rulebooks as the server sees them: found, loaded, frozen into a game and thawed again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable

import msgspec

from axedrez import library
from axedrez.core import AxedrezError, Game
from axedrez.core.manual import Manual
from axedrez.rulesheet.validation import to_json
from axedrez.server.caches import MOST_RULES


class Preparing(AxedrezError):
    """A game whose kernels are still being compiled, after an installation."""

    def __init__(self) -> None:
        super().__init__("preparing")


@runtime_checkable
class Shelf(Protocol):
    """Where games come from. Tests put games of their own on one."""

    def ids(self) -> list[str]:
        """The rulebooks that are offered, in the order of the menu."""

    def gallery(self) -> list[str]:
        """Further rulebooks, which modify those of `ids`."""

    def load(self, rulebook: str, options: Mapping[str, Any] | None = None) -> Game:
        """A rulebook by id, with some of its options set. Raises `AxedrezError` for bad options."""

    def sheet(self, rulebook: str) -> Any:
        """The sheet of a rulebook, which says what it is called."""

    def freeze(self, game: Game) -> str:
        """The resolved sheet as JSON, to be stored with a game."""

    def thaw(self, sheet: str) -> Game:
        """The game of a stored sheet."""

    def rules(self, game: Game, lang: str) -> Manual:
        """The rulebook in words, in `lang`."""

    def checked(self, game: Game) -> Game:
        """A game from elsewhere. Like `load` and `thaw` it raises `Preparing` while the game cannot be played yet."""


class LibraryShelf:
    """The shipped rulebooks. Loaded games are kept: they never change."""

    def __init__(self, is_ready: Callable[[Game], bool] = lambda game: True) -> None:
        """`is_ready` says whether a game can be played yet; one that cannot is not given out (`Preparing`)."""
        self._is_ready = is_ready
        self._thaw = lru_cache(maxsize=MOST_RULES)(_thawed)

    def thaw(self, sheet: str) -> Game:
        """See `Shelf`."""
        return self.checked(self._thaw(sheet))

    def checked(self, game: Game) -> Game:
        """See `Shelf`."""
        if not self._is_ready(game):
            raise Preparing
        return game

    def ids(self) -> list[str]:
        """See `Shelf`."""
        return list(library.rulebooks())

    def gallery(self) -> list[str]:
        """See `Shelf`."""
        return list(library.gallery())

    def load(self, rulebook: str, options: Mapping[str, Any] | None = None) -> Game:
        """See `Shelf`."""
        return self.checked(library.load(rulebook, options))

    def sheet(self, rulebook: str) -> Any:
        """See `Shelf`."""
        return library.sheet(rulebook)

    def freeze(self, game: Game) -> str:
        """See `Shelf`."""
        return to_json(game.sheet).decode()

    def rules(self, game: Game, lang: str) -> Manual:
        """See `Shelf`."""
        return library.rules(game, lang)


def _thawed(sheet: str) -> Game:
    return library.from_data(msgspec.json.decode(sheet, type=dict[str, Any]))
