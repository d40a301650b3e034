"""Between setups and the kernel's rows."""

from __future__ import annotations

import numpy as np

from axedrez.core.sides import Side
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel import layout
from axedrez.tables.position.position_text import POINTS, PositionFields
from axedrez.tables.position.workspace import Row

BAR_PLACE, OFF_PLACE = 25, 26
"""The places of a board: the points 1 … 24, as White counts them, then the bar and the tray of both sides."""

_WHITE_PLACES = bytes((OFF_PLACE, *range(1, POINTS + 1), BAR_PLACE)).ljust(256)
_BLACK_PLACES = bytes((OFF_PLACE, *range(POINTS, 0, -1), BAR_PLACE)).ljust(256)


def to_row(setup: PositionFields, ruleset: Ruleset) -> Row:
    """The row of a checked setup, seen by the side to move."""
    row = np.zeros(layout.WIDTH, np.int8)
    for base, side in ((layout.OWN, setup.side), (layout.ENEMY, setup.side.opponent)):
        row[base : base + len(ruleset.army)] = _distances(setup, ruleset, side)
    for bit, side in ((1, setup.side), (2, setup.side.opponent)):
        if ("K" if side is Side.WHITE else "k") in setup.home:
            row[layout.HOME] |= bit
    row.view(np.int16)[layout.NO_PROGRESS_COUNT // 2] = setup.no_progress
    return row


def no_progress_count(row: Row) -> int:
    """The turns in a row without progress that a row tells (G-45)."""
    return int(row.view(np.int16)[layout.NO_PROGRESS_COUNT // 2])


def _distances(setup: PositionFields, ruleset: Ruleset, side: Side) -> list[int]:
    """The distances of a side's pieces in the order of the army, equal pieces from the furthest one on."""
    places = [(layout.BAR, setup.bar), (layout.OFF, setup.off)]
    for number, letters in enumerate(setup.points, 1):
        places.append((number if side is Side.WHITE else layout.BAR - number, letters))
    places.sort()
    left: dict[str, list[int]] = {letter: [] for letter in ruleset.army}
    for distance, letters in places:
        for sign in letters:
            if sign.isupper() == (side is Side.WHITE):
                left[sign.upper()].append(distance)
    return [left[letter].pop() for letter in ruleset.army]


def board(row: Row, ruleset: Ruleset, mover: Side) -> list[str]:
    """The letters on each place (place 0 is none) of a row seen by `mover`, in the order of position texts."""
    contents, army = row.tobytes(), len(ruleset.army)
    own, enemy = contents[layout.OWN : layout.OWN + army], contents[layout.ENEMY : layout.ENEMY + army]
    white, black = (own, enemy) if mover is Side.WHITE else (enemy, own)
    letters = [""] * (OFF_PLACE + 1)
    for sign, place in zip(
        ruleset.armies, white.translate(_WHITE_PLACES) + black.translate(_BLACK_PLACES), strict=True
    ):
        letters[place] += sign
    return letters


def to_setup(row: Row, ruleset: Ruleset, mover: Side, side: Side, dice: tuple[int, int] | None) -> PositionFields:
    """The setup of a row seen by `mover`, with `side` to move."""
    letters, bits = board(row, ruleset, mover), int(row[layout.HOME])
    white, black = (1, 2) if mover is Side.WHITE else (2, 1)
    home = ("K" if bits & white else "") + ("k" if bits & black else "")
    return PositionFields(
        tuple(letters[1:BAR_PLACE]), letters[BAR_PLACE], letters[OFF_PLACE], side, home, dice, no_progress_count(row)
    )
