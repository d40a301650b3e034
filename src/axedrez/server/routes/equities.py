"""Positions of games of dice, judged in points at once: an analysis board."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from axedrez.analysis.equity import DEFAULT_TURNS, Chances, Estimate, RatedThrow, RatedTurn
from axedrez.analysis.equity_text import estimate_text, written_equity
from axedrez.core import Position, Side
from axedrez.core.match_state import MatchState
from axedrez.core.scene import Scene
from axedrez.match.commands import MoveText, SideWord
from axedrez.match.events import EndedData
from axedrez.messages import LANGUAGES, Texts, say, sentence
from axedrez.server.authentication import Identity, person_of
from axedrez.server.equities import MOST_PLY, DicePosition, Equities, position_of
from axedrez.server.errors import language
from axedrez.server.fair_play import FairPlay
from axedrez.server.games import Games
from axedrez.server.http import while_there
from axedrez.server.openapi import UNKNOWN
from axedrez.server.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.requesters import Requester
from axedrez.server.requests import OptionValues, PositionText, RulebookId
from axedrez.server.routes.analyses import AnyRequest, check_free
from axedrez.server.rulebooks import RulebookStore

EQUITIES = Quota(Rate(burst=60, a_second=1), Rate(burst=1200, a_second=10))
COSTS = (1, 3, 12)
"""What a judgement takes out of the bucket, by its plies; the throws three times as much."""
MOST_TURNS = 40
LEAST_LOSS = 0.0005
"""A smaller loss is none: it does not show in three decimals."""

_SIDES: tuple[SideWord, ...] = ("white", "black")


class MatchInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match stands: see `axedrez.core.match_state.MatchState`; `white` and `black` are their points."""

    length: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    white: Annotated[int, msgspec.Meta(ge=0, le=98)] = 0
    black: Annotated[int, msgspec.Meta(ge=0, le=98)] = 0
    cube: Annotated[int, msgspec.Meta(ge=1, le=32768)] = 1
    owner: SideWord | None = None
    largest: Annotated[int, msgspec.Meta(ge=1, le=32768)] = 64
    crawford: bool = True
    crawford_played: bool = False

    def state(self) -> MatchState:
        """The state of the match."""
        owner = None if self.owner is None else Side(_SIDES.index(self.owner))
        score = self.white, self.black
        return MatchState(self.length, score, self.cube, owner, self.largest, self.crawford, self.crawford_played)


