"""Everything that one side can do with each of the 21 rolls, for questions of the kind “with how many of the 36?”."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.core.dice import ROLLS
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel import layout
from axedrez.tables.position import workspace
from axedrez.tables.position.workspace import Row

Ends = npt.NDArray[np.int8]
Yes = npt.NDArray[np.bool_]


class Reply(NamedTuple):
    """The ends of a roll: distances by end and piece, the roller's and the other side's, pieces as in the row.

    `weight`: how many of the 36 rolls it is. `stuck`: nothing can be played; the one end is the row itself.
    """

    weight: int
    own: Ends
    enemy: Ends
    stuck: bool


class Replies:
    """The replies to every roll from a row at the beginning of a turn whose game is not over.

    All are generated, so that joint captures, pushes, blocks and lost dice count as the rules have them.
    """

    def __init__(self, ruleset: Ruleset, row: Row) -> None:
        n = len(ruleset.army)
        self.own: Row = row[layout.OWN : layout.OWN + n]
        self.enemy: Row = row[layout.ENEMY : layout.ENEMY + n]
        self._all = [_reply(ruleset, row, *roll, n) for roll, _ in ROLLS]

    def count(self, holds: Callable[[Reply], object]) -> int:
        """With how many of the 36 rolls something holds."""
        return sum(reply.weight for reply in self._all if holds(reply))

    @cached_property
    def taken(self) -> list[tuple[int, Yes]]:
        """By roll: its weight, and which of the other side's pieces it can capture, each in some way of playing it."""
        standing = self.enemy != layout.BAR
        return [(reply.weight, ((reply.enemy == layout.BAR) & standing).any(axis=0)) for reply in self._all]

    @cached_property
    def driven(self) -> list[tuple[int, Yes]]:
        """By roll: its weight, and which of the other side's pieces it can push to another point."""
        return [
            (reply.weight, ((reply.enemy != self.enemy) & (reply.enemy != layout.BAR)).any(axis=0))
            for reply in self._all
        ]

    def stuck(self) -> int:
        """With how many rolls nothing can be played."""
        return self.count(lambda reply: reply.stuck)

    def shut_out(self) -> int:
        """With how many rolls no piece can enter from the bar."""
        waiting = int((self.own == layout.BAR).sum())
        return self.count(lambda reply: ((reply.own == layout.BAR).sum(axis=1) >= waiting).all())

    def bears_off(self) -> int:
        """With how many rolls a piece can be borne off."""
        before = int((self.own == layout.OFF).sum())
        return self.count(lambda reply: ((reply.own == layout.OFF).sum(axis=1) > before).any())

    def finishes(self, bearers: Yes) -> int:
        """With how many rolls all of the `bearers` can be off: the game is won."""
        return self.count(lambda reply: (reply.own[:, bearers] == layout.OFF).all(axis=1).any())

    def moves(self, piece: int) -> int:
        """With how many rolls one piece can move."""
        return self.count(lambda reply: (reply.own[:, piece] != self.own[piece]).any())

    def gets_past(self, pieces: Yes, distance: int) -> int:
        """With how many rolls one more of the `pieces` comes nearer than `distance`."""
        before = int((self.own[pieces] < distance).sum())
        return self.count(lambda reply: ((reply.own[:, pieces] < distance).sum(axis=1) > before).any())


def _reply(ruleset: Ruleset, row: Row, high: int, low: int, n: int) -> Reply:
    with workspace.searched(ruleset.compiled, ruleset.keys, row, high, low) as found:
        states = found.rows.reshape(found.room, layout.STATE)
        ends = states[found.ends[: found.count], : layout.WIDTH] if found.count else row[None]
    own, enemy = ends[:, layout.OWN : layout.OWN + n], ends[:, layout.ENEMY : layout.ENEMY + n]
    return Reply(1 if high == low else 2, own, enemy, not found.count)
