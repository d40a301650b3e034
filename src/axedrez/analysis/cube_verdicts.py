"""From the outcome probabilities of a side to the judgement of the cube and of resignations.

Apart from the types (`cube.py`), because this needs NumPy, which most commands never load.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from axedrez.analysis.cube import (
    NEAR,
    CubeAction,
    CubeEquity,
    CubeResponse,
    CubeVerdict,
    CubeWindow,
    ResignationVerdict,
)
from axedrez.analysis.equity import Chances, Estimate, RolledOut
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine import cube
from axedrez.engine.cube import Judged, Outlook, Scale


def cube_window(outlook: Outlook, state: MatchState, side: Side) -> CubeWindow:
    """The window for `side`, which is about to roll and whose outlook it is."""
    return CubeWindow(*cube.window(outlook, state, side))


def cube_verdict(outlook: Outlook, estimate: Estimate, state: MatchState, side: Side) -> CubeVerdict:
    """The judgement for `side`, which is about to roll. `outlook` is its own, `estimate` goes without the cube."""
    found = cube.judged(outlook, state, side)
    no_double = _told(found, found.no_double, state)
    redouble = state.owner is not None
    if not found.may_double:
        return CubeVerdict(estimate, state.cube, False, no_double, redouble=redouble)
    action, response = _decided(found.no_double, found.double_take, found.double_pass, found.beaver)
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


def rolled_verdict(verdict: CubeVerdict, rolled: RolledOut) -> CubeVerdict:
    """The judgement by what a cubeful rollout has found; the same where it says nothing about the cube.

    A beaver, which is not rolled out, falls away.
    """
    if rolled.cubeful is None:
        return verdict
    no_double = CubeEquity(rolled.cubeful.equity, rolled.cubeful.match_chance)
    if rolled.double_take is None or verdict.double_pass is None:
        return msgspec.structs.replace(verdict, no_double=no_double)
    double_take = CubeEquity(rolled.double_take.equity, rolled.double_take.match_chance)
    action, response = _decided(no_double.equity, double_take.equity, verdict.double_pass.equity, None)
    return msgspec.structs.replace(
        verdict, no_double=no_double, double_take=double_take, beaver=None, action=action, response=response
    )


def _decided(
    no_double: float, double_take: float, double_pass: float, beaver: float | None
) -> tuple[CubeAction, CubeResponse]:
    """The best action and the best response to a double, by what each brings the side that may double."""
    response: CubeResponse = "take" if double_take <= double_pass else "pass"
    if beaver is not None and beaver < min(double_take, double_pass):
        response = "beaver"
    if min(double_take, double_pass, *(() if beaver is None else (beaver,))) > no_double + NEAR:
        return "double", response
    if response == "pass" and no_double > double_pass - NEAR:
        return "too_good", response
    return "no_double", response


def resignation_verdict(outlook: Outlook, state: MatchState, side: Side, points: int) -> ResignationVerdict:
    """A resignation for `points`, before the cube, offered to `side`, whose `outlook` it is."""
    found = cube.judged(outlook, state, side)
    playing_on, accepting = cube.resigned(outlook, state, side, points)
    return ResignationVerdict(_told(found, playing_on, state), _told(found, accepting, state))


def estimate_of(shares: Mapping[int, float], scoring: tuple[int, int, int], scale: Scale | None = None) -> Estimate:
    """The cubeless equity and the chances of outcomes by points, which are worth what `scale` says; None: themselves.

    `scoring`: the points of a single win, a gammon and a backgammon. Of those that count alike the first is meant.
    """

    def share(sign: int, kind: int) -> float:
        return shares.get(sign * scoring[kind], 0.0) if scoring.index(scoring[kind]) == kind else 0.0

    wins, losses = ([share(sign, kind) for kind in range(3)] for sign in (1, -1))

    def mean(worth: Callable[[int], float]) -> float:
        return sum(worth(points) * each for points, each in shares.items())

    return Estimate(
        mean(float if scale is None else scale.equity),
        Chances(sum(wins), wins[1] + wins[2], wins[2], losses[1] + losses[2], losses[2], shares.get(0, 0.0)),
        mean(scale.worth) if scale is not None and scale.is_of_match else None,
    )


def shares_of(chances: Chances, scoring: tuple[int, int, int]) -> dict[int, float]:
    """The outcomes of chances by points: the way back from `estimate_of`."""
    found = {0: chances.drawn} if chances.drawn else {}
    for sign, each in ((1, chances), (-1, chances.turned())):
        kinds = (each.win - each.win_gammon, each.win_gammon - each.win_backgammon, each.win_backgammon)
        for points, share in zip(scoring, kinds, strict=True):
            found[sign * points] = found.get(sign * points, 0.0) + share
    return found


def _told(found: Judged, worth: float, state: MatchState) -> CubeEquity:
    equity = cube.normalized(worth, found.won, found.lost, found.common)
    return CubeEquity(equity, None if state.length == 1 else worth)
