"""What the doubling cube is worth: to double or not, to take or to pass, at the score of a match.

Equities are normalized to the cube: a pass of it gives the points of a single game (1 in backgammon), whatever the cube
shows. In a match they are equivalent to money (EMG): the match winning chances, on the line through those of the
commonest game lost and won at this cube (backgammon: a single one, -1 and +1; Chessgammon: one of three points).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from axedrez.analysis.equity import Estimate

CubeAction = Literal["no_double", "too_good", "double"]
CubeResponse = Literal["take", "pass", "beaver"]

NEAR = 1e-9
"""Equities nearer than this are equal."""


class CubeEquity(msgspec.Struct, frozen=True):
    """What a decision is worth to the side that rolls: its equity, and its chance to win the match (None: money)."""

    equity: float
    match_chance: float | None = None


class CubeVerdict(msgspec.Struct, frozen=True):
    """The judgement of the cube before a roll, seen by the side that rolls.

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
        """What the side that rolls gives away by its decision, in normalized equity; 0: nothing.

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
        return self.accepting.equity >= self.playing_on.equity - NEAR

    def loss(self, accepts: bool) -> float:
        """What the decision gives away."""
        best = max(self.playing_on.equity, self.accepting.equity)
        return best - (self.accepting if accepts else self.playing_on).equity


class CubeWindow(msgspec.Struct, frozen=True):
    """Where decisions about the cube turn at a score, as winning probabilities of the side that rolls; None: nowhere.

    By a model that does not look at the rolls, for games with as many gammons as the position has.
    `take_point`: the least chance of the other side with which it takes a double; `dead_take_point`: the same if the
    cube could not be turned again. From `double_point` to double is right, from `cash_point` the other side passes,
    from `too_good_point` to play on is better than to cash. `gammon_value`: what a gammon adds to a win, in the
    distance from a loss to a win (1/2 for money), and that of the other side.
    """

    take_point: float
    dead_take_point: float
    double_point: float | None
    cash_point: float | None
    too_good_point: float | None
    gammon_value: float | None
    gammon_value_against: float | None
