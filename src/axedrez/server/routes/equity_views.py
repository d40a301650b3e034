"""Estimates, turns, rolls and the cube as JSON, with their sentences."""

from __future__ import annotations

import msgspec

from axedrez.analysis.cube import CubeAction, CubeEquity, CubeResponse, CubeVerdict
from axedrez.analysis.equity import Chances, Estimate, RatedRoll, RatedTurn
from axedrez.analysis.equity_text import cube_text, estimate_text, written_equity
from axedrez.core import Position
from axedrez.core.match_state import MatchState
from axedrez.match.commands import SideWord
from axedrez.messages import LANGUAGES, Texts, say

MIN_LOSS = 0.0005
"""A smaller loss is none: it does not show in three decimals."""
SIDES: tuple[SideWord, ...] = ("white", "black")


class ChancesView(msgspec.Struct, frozen=True):
    """The chances of a side, nested: `win` counts every win, `win_gammon` gammons and backgammons."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose: float
    lose_gammon: float
    lose_backgammon: float
    drawn: float

    @classmethod
    def of(cls, chances: Chances) -> ChancesView:
        """The view of chances."""
        return cls(
            chances.win,
            chances.win_gammon,
            chances.win_backgammon,
            chances.lose,
            chances.lose_gammon,
            chances.lose_backgammon,
            chances.drawn,
        )


class EstimateView(msgspec.Struct, frozen=True):
    """The equity of the side to roll or to move, in points before the cube, its chances, and both in a sentence.

    At the score of a match the equity is equivalent to money, and `match_chance` that of winning it.
    """

    equity: float
    chances: ChancesView
    match_chance: float | None
    text: str

    @classmethod
    def of(cls, estimate: Estimate, lang: str) -> EstimateView:
        """The view of an estimate."""
        return cls(
            estimate.equity, ChancesView.of(estimate.chances), estimate.match_chance, estimate_text(estimate, lang)
        )


class TurnView(msgspec.Struct, frozen=True):
    """A turn: its notation, and what it is worth at `ply`.

    `loss`: equity given up against the best; `after`: the text of the position that it leads to.
    """

    move: str
    san: Texts
    estimate: EstimateView
    loss: float
    ply: int
    after: str
    text: str

    @classmethod
    def of(cls, position: Position, turn: RatedTurn, best: float, lang: str) -> TurnView:
        """The view of a turn of a position; `best`: the equity of its best one."""
        move = position.parse_move(turn.move)
        loss = max(0.0, best - turn.estimate.equity)
        san = {each: position.notate(move, each) for each in LANGUAGES}
        estimate = EstimateView.of(turn.estimate, lang)
        key = "equities.best" if loss < MIN_LOSS else "equities.other"
        text = say(key, lang, turn=san[lang], loss=written_equity(-loss, lang), estimate=estimate.text)
        return cls(turn.move, san, estimate, loss, turn.ply, position.play_unchecked(move).text(), text)


class RollView(msgspec.Struct, frozen=True):
    """A roll and the best turn with it; `luck`: its equity above the mean of all rolls."""

    dice: str
    probability: float
    luck: float
    best: TurnView

    @classmethod
    def of(cls, position: Position, rated: RatedRoll, mean: float, lang: str) -> RollView:
        """The view of a roll of a position."""
        best = rated.best.estimate.equity
        turn = TurnView.of(position.play(rated.dice), rated.best, best, lang)
        return cls(rated.dice, rated.probability, best - mean, turn)


class CubeEquityView(msgspec.Struct, frozen=True):
    """A decision: its equity, normalized to the cube, and the chance to win the match (null: a single game)."""

    equity: float
    match_chance: float | None

    @classmethod
    def of(cls, found: CubeEquity | None) -> CubeEquityView | None:
        """The view of a decision, if it may be taken."""
        return None if found is None else cls(found.equity, found.match_chance)


class CubeJudgement(msgspec.Struct, frozen=True):
    """The judgement of the cube before a roll, seen by the side that rolls; see `axedrez.analysis.cube`."""

    may_double: bool
    redouble: bool
    action: CubeAction
    response: CubeResponse | None
    no_double: CubeEquityView | None
    double_take: CubeEquityView | None
    double_pass: CubeEquityView | None
    beaver: CubeEquityView | None
    text: str

    @classmethod
    def of(cls, verdict: CubeVerdict, lang: str) -> CubeJudgement:
        """The view of a verdict."""
        return cls(
            verdict.may_double,
            verdict.redouble,
            verdict.action,
            verdict.response,
            CubeEquityView.of(verdict.no_double),
            CubeEquityView.of(verdict.double_take),
            CubeEquityView.of(verdict.double_pass),
            CubeEquityView.of(verdict.beaver),
            cube_text(verdict, lang),
        )


class MatchStanding(msgspec.Struct, frozen=True):
    """How a match stands; `is_crawford`: this is the game without the cube."""

    length: int
    white: int
    black: int
    cube: int
    owner: SideWord | None
    largest: int
    crawford: bool
    crawford_played: bool
    jacoby: bool
    beavers: bool
    is_crawford: bool

    @classmethod
    def of(cls, match: MatchState) -> MatchStanding:
        """The view of the state of a match."""
        return cls(
            match.length,
            *match.score,
            match.cube,
            None if match.owner is None else SIDES[match.owner],
            match.largest,
            match.crawford,
            match.crawford_played,
            match.jacoby,
            match.beavers,
            match.is_crawford,
        )
