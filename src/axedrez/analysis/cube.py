"""What the doubling cube is worth: to double or not, to take or to pass, at the score of a match.

Equities are normalized to the cube: a pass of it gives the points of a single game (1 in backgammon), whatever the cube
shows. In a match they are equivalent to money (EMG): the match winning chances, on the line through those of a single
game lost (-1) and won (+1) at this cube.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from axedrez.analysis.equity import Chances, Estimate
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine import cube
from axedrez.engine.cube import Judged, Outlook

CubeAction = Literal["no_double", "too_good", "double"]
CubeResponse = Literal["take", "pass", "beaver"]

_NEAR = 1e-9


class CubeEquity(msgspec.Struct, frozen=True):
    """What a decision is worth to the side that throws: its equity, and its chance to win the match (None: money)."""

    equity: float
    match_chance: float | None = None


class CubeVerdict(msgspec.Struct, frozen=True):
    """The judgement of the cube before a throw, seen by the side that throws.

    `estimate` is without the cube. `may_double`: whether the rules let the side double now; where not, only
    `no_double` is known, and the action is no double. `beaver` is the equity after a beaver, where they are played.
    `response` is the best one, even to a double that is wrong.
    """

    estimate: Estimate
    cube: int
    may_double: bool
    no_double: CubeEquity
    action: CubeAction = "no_double"
    double_take: CubeEquity | None = None
    double_pass: CubeEquity | None = None
    beaver: CubeEquity | None = None
    response: CubeResponse | None = None
    redouble: bool = False

    @property
    def doubled(self) -> float:
        """The equity after a double and the best response; minus infinity where none may be offered."""
        answers = [each.equity for each in (self.double_take, self.double_pass, self.beaver) if each is not None]
        return min(answers, default=-float("inf"))

    @property
    def best(self) -> float:
        """The equity with the best action."""
        return max(self.no_double.equity, self.doubled)

    def doubling_loss(self, doubles: bool) -> float:
        """What the side that throws gives away by its decision, in normalized equity; 0: nothing.

        Raises ValueError for a double that may not be offered.
        """
        if doubles and not self.may_double:
            raise ValueError("no double may be offered")
        return self.best - (self.doubled if doubles else self.no_double.equity)

    def response_loss(self, response: CubeResponse) -> float:
        """What the other side gives away by its response, in normalized equity. Raises ValueError for none that is."""
        chosen = {"take": self.double_take, "pass": self.double_pass, "beaver": self.beaver}[response]
        if chosen is None:
            raise ValueError(f"no {response} is possible")
        return chosen.equity - self.doubled


class ResignationVerdict(msgspec.Struct, frozen=True):
    """A resignation, seen by the side that is offered it: what playing on is worth, and what accepting is."""

    playing_on: CubeEquity
    accepting: CubeEquity

    @property
    def right(self) -> bool:
        """Whether to accept."""
        return self.accepting.equity >= self.playing_on.equity - _NEAR

    def loss(self, accepts: bool) -> float:
        """What the decision gives away."""
        best = max(self.playing_on.equity, self.accepting.equity)
        return best - (self.accepting if accepts else self.playing_on).equity


def cube_verdict(outlook: Outlook, state: MatchState, side: Side) -> CubeVerdict:
    """The judgement for `side`, which is about to throw. `outlook` is its own."""
    found = cube.judged(outlook, state, side)
    estimate = estimate_of(outlook)
    no_double = _told(found, found.no_double, state)
    redouble = state.owner is not None
    if not found.may_double:
        return CubeVerdict(estimate, state.cube, False, no_double, redouble=redouble)
    response: CubeResponse = "take" if found.double_take <= found.double_pass else "pass"
    if found.beaver is not None and found.beaver < min(found.double_take, found.double_pass):
        response = "beaver"
    action: CubeAction = "no_double"
    if found.doubled > found.no_double + _NEAR:
        action = "double"
    elif response == "pass" and found.no_double > found.double_pass - _NEAR:
        action = "too_good"
    return CubeVerdict(
        estimate=estimate,
        cube=state.cube,
        may_double=True,
        no_double=no_double,
        action=action,
        double_take=_told(found, found.double_take, state),
        double_pass=_told(found, found.double_pass, state),
        beaver=None if found.beaver is None else _told(found, found.beaver, state),
        response=response,
        redouble=redouble,
    )


def resignation_verdict(outlook: Outlook, state: MatchState, side: Side, points: int) -> ResignationVerdict:
    """A resignation for `points`, before the cube, offered to `side`, whose `outlook` it is."""
    found = cube.judged(outlook, state, side)
    accepted = cube.worth_of(outlook, state, side, points * state.cube)
    return ResignationVerdict(_told(found, found.no_double, state), _told(found, accepted, state))


def estimate_of(outlook: Outlook) -> Estimate:
    """The cubeless equity and the chances of an outlook."""
    shares = outlook.probabilities
    ladder = sorted({abs(points) for points in (*shares, *outlook.usual) if points})
    single, gammon = (ladder[0], ladder[1] if len(ladder) > 1 else None) if ladder else (None, None)
    return Estimate(
        sum(points * share for points, share in shares.items()),
        Chances(
            win=sum(share for points, share in shares.items() if points > 0),
            win_gammon=sum(share for points, share in shares.items() if single and points > single),
            win_backgammon=sum(share for points, share in shares.items() if gammon and points > gammon),
            lose_gammon=sum(share for points, share in shares.items() if single and points < -single),
            lose_backgammon=sum(share for points, share in shares.items() if gammon and points < -gammon),
            drawn=shares.get(0, 0.0),
        ),
    )


def _told(found: Judged, worth: float, state: MatchState) -> CubeEquity:
    middle, half = (found.won + found.lost) / 2, (found.won - found.lost) / 2
    equity = found.passing * (worth - middle) / half if half else 0.0
    return CubeEquity(equity, None if state.length == 1 else worth)
