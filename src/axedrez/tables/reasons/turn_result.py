"""The end of a turn, and all that reasons ask of it: what the turn did, what may follow."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

import numpy as np

from axedrez.analysis.equity import Estimate, PieceAt
from axedrez.core.sides import Side
from axedrez.tables.kernel import layout, turns
from axedrez.tables.position.moves import Turn, place_name
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.position.scene import pips
from axedrez.tables.position.workspace import Row
from axedrez.tables.reasons.replies import Replies, Yes


class TurnResult:
    """Where a turn of `before` ends; `estimate` is what that is worth to the side that moved, `side`.

    `own` and `enemy` are the distances of `side` and of the other side, each counted by itself, in the order of the
    army; `row` is what the other side sees.
    """

    def __init__(self, before: TablesPosition, turn: Turn, after: TablesPosition, estimate: Estimate) -> None:
        self.before, self.turn, self.after, self.estimate = before, turn, after, estimate
        self.ruleset = ruleset = before.ruleset
        self.side: Side = before.side
        self.row: Row = after.raw
        n = len(ruleset.army)
        self.own: Row = self.row[layout.ENEMY : layout.ENEMY + n]
        self.enemy: Row = self.row[layout.OWN : layout.OWN + n]
        self.names = {kind.letter: name for name, kind in ruleset.rules.pieces.items()}
        self.is_over = after.is_over()

    @cached_property
    def replies(self) -> Replies:
        """What the other side can do."""
        return Replies(self.ruleset, self.row)

    @cached_property
    def following(self) -> Replies:
        """What the side itself could do next, if the other side left everything as it stands."""
        seen = np.empty(layout.WIDTH, np.int8)
        turns.pass_turn(self.row, self.row, seen, self.ruleset.compiled)
        return Replies(self.ruleset, seen)

    @property
    def has_won(self) -> bool:
        """Whether the turn has won the game."""
        return self.is_over and bool((self.own[self.bearers] == layout.OFF).all())

    @property
    def bearers(self) -> Yes:
        """Which pieces have to be borne off."""
        return np.array([letter in self.ruleset.bearers for letter in self.ruleset.army])

    def kind(self, letter: str) -> Yes:
        """Which pieces are of one kind."""
        return np.array([each == letter for each in self.ruleset.army])

    @property
    def king(self) -> int | None:
        """The index of the king, where the game has one."""
        return self.ruleset.army.index(self.ruleset.king) if self.ruleset.king else None

    @property
    def pips(self) -> int:
        """The pip count of the side."""
        return pips(self.ruleset, self.row, layout.ENEMY)

    def captured(self) -> Counter[tuple[str, str]]:
        """The pieces that the turn captured: kind and place."""
        return self._hit(to_bar=True)

    def driven(self) -> Counter[tuple[str, str]]:
        """The pieces that the turn pushed to another point: kind and place."""
        return self._hit(to_bar=False)

    def _hit(self, to_bar: bool) -> Counter[tuple[str, str]]:
        n = len(self.ruleset.army)
        stood = self.before.raw[layout.ENEMY : layout.ENEMY + n].tolist()
        stand = self.turn.row[layout.ENEMY : layout.ENEMY + n].tolist()
        return Counter(
            (self.names[letter], place_name(old, self.side.opponent))
            for letter, old, new in zip(self.ruleset.army, stood, stand, strict=True)
            if old != new and (new == layout.BAR) is to_bar
        )

    def lost_pips(self) -> int:
        """How many points further the other side's pieces have to go than before the turn."""
        n = len(self.ruleset.army)
        stood = self.before.raw[layout.ENEMY : layout.ENEMY + n].astype(np.int64)
        return int((self.turn.row[layout.ENEMY : layout.ENEMY + n] - stood).sum())

    def in_danger(self, only: Yes | None = None, driven: bool = False) -> tuple[int, tuple[PieceAt, ...]]:
        """With how many rolls some own piece (of `only`) can be captured, or `driven` back; which, most likely first.

        Pieces of a kind on one point are told together.
        """
        hits = self.replies.driven if driven else self.replies.taken

        def rolls(members: Yes) -> int:
            return sum(weight for weight, hit in hits if hit[members].any())

        among = np.ones(len(self.own), np.bool_) if only is None else only
        places: dict[tuple[str, int], Yes] = {}
        for i, (letter, distance) in enumerate(zip(self.ruleset.army, self.own.tolist(), strict=True)):
            if among[i] and layout.OFF < distance < layout.BAR:
                places.setdefault((letter, distance), np.zeros(len(self.own), np.bool_))[i] = True
        found = [
            PieceAt(
                self.names[letter],
                place_name(distance, self.side),
                int(members.sum()),
                rolls(members),
            )
            for (letter, distance), members in places.items()
        ]
        found = sorted((each for each in found if each.rolls), key=lambda each: -each.rolls)
        return rolls(among), tuple(found)

    def blocks(self, distances: Row) -> set[int]:
        """The points that a side holds with two pieces or more, by its own distance."""
        return {point for point, count in Counter(distances.tolist()).items() if count > 1 and 0 < point < layout.BAR}
