"""Memory for the turn generator, one for each thread, and the calls that use it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.core.errors import NotAllowed
from axedrez.jit_types import Number, Numbers, Words
from axedrez.tables.kernel import layout
from axedrez.tables.kernel.space import FIRST_ROOM, MAX_ROOM, ROOM_IS_SHORT, make_space
from axedrez.tables.kernel.states import hash_of_pieces
from axedrez.tables.kernel.submoves import write_level
from axedrez.tables.kernel.turns import write_completable, write_no_progress_counts, write_rule, write_turns

Row = npt.NDArray[np.int8]
Codes = tuple[int, ...]
_local = threading.local()

KEPT_ROOM = 1 << 17
"""A workspace for more states is given back after its turn; one for so many is 15 MB."""


class Workspace:
    """The memory of a search of turns and what the last one found; replaced by a larger one when a turn needs more."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.space = make_space(room)
        self.rows: Row = self.space.rows
        self.row_keys: npt.NDArray[np.uint64] = self.space.words[layout.KEY :: layout.STATE_WORDS]
        self.ends: npt.NDArray[np.int64] = self.space.ends
        self.rule: npt.NDArray[np.int64] = self.space.rule
        self.starts: npt.NDArray[np.int64] = self.space.starts
        self.count = 0

    def row(self, index: int) -> Row:
        """A copy of one state."""
        return self.rows[index * layout.STATE : index * layout.STATE + layout.WIDTH].copy()

    def way_to(self, index: int) -> Codes:
        """The sub-moves that lead to one state."""
        return self.ways().to(index)

    def ways(self) -> Ways:
        """The ways to all states, for when the workspace is used again; they are read only when they are asked for."""
        states = int(self.starts[-1])
        words = self.space.words[: states * layout.STATE_WORDS].reshape(states, layout.STATE_WORDS)
        return Ways(words[:, layout.PARENT].astype(np.int32), words[:, layout.CODE].copy())


class Ways(NamedTuple):
    """For each state of a search, the one before it and the sub-move between them."""

    parents: npt.NDArray[np.int32]
    codes: npt.NDArray[np.uint64]

    def to(self, index: int) -> Codes:
        """The sub-moves that lead to one state."""
        found: list[int] = []
        while (parent := int(self.parents[index])) != index:
            found.append(int(self.codes[index]))
            index = parent
        return tuple(reversed(found))


class TurnEnd(NamedTuple):
    """A position that a turn can end in: its row, seen by the player who moved, and what tells the way there."""

    row: Row
    way: Callable[[], Codes]


def _workspace(larger: bool = False) -> Workspace:
    current: Workspace | None = getattr(_local, "workspace", None)
    if current is None or larger:
        room = 2 * current.room if current else FIRST_ROOM
        if room > MAX_ROOM:
            raise NotAllowed("tables_turn_too_large", most=MAX_ROOM)
        current = _local.workspace = Workspace(room)
    return current


def _let_go() -> None:
    """Release the memory of an unusually large turn."""
    if _workspace().room > KEPT_ROOM:
        del _local.workspace


@contextmanager
def searched(tables: Numbers, keys: Words, row: Row, high: int, low: int) -> Iterator[Workspace]:
    """The workspace after a search of the turns from a row; it must not be used longer."""
    try:
        yield run(tables, keys, row, high, low)
    finally:
        _let_go()


def run(tables: Numbers, keys: Words, row: Row, high: int, low: int) -> Workspace:
    """Generate the turns from a row; the count is `workspace.count`."""
    return _run(write_turns, tables, keys, row, high, low)


def _run(write: Callable[..., Number], tables: Numbers, keys: Words, row: Row, high: int, low: int) -> Workspace:
    key = np.uint64(hash_of_pieces(row, 0, tables, keys, 1))
    larger = False
    while True:
        workspace = _workspace(larger)
        workspace.count = int(write(workspace.space, tables, keys, row, key, high, low))
        if workspace.count != ROOM_IS_SHORT:
            return workspace
        larger = True


def ends(tables: Numbers, keys: Words, row: Row, high: int, low: int) -> tuple[list[TurnEnd], list[int]]:
    """Every position that a turn of two dice can end in, and the rule that its turns keep."""
    with searched(tables, keys, row, high, low) as found:
        indices = found.ends[: found.count]
        rows = found.rows.reshape(found.room, layout.STATE)[indices, : layout.WIDTH]
        ways = found.ways()
        ended = [TurnEnd(row, partial(ways.to, index)) for row, index in zip(rows, indices.tolist(), strict=True)]
        return ended, found.rule.tolist()


def no_progress_counts(tables: Numbers, row: Row, found: Workspace) -> npt.NDArray[np.int64]:
    """The turns in a row without progress after each turn that was found from a row (G-45)."""
    result = np.empty(found.count, np.int64)
    write_no_progress_counts(found.space, tables, row, found.count, np.empty(layout.WIDTH, np.int8), result)
    return result


def rule(tables: Numbers, keys: Words, row: Row, high: int, low: int) -> list[int]:
    """The rule that the turns of two dice keep, without the turns."""
    try:
        return list(_run(write_rule, tables, keys, row, high, low).rule.tolist())
    finally:
        _let_go()


def completable(tables: Numbers, keys: Words, rows: Sequence[Row], high: int, low: int, rule: list[int]) -> list[bool]:
    """Which of some turns under way, of one die or more, can still end legally."""
    if not rows:
        return []
    found = np.empty(len(rows), np.int64)
    larger = False
    try:
        while True:
            space = _workspace(larger).space
            space.rule[:] = rule
            if write_completable(space, tables, keys, np.concatenate(rows), high, low, found) != ROOM_IS_SHORT:
                return [bool(can) for can in found.tolist()]
            larger = True
    finally:
        _let_go()


class Child(NamedTuple):
    """The row after one more sub-move, and its code."""

    row: Row
    code: int


def children(tables: Numbers, keys: Words, row: Row, high: int, low: int, rule: list[int]) -> list[Child]:
    """The rows after every use of one die, whether or not a legal turn comes of it."""
    workspace = _workspace()
    space = workspace.space
    space.rows[: layout.WIDTH] = row
    found: dict[tuple[bytes, int], Child] = {}
    for mode in (layout.ORDINARY, layout.DEPARTURE) if rule[2] else (layout.ORDINARY,):
        size = write_level(
            space.rows, space.words, space.table, tables, keys, 0, 1, high, low, mode, rule[3], 0
        )  # fmt: skip
        states = space.rows[layout.STATE : size * layout.STATE].reshape(size - 1, layout.STATE)
        codes = space.words[layout.STATE_WORDS + layout.CODE : size * layout.STATE_WORDS : layout.STATE_WORDS]
        following = states[:, : layout.WIDTH].copy()
        contents = following.tobytes()
        for index, (child, code) in enumerate(zip(following, codes.tolist(), strict=True)):
            content = contents[index * layout.WIDTH : (index + 1) * layout.WIDTH]
            found.setdefault((content, code), Child(child, code))
    return list(found.values())
