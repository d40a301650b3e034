"""Single positions, evaluated at once: an analysis board."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from axedrez.analysis import Effort, Evaluation
from axedrez.analysis.evaluation import SINGLE
from axedrez.analysis.evaluator import Evaluator
from axedrez.analysis.render import LineText, StandingText, certainty_text, line_text, standing_text
from axedrez.analysis.review import standing_at_end, standing_of
from axedrez.core import History, Position
from axedrez.match.commands import MoveText
from axedrez.match.setup import EngineName
from axedrez.messages import say
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.access.rate_limits import RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.evaluations import Evaluations
from axedrez.server.base.errors import language
from axedrez.server.base.http import while_there
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.base.requests import OptionValues, PositionText, RulebookId
from axedrez.server.play.engines import AnalysisEngine, Engines
from axedrez.server.play.fair_play import FairPlay
from axedrez.server.play.games import Games
from axedrez.server.routes.analyses import EVALUATIONS, AnyRequest, check_free, line_of
from axedrez.server.rulebooks.store import RulebookStore

MAX_NODES = 20 * SINGLE.nodes


class AskEvaluation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position after moves from another one, or from the start of a rulebook.

    `engine`: an external engine in place of ours; `threat`: evaluate as if it were the other side's move.
    """

    rulebook: RulebookId
    options: OptionValues = {}
    position: PositionText | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=1000)] = []
    nodes: Annotated[int, msgspec.Meta(ge=1000, le=MAX_NODES)] = SINGLE.nodes
    engine: EngineName | None = None
    threat: bool = False


class EvaluatedLine(msgspec.Struct, frozen=True):
    """A line, and how the position stands if it is played."""

    line: LineText
    standing: StandingText


class EvaluationView(msgspec.Struct, frozen=True):
    """The best lines, best first; none where there is no legal move, or no threat to report.

    `standing` is None where chance is to act, and for a threat; `text` says the threat, or what endgame tables say.
    """

    standing: StandingText | None
    lines: list[EvaluatedLine]
    text: str


@post("/api/evaluations", status_code=200, responses=UNKNOWN, summary="Evaluation into a position")
async def ask_evaluation(
    data: JSONBody[AskEvaluation],
    evaluations: NamedDependency[Evaluations],
    engines: NamedDependency[Engines],
    games: NamedDependency[Games],
    fair_play: NamedDependency[FairPlay],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> EvaluationView:
    """The value of a position and the best lines; refused to people who are playing another person.

    Also refused for positions of running games between others.
    """
    await check_free(person_of(me), games)
    line = await line_of(rulebooks, data.rulebook, data.options, data.position, data.moves)
    await fair_play.check(line.end.text())
    engine = AnalysisEngine(data.engine, engines.config_of(data.engine, line.game)) if data.engine is not None else None
    lang = language(request)
    here = line.end if line.final is not None else None
    history = line.history
    if data.threat and here is not None:
        here, history = line.evaluator.passed(here), History()
    if here is None:
        is_over = line.outcome is not None and not data.threat
        ended = standing_text(standing_at_end(line.outcome), lang) if is_over else None
        return EvaluationView(ended, [], say("analysis.no_threat", lang) if data.threat else "")
    rate_limiter.share("evaluation", requester, EVALUATIONS, max(1.0, data.nodes / SINGLE.nodes))
    effort = Effort(nodes=data.nodes)
    found = await while_there(request, evaluations.lines(requester, here, history, effort, engine))
    lines = _lines(line.evaluator, here, found, lang)
    if data.threat:
        return EvaluationView(None, lines[:1], say("analysis.threat", lang, line=lines[0].line.text))
    return EvaluationView(lines[0].standing, lines, certainty_text(found.certain, lang) if found.certain else "")


def _lines(evaluator: Evaluator, position: Position, found: Evaluation, lang: str) -> list[EvaluatedLine]:
    return [
        EvaluatedLine(line_text(evaluator, position, each, lang), standing_text(standing_of(each, position.side), lang))
        for each in found.lines
    ]


HANDLERS = [ask_evaluation]
