"""Help in casual games alone or against the computer: hints, and a tutor for games of dice."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

import msgspec
from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez import analysts
from axedrez.analysis.dice.answers import index_of
from axedrez.analysis.dice.grades import DiceGrade, grade, unit_of
from axedrez.analysis.dice.points_analyst import HINT_PLY, HINT_S
from axedrez.analysis.equity import DEFAULT_TURNS, Chances, RatedTurn
from axedrez.analysis.equity_text import written_equity
from axedrez.analysis.reasons import reason_text
from axedrez.core import NotAllowed, Position, Step
from axedrez.match import Record, Stale, seats_of
from axedrez.match.commands import MoveText
from axedrez.messages import LANGUAGES, Texts, say
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.access.rate_limits import RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.dice_positions import DicePosition, analyst_of
from axedrez.server.analysis.evaluations import Evaluations
from axedrez.server.base.http import while_there
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.play.explanations import owned, owners
from axedrez.server.play.fair_play import FairPlay
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from axedrez.server.play.presenters import step_view
from axedrez.server.play.stale import StaleCommand
from axedrez.server.play.views import StepView
from axedrez.server.routes.analyses import EVALUATIONS, AnyRequest
from axedrez.server.work.priced_work import LOOK_MS, work

MAX_REASONS = 3


class AskHint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`whole`: the move, not only the piece."""

    whole: bool = False


class HintView(msgspec.Struct, frozen=True):
    """A hint about the position after event `seq`: the piece's square, and its target if that was requested.

    `steps` of the whole turn in a game of dice, if that was requested.
    """

    seq: int
    origin: str
    target: str | None
    text: Texts
    steps: list[StepView]


