"""The probabilities of all outcomes of a game: a search over the next roll, then the network for the rules.

Without a network, a model fitted to games: a logistic regression on self-play games of the hand-made evaluation
(`bench/tables_probabilities.py`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from axedrez.core.contract import Game
from axedrez.core.derived import once_a_game
from axedrez.core.dice import ROLLS
from axedrez.core.match_state import MAX_CUBE
from axedrez.core.sides import Side
from axedrez.engine.cube import Outlook
from axedrez.engine.cube_equity import Branch
from axedrez.engine.match_equities import Equities, match_equities
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine import features, races
from axedrez.tables.engine.inputs import inputs_of, points_of
from axedrez.tables.engine.kernel.choice import choices, estimates
from axedrez.tables.engine.kernel.network import DRAWN, LANES, LOSSES, WINS
from axedrez.tables.engine.kernel.wins import correct_wins
from axedrez.tables.engine.network import Player, player_of
from axedrez.tables.engine.search import search
from axedrez.tables.kernel import layout
from axedrez.tables.kernel.playout import lost_as
from axedrez.tables.position.position import TablesPosition

Rows = npt.NDArray[np.int8]
Probabilities = dict[int, float]
"""The probability of each number of points that a side may win, lose (negative), or neither."""


class _Fit(NamedTuple):
    """Coefficients of `features`: of winning; of losing with nothing borne off; of losing most if so."""

    win: tuple[float, ...]
    gammon: tuple[float, ...]
    backgammon: tuple[float, ...]


# Where pieces leave by exact numbers only (G-41) a lead in pips is worth far less.
_EXACT = _Fit(
    win=(-7.191, -0.3586, 0.9012, 12.45, -3.966, 74.3, 2.067, 0.9504, -2.489),
    gammon=(3.868, 1.809, 0.1909, 5.643),
    backgammon=(2.599, 2.985),
)
_PLAIN = _Fit(
    win=(20.34, 4.055, -0.6496, 9.478, 18.44, 33.44, 1.936, 1.023, -4.094),
    gammon=(-0.2078, 4.341, -0.7389, 1.573),
    backgammon=(-3.543, 9.02),
)


def outlook(position: TablesPosition, side: Side, depth: int = 1) -> Outlook:
    """The outcome probabilities of `side` in a position that is not over, looking `depth` rolls ahead.

    A race with pieces outside the castle is also judged as such (`Outlook.deeper`).
    """
    branch = _branch(position, depth)
    rolling = position.side is side if position.dice is None else position.side is not side
    shares = branch.shares if rolling else _turned(branch.shares)
    deeper = None
    if position.dice is None and races.is_outside(position.ruleset, position.raw):
        deeper = by_points(position.ruleset, races.outcomes(position.ruleset, position.raw[None])[0])
        deeper = deeper if rolling else _turned(deeper)
    return Outlook(
        shares, usual_outcomes(position.game), passing(position.game), 1.0, branch.branches, rolling, deeper
    )  # fmt: skip


@once_a_game
def usual_outcomes(game: Game) -> Probabilities:
    """The outcome probabilities of either side at the beginning of a game between equals."""
    found = dict(_branch(cast(TablesPosition, game.start()), 1).shares)
    return {points: (share + found.get(-points, 0)) / 2 for points, share in found.items()}


def match_table(game: Game, length: int) -> tuple[Equities, Equities]:
    """The match equity tables of a game by its own scoring and players (`engine.match_equities`)."""
    usual = tuple(sorted(usual_outcomes(game).items()))
    return match_equities(length, MAX_CUBE, game.conduct.crawford, passing(game), usual)


def passing(game: Game) -> int:
    """The points of a double that is passed."""
    points = cast(TablesPosition, game.start()).verdict("passed", Side.WHITE).points
    assert points is not None
    return int(max(points))


def _branch(position: TablesPosition, depth: int) -> Branch:
    """The position before the next roll: after the best turn, where the dice are rolled already."""
    if position.dice is not None:
        after = position.play_unchecked(search(position))
        return Branch(1.0, _estimate(after, after.side), over=after.is_over())
    player = player_of(position.ruleset)
    if player is not None:
        return _looked_ahead(player, position.ruleset, position.raw[None], depth)[0]
    branches = []
    for roll, probability in position.chance_outcomes():
        rolled = position.play_unchecked(roll)
        after = rolled.play_unchecked(search(rolled))
        branches.append(Branch(probability, _estimate(after, after.side), over=after.is_over()))
    return parent(tuple(branches))


def _looked_ahead(player: Player, ruleset: Ruleset, rows: Rows, depth: int) -> list[Branch]:
    """What branches from each of the rows, whose games are not over, by the best turns of the network."""
    dice = np.array([roll for roll, _ in ROLLS], np.int64)
    found, outcomes = choices(
        player.network, player.hand, ruleset.compiled, ruleset.keys, player.inputs.array, rows, dice
    )
    over = (outcomes.max(axis=1) == 1.0).tolist()
    judged = races.corrected(ruleset, found, outcomes)
    leaves = [
        Branch(probability, by_points(ruleset, each), over=ended)
        for each, ended, (_, probability) in zip(judged, over, ROLLS * len(rows), strict=True)
    ]
    going_on = [i for i, leaf in enumerate(leaves) if not leaf.over]
    if depth > 1 and going_on:
        grown = _looked_ahead(player, ruleset, np.ascontiguousarray(found[going_on]), depth - 1)
        for i, branch in zip(going_on, grown, strict=True):
            leaves[i] = branch._replace(probability=leaves[i].probability)
    return [parent(tuple(leaves[i : i + len(ROLLS)])) for i in range(0, len(leaves), len(ROLLS))]


def parent(branches: tuple[Branch, ...]) -> Branch:
    """The position before the rolls."""
    found: Probabilities = {}
    for branch in branches:
        for points, share in branch.shares.items():
            found[-points] = found.get(-points, 0) + branch.probability * share
    return Branch(1.0, found, branches=branches)


def _turned(shares: Mapping[int, float]) -> Probabilities:
    return {-points: share for points, share in shares.items()}


def by_points(ruleset: Ruleset, outcomes: npt.NDArray[np.float64]) -> Probabilities:
    """The outcome probabilities of the side that rolls next, by points."""
    found: Probabilities = {}
    for points, share in zip(_points(ruleset), outcomes.tolist(), strict=False):  # lanes that are no outcomes follow
        found[points] = found.get(points, 0.0) + share
    return found


@once_a_game
def _points(ruleset: Ruleset) -> tuple[int, ...]:
    """The points of each outcome."""
    return tuple(map(int, points_of(ruleset)[: len(inputs_of(ruleset).outcomes)].tolist()))


def _estimate(position: TablesPosition, side: Side) -> Probabilities:
    """The probabilities before a roll, without looking ahead."""
    shares = by_points(position.ruleset, outcomes_at(position))
    return shares if position.side is side else _turned(shares)


def likely_drawn(position: TablesPosition) -> float:
    """The probability of a draw, by turns without progress: after 20 of 100 1 in 25, after 50 1 in 4, after 70 most.

    Measured in self-play games (`bench/tables_progress.py`).
    """
    most = 2 * position.ruleset.rules.end.no_progress
    return float((position.no_progress_count / most) ** 2) if most else 0.0


def outcomes_at(position: TablesPosition) -> npt.NDArray[np.float64]:
    """The probability of each outcome (`LANES`, in the order of `inputs.OUTCOMES`) for the side that rolls next.

    Without looking ahead; one is certain where the game is over.
    """
    if player_of(position.ruleset) is None:
        return outcomes_by_hand(position)
    found: npt.NDArray[np.float64] = outcomes_of_rows(position.ruleset, position.raw[None])[0]
    return found


def outcomes_of_rows(ruleset: Ruleset, rows: Rows) -> npt.NDArray[np.float64]:
    """The same of many rows (n × `WIDTH`) in one call, by the network of a ruleset that has one (n × `LANES`)."""
    player = player_of(ruleset)
    assert player is not None
    chances = estimates(player.network, ruleset.compiled, player.inputs.array, rows)
    correct_wins(ruleset.compiled, ruleset.keys, rows, chances.reshape(-1))
    return races.corrected(ruleset, rows, chances)


def outcomes_by_hand(position: TablesPosition) -> npt.NDArray[np.float64]:
    """The same by the model fitted to games, whether there is a network or not."""
    found = np.zeros(LANES)
    if outcome := position.outcome():
        tables = position.ruleset.compiled
        found[DRAWN if outcome.winner is None else LOSSES + lost_as(position.raw, layout.OWN, tables)] = 1.0
        return found
    if position.is_locked():
        found[DRAWN] = 1.0
        return found
    drawn = likely_drawn(position)
    found = (1 - drawn) * _by_hand(position)
    found[DRAWN] = drawn
    return found


def _by_hand(position: TablesPosition) -> npt.NDArray[np.float64]:
    """The probabilities (`LANES`) of the model fitted to games, given that the game is not drawn."""
    ruleset = position.ruleset
    fit = _EXACT if ruleset.rules.race.exact else _PLAIN
    own = features.side_features(ruleset, position.raw, layout.OWN)
    enemy = features.side_features(ruleset, position.raw, layout.ENEMY)
    wins = _logistic(fit.win, features.winning(ruleset, position.raw, own, enemy))
    found = np.zeros(LANES)
    for winner, loser, share, first in ((own, enemy, wins, WINS), (enemy, own, 1 - wins, LOSSES)):
        gammon = 0.0 if loser.off else _logistic(fit.gammon, features.losing_all(loser, winner))
        backgammon = gammon * _logistic(fit.backgammon, features.losing_most(loser, winner))
        found[first : first + 3] = share * np.array([1 - gammon, gammon - backgammon, backgammon])
    return found


def _logistic(coefficients: tuple[float, ...], numbers: features.Numbers) -> float:
    return 1 / (1 + math.exp(-float(numbers @ coefficients)))
