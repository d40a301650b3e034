"""What positions of the tables family are worth when one looks ahead: by the network, else by hand (`kernel.plies`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.analysis.equity import MAX_PLY
from axedrez.core.derived import once_a_game
from axedrez.core.sides import Side
from axedrez.engine.player import Stop
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine import races
from axedrez.tables.engine.inputs import inputs_of, points_of
from axedrez.tables.engine.kernel.choice import estimates
from axedrez.tables.engine.kernel.dice import N_ROLLS, SHARE
from axedrez.tables.engine.kernel.network import DRAWN, LANES, LOSSES, Network
from axedrez.tables.engine.kernel.plies import (
    MAX_CANDIDATES,
    MAX_DEPTH,
    WITHIN,
    Judge,
    answers,
    expectations,
)
from axedrez.tables.engine.kernel.wins import correct_wins
from axedrez.tables.engine.network import Player, by_hand, player_of
from axedrez.tables.engine.outcome_probabilities import outcomes_by_hand
from axedrez.tables.engine.weights import parameters
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.position.workspace import Row

Outcomes = npt.NDArray[np.float64]
"""The probability of each outcome (`LANES`) for the side that rolls next."""

assert MAX_PLY <= MAX_DEPTH


class Filter(NamedTuple):
    """Which turns are judged at a ply: at most so many, none worse than the best by more points at the ply before."""

    most: int
    within: float


FILTERS = (Filter(MAX_CANDIDATES, WITHIN), Filter(5, 0.04), Filter(2, 0.04))
"""For 1-ply, 2-ply and 3-ply. The first and the last are those of gnubg's setting `normal`."""

LOOKED_AT = 500
"""See `Judge.most`. In Chessgammon 15 times as fast as with all, with hardly another choice (docs/equity.md)."""

_TURNED = np.array([*range(LOSSES, DRAWN), *range(LOSSES), *range(DRAWN, LANES)])


def turned(outcomes: npt.NDArray[np.floating]) -> Outcomes:
    """The outcome probabilities of the other side."""
    found: Outcomes = outcomes[..., _TURNED].astype(np.float64)
    return found


def equity(outcomes: npt.NDArray[np.floating], judge: Judge) -> float:
    """The points that outcome probabilities are worth."""
    return float(outcomes.astype(np.float64) @ judge.network.points)


@once_a_game
def judge_of(ruleset: Ruleset) -> Judge:
    """What judges positions of a ruleset: its network, else the evaluation made by hand."""
    return judge_with(player_of(ruleset), ruleset)


def judge_with(player: Player | None, ruleset: Ruleset, most: int = LOOKED_AT) -> Judge:
    """The same with a network of one's own; `most`: see `Judge`, `ALL` for all."""
    tables, keys = ruleset.compiled, ruleset.keys
    if player is not None:
        return Judge(player.network, player.network, player.hand, tables, keys, player.inputs.array, 0, most)
    empty = np.zeros(LANES, np.float32)
    none = Network(empty, empty, empty, empty, empty, empty, points_of(ruleset), *parameters(ruleset))
    return Judge(none, none, by_hand(ruleset, 0.0), tables, keys, inputs_of(ruleset).array, 1, most)


def other_side(judge: Judge) -> Judge:
    """The judge of positions that the other side sees. The compiled one would copy its arrays into new boxes."""
    return judge._replace(network=judge.enemy, enemy=judge.network)


def at_rest(judge: Judge, position: TablesPosition) -> Outcomes:
    """The outcome probabilities of a position before a roll at 0-ply. One is certain where the game is over."""
    if judge.by_hand:
        return outcomes_by_hand(position)
    row = position.raw[None]
    found = estimates(judge.network, judge.tables, judge.inputs, row)
    correct_wins(judge.tables, judge.keys, row, found.reshape(-1))
    return found[0].astype(np.float64)


def judged_at(judge: Judge, position: TablesPosition, ply: int, stop: Stop | None = None) -> Outcomes | None:
    """As `expected`; those of a race are found by the turns that each side needs (`races`), alike from 1-ply on."""
    if not races.settles(position.ruleset, position.raw, ply):
        return expected(judge, position, ply, stop)
    if stop is not None and stop.is_set():
        return None
    found: Outcomes = races.outcomes(position.ruleset, position.raw[None])[0]
    return found


def expected(judge: Judge, position: TablesPosition, ply: int, stop: Stop | None = None) -> Outcomes | None:
    """The outcome probabilities of a position before a roll at a ply, by the judge alone.

    None if it was stopped before it knew them.
    """
    if ply == 0 or position.is_over():
        return at_rest(judge, position)
    if stop is not None and stop.is_set():
        return None
    if ply == 1 and not judge.by_hand:
        found, looked = expectations(judge, position.raw[None], 1)
        if isinstance(stop, Effort):
            stop.looked += int(looked)
        outcomes: Outcomes = found[0]
        return outcomes
    total = np.zeros(LANES)
    for share, row in zip(SHARE.tolist(), answers(judge, position.raw), strict=True):
        after = expected(other_side(judge), standing(position, row), ply - 1, stop)
        if after is None:
            return None
        total += share * turned(after)
    return total


