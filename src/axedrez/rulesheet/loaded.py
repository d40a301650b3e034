"""What a loaded game is whatever its family: a value that compares, hashes and pickles by its sheet."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, ClassVar, Self

import msgspec

from axedrez.rulesheet.embedding import packed, unpacked
from axedrez.rulesheet.validation import sheet_hash, to_sheet


class LoadedGame:
    """The base of each family's game: `sheet` is all that it is made from, `sheet_type` its type.

    An attribute is set once. Two games are equal if their sheets say the same, whatever they were loaded from.
    """

    family: ClassVar[str]
    sheet_type: ClassVar[type[msgspec.Struct]]
    sheet: Any

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.__dict__:
            raise AttributeError(f"{type(self).__name__}.{name} cannot be changed: load another game")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted")

    @cached_property
    def hash(self) -> str:
        """The content hash of the sheet (hexadecimal)."""
        return sheet_hash(self.sheet)

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """See `core.contract.Game`."""
        return {}

    def clause(self, reason: str) -> str | None:
        """The clause of the rulebook's specification behind a reason."""
        found: str | None = self.sheet.clauses.get(reason)
        return found

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self.hash == other.hash)

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self) -> tuple[Any, tuple[type[Self], str]]:
        return _restored, (type(self), self._packed)

    @cached_property
    def _packed(self) -> str:
        return packed(self.sheet)


@lru_cache(maxsize=16)
def _restored(kind: type[Any], text: str) -> LoadedGame:
    """The game of a pickled sheet: positions that were pickled one by one share it again."""
    game: LoadedGame = kind(to_sheet(unpacked(text), kind.sheet_type, "pickle"))
    return game
