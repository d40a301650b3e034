"""Memory for the turn generator, one for each thread, and the calls that use it."""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.tables.kernel import layout, turns
from axedrez.tables.kernel.submoves import MAX_SUBMOVES, write_submoves

Row = npt.NDArray[np.int8]
_local = threading.local()
_NO_KEYS, _NO_STAMPS = np.zeros(1, np.uint64), np.zeros(2, np.int64)


class Workspace:
    """Arrays for `room` states a level; it is replaced by a larger one when a turn needs more."""

    def __init__(self, room: int) -> None:
        self.room = room
        states = turns.N_LEVELS * room
        self.rows = np.empty(states * layout.WIDTH, np.int8)
        self.row_keys = np.empty(states, np.uint64)
        self.parents = np.zeros(states, np.int64)
        self.codes = np.zeros(states, np.int64)
        self.sizes = np.zeros(turns.N_LEVELS, np.int64)
        self.table = np.zeros(2 * room, np.uint64)
        self.stamps = np.zeros(2 * room + 1, np.int64)
        self.ends = np.zeros(states, np.int64)
        self.rule = np.zeros(4, np.int64)
        self.count = 0

    def row(self, index: int) -> Row:
        """A copy of one state."""
        return self.rows[index * layout.WIDTH : (index + 1) * layout.WIDTH].copy()

    def way_to(self, index: int) -> tuple[int, ...]:
        """The sub-moves that lead to one state."""
        codes: list[int] = []
        level, i = divmod(index, self.room)
        while level not in (0, turns.MAX_LEVELS + 1):
            at = level * self.room + i
            codes.append(int(self.codes[at]))
            i = int(self.parents[at])
            level -= 1
        return tuple(reversed(codes))


class End(NamedTuple):
    """A position that a turn can end in: its row, seen by the player who moved, and the sub-moves that lead there."""

    row: Row
    codes: tuple[int, ...]


def _workspace(larger: bool = False) -> Workspace:
    current: Workspace | None = getattr(_local, "workspace", None)
    if current is None or larger:
        current = Workspace(2 * current.room if current else 8192)
        _local.workspace = current
    return current


def run(tables: object, keys: object, row: Row, high: int, low: int, rule: list[int] | None = None) -> Workspace:
    """Generate the turns from a row; the count is `workspace.count`. `rule`: what a turn under way must keep."""
    larger = False
    while True:
        workspace = _workspace(larger)
        if rule is not None:
            workspace.rule[:] = rule
        count = turns.write_turns(
            tables, keys, row, high, low, workspace.rows, workspace.room, workspace.row_keys, workspace.parents,
            workspace.codes, workspace.sizes, workspace.table, workspace.stamps, workspace.ends, workspace.rule,
        )  # fmt: skip
        if count != turns.ROOM_IS_SHORT:
            workspace.count = count
            return workspace
        larger = True


def ends(tables: object, keys: object, row: Row, high: int, low: int) -> tuple[list[End], list[int]]:
    """Every position that a turn of two dice can end in, and the rule that its turns keep."""
    workspace = run(tables, keys, row, high, low)
    indices = workspace.ends[: workspace.count].tolist()
    return [End(workspace.row(index), workspace.way_to(index)) for index in indices], workspace.rule.tolist()


def can_be_completed(tables: object, keys: object, row: Row, high: int, low: int, rule: list[int]) -> bool:
    """Whether a turn under way can still end legally."""
    return run(tables, keys, row, high, low, rule).count > 0


class Child(NamedTuple):
    """The row after one more sub-move, and its code."""

    row: Row
    code: int


def children(tables: object, keys: object, row: Row, high: int, low: int, rule: list[int]) -> list[Child]:
    """The rows after every use of one die, whether or not a legal turn comes of it."""
    doubles = high == low
    rows = np.empty((MAX_SUBMOVES + 1) * layout.WIDTH, np.int8)
    rows[: layout.WIDTH] = row
    codes = np.empty(MAX_SUBMOVES, np.int64)
    child_keys = np.empty(MAX_SUBMOVES, np.uint64)
    board = np.empty(layout.SURVEY, np.int8)
    total = np.empty(1, np.uint64)
    found: dict[tuple[bytes, int], Child] = {}
    for mode in (layout.ORDINARY, layout.DEPARTURE) if rule[2] else (layout.ORDINARY,):
        for die, face in ((0, high),) if doubles else ((1, high), (2, low)):
            if row[layout.USED] & die:
                continue
            count = write_submoves(
                rows, 0, layout.WIDTH, tables, keys, np.uint64(0), face, die, mode, rule[3],
                codes, child_keys, board, total, _NO_KEYS, _NO_STAMPS, 1,
            )  # fmt: skip
            for i, code in enumerate(codes[:count].tolist()):
                child = rows[(i + 1) * layout.WIDTH : (i + 2) * layout.WIDTH].copy()
                found.setdefault((child.tobytes(), code), Child(child, code))
    return list(found.values())
