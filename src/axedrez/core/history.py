"""The earlier positions of a game, for the rules that look back."""

from __future__ import annotations

from collections.abc import Iterable

from axedrez.core.contract import Position


class History:
    """The hashes of the positions that stood before the present one, oldest first.

    It belongs to the record of a game, not to a `Position`; pass it to `Position.outcome` and `Position.claims`.
    """

    __slots__ = ("keys",)

    def __init__(self, keys: Iterable[int] = ()) -> None:
        self.keys: tuple[int, ...] = tuple(keys)

    def after(self, position: Position) -> History:
        """The history in which `position` has passed too."""
        return History((*self.keys, position.hash))

    def count(self, position: Position) -> int:
        """How often `position` stood on the board before."""
        return self.keys.count(position.hash)

    def __len__(self) -> int:
        return len(self.keys)
