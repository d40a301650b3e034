"""The features for outcome probabilities, with the same meaning in every game of the tables family."""

from __future__ import annotations

from math import log, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine.kernel.evaluate import evaluate_all, work
from axedrez.tables.engine.weights import parameters
from axedrez.tables.kernel import layout, turns
from axedrez.tables.position.workspace import Row

Numbers = npt.NDArray[np.float64]

_ONLY = np.zeros(1, np.int64)


class SideFeatures(NamedTuple):
    """Features of one side of a row: pips of work left (`kernel.evaluate.work`), pieces borne off and on the bar.

    `last`: the distance of its last piece; `outside`: points that its pieces have still to travel before any may leave,
    and `far` those of them before it is out of the other side's castle.
    """

    work: float
    off: int
    bar: int
    last: int
    outside: int
    far: int


def side_features(ruleset: Ruleset, row: Row, base: int) -> SideFeatures:
    """The side of a row whose distances begin at `base` (`layout.OWN` or `layout.ENEMY`)."""
    distances = row[base : base + len(ruleset.army)].astype(np.int64)
    home = int(row[layout.HOME]) & (1 if base == layout.OWN else 2)
    castle = ruleset.rules.race.castle
    return SideFeatures(
        float(work(row, base, ruleset.compiled, parameters(ruleset).weights, home)),
        int((distances == layout.OFF).sum()),
        int((distances == layout.BAR).sum()),
        int(distances.max()),
        int(np.maximum(distances - castle, 0).sum()),
        int(np.maximum(distances - (layout.FAR - castle), 0).sum()),
    )


def winning(ruleset: Ruleset, row: Row, own: SideFeatures, enemy: SideFeatures) -> Numbers:
    """For the side that is about to roll, which sees `row`: the roll itself, the lead, and what stands beside it.

    A lead counts by its share of the way that is left; once the sides have passed each other, luck decides alone.
    """
    seen = np.empty(layout.WIDTH, np.int8)
    turns.pass_turn(row, row, seen, ruleset.compiled)
    score = np.empty(1)
    evaluate_all(seen, _ONLY, 1, ruleset.compiled, *parameters(ruleset), score)
    way = own.work + enemy.work + 5
    lead = enemy.work - own.work
    share = log((enemy.work + 3) / (own.work + 3))
    rest = -score[0] - lead  # the evaluation is that of the side that has just moved
    off, bar = own.off - enemy.off, enemy.bar - own.bar
    race = _is_race(own, enemy)
    luck = sqrt(way)
    return np.array(
        [
            *(1 / way, share, share * abs(share), rest / way, off / way, bar / way),
            *(race / luck, race * lead / luck, race * share),
        ]
    )


def losing_all(loser: SideFeatures, winner: SideFeatures) -> Numbers:
    """Features for whether `loser` will have borne nothing off at the end (gammon)."""
    outside, work, race = loser.outside, winner.work, _is_race(loser, winner)
    return np.array([1, (outside - work) / (outside + work + 10), race, race * (outside + 6 - work) / (work + 5)])


def losing_most(loser: SideFeatures, winner: SideFeatures) -> Numbers:
    """Features for whether also a piece of `loser` will be on the bar or in the winner's castle (backgammon)."""
    return np.array([1, loser.far / (loser.far + winner.work + 10)])


def _is_race(one: SideFeatures, other: SideFeatures) -> bool:
    """Whether the game is a race: the sides have passed each other."""
    return one.last + other.last <= layout.BAR
