"""The earlier positions of a game, for the rules that look back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class _Hashed(Protocol):
    """A position, as far as a history looks at it."""

    @property
    def hash(self) -> int: ...


class History:
    """The hashes of the positions that stood before the present one, oldest first.

    It belongs to the record of a game, not to a `Position`; pass it to `Position.outcome` and `Position.claims`.
    Two histories of the same hashes are equal.
    """

    __slots__ = ("_keys",)

    def __init__(self, keys: Iterable[int] = ()) -> None:
        self._keys: tuple[int, ...] = tuple(keys)

    @property
    def keys(self) -> tuple[int, ...]:
        """The hashes, oldest first."""
        return self._keys

    def after(self, position: _Hashed) -> History:
        """The history in which `position` has passed too."""
        return History((*self.keys, position.hash))

    def count(self, position: _Hashed) -> int:
        """How often `position` stood on the board before."""
        return self.keys.count(position.hash)

    def __len__(self) -> int:
        return len(self.keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self.keys == other.keys

    def __hash__(self) -> int:
        return hash(self.keys)

    def __repr__(self) -> str:
        return f"<History of {len(self)} positions>"
