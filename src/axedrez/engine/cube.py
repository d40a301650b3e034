"""The doubling cube and resignations, decided by a game's outcome probabilities at the score of a match.

After Janowski ("Take-Points in Money Games", 1993): cubeful equity lies between that of a dead cube, which is never
turned again, and that of a live cube, which is always turned exactly at the take point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side

EFFICIENCY = 0.68
"""How near the cubes of people come to the best moment (Janowski's estimate)."""

Equities = npt.NDArray[np.float64]
Shares = tuple[tuple[int, float], ...]
OWN, ENEMY, BOTH = 1, -1, 0
_MATE = {OWN: ENEMY, ENEMY: OWN}


class Outlook(NamedTuple):
    """The outcome probabilities of a side: of each number of points won, lost (negative) or neither, before the cube.

    `passing`: the points of a double that is passed; `open`: the share of the present uncertainty that remains when the
    cube may next be turned; `usual`: the outcome probabilities of both sides at the beginning of a game.
    """

    probabilities: Mapping[int, float]
    usual: Mapping[int, float]
    passing: int = 1
    open: float = 1.0


class Judged(NamedTuple):
    """What decisions about the cube are worth: points times the cube, or in a match the chance to win it.

    `won` and `lost`: of a single game won or lost at this cube, of `passing` points. `beaver` where they are played.
    """

    may_double: bool
    no_double: float
    double_take: float
    double_pass: float
    beaver: float | None
    won: float
    lost: float
    passing: int

    @property
    def doubled(self) -> float:
        """After a double, with the best response."""
        found = min(self.double_take, self.double_pass)
        return found if self.beaver is None else min(found, self.beaver)


def judged(outlook: Outlook, state: MatchState, side: Side) -> Judged:
    """The worth of every decision of `side`, whose `outlook` it is."""
    game = _cubed(outlook, state, side)
    owner, points = _owner(state, side), outlook.passing * state.cube
    return Judged(
        may_double=owner is not ENEMY and state.cube < game.largest,
        no_double=game.equity(state.cube, owner),
        double_take=game.equity(2 * state.cube, ENEMY),
        double_pass=game.worth(points),
        beaver=None,
        won=game.worth(points),
        lost=game.worth(-points),
        passing=outlook.passing,
    )


def worth_of(outlook: Outlook, state: MatchState, side: Side, points: int) -> float:
    """What so many points, times the cube already, are worth to `side`."""
    return _cubed(outlook, state, side).worth(points)


def doubles(outlook: Outlook, state: MatchState, side: Side) -> bool:
    """Whether `side`, which may double, should double."""
    game = _cubed(outlook, state, side)
    return game.useful(state.cube, OWN) and game.doubled(state.cube) > game.equity(state.cube, _owner(state, side))


def takes(outlook: Outlook, state: MatchState, side: Side) -> bool:
    """Whether `side` should take a double; `state.cube` is the value of the cube before it."""
    game = _cubed(outlook, state, side)
    return game.equity(2 * state.cube, OWN) >= game.worth(-outlook.passing * state.cube)


def accepts_resignation(outlook: Outlook, state: MatchState, side: Side, points: int) -> bool:
    """Whether `points`, times the cube, are worth at least as much to `side` as playing on."""
    game = _cubed(outlook, state, side)
    return game.worth(points * state.cube) >= game.equity(state.cube, _owner(state, side))


def _owner(state: MatchState, side: Side) -> int:
    return BOTH if state.owner is None else OWN if state.owner is side else ENEMY


def _cubed(outlook: Outlook, state: MatchState, side: Side) -> _Cubed:
    largest = 1 if state.is_crawford else state.largest
    efficiency = EFFICIENCY * outlook.open
    if state.length == 1:
        return _Cubed(outlook.probabilities, outlook.passing, float, (inf, inf), largest, efficiency, replayed=0.0)
    lacking = state.length - state.score[side], state.length - state.score[side.opponent]
    before, after = match_equities(
        state.length, state.largest, state.crawford, outlook.passing, tuple(sorted(outlook.usual.items()))
    )
    table = after if state.crawford_played or state.is_crawford else before
    # A drawn game is played again, Crawford's as such (G-45).
    replayed = _worth(before if state.is_crawford else table, *lacking)(0)
    return _Cubed(
        outlook.probabilities, outlook.passing, _worth(table, *lacking), lacking, largest, efficiency, replayed
    )


def _worth(table: Equities, own: int, enemy: int) -> Callable[[int], float]:
    """The value of a game's points: the probability of winning a match in which the sides lack so many."""
    return lambda points: float(table[max(0, own - max(0, points)), max(0, enemy - max(0, -points))])


@lru_cache(maxsize=64)
def match_equities(length: int, largest: int, crawford: bool, passing: int, usual: Shares) -> tuple[Equities, Equities]:
    """The match equity table: the probability of winning a match, by the points that both sides lack.

    Two tables: with Crawford's game still to come, and after it. Each entry is a game at its beginning (`usual`), whose
    outcomes are looked up at the scores that they lead to.
    """
    after = np.zeros((length + 1, length + 1))
    after[0] = 1
    before = after.copy()
    for table, own, enemy in _scores(after, before, length, crawford):
        playing_crawford = table is before and min(own, enemy) == 1
        game = _Cubed(
            dict(usual),
            passing,
            _worth(after if playing_crawford else table, own, enemy),
            (own, enemy),
            1 if playing_crawford else largest,
            EFFICIENCY,
            replayed=0.0,  # hardly any game is
        )
        table[own, enemy] = game.beginning()
        table[enemy, own] = 1 - table[own, enemy]
    return (before if crawford else after), after


def _scores(after: Equities, before: Equities, length: int, crawford: bool) -> list[tuple[Equities, int, int]]:
    """The needed entries of both tables, ordered so that each depends on earlier ones only."""
    pairs = [(own, total - own) for total in range(2, 2 * length + 1) for own in range(1, total // 2 + 1)]
    inside = [(own, enemy) for own, enemy in pairs if enemy <= length]
    found = [(after, own, enemy) for own, enemy in inside if own == 1 or not crawford]
    return found + [(before, own, enemy) for own, enemy in inside if crawford]


class _Cubed:
    """Cubeful equities of a game for one side, by the cube's value and owner."""

    def __init__(
        self,
        probabilities: Mapping[int, float],
        passing: int,
        worth: Callable[[int], float],
        lacking: tuple[float, float],
        largest: int,
        efficiency: float,
        replayed: float,
    ) -> None:
        """`worth` is that of points; `replayed` that of a drawn game."""
        self.drawn = probabilities.get(0, 0.0)
        decided = 1 - self.drawn
        winning = sum(share for points, share in probabilities.items() if points > 0)
        self.winning = winning / decided if decided > 0 else 0.5
        self.replayed = replayed
        wins = {points: share for points, share in probabilities.items() if points > 0 and share}
        self.wins = wins or {passing: 1.0}
        losses = {points: share for points, share in probabilities.items() if points < 0 and share}
        self.losses = losses or {-passing: 1.0}
        self.passing = passing
        self.worth = worth
        self.lacking = {OWN: lacking[0], ENEMY: lacking[1]}
        self.largest = largest
        self.efficiency = efficiency

    def useful(self, cube: int, doubler: int) -> bool:
        """Whether a larger cube helps a side: not if any win at this value already wins the match."""
        return cube < self.largest and cube * self.passing < self.lacking[doubler]

    def equity(self, cube: int, owner: int) -> float:
        """The equity when the cube shows `cube` and belongs to `owner`."""
        decided = float(np.interp(self.winning, *self._line(cube, owner)))
        return self.drawn * self.replayed + (1 - self.drawn) * decided

    def doubled(self, cube: int) -> float:
        """The equity of the side after it doubles at `cube`, with the best answer."""
        return min(self.equity(2 * cube, ENEMY), self.worth(self.passing * cube))

    def beginning(self) -> float:
        """The equity of a whole game, in which a side may double from the first turn (usually the one far behind)."""
        found = self.equity(1, BOTH)
        if self.useful(1, OWN):
            found = max(found, self.doubled(1))
        if self.useful(1, ENEMY):
            found = min(found, max(self.equity(2, OWN), self.worth(-self.passing)))
        return found

    def _line(self, cube: int, owner: int) -> tuple[list[float], list[float]]:
        """The equity as a piecewise linear function of the winning probability, by its corners."""
        low, high = self._mean(self.losses, cube), self._mean(self.wins, cube)
        corners = [(0.0, low), (1.0, high)]
        for doubler in (OWN, ENEMY):
            if owner in (BOTH, doubler) and self.useful(cube, doubler):
                # At this point the other side is indifferent between passing and taking.
                passed = self.worth(doubler * self.passing * cube)
                shares, worths = self._line(2 * cube, _MATE[doubler])
                corners.append((float(np.interp(passed, worths, shares)), passed))
        corners.sort()
        live = self.efficiency
        blended = [live * worth + (1 - live) * (low + share * (high - low)) for share, worth in corners]
        return [share for share, _ in corners], blended

    def _mean(self, probabilities: Mapping[int, float], cube: int) -> float:
        total = sum(probabilities.values())
        return sum(share * self.worth(points * cube) for points, share in probabilities.items()) / total
