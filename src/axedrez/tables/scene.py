"""What a page draws of a tables position (docs/api.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axedrez.core.sides import Side
from axedrez.tables.kernel import layout

if TYPE_CHECKING:
    from axedrez.tables.position import TablesPosition


def pips(position: TablesPosition, side: Side) -> int:
    """The pip count: what is still to travel by the pieces that must be borne off, the bar counting 25."""
    base = layout.OWN if side is position.side else layout.ENEMY
    distances = position.row[base : base + len(position.game.army)].tolist()
    return sum(
        distance
        for letter, distance in zip(position.game.army, distances, strict=True)
        if letter in position.game.bearers
    )


def of(position: TablesPosition) -> dict[str, Any]:
    """The scene of a board of points, as JSON-able values."""
    setup = position.setup()
    return {
        "kind": "points",
        "points": list(setup.points),
        "bar": setup.bar,
        "off": setup.off,
        "home": setup.home,
        "mover": position.side.word,
        "dice": list(position.dice) if position.dice else None,
        "pips": {side.word: pips(position, side) for side in (Side.WHITE, Side.BLACK)},
    }
