"""The doubling cube and resignations, decided by a game's outcome probabilities at the score of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine.cube_equity import BOTH, EFFICIENCY, ENEMY, OWN, Branch, Cubed, Stakes, Tree, Window, window_of
from axedrez.engine.match_equities import match_equities

_DECIDED = 1e-7
"""A match is decided where the game at hand changes the chance to win it by less."""
_ROUNDING = 1e-9
"""What is sure is not worth more because chances are sums of rounded numbers."""


class Outlook(NamedTuple):
    """The outcome probabilities of a side: of each number of points won, lost (negative) or neither, before the cube.

    `passing`: the points of a double that is passed; `usual`: the outcome probabilities of both sides at the beginning
    of a game. `rolls_next`: whether the side does; `branches`: the positions after each roll, as the side sees
    them that then rolls. Without them, `open`: the share of the present uncertainty that remains when the cube may
    next be turned. `deeper`: better probabilities, where they are known, than the branches come to.
    """

    probabilities: Mapping[int, float]
    usual: Mapping[int, float]
    passing: int = 1
    open: float = 1.0
    branches: tuple[Branch, ...] = ()
    rolls_next: bool = True
    deeper: Mapping[int, float] | None = None


class Judged(NamedTuple):
    """What decisions about the cube are worth: points times the cube, or in a match the chance to win it.

    `won` and `lost`: of a game won or lost at this cube by the points that games usually count (`common`). `beaver`
    where they are played.
    """

    may_double: bool
    no_double: float
    double_take: float
    double_pass: float
    beaver: float | None
    won: float
    lost: float
    common: int

    @property
    def doubled(self) -> float:
        """After a double, with the best response."""
        found = min(self.double_take, self.double_pass)
        return found if self.beaver is None else min(found, self.beaver)


def judged(outlook: Outlook, state: MatchState, side: Side) -> Judged:
    """The worth of every decision of `side`, whose `outlook` it is and which is about to roll."""
    stakes = stakes_of(outlook, state, side)
    tree, owner, common = _tree(outlook, stakes), owner_of(state, side), commonest(outlook.usual)
    return Judged(
        may_double=owner is not ENEMY and state.cube < stakes.largest,
        no_double=tree.rolling(state.cube, owner),
        double_take=tree.rolling(2 * state.cube, ENEMY),
        double_pass=stakes.worth(outlook.passing * state.cube),
        beaver=tree.beavered(state.cube),
        won=stakes.worth(common * state.cube),
        lost=stakes.worth(-common * state.cube),
        common=common,
    )


def doubles(outlook: Outlook, state: MatchState, side: Side) -> bool:
    """Whether `side`, which may double, should double."""
    stakes = stakes_of(outlook, state, side)
    if not stakes.useful(state.cube, OWN):
        return False
    tree = _tree(outlook, stakes)
    return tree.doubled(state.cube) > tree.rolling(state.cube, owner_of(state, side))


def takes(outlook: Outlook, state: MatchState, side: Side) -> bool:
    """Whether `side` should take a double; `state.cube` is the value of the cube before it."""
    stakes = stakes_of(outlook, state, side)
    taken = _rolling(outlook, stakes, 2 * state.cube, OWN)
    if stakes.beavers and 4 * state.cube <= stakes.largest:
        taken = max(taken, _rolling(outlook, stakes, 4 * state.cube, OWN))
    return taken >= stakes.worth(-outlook.passing * state.cube)


def beavers(outlook: Outlook, state: MatchState, side: Side) -> bool:
    """Whether `side` should redouble at once the double that it takes; `state` is that before the double."""
    stakes = stakes_of(outlook, state, side)
    if not stakes.beavers or 4 * state.cube > stakes.largest:
        return False
    return _rolling(outlook, stakes, 4 * state.cube, OWN) > _rolling(outlook, stakes, 2 * state.cube, OWN)


def accepts_resignation(outlook: Outlook, state: MatchState, side: Side, points: int) -> bool:
    """Whether `points`, times the cube, are worth at least as much to `side` as playing on."""
    playing_on, accepting = resigned(outlook, state, side, points)
    return accepting >= playing_on - _ROUNDING


def resigned(outlook: Outlook, state: MatchState, side: Side, points: int) -> tuple[float, float]:
    """What it is worth to `side` to play on, and to accept a resignation for `points` times the cube."""
    stakes, owner = stakes_of(outlook, state, side), owner_of(state, side)
    if outlook.rolls_next:
        playing_on = _tree(outlook, stakes).best(state.cube, owner)
    else:
        playing_on = stakes.turn(_tree(outlook, stakes.turned()).best(state.cube, -owner))
    return playing_on, stakes.worth(points * state.cube)


def window(outlook: Outlook, state: MatchState, side: Side) -> Window:
    """The points at which decisions turn for `side`, which may double, in games that are won as its outlook says."""
    stakes = stakes_of(outlook, state, side)
    game = Cubed(outlook.deeper or outlook.probabilities, stakes, EFFICIENCY)
    return window_of(game, state.cube, owner_of(state, side))


def commonest(usual: Mapping[int, float]) -> int:
    """The points that most games count which somebody wins: 1 in backgammon, 3 in Chessgammon."""
    return max((points for points in usual if points > 0), key=lambda points: (usual[points], -points))


class Scale(NamedTuple):
    """What points are worth to a side while the cube shows `cube`, before it: see `scale_of`.

    `common`: see `commonest`. Where a match to 9 is decided by games of three points, a single one changes nothing.
    """

    stakes: Stakes
    cube: int
    is_centred: bool
    common: int

    @property
    def is_of_match(self) -> bool:
        """Whether worths are chances to win a match."""
        return self.stakes.table is not None

    def equity(self, points: int) -> float:
        """Points won or lost (negative) as points of money (EMG): the commonest games count what they do there.

        Where the match is decided whatever comes of the game, points count as they do for money.
        """
        if not self.is_of_match:
            return self.worth(points) / self.cube
        won, lost = self.worth(self.common), self.worth(-self.common)
        if won - lost < _DECIDED:
            return float(points)
        return self.common * (2 * self.worth(points) - won - lost) / (won - lost)

    def worth(self, points: int) -> float:
        """The chance to win the match after so many points; in a single game points times the cube."""
        if points == 0:
            return self.stakes.replayed
        if self.stakes.jacoby and self.is_centred:
            points = self.stakes.passing if points > 0 else -self.stakes.passing
        return self.stakes.worth(points * self.cube)


def normalized(worth: float, won: float, lost: float, common: int) -> float:
    """A worth as points of money: `won` and `lost` are those of the commonest game (`Judged`)."""
    half = (won - lost) / 2
    return common * (worth - (won + lost) / 2) / half if half else 0.0


def scale_of(passing: int, usual: Mapping[int, float], state: MatchState, side: Side) -> Scale:
    """What points are worth to `side` if the cube is turned no more. `passing`, `usual`: see `Outlook`."""
    return Scale(_stakes(passing, usual, state, side), state.cube, state.owner is None, commonest(usual))


def stakes_of(outlook: Outlook, state: MatchState, side: Side) -> Stakes:
    """What the game is played for, as `side` sees it."""
    return _stakes(outlook.passing, outlook.usual, state, side)


def _stakes(passing: int, usual: Mapping[int, float], state: MatchState, side: Side) -> Stakes:
    largest = 1 if state.is_crawford else state.largest
    if state.length == 1:
        return Stakes.of_money(largest, passing, state.jacoby, state.beavers)
    lacking = state.length - state.score[side], state.length - state.score[side.opponent]
    before, after = match_equities(
        state.length, state.largest, state.crawford, passing, tuple(sorted(usual.items()))
    )  # fmt: skip
    table = after if state.crawford_played or state.is_crawford else before
    # A drawn game is played again, Crawford's as such (G-45).
    replayed = (before if state.is_crawford else table)[lacking[0]][lacking[1]]
    return Stakes.of_match(table, lacking, largest, passing, replayed)


def owner_of(state: MatchState, side: Side) -> int:
    """Who owns the cube (`BOTH`, `OWN`, `ENEMY`), as `side` sees it."""
    return BOTH if state.owner is None else OWN if state.owner is side else ENEMY


def _rolling(outlook: Outlook, stakes: Stakes, cube: int, owner: int) -> float:
    """What it is worth to the side of the outlook that whoever is to roll does so."""
    if outlook.rolls_next:
        return _tree(outlook, stakes).rolling(cube, owner)
    return stakes.turn(_tree(outlook, stakes.turned()).rolling(cube, -owner))


def _tree(outlook: Outlook, stakes: Stakes) -> Tree:
    """The equities of the side that rolls next, whose `stakes` they are."""
    root = Branch(1.0, _roller(outlook, outlook.probabilities), EFFICIENCY * outlook.open, outlook.branches)
    return Tree(root, stakes, None if outlook.deeper is None else _roller(outlook, outlook.deeper))


def _roller(outlook: Outlook, shares: Mapping[int, float]) -> Mapping[int, float]:
    """Shares of the side of the outlook, as the side sees them that rolls next."""
    return shares if outlook.rolls_next else {-points: share for points, share in shares.items()}


__all__ = [
    "Judged",
    "Outlook",
    "Scale",
    "accepts_resignation",
    "beavers",
    "doubles",
    "judged",
    "match_equities",
    "normalized",
    "owner_of",
    "resigned",
    "scale_of",
    "takes",
    "window",
]
