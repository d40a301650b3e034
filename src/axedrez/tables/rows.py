"""Between setups and the kernel's rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from axedrez.core.sides import Side
from axedrez.tables.kernel import layout
from axedrez.tables.text import POINTS, Setup
from axedrez.tables.workspace import Row

if TYPE_CHECKING:
    from axedrez.tables.game import TablesGame


def to_row(setup: Setup, game: TablesGame) -> Row:
    """The row of a checked setup, seen by the side to move."""
    row = np.zeros(layout.WIDTH, np.int8)
    for base, side in ((layout.OWN, setup.side), (layout.ENEMY, setup.side.opponent)):
        row[base : base + len(game.army)] = _distances(setup, game, side)
    for bit, side in ((1, setup.side), (2, setup.side.opponent)):
        if ("K" if side is Side.WHITE else "k") in setup.home:
            row[layout.HOME] |= bit
    return row


def _distances(setup: Setup, game: TablesGame, side: Side) -> list[int]:
    """The distances of a side's pieces in the order of the army, equal pieces from the furthest one on."""
    places = [(layout.BAR, setup.bar), (layout.OFF, setup.off)]
    for number, letters in enumerate(setup.points, 1):
        places.append((number if side is Side.WHITE else layout.BAR - number, letters))
    places.sort()
    left: dict[str, list[int]] = {letter: [] for letter in game.army}
    for distance, letters in places:
        for sign in letters:
            if sign.isupper() == (side is Side.WHITE):
                left[sign.upper()].append(distance)
    return [left[letter].pop() for letter in game.army]


def to_setup(row: Row, game: TablesGame, mover: Side, side: Side, dice: tuple[int, int] | None) -> Setup:
    """The setup of a row seen by `mover`, with `side` to move."""
    places = [""] * (layout.BAR + 1)
    for owner in (Side.WHITE, Side.BLACK):  # the order of `game.order`
        base = layout.OWN if owner is mover else layout.ENEMY
        for sign, distance in zip(game.side_letters(owner), row[base : base + len(game.army)].tolist(), strict=True):
            on_board = 1 <= distance <= POINTS
            places[layout.BAR - distance if on_board and owner is Side.BLACK else distance] += sign
    home = ""
    for letter, owner in (("K", Side.WHITE), ("k", Side.BLACK)):
        if row[layout.HOME] & (1 if owner is mover else 2):
            home += letter
    return Setup(tuple(places[1 : POINTS + 1]), places[layout.BAR], places[layout.OFF], side, home, dice)
