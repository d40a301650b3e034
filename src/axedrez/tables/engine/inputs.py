"""The inputs of a network for a rule sheet of the tables family, as data.

A position is the row at the beginning of a turn, seen by the side that rolls next.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.core.derived import once_a_game
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine.kernel import inputs as layout
from axedrez.tables.engine.kernel.evaluate import PARTS
from axedrez.tables.engine.kernel.tactics import TACTICS
from axedrez.tables.kernel.layout import BAR, OFF, PLAIN

VERSION = 1
"""Networks with inputs of another version are not read."""

MAX_AT_A_POINT = 6
"""So many equal pieces on one point have an input each; further ones share the last. Borne-off pieces all have one."""

OUTCOMES = ("win", "win_gammon", "win_backgammon", "lose", "lose_gammon", "lose_backgammon")
"""What a network tells: the probability of each end, for the side that rolls next (G-42), each without the others."""
DRAWN = "drawn"
"""And, where turns without progress are counted (G-45), of no winner."""


class Inputs(NamedTuple):
    """The inputs of a sheet: `names`, one to an input, and the array that the kernels read (`kernel.inputs`).

    `pips`: the points that a piece which turns on the input has still to travel, 0 for fields; `sides`: whose piece it
    is (0 own, 1 the enemy's, -1 for fields). `outcomes`: what the network tells.
    """

    names: tuple[str, ...]
    pips: npt.NDArray[np.int64]
    sides: npt.NDArray[np.int64]
    outcomes: tuple[str, ...]
    array: npt.NDArray[np.int64]


@once_a_game
def inputs_of(ruleset: Ruleset) -> Inputs:
    """The inputs for positions of a ruleset.

    For each side, kind of piece, and place (bar, points by the distance still to travel, tray) as many as there may
    be pieces, up to `MAX_AT_A_POINT`; for each king who may leave his start point on doubles only (G-17), whether he
    has never left it; the turns in a row without progress (G-45) as a share of those that draw the game; and for both
    sides the parts of the evaluation made by hand where pieces are of several kinds, else the `TACTICS`.
    """
    army = ruleset.army
    array = np.full(layout.SIZE, -1, np.int64)
    names: list[str] = []
    pips: list[int] = []
    sides: list[int] = []
    for side, owner in enumerate(("own", "enemy")):
        for letter in dict.fromkeys(army):
            pieces = [i for i, each in enumerate(army) if each == letter]
            for distance in range(BAR, OFF - 1, -1):
                most = len(pieces) if distance == OFF else min(len(pieces), MAX_AT_A_POINT)
                for i in pieces:
                    at = side * layout.SIDE + i * layout.SPAN + distance
                    array[layout.FIRST + at] = len(names)
                    array[layout.LAST + at] = len(names) + most - 1
                place = {BAR: "bar", OFF: "off"}.get(distance, str(distance))
                names += [f"{owner} {letter} {place} ≥ {n}" for n in range(1, most + 1)]
                pips += [distance] * most
                sides += [side] * most
    limit = 2 * ruleset.rules.end.no_progress
    fields = []
    if ruleset.king and ruleset.rules.royal.departure:
        fields += [(layout.OWN_HOME, "own king never left"), (layout.ENEMY_HOME, "enemy king never left")]
    if limit:
        fields.append((layout.NO_PROGRESS, f"turns without progress / {limit}"))
    for field, name in fields:
        array[field] = len(names)
        names.append(name)
        pips.append(0)
        sides.append(-1)
    is_plain = bool(ruleset.compiled[PLAIN])
    array[layout.TACTICS if is_plain else layout.BY_HAND] = len(names)
    parts = TACTICS if is_plain else tuple(f"{part} by hand" for part in PARTS)
    names += [f"{owner} {part}" for owner in ("own", "enemy") for part in parts]
    pips += [0] * (2 * len(parts))
    sides += [-1] * (2 * len(parts))
    outcomes = (*OUTCOMES, DRAWN) if limit else OUTCOMES
    array[layout.LIMIT] = max(1, limit)
    array[layout.N_INPUTS] = len(names)
    array[layout.N_OUTCOMES] = len(outcomes)
    return Inputs(tuple(names), np.array(pips), np.array(sides), outcomes, array)


def points_of(ruleset: Ruleset) -> npt.NDArray[np.float32]:
    """What each outcome is worth in points to the side that rolls next (8 × `float32`, in the order of `OUTCOMES`)."""
    scoring = ruleset.rules.scoring
    won = (scoring.single, scoring.gammon, scoring.backgammon)
    return np.array([*won, *(-points for points in won), 0, 0], np.float32)