class AskTutor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn that may be played after event `seq`; `lang` names the language of its piece letters."""

    seq: int
    move: MoveText
    lang: Literal["es", "en"] = "en"


class JudgedTurn(msgspec.Struct, frozen=True):
    """A turn in both languages, and what it is worth to the side that plays it, in points before the cube."""

    move: str
    text: Texts
    equity: float
    chances: Chances


class TutorView(msgspec.Struct, frozen=True):
    """What a turn would give up, in points before the cube, and the best turn in its place, with its `steps`.

    `reasons`: why it is worse, a sentence each.
    """

    seq: int
    loss: float
    grade: DiceGrade
    text: Texts
    played: JudgedTurn
    best: JudgedTurn
    steps: list[StepView]
    reasons: list[Texts]


@post("/api/games/{game_id:uuid}/hint", status_code=200, responses=UNKNOWN, summary="Ask for a hint")
async def ask_hint(
    game_id: FromPath[UUID],
    data: JSONBody[AskHint],
    games: NamedDependency[Games],
    evaluations: NamedDependency[Evaluations],
    fair_play: NamedDependency[FairPlay],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> HintView:
    """Which piece to move, or which move to play, in a casual game alone or against the computer."""
    record = (await games.get(game_id)).record
    position = _helped(record, person_of(me), "hint_alone")
    await fair_play.check(position.text())
    rate_limiter.share("evaluation", requester, EVALUATIONS)
    best = await while_there(request, evaluations.best(requester, position, record.history, record.match_state))
    return await work(LOOK_MS, _hint_view, record, position, best, data.whole)


@post("/api/games/{game_id:uuid}/tutor", status_code=200, responses=UNKNOWN, summary="What a turn would give up")
async def ask_tutor(
    game_id: FromPath[UUID],
    data: JSONBody[AskTutor],
    games: NamedDependency[Games],
    evaluations: NamedDependency[Evaluations],
    fair_play: NamedDependency[FairPlay],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> TutorView:
    """What a turn gives up before it is played, in a casual game of dice alone or against the computer."""
    live = await games.get(game_id)
    record = live.record
    position = _helped(record, person_of(me), "tutor_alone")
    judge = analyst_of(position.game)
    await _check_fresh(games, live, data.seq)
    move = str(position.parse_move(data.move, data.lang))
    await fair_play.check(position.text())
    rate_limiter.share("evaluation", requester, EVALUATIONS)
    asked = DicePosition(position, judge)
    judging = evaluations.turns(requester, asked, HINT_PLY, DEFAULT_TURNS, move, HINT_S, record.match_state)
    turns = await while_there(request, judging)
    return await work(LOOK_MS, _tutored, record, position, turns, move)


def _helped(record: Record, who: UUID | None, reason: str) -> Position:
    """The position of a game in which `who` may have help; else `reason` says why not. Raises `AxedrezError`."""
    if record.outcome is not None:
        raise NotAllowed("game_over")
    if record.players.are_apart or not record.setup.casual:
        raise NotAllowed(reason)
    if record.position.turn not in seats_of(record.players, who):
        raise NotAllowed("not_your_seat")
    return record.position


async def _check_fresh(games: Games, live: LiveGame, seq: int) -> None:
    """Raise `StaleCommand` unless the game stands where the sender believes."""
    if seq != live.record.seq:
        raise StaleCommand(Stale(seq, live.record.seq), await games.view(live))


def _hint_view(record: Record, position: Position, text: str, whole: bool) -> HintView:
    """A hint at the move or turn `text`; its steps where a turn has several, if they were requested."""
    analyst = analysts.analyst_of(position.game)
    steps = position.taken(position.parse_move(text))
    origin, target = (steps[0].origin, steps[0].target) if steps else ("", "")
    seen = list[StepView]()
    if whole and steps:
        said = {lang: _move_hint(analyst.written(position, [text], lang), lang) for lang in LANGUAGES}
        if position.game.conduct.composed:
            seen = [step_view(position.game, step) for step in steps]
    elif not origin:
        said = {lang: say("analysis.hint.pass", lang) for lang in LANGUAGES}
    elif position.game.conduct.composed:
        said = {lang: _point_hint(record, position, steps[0], lang) for lang in LANGUAGES}
    else:
        said = {lang: _square_hint(origin, lang) for lang in LANGUAGES}
    return HintView(record.seq, origin, target if whole else None, said, seen)


def _move_hint(move: str, lang: str) -> str:
    return say("analysis.hint.move", lang, move=move)


def _square_hint(origin: str, lang: str) -> str:
    return say("analysis.hint.hand" if origin.endswith("@") else "analysis.hint.piece", lang, square=origin)


def _point_hint(record: Record, position: Position, step: Step, lang: str) -> str:
    """Which piece to think of: whose it is, and where it stands."""
    piece = owned(position.game, _letter(step, position), owners(record.players)[position.side], lang)
    if step.origin == "bar":
        return say("analysis.hint.bar", lang, piece=piece)
    return say("analysis.hint.point", lang, piece=piece, point=step.origin.zfill(2))


def _letter(step: Step, position: Position) -> str:
    """The letter, as it stands on the board, of the piece that a step takes from its origin."""
    before, after = next((list(each.before), each.after) for each in step.effects if each.place == step.origin)
    for letter in after:
        before.remove(letter)
    return next(letter for letter in before if letter.isupper() == (position.side == 0))


def _tutored(record: Record, position: Position, turns: tuple[RatedTurn, ...], move: str) -> TutorView:
    played = index_of(position, turns, move)
    best, own = turns[0], turns[played]
    loss = max(0.0, best.estimate.equity - own.estimate.equity)
    judge = analyst_of(position.game)
    found = grade(loss, unit_of(judge.usual_points(position.game)), is_best=played == 0 or loss == 0.0)
    reasons = () if found in ("best", "good") else judge.reasons(position, own.move, best.move)
    return TutorView(
        record.seq,
        loss,
        found,
        {lang: _tutor_text(position, found, loss, best, lang) for lang in LANGUAGES},
        _judged(position, own),
        _judged(position, best),
        [step_view(position.game, step) for step in position.taken(position.parse_move(best.move))],
        [{lang: reason_text(each, position.game, lang) for lang in LANGUAGES} for each in reasons[:MAX_REASONS]],
    )


def _judged(position: Position, turn: RatedTurn) -> JudgedTurn:
    move = position.parse_move(turn.move)
    texts = {lang: position.notate(move, lang) for lang in LANGUAGES}
    return JudgedTurn(turn.move, texts, turn.estimate.equity, turn.estimate.chances)


def _tutor_text(position: Position, found: DiceGrade, loss: float, best: RatedTurn, lang: str) -> str:
    said = say(f"analysis.dice.grade.{found}", lang, loss=written_equity(loss, lang).removeprefix("+"))
    if found in ("best", "good"):
        return said
    better = say("analysis.tutor.better", lang, turn=position.notate(position.parse_move(best.move), lang))
    return f"{said} {better}"


HANDLERS = [ask_hint, ask_tutor]
