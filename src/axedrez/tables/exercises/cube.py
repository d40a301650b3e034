"""Exercises about the cube: whether to double, and whether to take, for money with the cube in the middle."""

from __future__ import annotations

from typing import cast

from axedrez.analysis.cube import CubeVerdict
from axedrez.analysis.cube_verdicts import cube_verdict, estimate_of, shares_of
from axedrez.analysis.equity import Chances, RolloutOptions
from axedrez.analysis.exercise import Exercise, Proof, Rejected
from axedrez.core.contract import Game
from axedrez.core.match_state import MAX_CUBE, MatchState
from axedrez.engine.player import Stop
from axedrez.tables import analyst
from axedrez.tables.engine.outcome_probabilities import outlook
from axedrez.tables.exercises.turns import QUICK
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition

MONEY = MatchState(largest=MAX_CUBE)
MIN_LEAD, MAX_LEAD = 0.05, 0.5
"""Normalized equity that a wrong decision gives away: less is a matter of taste, more is seen at once."""
TRIALS, TRIALS_SLOW, HORIZON, HORIZON_SLOW = 432, 108, 7, 5
THEME = "when-to-double"


def is_played(game: Game) -> bool:
    """Whether the rules know the cube."""
    return game.conduct.cube or "match.cube" in game.conduct.options


def prove(position: TablesPosition, stop: Stop | None = None) -> Exercise:
    """The exercise of a position before a roll. Raises `Rejected`."""
    game = cast("TablesGame", position.game)
    found, lead = _answer(analyst.cube(position, MONEY, 1, stop))
    if lead < MIN_LEAD:
        raise Rejected("alike_cube")
    if lead > MAX_LEAD:
        raise Rejected("obvious_cube")
    is_slow = analyst.usual_ply(game) < QUICK
    ahead = 1 if is_slow else 2
    deeper, lead = _answer(analyst.cube(position, MONEY, ahead, stop))
    if deeper != found or not MIN_LEAD <= lead <= MAX_LEAD:
        raise Rejected("unstable_cube")
    trials = TRIALS_SLOW if is_slow else TRIALS
    options = RolloutOptions(trials=trials, horizon=HORIZON_SLOW if is_slow else HORIZON)
    rolled = analyst.rollout(position, None, options, stop=stop)
    if rolled.trials < trials:
        raise Rejected("cut_off")
    for shift in (-rolled.half, 0.0, rolled.half):
        again, rolled_lead = _answer(_verdict(position, _shifted(rolled.chances, shift)))
        if again != found:
            raise Rejected("uncertain_cube")
        if shift == 0.0:
            lead = min(lead, rolled_lead)
    best = _worth(analyst.cube(position, MONEY, ahead, stop), found)
    return Exercise(
        task="cube",
        position=position.text(),
        line=(found,),
        themes=(THEME,),
        proof=Proof("rollout", round(best, 4), round(best - lead, 4), round(rolled.half, 4), effort=trials),
        rating=int(max(900, 1900 - 2200 * (lead - MIN_LEAD))),
    )


def _shifted(chances: Chances, equity: float) -> Chances:
    """Chances that are worth so much more or less, by the single games won and lost."""
    least, most = chances.win_gammon, 1.0 - chances.drawn - chances.lose_gammon
    win = min(max(chances.win + equity / 2, least), max(least, most))
    return Chances(
        win,
        chances.win_gammon,
        chances.win_backgammon,
        chances.lose_gammon,
        chances.lose_backgammon,
        chances.drawn,
    )


def _verdict(position: TablesPosition, chances: Chances) -> CubeVerdict:
    """The judgement of the cube by the chances of a rollout."""
    rules = position.ruleset.rules.scoring
    scoring = (rules.single, rules.gammon, rules.backgammon)
    shares = shares_of(chances, scoring)
    found = outlook(position, position.side, 2)._replace(deeper=shares)
    return cube_verdict(found, estimate_of(shares, scoring), MONEY, position.side)


def _answer(verdict: CubeVerdict) -> tuple[str, float]:
    """The right answer, and what the nearest wrong one gives away."""
    take, dropped, no_double = verdict.double_take, verdict.double_pass, verdict.no_double.equity
    if take is None or dropped is None:
        raise Rejected("no_cube")
    response = abs(take.equity - dropped.equity)
    doubling = abs(verdict.doubled - no_double)
    if verdict.action == "no_double":
        return "no-double", doubling
    if verdict.action == "too_good":
        return "too-good", min(doubling, response)
    return ("double-take" if take.equity < dropped.equity else "double-pass"), min(doubling, response)


def _worth(verdict: CubeVerdict, answer: str) -> float:
    return verdict.no_double.equity if answer in ("no-double", "too-good") else verdict.doubled
