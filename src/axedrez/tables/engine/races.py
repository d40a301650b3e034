"""Races, in which nobody can hit any more: their outcomes by tables of bearing off (`race_tables`).

With few pieces left (backgammon: up to six a side) a two-sided table knows how the game ends when both play their best.
With more the outcomes follow from the turns that each side alone takes, exact but for one thing: each side plays to be
done soon, whatever the other does. While pieces are outside the castle, the rolls that bring them in are followed
(`bearing_in`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine import bearing_in
from axedrez.tables.engine.kernel.bear_off import LOST_GAMMON, WON, WON_GAMMON, ranks_of
from axedrez.tables.engine.kernel.network import LANES, LOSSES, WINS
from axedrez.tables.engine.race_tables import choose, table_of
from axedrez.tables.kernel import layout
from axedrez.tables.position.workspace import Row


def is_judged(ruleset: Ruleset, row: Row) -> bool:
    """Whether a row at the beginning of a turn is a race of a sheet that has tables; the game may be over."""
    own, enemy = _sides(ruleset, row)
    return bool(own.max() + enemy.max() < layout.BAR) and table_of(ruleset) is not None


def is_home(ruleset: Ruleset, row: Row) -> bool:
    """Whether both sides have all their pieces in the castle, too."""
    return bool(are_home(ruleset, row[None])[0])


def are_home(ruleset: Ruleset, rows: Row) -> npt.NDArray[np.bool_]:
    """`is_home` of many rows."""
    n, castle = len(ruleset.army), ruleset.rules.race.castle
    own, enemy = (rows[:, base : base + n].max(axis=1) <= castle for base in (layout.OWN, layout.ENEMY))
    home: npt.NDArray[np.bool_] = own & enemy
    return home if home.any() and table_of(ruleset) is not None else np.zeros_like(home)


def is_outside(ruleset: Ruleset, row: Row) -> bool:
    """Whether a race has pieces outside the castle: the rolls that bring them in are followed (`bearing_in`)."""
    return is_judged(ruleset, row) and not is_home(ruleset, row)


def settles(ruleset: Ruleset, row: Row, ply: int) -> bool:
    """Whether `outcomes` is asked rather than a judge at a ply: of bear-offs always, of other races from 1-ply on."""
    return is_judged(ruleset, row) if ply else is_home(ruleset, row)


def is_exact(ruleset: Ruleset, row: Row) -> bool:
    """Whether both are home with so few pieces left that the outcomes are exact."""
    if not is_home(ruleset, row):
        return False
    table = table_of(ruleset)
    assert table is not None
    return all(int(ranks[0]) < len(table.both) for ranks in _ranks(ruleset, row[None]))


def outcomes(ruleset: Ruleset, rows: Row) -> npt.NDArray[np.float64]:
    """The outcome probabilities (n × `LANES`) of rows (n × `WIDTH`) that are judged, for the side that rolls next."""
    found = np.zeros((len(rows), LANES))
    home = are_home(ruleset, rows)
    if home.any():
        found[home] = bearing_off(ruleset, np.ascontiguousarray(rows[home]))
    for i in np.flatnonzero(~home):
        found[i] = bearing_in.outcomes(ruleset, *_sides(ruleset, rows[i]))
    return found


def bearing_off(ruleset: Ruleset, rows: Row) -> npt.NDArray[np.float64]:
    """The same where both sides are home."""
    table = table_of(ruleset)
    assert table is not None
    found = one_by_one(ruleset, rows)
    own, enemy = _ranks(ruleset, rows)
    few = (own < len(table.both)) & (enemy < len(table.both))
    known = table.both[own[few], enemy[few]].astype(np.float64)
    for lane, won, gammon in (
        (WINS, known[:, WON], known[:, WON_GAMMON]),
        (LOSSES, 1 - known[:, WON], known[:, LOST_GAMMON]),
    ):
        found[few, lane] = np.maximum(0.0, won - gammon)
        found[few, lane + 1] = gammon
    return found


def one_by_one(ruleset: Ruleset, rows: Row) -> npt.NDArray[np.float64]:
    """The same by the turns that each side alone takes, however few pieces are left."""
    table = table_of(ruleset)
    assert table is not None
    own, enemy = _ranks(ruleset, rows)
    found = np.zeros((len(rows), LANES))
    # The side that rolls first has had one turn more than the other when it is done.
    for winner, loser, lane, ahead in ((own, enemy, WINS, 0), (enemy, own, LOSSES, 1)):
        done = table.turns[winner].astype(np.float64)
        won = (done * bearing_in.at_least(table.turns[loser], ahead)).sum(axis=1)
        gammon = (done * bearing_in.at_least(table.first[loser], ahead)).sum(axis=1)
        found[:, lane] = np.maximum(0.0, won - gammon)
        found[:, lane + 1] = gammon
    # The tables are rounded.
    whole: npt.NDArray[np.float64] = found / found.sum(axis=1, keepdims=True)
    return whole


def warm(ruleset: Ruleset) -> None:
    """Judge a race once, where the sheet has tables: they are computed, and the kernels compiled."""
    row = np.zeros(layout.WIDTH, np.int8)
    for side in _sides(ruleset, row):
        side[:] = 1
    row[layout.OWN] = ruleset.rules.race.castle + 1
    if is_judged(ruleset, row):
        outcomes(ruleset, row[None])


def _sides(ruleset: Ruleset, row: Row) -> tuple[Row, Row]:
    """The distances of both sides, the one that rolls next first."""
    n = len(ruleset.army)
    return row[layout.OWN : layout.OWN + n], row[layout.ENEMY : layout.ENEMY + n]


def _ranks(ruleset: Ruleset, rows: Row) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """How both sides stand, the one that rolls next first."""
    n, castle = len(ruleset.army), ruleset.rules.race.castle
    own, enemy = (ranks_of(rows, base, n, castle, choose()) for base in (layout.OWN, layout.ENEMY))
    return own, enemy


def corrected(ruleset: Ruleset, rows: Row, found: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Outcome probabilities of rows, with those of bearing off instead of what was `found` of them."""
    right = found.astype(np.float64)
    home = np.flatnonzero(are_home(ruleset, rows))
    if len(home):
        right[home] = bearing_off(ruleset, np.ascontiguousarray(rows[home]))
    return right
