"""Races in which pieces are still outside the castle: the turns that each side alone takes (`kernel.bear_in`).

Three things are counted, each side playing for each of them as if it were the only one: the turns until all pieces are
off, until the first one is (then no gammon is lost), and until none is left in the other side's castle (then no
backgammon is).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine.kernel.bear_in import Goal, follow
from axedrez.tables.engine.kernel.bear_off import SPAN
from axedrez.tables.engine.kernel.dice import HIGH, LOW, SHARE
from axedrez.tables.engine.kernel.network import LANES, LOSSES, WINS
from axedrez.tables.engine.race_tables import MAX_TURNS, choose, table_of
from axedrez.tables.kernel import layout
from axedrez.tables.position.workspace import Row

LEAST = 0.005
"""Ways of standing that are less likely are estimated: races are 0.003 points off in 5 ms (docs/equity.md)."""
MAX_PIPS = layout.MAX_PIECES * layout.FAR
_NEVER = 1e-7
"""Turns that are less likely are not looked at."""

Chances = npt.NDArray[np.float64]
_ALL_OFF, _FIRST_OFF, _CLEAR = range(3)
_PIECE = (1.0, 1.5, 1.0)
_ESTIMATE = ((-0.62, -0.13), (-2.0, 0.7), (-1.0, 0.7))
"""See `Goal`. Chosen for the first two goals with the sides of 300 races of backgammon; guessed for the third."""


def outcomes(ruleset: Ruleset, own: Row, enemy: Row) -> Chances:
    """The outcome probabilities (`LANES`) for the side that rolls next, given the distances of both, furthest first."""
    sides = own.tobytes(), enemy.tobytes()
    leader = 0 if int(own.sum()) <= int(enemy.sum()) else 1
    done = [np.zeros(0)] * 2
    done[leader] = _turns(ruleset, _ALL_OFF, sides[leader], MAX_TURNS)
    done[1 - leader] = _turns(ruleset, _ALL_OFF, sides[1 - leader], _last(done[leader]))
    found = np.zeros(LANES)
    # The side that rolls first has had one turn more than the other when it is done.
    for winner, lane, ahead in ((0, WINS, 0), (1, LOSSES, 1)):
        loser = sides[1 - winner]
        last = _last(done[winner])
        won = _before(done[winner], done[1 - winner], ahead)
        gammon = backgammon = 0.0
        if layout.OFF not in loser:
            gammon = min(won, _before(done[winner], _turns(ruleset, _FIRST_OFF, loser, last), ahead))
            backgammon = min(gammon, _before(done[winner], _turns(ruleset, _CLEAR, loser, last), ahead))
        found[lane : lane + 3] = won - gammon, gammon - backgammon, backgammon
    whole: Chances = found / found.sum()
    return whole


def at_least(chances: npt.NDArray[np.floating], more: int) -> Chances:
    """The chance that at least as many turns are taken as the column says, and `more`."""
    tails = np.cumsum(chances[..., ::-1].astype(np.float64), axis=-1)[..., ::-1]
    return np.concatenate([tails, np.zeros((*tails.shape[:-1], more))], axis=-1)[..., more:]


def _before(winner: Chances, loser: Chances, ahead: int) -> float:
    """The chance that the winner is done first; `ahead`: 1 where the loser has rolled first, and so once more."""
    tails = at_least(loser, ahead)
    both = min(len(winner), len(tails))
    return float(winner[:both] @ tails[:both])


def _last(chances: Chances) -> int:
    """A number of turns that are never taken, nor more."""
    return int(np.flatnonzero(chances > _NEVER)[-1]) + 1


@lru_cache(maxsize=4096)
def _turns(ruleset: Ruleset, goal: int, way: bytes, most: int) -> Chances:
    """How likely each number of turns is until a goal; the last one is `most`, so many and more."""
    found = np.zeros(most + 1)
    follow(
        ruleset.compiled, ruleset.keys, np.frombuffer(way, np.int8), _goals(ruleset)[goal], _rolled(), LEAST, found
    )  # fmt: skip
    found.flags.writeable = False
    return found


@lru_cache(maxsize=4)
def _goals(ruleset: Ruleset) -> tuple[Goal, ...]:
    table, castle = table_of(ruleset), ruleset.rules.race.castle
    assert table is not None
    tables = [(castle, choose(), each) for each in (table.turns, table.first)]
    # Out of the other castle nothing is left to do, however the pieces stand.
    tables.append((layout.BAR - castle - 1, np.zeros(layout.BAR * SPAN, np.int64), np.ones((1, 1), np.float32)))
    return tuple(
        Goal(edge, ranks, turns, turns.astype(np.float64) @ np.arange(turns.shape[1]), piece, estimate)
        for (edge, ranks, turns), piece, estimate in zip(tables, _PIECE, _ESTIMATE, strict=True)
    )


@lru_cache(maxsize=1)
def _rolled() -> Chances:
    """By pips, how likely it is that rolling them takes 0, 1, 2 … turns.

    Of the last roll the part counts that is used, as the chance of one turn more.
    """
    pips = np.where(HIGH == LOW, 4 * HIGH, HIGH + LOW)
    found = np.zeros((MAX_PIPS + 1, MAX_TURNS))
    found[0, 0] = 1.0
    for left in range(1, MAX_PIPS + 1):
        for roll, share in zip(pips.tolist(), SHARE.tolist(), strict=True):
            if roll >= left:
                found[left, :2] += share * (1 - left / roll), share * left / roll
            else:
                found[left, 1:] += share * found[left - roll, :-1]
    return found
