"""The analyst of the tables family (`axedrez.analysis.equity_analyst.EquityAnalyst`): by the network, else by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.analysis.cube import CubeVerdict, CubeWindow, ResignationVerdict
from axedrez.analysis.cube_verdicts import cube_verdict, estimate_of, resignation_verdict, shares_of
from axedrez.analysis.cube_verdicts import cube_window as windowed
from axedrez.analysis.equity import (
    DEFAULT_ROLLOUT,
    DEFAULT_TURNS,
    MAX_PLY,
    Chances,
    Estimate,
    RatedRoll,
    RatedTurn,
    Reason,
    RolledOut,
    RolloutOptions,
    RollWorth,
)
from axedrez.core.dice import ROLLS, Roll
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine.cube import scale_of
from axedrez.engine.player import Stop
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine import races
from axedrez.tables.engine.at_score import Worth, judge_at, worth_to
from axedrez.tables.engine.cubeful import cube_starts, rolled_cube, worth_when_over
from axedrez.tables.engine.inputs import points_of
from axedrez.tables.engine.kernel.choice import choices, end_outcomes
from axedrez.tables.engine.kernel.network import DRAWN, LANES, LOSSES
from axedrez.tables.engine.kernel.plies import answers
from axedrez.tables.engine.network import player_of, version_of
from axedrez.tables.engine.outcome_probabilities import (
    outcomes_at,
    outcomes_of_rows,
    outlook,
    passing,
    usual_outcomes,
)
from axedrez.tables.engine.plies import Judged, at_rest, deepen, expected, judge_of, standing, turned
from axedrez.tables.engine.rollouts import Result, roll_out
from axedrez.tables.engine.search import scores, worth_of_going_on
from axedrez.tables.kernel import layout
from axedrez.tables.position import workspace
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.moves import Turn, read_turn
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.reasons.compare import compared
from axedrez.tables.reasons.turn_result import TurnResult

Doubles = npt.NDArray[np.float64]

VERSION = 6
"""Counts the changes after which the same network finds other equities."""


def estimate(
    position: TablesPosition, ply: int = 0, stop: Stop | None = None, state: MatchState | None = None
) -> Estimate:  # fmt: skip
    """See `EquityAnalyst`."""
    worth = worth_to(position, state, position.side)
    ply = 0 if stop is not None and stop.is_set() else min(ply, MAX_PLY)
    if races.settles(position.ruleset, position.raw, ply):
        return _estimate(races.outcomes(position.ruleset, position.raw[None])[0], worth)
    judge = judge_at(position, state)
    found = outcomes_at(position)
    for each in range(1, ply + 1):
        deeper = expected(judge, position, each, stop)
        if deeper is None:
            break
        found = deeper
    return _estimate(found, worth)


def equities(positions: Sequence[TablesPosition], ply: int = 0) -> Doubles:
    """See `EquityAnalyst`."""
    if not positions:
        return np.zeros(0)
    if ply == 0 and player_of(positions[0].ruleset) is not None:
        return _static_equities(positions)
    return np.array([_equity(each, ply) for each in positions])


def _equity(position: TablesPosition, ply: int) -> float:
    if position.dice is None:
        return estimate(position, ply).equity
    return turns(position, ply, 1)[0].estimate.equity


def _static_equities(positions: Sequence[TablesPosition]) -> Doubles:
    """What positions are worth at 0-ply by the network, all those with the same roll (or none) in one call."""
    ruleset = positions[0].ruleset
    points = points_of(ruleset).astype(np.float64)
    rows = np.array([each.raw for each in positions])
    alike: dict[Roll | None, list[int]] = {}
    for i, each in enumerate(positions):
        alike.setdefault(each.dice, []).append(i)
    found = np.empty(len(positions))
    for dice, chosen in alike.items():
        if dice is None:
            found[chosen] = outcomes_of_rows(ruleset, rows[chosen]) @ points
            continue
        found[chosen] = -(_best_outcomes(ruleset, rows[chosen], dice) @ points)
        for i in np.array(chosen)[races.are_home(ruleset, rows[chosen])]:  # the tables know the best turn
            found[i] = _equity(positions[i], 0)
    return found


def _best_outcomes(ruleset: Ruleset, rows: workspace.Row, dice: Roll) -> Doubles:
    """What comes of the best turn with a roll from each row by the network, for the side that rolls next."""
    player = player_of(ruleset)
    assert player is not None
    plain = player.hand._replace(pull=0.0)  # the best turn is the one that `turns` ranks first
    arrays = ruleset.compiled, ruleset.keys, player.inputs.array
    ends, outcomes = choices(player.network, plain, *arrays, rows, np.array([dice], np.int64))
    found = outcomes.astype(np.float64)
    n = len(ruleset.army)
    own, enemy = (rows[:, base : base + n] for base in (layout.OWN, layout.ENEMY))
    lost = (ends[:, layout.OWN : layout.OWN + n] == enemy) & (ends[:, layout.ENEMY : layout.ENEMY + n] == own)
    if (passed := lost.all(axis=1)).any():
        found[passed] = outcomes_of_rows(ruleset, np.ascontiguousarray(ends[passed]))
    return found


def turns(
    position: TablesPosition,
    ply: int = 0,
    most: int | None = DEFAULT_TURNS,
    also: str | None = None,
    stop: Stop | None = None,
    state: MatchState | None = None,
) -> tuple[RatedTurn, ...]:
    """See `EquityAnalyst`."""
    legal = position.legal_moves()
    if not legal:
        raise ValueError("no legal move")
    wanted = None if also is None else position.play(also)
    worth = worth_to(position, state, position.side.opponent)
    order, resting, is_settled = _ranked(position, legal, worth)
    also_at = None
    if wanted is not None:
        also_at = next((i for i in order if position.play_unchecked(legal[i]) == wanted), None)
    ply = min(ply, MAX_PLY)
    judged: dict[int, Judged] = {}
    if is_settled:
        judged = {i: Judged(resting[i], ply) for i in order}  # no ply could say more
    else:
        order, judged = deepen(
            judge_at(position, state),
            order,
            resting.__getitem__,
            lambda i: position.play_unchecked(legal[i]),
            ply,
            also_at,
            stop,
        )
    chosen = order if most is None else order[:most]
    if also_at is not None and also_at not in chosen:
        chosen = [*chosen, also_at]
    return tuple(_rated(legal[i], judged.get(i) or Judged(resting[i], 0), worth) for i in chosen)


def rolls(
    position: TablesPosition, ply: int = 0, stop: Stop | None = None, state: MatchState | None = None
) -> tuple[RatedRoll, ...]:
    """See `EquityAnalyst`."""
    found: tuple[RatedRoll, ...] = ()
    if position.is_over():
        return found
    for level in range(min(ply, MAX_PLY) + 1):
        judged = list[RatedRoll]()
        for roll, probability in reversed(ROLLS):
            if stop is not None and stop.is_set():
                return found
            best = turns(position.play_unchecked(roll), level, 1, stop=stop, state=state)[0]
            if best.ply < level:
                return found
            judged.append(RatedRoll(str(roll), probability, best))
        found = tuple(judged)
    return found


def roll_worths(position: TablesPosition) -> tuple[RollWorth, ...]:
    """See `EquityAnalyst`."""
    if position.is_over():
        return ()
    ruleset, judge = position.ruleset, judge_of(position.ruleset)
    if judge.by_hand:
        ends = answers(judge, position.raw)
        outcomes = np.array([at_rest(judge, standing(position, row)) for row in ends])
    else:
        dice = np.array([roll for roll, _ in ROLLS], np.int64)
        plain = judge.hand._replace(pull=0.0)  # the best turn is the one that `turns` ranks first
        _, outcomes = choices(
            judge.network, plain, ruleset.compiled, ruleset.keys, judge.inputs, position.raw[None], dice
        )
    worth = worth_to(position, None, position.side)
    found = [
        RollWorth(str(roll), probability, _estimate(turned(each), worth))
        for (roll, probability), each in zip(ROLLS, outcomes, strict=True)
    ]
    return tuple(reversed(found))


def usual_points(game: TablesGame) -> float:
    """See `EquityAnalyst`."""
    start = game.start()
    shares = outcomes_at(start)[:DRAWN].reshape(2, -1).sum(axis=0)
    scoring = start.ruleset.rules.scoring
    points = np.array([scoring.single, scoring.gammon, scoring.backgammon])
    return float(shares @ points / shares.sum())


def usual_ply(game: TablesGame) -> int:
    """See `EquityAnalyst`: where a network evaluates 2 if rolls have few turns, as in backgammon, and else 1."""
    if player_of(game.ruleset) is None:
        return 0
    return 2 if game.is_plain else 1


def version(game: TablesGame) -> str:
    """See `EquityAnalyst`."""
    return f"{VERSION} {version_of(game.ruleset)}"


def rollout(
    position: TablesPosition,
    move: str | None = None,
    options: RolloutOptions = DEFAULT_ROLLOUT,
    report: Callable[[RolledOut], None] | None = None,
    stop: Stop | None = None,
) -> RolledOut:
    """See `EquityAnalyst`."""
    if (position.dice is None) is not (move is None):
        raise ValueError("a roll and a turn belong together")
    first = position if move is None else position.play(move)
    worth, judge = worth_to(position, options.state, first.side), judge_at(first, options.state)
    ply = 0 if judge.by_hand else options.ply
    cubes = cube_starts(first, options, before_a_roll=move is None)

    def rolled_out(result: Result) -> RolledOut:
        found = _estimate(result.outcomes, worth)
        if move is not None:
            found = found.turned()
        with_cube = [rolled_cube(first, cubes[0].state, mean, turned=move is not None) for mean in result.cubeful]
        return RolledOut(
            result.trials, result.equity if move is None else -result.equity, result.half, found.chances,
            result.trials - result.cut, result.drawn, result.cut, result.turns, ply, found.match_chance, *with_cube,
        )  # fmt: skip

    if first.is_over():
        over = outcomes_at(first)
        ended = tuple(worth_when_over(first, over, start) for start in cubes[:1])
        return rolled_out(Result(options.trials, over, _estimate(over, worth).equity, 0.0, 0, 0, 0.0, ended))
    told = None if report is None else lambda result: report(rolled_out(result))
    return rolled_out(roll_out(judge, first, options, told, stop, cubes))


def reasons(position: TablesPosition, played: str, better: str) -> tuple[Reason, ...]:
    """See `EquityAnalyst`."""
    ends = []
    for text in (played, better):
        turn = position.open_turn.find(read_turn(text, position.ruleset, "en"))
        after = position.play_unchecked(turn)
        ends.append(TurnResult(position, turn, after, estimate(after).turned()))
    return compared(*ends)


def cube(position: TablesPosition, state: MatchState, ply: int = 0, stop: Stop | None = None) -> CubeVerdict:
    """See `EquityAnalyst`."""
    return cubes(position, (state,), ply, stop)[0]


def cubes(
    position: TablesPosition, states: Sequence[MatchState], ply: int = 0, stop: Stop | None = None
) -> tuple[CubeVerdict, ...]:
    """See `EquityAnalyst`. One roll is looked at whatever the ply, two from 2 on where there is a network."""
    scoring, side = _scoring(position), position.side
    by_hand = judge_of(position.ruleset).by_hand
    found = outlook(position, side, 2 if ply >= 2 and not (stop and stop.is_set()) else 1)
    shares = found.probabilities if found.deeper is None else found.deeper
    if ply > (1 if by_hand else 2):
        shares = shares_of(estimate(position, ply, stop).chances, scoring)
        found = found._replace(deeper=shares)
    told = passing(position.game), usual_outcomes(position.game)
    return tuple(
        cube_verdict(found, estimate_of(shares, scoring, scale_of(*told, state, side)), state, side)
        for state in states
    )  # fmt: skip


def cube_window(position: TablesPosition, state: MatchState) -> CubeWindow:
    """See `EquityAnalyst`."""
    return windowed(outlook(position, position.side), state, position.side)


def resignation(position: TablesPosition, state: MatchState, side: Side, points: int) -> ResignationVerdict:
    """See `EquityAnalyst`."""
    return resignation_verdict(outlook(position, side), state, side, points)


def _scoring(position: TablesPosition) -> tuple[int, int, int]:
    scoring = position.ruleset.rules.scoring
    return scoring.single, scoring.gammon, scoring.backgammon


class _Ranking(NamedTuple):
    """Turns before any looking ahead: their indices, best first, and what comes of each for the side rolling next.

    `is_settled`: no ply could find anything else.
    """

    order: list[int]
    outcomes: dict[int, Doubles]
    is_settled: bool = False


def _ranked(position: TablesPosition, legal: Sequence[Turn], worth: Worth) -> _Ranking:
    """The turns ranked by `worth`, which is that of outcomes to the side rolling next."""
    ruleset, player = position.ruleset, player_of(position.ruleset)
    assert position.dice is not None
    if races.is_home(ruleset, position.raw):
        ends = races.outcomes(ruleset, np.array([position.play_unchecked(turn).raw for turn in legal]))
        return _Ranking(np.argsort(ends @ worth.points, kind="stable").tolist(), dict(enumerate(ends)), True)
    with workspace.searched(ruleset.compiled, ruleset.keys, position.raw, *position.dice) as found:
        if not found.count:  # the turn is lost
            return _Ranking([0], {0: outcomes_at(position.play_unchecked(legal[0]))})
        if player is not None:
            arrays = ruleset.compiled, player.inputs.array, position.raw
            array = end_outcomes(player.network, player.hand, *arrays, found.space, found.count)[0].astype(np.float64)
            worths = -(array @ worth.points)
            return _Ranking(np.argsort(-worths, kind="stable").tolist(), dict(enumerate(array)))
        worths = scores(ruleset, found) * worth_of_going_on(position, found)
    order = np.argsort(-worths, kind="stable").tolist()
    return _Ranking(order, _Lazily(position, legal))


class _Lazily(dict[int, Doubles]):
    """What comes of turns, found out when it is asked for: the evaluation by hand takes its time."""

    def __init__(self, position: TablesPosition, legal: Sequence[Turn]) -> None:
        super().__init__()
        self._position, self._legal = position, legal

    def __missing__(self, index: int) -> Doubles:
        found = self[index] = outcomes_at(self._position.play_unchecked(self._legal[index]))
        return found


def _rated(turn: Turn, judged: Judged, worth: Worth) -> RatedTurn:
    """A turn and what is known of its end, turned to the side that moved; `worth`: to the other one."""
    return RatedTurn(turn.text, _estimate(judged.outcomes, worth).turned(), judged.ply)


def _estimate(outcomes: Doubles, worth: Worth) -> Estimate:
    """Outcome probabilities (`LANES`), and their `worth` to the side whose they are, as people read them."""
    shares = [float(share) for share in outcomes[:LANES]]
    wins, losses = shares[:LOSSES], shares[LOSSES:DRAWN]
    return Estimate(
        float(outcomes.astype(np.float64) @ worth.points),
        Chances(sum(wins), wins[1] + wins[2], wins[2], losses[1] + losses[2], losses[2], shares[DRAWN]),
        None if worth.chances is None else float(outcomes.astype(np.float64) @ worth.chances),
    )
