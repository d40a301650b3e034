"""Analyses of finished games and of the user's own positions, and what is threatened in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Request, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez import analysts
from axedrez.analysis import Effort, GameLine
from axedrez.analysis.analyst import PlayedLine
from axedrez.analysis.dice.render import DiceReport
from axedrez.analysis.equity import MAX_PLY
from axedrez.analysis.evaluation import NODES
from axedrez.analysis.render import LineText, Report, line_text
from axedrez.core import History, Move, NotAllowed
from axedrez.core.game_record import GameRecord
from axedrez.match.commands import MoveText
from axedrez.match.setup import EngineName
from axedrez.match.transcript import transcript
from axedrez.messages import say, sentence
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.analyses import Analyses, AnalysisJob, AnalysisRequest
from axedrez.server.analysis.evaluations import Evaluations
from axedrez.server.analysis.game_reports import analysis_of
from axedrez.server.base.errors import Malformed, NotFound, language
from axedrez.server.base.http import while_there
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.base.requests import JobKey, OptionValues, PositionText, RulebookId
from axedrez.server.play.engines import AnalysisEngine, Engines
from axedrez.server.play.fair_play import FairPlay
from axedrez.server.play.games import Games
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.jobs import State
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, work
from axedrez.storage import GameFilter, PersonFilter

ANALYSES = Quota(Rate(burst=10, a_second=1 / 20), Rate(burst=200, a_second=1))
READING = Quota(Rate(burst=60, a_second=4), Rate(burst=1000, a_second=60))
EVALUATIONS = Quota(Rate(burst=30, a_second=0.5), Rate(burst=600, a_second=5))
"""Hints, threats and looks."""
MAX_RUNNING = 100
"""So many of somebody's games that go on are looked through."""

AnyRequest = Request[Any, Any, Any]


class AskAnalysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game of this server, or else moves from a position of a rulebook; `nodes` for each position.

    `engine`: an external engine that evaluates instead of ours (`/api/engines`). `ply`: how many rolls ahead the turns
    of a game of dice are judged (null: as is usual in it); among its `moves` are the rolls.
    """

    game: UUID | None = None
    rulebook: RulebookId | None = None
    options: OptionValues = {}
    position: PositionText | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=2000)] = []
    nodes: Annotated[int, msgspec.Meta(ge=1000, le=1_000_000)] = NODES
    engine: EngineName | None = None
    ply: Annotated[int, msgspec.Meta(ge=0, le=MAX_PLY)] | None = None


class AnalysisView(msgspec.Struct, frozen=True):
    """The progress of an analysis: `done` of `total` positions; in the end the report, in points in games of dice."""

    id: str
    state: State
    done: int
    total: int
    error: str | None
    report: Report | DiceReport | None


class AskThreat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position after so many moves."""

    ply: Annotated[int, msgspec.Meta(ge=0, le=2000)]


class ThreatView(msgspec.Struct, frozen=True):
    """What the other side would do if it were its move, in a sentence; without `line` there is no threat to report."""

    ply: int
    line: LineText | None
    text: str


