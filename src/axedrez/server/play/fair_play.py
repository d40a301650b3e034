"""Fair play: no analysis of positions of games between two people, or rated ones, that go on at this moment.

Only the placement of the pieces is compared, also mirrored and with the colours changed, with a few squares of
tolerance: other move numbers, other rights, another piece or a move more do not hide a position. Nor do other
letters, which any sheet may give its pieces: a letter of one board may stand for any of the other. The first moves are
exempt, since everybody plays and studies them.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable
from uuid import UUID

import numpy as np
import numpy.typing as npt

from axedrez.core import NotAllowed
from axedrez.server.base.kept import Kept
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, work
from axedrez.storage import Store

FIRST_PLIES = 12
"""So many plies at the start are exempt."""
ARRAY, ARRAY_NEAR = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 8
"""A running board within so many squares of the initial array is exempt, too: otherwise two people who move their
knights to and fro would block analysis of the first moves for everybody."""
NEAR, NEAR_OF_FEW, FEW = 4, 2, 10
"""Boards that differ in at most `NEAR` squares count as the same; with up to `FEW` pieces, `NEAR_OF_FEW`."""
POINTS, HEIGHT = 24, 16
"""The points of a board of points, and so many pieces of each are compared."""
FRESH_MS = 1000
OVERLAP_MS = 5000
"""Reads overlap by this time, since writes of other servers may become visible late."""
LASTING_MS = 7 * 24 * 3_600_000
"""Games without an event for longer do not count as being played."""
MAX_BOARDS = 20_000
"""The latest games are kept in memory, up to this number (some MB)."""

Rows = tuple[str, ...]
_DIGIT = re.compile("[0-9]")
_EMPTY = re.compile("[0-9]{1,2}")


class FairPlay:
    """The boards of all games over one database that are played for real. `now` returns ms."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._boards: dict[UUID, bytes] = {}
        self._tables: dict[int, _Boards] = {}
        self._seen_until = 0
        self._looked = Kept(self._look, now, lambda: FRESH_MS)

    async def check(self, position: str, passed: Iterable[str] = (), count: int = 0) -> None:
        """Raise `NotAllowed` if `position`, or one of the `count` of `passed`, resembles one of a running game.

        Of `passed`, those near the initial array do not count: every game passes them.
        """
        await self._looked.get()
        if not self._tables:
            return

        def is_one_near() -> bool:
            later = (each for each in map(rows_of, passed) if each is not None and not _is_early(each))
            here = rows_of(position)
            return any(map(self._is_near, itertools.chain([] if here is None else [here], later)))

        if await work(LOOK_MS + PLY_MS * count, is_one_near):
            raise NotAllowed("analysis_underway")

    async def _look(self) -> None:
        since = max(self._now() - LASTING_MS, self._seen_until - OVERLAP_MS)
        for status in await self._store.statuses(since, MAX_BOARDS):
            self._boards.pop(status.id, None)
            self._seen_until = max(self._seen_until, status.updated_at)
            rows = rows_of(status.position)
            if (
                rows is not None
                and not _is_early(rows)
                and status.goes_on
                and (status.players.are_apart or status.speed is not None)
                and status.plies >= FIRST_PLIES
            ):
                self._boards[status.id] = _cells(rows)
        for game in list(self._boards)[: max(0, len(self._boards) - MAX_BOARDS)]:
            del self._boards[game]
        sizes: dict[int, list[bytes]] = {}
        for board in self._boards.values():
            sizes.setdefault(len(board), []).append(board)
        self._tables = {size: _Boards(b"".join(boards), size) for size, boards in sizes.items()}

    def _is_near(self, rows: Rows) -> bool:
        near = NEAR if sum(sign.isalpha() for row in rows for sign in row) > FEW else NEAR_OF_FEW
        return any(
            (table := self._tables.get(len(cells := _cells(each)))) is not None and table.has_near(cells, near)
            for each in _alike(rows)
        )


class _Boards:
    """Boards of one size, a row of `cells` for each: letters, or dots where nothing stands."""

    def __init__(self, boards: bytes, size: int) -> None:
        self.cells = np.frombuffer(boards, np.uint8).reshape(-1, size)
        self.owners = _OWNER[self.cells]

    def has_near(self, board: bytes, near: int) -> bool:
        """Whether one of them differs in at most `near` squares, whatever the letters of the pieces are."""
        cells = np.frombuffer(board, np.uint8)
        # Whose piece stands where is the same under all letters: few boards are left.
        close = self.cells[(self.owners != _OWNER[cells]).sum(axis=1) <= near]
        return any(_differences(cells, other) <= near for other in close)


_OWNER = np.array([chr(code).isupper() + 2 * chr(code).islower() for code in range(256)], np.uint8)
"""Of a character: 0 nobody's, 1 White's, 2 Black's."""


def _differences(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> int:
    """In how many squares two boards differ if each letter of the first stands for the one that it meets most often.

    A piece and its like of the other colour have one letter.
    """
    same = int(((_OWNER[one] == 0) & (_OWNER[other] == 0)).sum())
    both = (_OWNER[one] == _OWNER[other]) & (_OWNER[one] != 0)
    pairs = Counter(zip((one[both] | _SMALL).tolist(), (other[both] | _SMALL).tolist(), strict=True))
    best: Counter[int] = Counter()
    for (letter, _), count in pairs.items():
        best[letter] = max(best[letter], count)
    return int(one.size) - same - best.total()


_SMALL = 0x20
"""The bit in which a small letter differs from its capital."""


def rows_of(position: str) -> Rows | None:
    """The rows of a board in a position's text, a character for each square; None for other boards.

    Of a board of points each point is a row with a character for each piece.
    """
    placement = _placement(position)
    placed = _DIGIT.sub(lambda digit: "." * int(digit[0]), placement)
    rows = tuple(placed.split("/"))
    if len(rows) > 1 and len({len(row) for row in rows}) == 1:
        return rows
    points = _EMPTY.sub(lambda run: "/" * (int(run[0]) - 1), placement).split("/")
    return tuple(point[:HEIGHT].ljust(HEIGHT, ".") for point in points) if len(points) == POINTS else None


def _is_early(rows: Rows) -> bool:
    board, array = "".join(rows), "".join(rows_of(ARRAY) or ())
    return len(board) == len(array) and sum(map(str.__ne__, board, array)) <= ARRAY_NEAR


def _placement(position: str) -> str:
    return position.partition(" ")[0].partition("[")[0].replace("~", "")


def _alike(rows: Rows) -> Iterable[Rows]:
    """A board, mirrored, with the colours exchanged, and both."""
    changed = tuple(row.swapcase() for row in reversed(rows))
    for each in (rows, changed):
        yield each
        yield tuple(row[::-1] for row in each)


def _cells(rows: Rows) -> bytes:
    return "".join(rows).encode("ascii", "replace")