class AskEquities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position after throws and turns from another one, given as a text or an id, or from the start.

    `ply`: how many throws to look ahead; `most`: so many of the best turns, and `also` this one; `throws`: the 21
    throws of a position before one; `match`: how the match stands, in place of what an id says.
    """

    rulebook: RulebookId
    options: OptionValues = {}
    position: PositionText | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=1000)] = []
    ply: Annotated[int, msgspec.Meta(ge=0, le=MOST_PLY)] = 0
    most: Annotated[int, msgspec.Meta(ge=1, le=MOST_TURNS)] = DEFAULT_TURNS
    also: MoveText | None = None
    throws: bool = False
    match: MatchInput | None = None


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
    """The equity of the side to throw or to move, in points before the cube, its chances, and both in a sentence."""

    equity: float
    chances: ChancesView
    text: str

    @classmethod
    def of(cls, estimate: Estimate, lang: str) -> EstimateView:
        """The view of an estimate."""
        return cls(estimate.equity, ChancesView.of(estimate.chances), estimate_text(estimate, lang))


class TurnView(msgspec.Struct, frozen=True):
    """A turn: its notation, its place among all that were judged, what it is worth at `ply`.

    `loss`: equity given up against the best; `after`: the text of the position that it leads to.
    """

    move: str
    san: Texts
    estimate: EstimateView
    loss: float
    ply: int
    after: str
    text: str


class ThrowView(msgspec.Struct, frozen=True):
    """A throw and the best turn with it; `luck`: its equity above the mean of all throws."""

    dice: str
    probability: float
    luck: float
    best: TurnView


class PositionIds(msgspec.Struct, frozen=True):
    """The ids of a position; those of other programs where they can hold it."""

    axedrez: str
    gnubg: str | None
    xgid: str | None


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
    is_crawford: bool


class EquitiesView(msgspec.Struct, frozen=True):
    """A position and what it is worth to the side whose turn it is; no `estimate` where the game is over.

    `estimate`: before a throw; with one that of its best turn. `mean` of the `throws`. `notes`: what was passed over in
    the text, a sentence each. `text`: all of it in a sentence.
    """

    position: str
    ids: PositionIds
    match: MatchStanding | None
    scene: Scene
    side: SideWord
    outcome: EndedData | None
    estimate: EstimateView | None
    turns: list[TurnView]
    throws: list[ThrowView]
    mean: float | None
    notes: list[str]
    text: str


@post("/api/equities", status_code=200, responses=UNKNOWN, summary="Equity of a position of a game of dice")
async def ask_equities(
    data: JSONBody[AskEquities],
    equities: NamedDependency[Equities],
    games: NamedDependency[Games],
    fair_play: NamedDependency[FairPlay],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> EquitiesView:
    """What a position is worth, its best turns, or its 21 throws; refused to people who are playing another person.

    Also refused for positions of running games between others.
    """
    await check_free(person_of(me), games)
    game = await rulebooks.load(data.rulebook, data.options)
    asked = await asyncio.to_thread(position_of, game, data.position, data.moves)
    await fair_play.check(asked.position.text())
    match = data.match.state() if data.match is not None else asked.match
    ids = asked.ids(match)
    rate_limiter.share("equities", requester, EQUITIES, COSTS[data.ply] * (3 if data.throws else 1))
    return await while_there(request, _judged(data, asked, match, ids, equities, requester, language(request)))


async def _judged(
    data: AskEquities,
    asked: DicePosition,
    match: MatchState | None,
    ids: dict[str, str],
    equities: Equities,
    requester: Requester,
    lang: str,
) -> EquitiesView:
    position = asked.position
    outcome = position.outcome()
    estimate: Estimate | None = None
    turns: tuple[RatedTurn, ...] = ()
    throws: tuple[RatedThrow, ...] = ()
    if asked.is_thrown:
        turns = await equities.turns(requester, asked, data.ply, data.most, data.also)
        estimate = turns[0].estimate
    elif outcome is None:
        estimate = await equities.estimate(requester, asked, data.ply)
        if data.throws:
            throws = await equities.throws(requester, asked, data.ply)
    mean = sum(each.probability * each.best.estimate.equity for each in throws) if throws else None
    best = max((turn.estimate.equity for turn in turns), default=0.0)
    side = _SIDES[position.side]
    turn_views = await asyncio.to_thread(lambda: [_turn(position, turn, best, lang) for turn in turns])
    throw_views = await asyncio.to_thread(lambda: [_throw(position, each, mean or 0.0, lang) for each in throws])
    seen = EstimateView.of(estimate, lang) if estimate is not None else None
    return EquitiesView(
        position.text(),
        PositionIds(ids["axedrez"], ids.get("gnubg"), ids.get("xgid")),
        match_view(match) if match is not None else None,
        position.scene(),
        side,
        EndedData.of(outcome) if outcome else None,
        seen,
        turn_views,
        throw_views,
        mean,
        [sentence(note, lang) for note in asked.passed],
        _said(side, asked.is_thrown, seen, lang),
    )


def _said(side: SideWord, is_thrown: bool, estimate: EstimateView | None, lang: str) -> str:
    if estimate is None:
        return say("equities.over", lang)
    return " ".join([say(f"equities.{'turn' if is_thrown else 'throw'}.{side}", lang), estimate.text])


def _turn(position: Position, turn: RatedTurn, best: float, lang: str) -> TurnView:
    move = position.parse_move(turn.move)
    loss = max(0.0, best - turn.estimate.equity)
    san = {each: position.notate(move, each) for each in LANGUAGES}
    estimate = EstimateView.of(turn.estimate, lang)
    key = "equities.best" if loss < LEAST_LOSS else "equities.other"
    text = say(key, lang, turn=san[lang], loss=written_equity(-loss, lang), estimate=estimate.text)
    return TurnView(turn.move, san, estimate, loss, turn.ply, position.play_unchecked(move).text(), text)


def _throw(position: Position, rated: RatedThrow, mean: float, lang: str) -> ThrowView:
    thrown = position.play(rated.dice)
    best = rated.best.estimate.equity
    return ThrowView(rated.dice, rated.probability, best - mean, _turn(thrown, rated.best, best, lang))


def match_view(match: MatchState) -> MatchStanding:
    """How a match stands, as JSON."""
    owner = None if match.owner is None else _SIDES[match.owner]
    length, (white, black), cube, _, largest, crawford, played = match
    return MatchStanding(length, white, black, cube, owner, largest, crawford, played, match.is_crawford)


HANDLERS = [ask_equities]
