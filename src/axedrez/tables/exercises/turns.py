"""Exercises about a roll: one turn is better than all others, whatever the dice bring.

Rollouts prove it, and with few pieces left the exact tables of races (`engine.races`).
"""

from __future__ import annotations

from math import hypot
from typing import cast

import msgspec

from axedrez.analysis.equity import RatedTurn, RolledOut, RolloutOptions
from axedrez.analysis.exercise import Exercise, Proof, Rejected
from axedrez.core.derived import once_a_game
from axedrez.engine.player import Stop
from axedrez.tables import analyst
from axedrez.tables.engine import races
from axedrez.tables.exercises import themes
from axedrez.tables.kernel import layout
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition

MIN_TURNS = 4
LOOKED_AT = 5
"""So many of the best turns are judged by looking ahead."""
MIN_LEAD, MIN_ROLLED = 0.07, 0.035
"""The lead of the best turn by the analyst, and in the rollouts: in games of usual length (`usual_points`)."""
MIN_TURNS_EXACT, MIN_LEAD_EXACT = 3, 0.015
"""The same where tables are exact: there a small lead is one, too."""
RIVALS = 0.35
"""A turn within so much of the best one is rolled out, too; the second best always."""
ROUNDS = (216, 432)
"""Games of a rollout; the second round where the first one leaves a doubt."""
ROUNDS_SLOW = (72, 144)
"""The same where no network evaluates or a turn has thousands of ends."""
QUICK = 2
"""Where as many rolls ahead are usual, rollouts are quick."""
HORIZON, HORIZON_SLOW = 7, 5
MIN_RATING, MAX_RATING = 800, 2600


@once_a_game
def unit(game: TablesGame) -> float:
    """The points by which a game between equals is decided: what leads are measured in."""
    return analyst.usual_points(game)


def prove(position: TablesPosition, stop: Stop | None = None) -> Exercise:
    """The exercise of a roll. Raises `Rejected`."""
    legal = len(position.legal_moves())
    one = unit(cast("TablesGame", position.game))
    if races.is_exact(position.ruleset, position.raw):
        best, other, proof = _looked_up(position, legal, one)
        is_seen = _left(position, best) == _left(position, other)
    else:
        best, other, proof, is_seen = _played_on(position, legal, one, stop)
    exercise = Exercise(
        task="turn",
        position=position.text(),
        line=(best.move,),
        rest=(other.move,),
        themes=(),
        proof=proof,
        rating=_rating(is_seen, proof.margin / one, legal),
    )
    return msgspec.structs.replace(exercise, themes=themes.of(position, exercise))


def leads_at_sight(position: TablesPosition) -> bool:
    """Whether the best turn of a roll is so much better at sight that it is worth while to prove it."""
    legal = len(position.legal_moves())
    one = unit(cast("TablesGame", position.game))
    if races.is_exact(position.ruleset, position.raw):
        try:
            _looked_up(position, legal, one)
        except Rejected:
            return False
        return True
    if legal < MIN_TURNS:
        return False
    best, other = analyst.turns(position, 0, 2)
    return best.estimate.equity - other.estimate.equity >= MIN_LEAD * one


def _looked_up(position: TablesPosition, legal: int, one: float) -> tuple[RatedTurn, RatedTurn, Proof]:
    """The best turn and the next best by exact tables. Raises `Rejected`."""
    if legal < MIN_TURNS_EXACT:
        raise Rejected("few_moves")
    best, other = analyst.turns(position, 0, 2)
    if best.estimate.equity - other.estimate.equity < MIN_LEAD_EXACT * one:
        raise Rejected("alike")
    _check_worth(position, best, other)
    return best, other, Proof("table", round(best.estimate.equity, 4), round(other.estimate.equity, 4))


def _check_worth(position: TablesPosition, best: RatedTurn, other: RatedTurn) -> None:
    """Raise `Rejected` for a bear-off in which the turn that bears most off is the best."""
    if races.is_home(position.ruleset, position.raw) and _left(position, best) < _left(position, other):
        raise Rejected("obvious")


def _left(position: TablesPosition, turn: RatedTurn) -> int:
    """The pieces that a turn leaves on the board."""
    n = len(position.ruleset.army)
    after = position.play(turn.move).raw[layout.ENEMY : layout.ENEMY + n]
    return int((after != layout.OFF).sum())


def _played_on(
    position: TablesPosition, legal: int, one: float, stop: Stop | None
) -> tuple[RatedTurn, RatedTurn, Proof, bool]:
    """The best turn and the next best by looking ahead and by rollouts; whether the best one looks best at sight.

    Raises `Rejected`.
    """
    if legal < MIN_TURNS:
        raise Rejected("few_moves")
    ahead = analyst.usual_ply(cast("TablesGame", position.game))
    at_sight = analyst.turns(position, 0, LOOKED_AT)
    best, *others = analyst.turns(position, ahead, LOOKED_AT, stop=stop) if ahead else at_sight
    if best.estimate.equity - others[0].estimate.equity < MIN_LEAD * one:
        raise Rejected("alike")
    _check_worth(position, best, others[0])
    rivals = [each for each in others if best.estimate.equity - each.estimate.equity < RIVALS * one] or others[:1]
    proof = _rolled_out(position, best, rivals, one, stop)
    return best, rivals[0], proof, best.move == at_sight[0].move


def _rolled_out(
    position: TablesPosition, best: RatedTurn, rivals: list[RatedTurn], one: float, stop: Stop | None
) -> Proof:
    """The rollouts of the best turn and of its rivals. Raises `Rejected` where one of them may be as good."""
    is_slow = analyst.usual_ply(cast("TablesGame", position.game)) < QUICK
    proof: Proof | None = None
    for trials in ROUNDS_SLOW if is_slow else ROUNDS:
        options = RolloutOptions(trials=trials, horizon=HORIZON_SLOW if is_slow else HORIZON)
        proof, found = None, _rollout(position, best, options, stop)
        for each in rivals:
            other = _rollout(position, each, options, stop)
            lead, half = found.equity - other.equity, hypot(found.half, other.half)
            if lead < MIN_ROLLED * one:
                raise Rejected("refuted" if lead + half < 0 else "alike_rolled_out")
            if lead <= half:
                proof = None
                break
            if proof is None or lead < proof.margin:
                proof = Proof("rollout", round(found.equity, 4), round(other.equity, 4), round(half, 4), effort=trials)
        if proof is not None:
            return proof
    raise Rejected("uncertain")


def _rollout(position: TablesPosition, turn: RatedTurn, options: RolloutOptions, stop: Stop | None) -> RolledOut:
    found = analyst.rollout(position, turn.move, options, stop=stop)
    if found.trials < options.trials:
        raise Rejected("cut_off")
    return found


def _rating(at_sight: bool, lead: float, legal: int) -> int:
    """How hard a turn is thought to be to find: whether it looks best at sight, how clear it is, among how many."""
    rating = 1350 + (0 if at_sight else 400) - 900 * min(0.5, lead) + 90 * min(4.0, len(str(legal)) + legal / 100)
    return int(max(MIN_RATING, min(MAX_RATING, rating)))