@post("/api/analyses", status_code=200, responses=UNKNOWN, summary="Ask for an analysis")
async def ask_analysis(
    data: JSONBody[AskAnalysis],
    analyses: NamedDependency[Analyses],
    games: NamedDependency[Games],
    fair_play: NamedDependency[FairPlay],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    engines: NamedDependency[Engines],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> AnalysisView:
    """Begin an analysis; repeating the request returns the same one."""
    if data.game is None:
        await check_free(person_of(me), games)
    record = await _record(data, games, rulebooks)
    rules = record.start.game
    analyst = analysts.analyst_of(rules)
    effort = analyst.settled(rules, Effort(nodes=data.nodes, ply=data.ply))
    analyst.check_effort(rules, effort)
    if data.engine is not None and "engines" not in analyst.capabilities:
        raise Malformed("engine")
    engine = AnalysisEngine(data.engine, engines.config_of(data.engine, rules)) if data.engine is not None else None
    line: PlayedLine = await work(PLY_MS * len(record.entries), analyst.line, record)
    asked = AnalysisRequest(analyst, line, effort, engine, data.game)
    job = await analyses.known(asked, requester)
    if job is None:
        await fair_play.check(line.end.text(), (each.text() for each in line.positions), len(line.positions))
        rate_limiter.share("analysis", requester, ANALYSES)
        job = analyses.start(asked, requester)
    return await _view(job, language(request))


@get("/api/games/{game_id:uuid}/analyses", responses=UNKNOWN, summary="The analysis that a game has")
async def list_analyses(
    game_id: FromPath[UUID],
    analyses: NamedDependency[Analyses],
    games: NamedDependency[Games],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> list[AnalysisView]:
    """The analysis of a game that the sender waits for, or else the latest that anybody has asked for; none of both."""
    rate_limiter.share("analyses", requester, READING)
    live = await games.get_for(game_id, person_of(me))
    job = await analysis_of(live, games, analyses, requester)
    return [] if job is None else [await _view(job, language(request))]


@get("/api/analyses/{key:str}", responses=UNKNOWN, summary="An analysis")
async def read_analysis(
    key: FromPath[JobKey], analyses: NamedDependency[Analyses], request: AnyRequest
) -> AnalysisView:
    """The progress of an analysis, and its report."""
    return await _view(_known(analyses, key), language(request))


@delete("/api/analyses/{key:str}", status_code=200, responses=UNKNOWN, summary="Cancel an analysis")
async def cancel_analysis(
    key: FromPath[JobKey],
    analyses: NamedDependency[Analyses],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> AnalysisView:
    """End one's own analysis. Evaluations that are done stay in the cache."""
    job = _known(analyses, key)
    analyses.give_up(job, requester)
    return await _view(job, language(request))


@post("/api/analyses/{key:str}/threat", status_code=200, responses=UNKNOWN, summary="What is threatened")
async def ask_threat(
    key: FromPath[JobKey],
    data: JSONBody[AskThreat],
    analyses: NamedDependency[Analyses],
    evaluations: NamedDependency[Evaluations],
    fair_play: NamedDependency[FairPlay],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> ThreatView:
    """The threat at a position of an analysed game: what the other side would do if it were its move."""
    job, lang = _known(analyses, key), language(request)
    analyst, line = job.asked.analyst, job.asked.line
    positions = [*line.positions, line.end]
    if data.ply >= len(positions):
        raise Malformed("ply")
    position = positions[data.ply]
    other = analyst.threatening(position)
    if other is None:
        return ThreatView(data.ply, None, say("analysis.no_threat", lang))
    await fair_play.check(position.text())
    rate_limiter.share("evaluation", requester, EVALUATIONS)
    found = await while_there(request, evaluations.lines(requester, other, History()))
    threat = line_text(analysts.evaluator_of(other.game), other, found.lines[0], lang)
    return ThreatView(data.ply, threat, say("analysis.threat", lang, line=threat.text))


async def _record(data: AskAnalysis, games: Games, rulebooks: RulebookStore) -> GameRecord:
    """The game to analyse. Raises `AxedrezError`, also for a game that goes on."""
    if (data.game is None) == (data.rulebook is None):
        raise Malformed("game")
    if data.game is not None:
        if data.position is not None or data.moves or data.options:
            raise Malformed("game")
        live = await games.get(data.game)
        if live.record.outcome is None:
            raise NotAllowed("analysis_running")
        return await work(PLY_MS * len(live.record.moves), transcript, live.record, await games.log(live), {})
    game = await rulebooks.load(data.rulebook or "", data.options)

    def played() -> GameRecord:
        start = game.parse(data.position) if data.position is not None else game.start()
        return GameRecord.from_moves(start, data.moves)

    return await work(LOOK_MS + PLY_MS * len(data.moves), played)


async def line_of(
    rulebooks: RulebookStore, rulebook: str, options: dict[str, Any], position: str | None, moves: Sequence[str]
) -> GameLine:
    """Moves from a position of a rulebook, or from its start. Raises `AxedrezError`."""
    game = await rulebooks.load(rulebook, options)

    def walk() -> GameLine:
        start = here = game.parse(position) if position is not None else game.start()
        played: list[Move] = []
        for text in moves:
            played.append(here.parse_move(text))
            here = here.play_unchecked(played[-1])
        return GameLine(start, played, analysts.evaluator_of(start.game))

    return await work(LOOK_MS + PLY_MS * len(moves), walk)


async def check_free(who: UUID | None, games: Games) -> None:
    """Raise `NotAllowed` if a game of `who` with another person, or a rated one, goes on: it might be that position."""
    if who is None:
        return
    lines = await games.store.page(MAX_RUNNING, None, GameFilter("running", mine=PersonFilter(who)))
    if any(line.players.are_apart or line.speed is not None for line in lines):
        raise NotAllowed("analysis_playing")


def _known(analyses: Analyses, key: str) -> AnalysisJob:
    found = analyses.find(key)
    if found is None:
        raise NotFound("analysis_gone")
    return found


async def _view(job: AnalysisJob, lang: str) -> AnalysisView:
    # First of all: a job that ends meanwhile is told as running, not as done without its report.
    state = job.state
    report = await work(PLY_MS * job.total, job.report, lang) if state == "done" else None
    error = None if job.error is None else sentence(job.error, lang)
    return AnalysisView(job.key, state, job.done, job.total, error, report)


HANDLERS = [ask_analysis, list_analyses, read_analysis, cancel_analysis, ask_threat]
