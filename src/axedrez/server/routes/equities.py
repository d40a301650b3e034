"""Positions of games of dice, judged in points at once: an analysis board."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from axedrez.analysis.cube import CubeVerdict
from axedrez.analysis.equity import DEFAULT_TURNS, Estimate, RatedRoll, RatedTurn
from axedrez.analysis.score_matrix import MAX_LACKING, ScoreMatrix
from axedrez.core import Side
from axedrez.core.match_state import MatchState
from axedrez.core.scene import Scene
from axedrez.match.commands import MoveText, SideWord
from axedrez.match.events import EndedData
from axedrez.messages import say, sentence
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.dice_positions import DicePosition, position_of
from axedrez.server.analysis.evaluations import Evaluations
from axedrez.server.base.errors import language
from axedrez.server.base.http import while_there
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.base.requests import OptionValues, PositionText, RulebookId
from axedrez.server.play.fair_play import FairPlay
from axedrez.server.play.games import Games
from axedrez.server.routes.analyses import AnyRequest, check_free
from axedrez.server.routes.equity_views import SIDES, CubeJudgement, EstimateView, MatchStanding, RollView, TurnView
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, TURN_MS, work

EQUITIES = Quota(Rate(burst=60, a_second=1), Rate(burst=1200, a_second=10))
COSTS = (1, 3, 12)
"""What a judgement takes out of the bucket, by its plies; the rolls three times as much."""
MAX_PLY = 2
MAX_TURNS = 40


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
    jacoby: bool = False
    beavers: bool = False

    def state(self) -> MatchState:
        """The state of the match."""
        owner = None if self.owner is None else Side(SIDES.index(self.owner))
        score = self.white, self.black
        return MatchState(
            self.length,
            score,
            self.cube,
            owner,
            self.largest,
            self.crawford,
            self.crawford_played,
            self.jacoby,
            self.beavers,
        )


class AskEquities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position after rolls and turns from another one, given as a text or an id, or from the start.

    `ply`: how many rolls to look ahead; `most`: so many of the best turns, and `also` this one; `rolls`: the 21
    rolls of a position before one; `match`: how the match stands, in place of what an id says; `scores`: the cube is
    judged, before a roll, wherever either side lacks up to so many points (0: nowhere).
    """

    rulebook: RulebookId
    options: OptionValues = {}
    position: PositionText | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=1000)] = []
    ply: Annotated[int, msgspec.Meta(ge=0, le=MAX_PLY)] = 0
    most: Annotated[int, msgspec.Meta(ge=1, le=MAX_TURNS)] = DEFAULT_TURNS
    also: MoveText | None = None
    rolls: bool = False
    match: MatchInput | None = None
    scores: Annotated[int, msgspec.Meta(ge=0, le=MAX_LACKING)] = 0


class PositionIds(msgspec.Struct, frozen=True):
    """The ids of a position; those of other programs where they can hold it."""

    axedrez: str
    gnubg: str | None
    xgid: str | None


class EquitiesView(msgspec.Struct, frozen=True):
    """A position and what it is worth to the side whose turn it is; no `estimate` where the game is over.

    `estimate`: before a roll; with one that of its best turn. `mean` of the `rolls`. `cube`: before a roll, where it
    is told how the match stands; `scores`: at other scores. `notes`: what was passed over in the text, a sentence each.
    `text`: all of it in a sentence.
    """

    position: str
    ids: PositionIds
    match: MatchStanding | None
    scene: Scene
    side: SideWord
    outcome: EndedData | None
    estimate: EstimateView | None
    turns: list[TurnView]
    rolls: list[RollView]
    mean: float | None
    cube: CubeJudgement | None
    scores: ScoreMatrix | None
    notes: list[str]
    text: str


@post("/api/equities", status_code=200, responses=UNKNOWN, summary="Equity of a position of a game of dice")
async def ask_equities(
    data: JSONBody[AskEquities],
    evaluations: NamedDependency[Evaluations],
    games: NamedDependency[Games],
    fair_play: NamedDependency[FairPlay],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> EquitiesView:
    """What a position is worth, its best turns, or its 21 rolls; refused to people who are playing another person.

    Also refused for positions of running games between others.
    """
    await check_free(person_of(me), games)
    game = await rulebooks.load(data.rulebook, data.options)
    asked = await work(LOOK_MS + TURN_MS * len(data.moves), position_of, game, data.position, data.moves)
    await fair_play.check(asked.position.text())
    match = data.match.state() if data.match is not None else asked.match
    ids = asked.ids(match)
    rate_limiter.share("equities", requester, EQUITIES, COSTS[data.ply] * (3 if data.rolls or data.scores else 1))
    return await while_there(request, _judged(data, asked, match, ids, evaluations, requester, language(request)))


async def _judged(
    data: AskEquities,
    asked: DicePosition,
    match: MatchState | None,
    ids: dict[str, str],
    evaluations: Evaluations,
    requester: Requester,
    lang: str,
) -> EquitiesView:
    position = asked.position
    outcome = position.outcome()
    estimate: Estimate | None = None
    turns: tuple[RatedTurn, ...] = ()
    rolls: tuple[RatedRoll, ...] = ()
    cube: CubeVerdict | None = None
    scores: ScoreMatrix | None = None
    if asked.is_rolled:
        turns = await evaluations.turns(requester, asked, data.ply, data.most, data.also, match=match)
        estimate = turns[0].estimate
    elif outcome is None:
        estimate = await evaluations.estimate(requester, asked, data.ply, match)
        if match is not None:
            cube = await evaluations.cube(requester, asked, match, data.ply)
        if data.scores > 1:
            scores = await evaluations.scores(requester, asked, data.scores, match or MatchState(), data.ply)
        if data.rolls:
            rolls = await evaluations.rolls(requester, asked, data.ply, match)
    mean = sum(each.probability * each.best.estimate.equity for each in rolls) if rolls else None
    best = max((turn.estimate.equity for turn in turns), default=0.0)
    side = SIDES[position.side]
    turn_views = await work(
        LOOK_MS + PLY_MS * len(turns), lambda: [TurnView.of(position, turn, best, lang) for turn in turns]
    )
    roll_views = await work(
        LOOK_MS + PLY_MS * len(rolls), lambda: [RollView.of(position, each, mean or 0.0, lang) for each in rolls]
    )
    seen = EstimateView.of(estimate, lang) if estimate is not None else None
    return EquitiesView(
        position.text(),
        PositionIds(ids["axedrez"], ids.get("gnubg"), ids.get("xgid")),
        MatchStanding.of(match) if match is not None else None,
        position.scene(),
        side,
        EndedData.of(outcome) if outcome else None,
        seen,
        turn_views,
        roll_views,
        mean,
        CubeJudgement.of(cube, lang) if cube is not None else None,
        scores,
        [sentence(note, lang) for note in asked.passed],
        _said(side, asked.is_rolled, seen, lang),
    )


def _said(side: SideWord, is_rolled: bool, estimate: EstimateView | None, lang: str) -> str:
    if estimate is None:
        return say("equities.over", lang)
    return " ".join([say(f"equities.{'turn' if is_rolled else 'roll'}.{side}", lang), estimate.text])


HANDLERS = [ask_equities]
