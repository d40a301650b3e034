"""Cubeful equities of a game by the probabilities of its outcomes, at the score of a match.

After Janowski ("Take-Points in Money Games", 1993): cubeful equity lies between that of a dead cube, which is never
turned again, and that of a live cube, which is always turned exactly at the take point. Where the next rolls are known
(`Branch`), each is looked at, and the side that then may double does what is best for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import NamedTuple

EFFICIENCY = 0.68
"""How near the cubes of people come to the best moment (Janowski's estimate)."""

OWN, ENEMY, BOTH = 1, -1, 0
"""Who owns the cube, as a side sees it."""

Shares = Mapping[int, float]
Line = tuple[tuple[float, ...], tuple[float, ...]]


class Branch(NamedTuple):
    """A position before a roll, reached with some probability.

    `shares`: the outcome probabilities of the side that rolls in it, by points; `branches`: the positions after each
    roll, where they are known; none where the game is over.
    """

    probability: float
    shares: Shares
    efficiency: float = EFFICIENCY
    branches: tuple[Branch, ...] = ()
    over: bool = False


class Stakes(NamedTuple):
    """What a game is played for, as one side sees it.

    `table` and `lacking`: the match equities and the points that the side and its opponent lack; None in money games.
    `largest`: the largest cube; `passing`: the points of a double that is passed; `replayed`: the worth of a draw.
    `jacoby`: until the cube is turned, every win is single; `beavers`: who takes may at once redouble and keep it.
    """

    table: Sequence[Sequence[float]] | None
    lacking: tuple[float, float]
    largest: int
    passing: int
    replayed: float
    jacoby: bool = False
    beavers: bool = False

    @classmethod
    def of_match(
        cls,
        table: Sequence[Sequence[float]],
        lacking: tuple[int, int],
        largest: int,
        passing: int,
        replayed: float,
    ) -> Stakes:
        """The stakes of a game in a match. `table`: the equities after it."""
        return cls(table, lacking, largest, passing, replayed)

    @classmethod
    def of_money(cls, largest: int, passing: int, jacoby: bool = False, beavers: bool = False) -> Stakes:
        """The stakes of a single game, whose points all count alike."""
        return cls(None, (inf, inf), largest, passing, 0.0, jacoby, beavers)

    def worth(self, points: int) -> float:
        """The worth of points won or lost (negative), times the cube: points, or the chance to win the match."""
        if self.table is None:
            return float(points)
        own, enemy = self.lacking
        if points > 0:
            return self.table[max(0, int(own) - points)][int(enemy)]
        return self.table[int(own)][max(0, int(enemy) + points)]

    def turned(self) -> Stakes:
        """The same as the other side sees it."""
        return self._replace(lacking=(self.lacking[1], self.lacking[0]), replayed=self.turn(self.replayed))

    def turn(self, worth: float) -> float:
        """A worth as the other side sees it."""
        return -worth if self.table is None else 1.0 - worth

    def useful(self, cube: int, doubler: int) -> bool:
        """Whether a larger cube helps a side: not if any win at this value already wins the match."""
        return cube < self.largest and cube * self.passing < self.lacking[0 if doubler == OWN else 1]


class Cubed:
    """Cubeful equities of a position for the side that rolls in it, by the cube's value and owner.

    The rolls themselves are not looked at. Points of money scale with the cube, so there only the doublings that are
    left tell one cube from another (`_Money`); in a match every cube is a case of its own.
    """

    def __init__(self, shares: Shares, stakes: Stakes, efficiency: float) -> None:
        self.shares = shares
        self.stakes = stakes
        self.efficiency = efficiency
        self.drawn = shares.get(0, 0.0)
        won = lost = won_points = lost_points = 0.0
        for points, share in shares.items():
            if points > 0:
                won += share
                won_points += points * share
            elif points < 0:
                lost += share
                lost_points += points * share
        decided = 1 - self.drawn
        self.winning = min(1.0, won / decided) if decided > 0 else 0.5
        self._lines: dict[tuple[int, int], Line] = {}
        self._money = None
        if stakes.table is None:
            low = lost_points / lost if lost else -float(stakes.passing)
            high = won_points / won if won else float(stakes.passing)
            self._money = _Money(low, high, stakes, efficiency)

    def equity(self, cube: int, owner: int) -> float:
        """The equity when the cube shows `cube` and belongs to `owner`; who may double may do so at the next turn."""
        decided = self.equity_at(self.winning, cube, owner)
        return self.drawn * self.stakes.replayed + (1 - self.drawn) * decided

    def equity_at(self, winning: float, cube: int, owner: int) -> float:
        """The equity of a decided game if the side won with that probability, and as many gammons of its wins."""
        if self._money is not None:
            return self._money.equity_at(winning, cube, owner)
        return between(winning, *self._line(cube, owner))

    def _line(self, cube: int, owner: int) -> Line:
        """The equity in a match as a piecewise linear function of the winning probability, by its corners."""
        if (found := self._lines.get((cube, owner))) is not None:
            return found
        low, high = self._mean(ENEMY, cube), self._mean(OWN, cube)
        corners = [(0.0, low), (1.0, high)]
        for doubler in (OWN, ENEMY):
            if owner in (BOTH, doubler) and self.stakes.useful(cube, doubler):
                # At this point the other side is indifferent between passing and taking.
                passed = self.stakes.worth(doubler * self.stakes.passing * cube)
                shares, worths = self._line(2 * cube, -doubler)
                corners.append((between(passed, worths, shares), passed))
        corners.sort()
        live = self.efficiency
        found = (
            tuple(share for share, _ in corners),
            tuple(live * worth + (1 - live) * (low + share * (high - low)) for share, worth in corners),
        )
        self._lines[cube, owner] = found
        return found

    def _mean(self, winner: int, cube: int) -> float:
        """What a game that `winner` wins is worth on average if the cube is turned no more."""
        total = worth = 0.0
        for points, share in self.shares.items():
            if points * winner > 0 and share:
                total += share
                worth += share * self.stakes.worth(points * cube)
        return worth / total if total else self.stakes.worth(winner * self.stakes.passing * cube)


class _Money:
    """The equities of a money game, which scale with the cube but for the doublings that are left.

    `low` and `high`: what a lost and a won game count on average; no game counts less than one that is passed.
    """

    __slots__ = ("_doublings", "_efficiency", "_high", "_jacoby", "_low", "_passing", "_points")

    def __init__(self, low: float, high: float, stakes: Stakes, efficiency: float) -> None:
        self._low, self._high, self._passing = low, high, float(stakes.passing)
        self._jacoby, self._efficiency = stakes.jacoby, efficiency
        self._doublings = (stakes.largest - 1).bit_length()  # of a cube that shows 1
        self._points: list[tuple[float, float]] = []

    def equity_at(self, winning: float, cube: int, owner: int) -> float:
        """The equity with a winning probability; the cube shows a power of two."""
        low, high, passing = self._low, self._high, self._passing
        if self._jacoby and owner == BOTH:
            low, high = -passing, passing
        dead = low + winning * (high - low)
        left = self._doublings - (cube - 1).bit_length()
        if left <= 0:
            return cube * dead
        own, enemy = self._turning_points(left)
        if owner == ENEMY or (owner == BOTH and winning < enemy):
            live = _with_corner(winning, low, enemy, -passing, high)
        elif owner == OWN or winning > own:
            live = _with_corner(winning, low, own, passing, high)
        else:
            live = passing * (2 * (winning - enemy) / (own - enemy) - 1)
        return cube * (self._efficiency * live + (1 - self._efficiency) * dead)

    def _turning_points(self, left: int) -> tuple[float, float]:
        """Where the other side, if it is doubled, is indifferent between passing and taking, and where this side is.

        Who takes owns a cube with a doubling less, so these points follow from those of that cube.
        """
        points = self._points
        if len(points) < left:
            low, high, passed = self._low, self._high, self._passing / 2  # for each point of the cube that is taken
            live, wide = self._efficiency, high - low
            dead = 1 - live
            if not points:
                points.append(((passed - low) / wide, (-passed - low) / wide))
            own, enemy = points[-1]
            for _ in range(left - len(points)):
                at_own = live * 2 * passed + dead * (low + own * wide)
                at_enemy = -live * 2 * passed + dead * (low + enemy * wide)
                own, enemy = (
                    enemy + (1 - enemy) * (passed - at_enemy) / (high - at_enemy),
                    own * (-passed - low) / (at_own - low),
                )
                points.append((own, enemy))
        return points[left - 1]


def _with_corner(at: float, low: float, corner: float, worth: float, high: float) -> float:
    """The line from `low` at 0 by `worth` at a corner to `high` at 1."""
    if at < corner:
        return low + at / corner * (worth - low)
    return worth + (at - corner) / (1 - corner) * (high - worth)


def between(at: float, shares: Sequence[float], worths: Sequence[float]) -> float:
    """Linear interpolation; beyond the ends their values. `shares` do not decrease."""
    if at <= shares[0]:
        return worths[0]
    for i in range(1, len(shares)):
        if at <= shares[i]:
            width = shares[i] - shares[i - 1]
            return worths[i - 1] + (at - shares[i - 1]) / width * (worths[i] - worths[i - 1])
    return worths[-1]


class Tree:
    """The cubeful equities of a position before a roll for the side that rolls, looking at the rolls it knows.

    `deeper`: outcome probabilities that were found by looking further ahead. They move the equities as far as they
    would without a look at the rolls.
    """

    def __init__(self, root: Branch, stakes: Stakes, deeper: Shares | None = None) -> None:
        self.stakes = stakes
        self.over = root.over
        self._leaf = Cubed(root.shares, stakes, root.efficiency)
        turned = stakes.turned()
        self._branches = [(branch.probability, Tree(branch, turned)) for branch in root.branches]
        self._deeper = None if deeper is None else Cubed(deeper, stakes, root.efficiency)
        self._known: dict[tuple[int, int], float] = {}

    def rolling(self, cube: int, owner: int) -> float:
        """The equity when the side rolls without doubling first."""
        if self.over or not self._branches:
            return self._leaf.equity(cube, owner)
        if (found := self._known.get((cube, owner))) is None:
            found = sum(chance * then.best(cube, -owner) for chance, then in self._branches)
            found = self.stakes.turn(found)
            if self._deeper is not None:
                found += self._deeper.equity(cube, owner) - self._leaf.equity(cube, owner)
            self._known[cube, owner] = found
        return found

    def rolled(self, roll: int, cube: int, owner: int) -> float:
        """The equity after one of the rolls, by its number, without a double before it."""
        return self.stakes.turn(self._branches[roll][1].best(cube, -owner))

    def doubled(self, cube: int) -> float:
        """The equity after a double of a cube that shows `cube`, with the best response."""
        answers = [self.rolling(2 * cube, ENEMY), self.stakes.worth(self.stakes.passing * cube)]
        if (beaver := self.beavered(cube)) is not None:
            answers.append(beaver)
        return min(answers)

    def beavered(self, cube: int) -> float | None:
        """The equity after a double and a beaver; None where there is none."""
        if not self.stakes.beavers or 4 * cube > self.stakes.largest:
            return None
        return self.rolling(4 * cube, ENEMY)

    def best(self, cube: int, owner: int) -> float:
        """The equity with the best decision of the side: to double, if it may, or to roll."""
        found = self.rolling(cube, owner)
        if self.over or owner == ENEMY or not self.stakes.useful(cube, OWN):
            return found
        return max(found, self.doubled(cube))


class Window(NamedTuple):
    """Where decisions turn, as winning probabilities of the side that may double; None where they never do.

    `take`: the least of its opponent with which that side takes; `take_dead`: the same if the cube could not be turned
    again. `double`: from here to double is right; `cash`: from here the opponent passes; `too_good`: from here to play
    on for a gammon is better. `gammon_value`: what a gammon adds, in the distance from a loss to a win; that of the
    opponent too.
    """

    take: float
    take_dead: float
    double: float | None
    cash: float | None
    too_good: float | None
    gammon_value: float | None
    gammon_value_against: float | None


def window_of(game: Cubed, cube: int, owner: int) -> Window:
    """The window of a cube that shows `cube` for the side that rolls."""
    stakes = game.stakes
    passed = stakes.worth(stakes.passing * cube)

    def no_double(winning: float) -> float:
        return game.equity_at(winning, cube, owner)

    def double_take(winning: float) -> float:
        return game.equity_at(winning, 2 * cube, ENEMY)

    def dead(winning: float) -> float:
        return still.equity_at(winning, 2 * cube, ENEMY)

    still = Cubed(game.shares, stakes, 0.0)
    cash_dead = _crossing(lambda winning: dead(winning) - passed, 0.0, 1.0)
    cash = _crossing(lambda winning: double_take(winning) - passed, 0.0, 1.0)
    last = 1.0 if cash is None else cash
    double = too_good = None
    if owner != ENEMY and stakes.useful(cube, OWN):
        double = _crossing(lambda winning: double_take(winning) - no_double(winning), 0.0, last)
        too_good = None if cash is None else _crossing(lambda winning: no_double(winning) - passed, cash, 1.0)
    return Window(
        1.0 - last,
        1.0 - (1.0 if cash_dead is None else cash_dead),
        double,
        cash,
        too_good,
        gammon_value(stakes, cube),
        gammon_value(stakes.turned(), cube),
    )


def gammon_value(stakes: Stakes, cube: int) -> float | None:
    """What a gammon, of twice the points of a pass, adds to a win, in the distance from a loss to a win.

    1/2 for money; None where a loss and a win are worth the same.
    """
    single = stakes.passing * cube
    lost, won, gammon = (stakes.worth(points) for points in (-single, single, 2 * single))
    return (gammon - won) / (won - lost) if won > lost else None


def _crossing(gain: Callable[[float], float], low: float, high: float) -> float | None:
    """Where a growing function comes to more than 0 between two bounds; None if it never does."""
    near = 1e-9
    if gain(high) < near:
        return None
    if gain(low) >= near:
        return low
    for _ in range(40):
        middle = (low + high) / 2
        if gain(middle) < near:
            low = middle
        else:
            high = middle
    return high


def beginning(shares: Shares, stakes: Stakes, efficiency: float) -> float:
    """The equity of a whole game, in which a side may double from the first turn (usually the one far behind)."""
    game = Cubed(shares, stakes, efficiency)
    found = game.equity(1, BOTH)
    if stakes.useful(1, OWN):
        found = max(found, min(game.equity(2, ENEMY), stakes.worth(stakes.passing)))
    if stakes.useful(1, ENEMY):
        found = min(found, max(game.equity(2, OWN), stakes.worth(-stakes.passing)))
    return found
