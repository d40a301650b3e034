"""Memory for the turn generator, one for each thread, and the calls that use it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.tables.kernel import layout
from axedrez.tables.kernel.space import FIRST_ROOM, ROOM_IS_SHORT, make_space
from axedrez.tables.kernel.states import hash_of_pieces
from axedrez.tables.kernel.submoves import write_level
from axedrez.tables.kernel.turns import write_completable, write_rule, write_turns

Row = npt.NDArray[np.int8]
_local = threading.local()


class Workspace:
    """The memory of a search of turns and what the last one found; replaced by a larger one when a turn needs more."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.space = make_space(room)
        self.rows: Row = self.space.rows
        self.row_keys: npt.NDArray[np.uint64] = self.space.words[layout.KEY :: layout.STATE_WORDS]
        self.ends: npt.NDArray[np.int64] = self.space.ends
        self.rule: npt.NDArray[np.int64] = self.space.rule
        self.count = 0

    def row(self, index: int) -> Row:
        """A copy of one state."""
        return self.rows[index * layout.STATE : index * layout.STATE + layout.WIDTH].copy()

    def way_to(self, index: int) -> tuple[int, ...]:
        """The sub-moves that lead to one state."""
        codes: list[int] = []
        while True:
            at = index * layout.STATE_WORDS
            parent = int(self.space.words[at + layout.PARENT])
            if parent == index:
                return tuple(reversed(codes))
            codes.append(int(self.space.words[at + layout.CODE]))
            index = parent


class End(NamedTuple):
    """A position that a turn can end in: its row, seen by the player who moved, and the sub-moves that lead there."""

    row: Row
    codes: tuple[int, ...]


def _workspace(larger: bool = False) -> Workspace:
    current: Workspace | None = getattr(_local, "workspace", None)
    if current is None or larger:
        current = Workspace(2 * current.room if current else FIRST_ROOM)
        _local.workspace = current
    return current


def run(tables: object, keys: object, row: Row, high: int, low: int) -> Workspace:
    """Generate the turns from a row; the count is `workspace.count`."""
    return _run(write_turns, tables, keys, row, high, low)


def _run(write: Callable[..., int], tables: object, keys: object, row: Row, high: int, low: int) -> Workspace:
    key = np.uint64(hash_of_pieces(row, 0, tables, keys, 1))
    larger = False
    while True:
        workspace = _workspace(larger)
        workspace.count = write(workspace.space, tables, keys, row, key, high, low)
        if workspace.count != ROOM_IS_SHORT:
            return workspace
        larger = True


def ends(tables: object, keys: object, row: Row, high: int, low: int) -> tuple[list[End], list[int]]:
    """Every position that a turn of two dice can end in, and the rule that its turns keep."""
    workspace = run(tables, keys, row, high, low)
    indices = workspace.ends[: workspace.count].tolist()
    return [End(workspace.row(index), workspace.way_to(index)) for index in indices], workspace.rule.tolist()


def rule(tables: object, keys: object, row: Row, high: int, low: int) -> list[int]:
    """The rule that the turns of two dice keep, without the turns."""
    return list(_run(write_rule, tables, keys, row, high, low).rule.tolist())


def completable(tables: object, keys: object, rows: Sequence[Row], high: int, low: int, rule: list[int]) -> list[bool]:
    """Which of some turns under way, of one die or more, can still end legally."""
    if not rows:
        return []
    found = np.empty(len(rows), np.int64)
    larger = False
    while True:
        workspace = _workspace(larger)
        workspace.rule[:] = rule
        if write_completable(workspace.space, tables, keys, np.concatenate(rows), high, low, found) != ROOM_IS_SHORT:
            return [bool(can) for can in found.tolist()]
        larger = True


class Child(NamedTuple):
    """The row after one more sub-move, and its code."""

    row: Row
    code: int


def children(tables: object, keys: object, row: Row, high: int, low: int, rule: list[int]) -> list[Child]:
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
