"""Games as their positions: what an index of positions needs of a game, in every family."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from axedrez.core.contract import Position
from axedrez.core.game_record import Find
from axedrez.core.outcome import Result


class Trace(NamedTuple):
    """A game of n moves, rolls of dice counted among them.

    `keys`: n + 1 hashes of its positions; `choices`: n numbers of its moves among those that were possible
    (`legal_moves`, or `chance_outcomes` where chance acted); `materials`: n + 1 keys of what stood on the board, 0
    where it is not told, or none in families without material. `passed`: how many faults the reader passed over.
    """

    start: Position
    headers: dict[str, str]
    result: Result
    keys: NDArray[np.uint64]
    choices: NDArray[np.uint16]
    materials: NDArray[np.uint64]
    passed: int = 0


class Unread(NamedTuple):
    """A part of a text that a quick reader leaves to the usual one: `text`, from the byte `place` on."""

    place: int
    text: bytes


class QuickReader(Protocol):
    """Reads plain game files many times as fast as the usual reader, and leaves it the rest. A module is one."""

    def read(self, text: bytes, decoded: Callable[[bytes], str], find: Find) -> Iterator[Trace | Unread]:
        """The games of a text in their order; `text` begins where a game begins. Raises nothing."""


class Materials(Protocol):
    """The pieces on the board, as a key that positions are found by. A module of a family is one."""

    def key_of(self, position: Any) -> int:
        """The key of what stands on the board; 0 where there are too many men for an index."""

    def parse(self, text: str, game: Any) -> int:
        """The key of a material such as `KRPkrp`, White's pieces in capitals. Raises `TextError`."""