def standing(position: TablesPosition, row: Row) -> TablesPosition:
    """The position of another row of the game. Whose turn it is makes no difference to what it is worth."""
    return TablesPosition(position.game, position.ruleset, row, Side.WHITE, None)


class Effort:
    """A stop signal that is set when the time, or the number of positions to be judged by the network, is spent.

    `looked`: positions judged so far. Time plays no part where `most` positions are given.
    """

    def __init__(self, time_ms: float, most: int | None = None, stop: Stop | None = None) -> None:
        self.looked = 0
        self._most, self._stop = most, stop
        self._time_s, self._begun = time_ms / 1000, time.monotonic()

    def is_set(self) -> bool:
        """See `Stop`."""
        return self.share() >= 1

    def share(self) -> float:
        """The share that is spent; 1 and more: all."""
        if self._stop is not None and self._stop.is_set():
            return 1.0
        if self._most is not None:
            return self.looked / self._most
        return (time.monotonic() - self._begun) / self._time_s

    def share_of(self, positions: int) -> float:
        """The share that judging so many positions takes, as far as one can know."""
        return positions / self._most if self._most is not None else 0.0


class Judged(NamedTuple):
    """What is known of the end of a turn: the outcomes of the side that rolls next, and the ply of the judgement."""

    outcomes: Outcomes
    ply: int


def deepen(
    judge: Judge,
    order: Sequence[int],
    resting: Callable[[int], Outcomes],
    after: Callable[[int], TablesPosition],
    ply: int,
    also: int | None = None,
    stop: Stop | None = None,
) -> tuple[list[int], dict[int, Judged]]:
    """Judge the best of some turns at `ply`: their order, the best first, and what was found of each that was judged.

    `judge`: of the side that is to play; `order`: the turns by their numbers, best first at 0-ply; `resting` tells what
    is thought of one at 0-ply, and `after` where it ends. The turn `also` is judged wherever it ranks. Turns that were
    judged deeper come first. A ply that is not finished when `stop` is set counts for nothing.
    """
    ranked, next_one = list(order), other_side(judge)
    worths = {i: -equity(resting(i), next_one) for i in ranked[: FILTERS[0].most]}
    found: dict[int, Judged] = {}
    for level, allowed in enumerate(FILTERS[:ply], 1):
        chosen = _admitted(ranked, worths, allowed)
        judged: dict[int, Judged] = {}
        for i in chosen if also is None or also in chosen else [*chosen, also]:
            outcomes = judged_at(next_one, after(i), level, stop)
            if outcomes is None:
                return ranked, found
            judged[i] = Judged(outcomes, level)
        found |= judged
        worths = {i: -equity(each.outcomes, next_one) for i, each in judged.items()}
        if also is not None and also not in chosen and worths[also] > max(worths[i] for i in chosen):
            chosen.append(also)
        ranked = sorted(chosen, key=lambda i: -worths[i]) + [i for i in ranked if i not in chosen]
    return ranked, found


def _admitted(ranked: Sequence[int], worths: Mapping[int, float], allowed: Filter) -> list[int]:
    """The turns that pass a filter, best first."""
    best = worths[ranked[0]]
    return [i for i in ranked[: allowed.most] if i in worths and worths[i] >= best - allowed.within]


def decided(
    judge: Judge,
    worths: Sequence[float],
    extras: Sequence[float],
    after: Callable[[int], TablesPosition],
    ply: int,
    effort: Effort,
    results: int,
) -> int:
    """The turn to play of some, given by what they are worth at 0-ply, if one looks as far ahead as the effort allows.

    `judge`: of the side that is to play.
    `extras`: what counts beside the network in these worths, and at every ply. `results`: how many a roll has, about.
    Where the effort would not last, the filter lets fewer turns through; it takes at least two to decide.
    """
    known, next_one = dict(enumerate(worths)), other_side(judge)
    ranked = sorted(known, key=lambda i: -known[i])
    each = effort.share_of(results)
    for level, allowed in enumerate(FILTERS[:ply], 1):
        chosen = _admitted(ranked, known, allowed)
        if len(chosen) < 2:
            break
        judged: dict[int, float] = {}
        before, each = effort.share(), N_ROLLS * each
        for i in chosen:
            if effort.share() + each * max(1, 2 - len(judged)) > 1:
                break
            outcomes = judged_at(next_one, after(i), level, effort)
            if outcomes is None:
                break
            judged[i] = extras[i] - equity(outcomes, next_one)
            each = (effort.share() - before) / len(judged)  # one takes about as long as another
        if len(judged) < 2:
            break
        known = judged
        ranked = sorted(judged, key=lambda i: -judged[i])
    return ranked[0]
