"""Rollouts of positions of games of dice: starting, reading, cancelling."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez.analysis.equity import Estimate, RolledCube, RolledOut, RolloutOptions
from axedrez.analysis.equity_text import estimate_text, written_equity
from axedrez.core import IllegalMove
from axedrez.core.match_state import single_game
from axedrez.match.commands import MoveText
from axedrez.messages import LANGUAGES, Texts, say, sentence
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.dice_positions import DicePosition, position_of
from axedrez.server.analysis.rollouts import MAX_ROLLED, MAX_TRIALS, MAX_TURNS, Rollout, Rollouts
from axedrez.server.base.errors import Malformed, NotFound, language
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.base.requests import JobKey, OptionValues, PositionText, RulebookId
from axedrez.server.play.fair_play import FairPlay
from axedrez.server.play.games import Games
from axedrez.server.routes.analyses import AnyRequest, check_free
from axedrez.server.routes.equities import MatchInput
from axedrez.server.routes.equity_views import ChancesView
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.jobs import State
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, TURN_MS, work

ROLLOUTS = Quota(Rate(burst=10, a_second=1 / 20), Rate(burst=100, a_second=1 / 2))
USUAL_TRIALS = 360
MAX_PLY = 1


class AskRollout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position after rolls and turns from another one, as for equities, and how it is played on.

    `turns`: those with its roll that are rolled out beside each other, all with the same dice; none for a position
    before a roll. `trials`: games of each; `horizon`: games are left after so many turns; `ply`: of the players.
    `match`: at whose score they play, in place of what an id says. `cubeful`: with the cube, too, in a game for money
    where no match is told.
    """

    rulebook: RulebookId
    options: OptionValues = {}
    position: PositionText | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=1000)] = []
    turns: Annotated[list[MoveText], msgspec.Meta(max_length=MAX_ROLLED)] = []
    trials: Annotated[int, msgspec.Meta(ge=1, le=MAX_TRIALS)] = USUAL_TRIALS
    horizon: Annotated[int, msgspec.Meta(ge=1, le=MAX_TURNS)] = MAX_TURNS
    ply: Annotated[int, msgspec.Meta(ge=0, le=MAX_PLY)] = 0
    match: MatchInput | None = None
    cubeful: bool = False


class RolledCubeView(msgspec.Struct, frozen=True):
    """What the games were worth with the cube, normalized to the cube: `equity` ± `half`; the chance to win a match."""

    equity: float
    half: float
    match_chance: float | None

    @classmethod
    def of(cls, found: RolledCube | None) -> RolledCubeView | None:
        """The view of what a rollout has found."""
        return None if found is None else cls(found.equity, found.half, found.match_chance)


class RolledOutView(msgspec.Struct, frozen=True):
    """What was found of a turn (`move` null: of the position) in `trials` games so far.

    `half`: half of the width of the 95 % interval of the `equity`; `loss`: against the best of them; `cut`: games left
    at the horizon; `length`: turns of a game on average. `cubeful`: with the cube, where that was asked, which nobody
    turns before the first roll; `double_take`: after a double that is taken, where the side may double.
    """

    move: str | None
    san: Texts | None
    trials: int
    equity: float
    half: float
    loss: float
    chances: ChancesView
    finished: int
    drawn: int
    cut: int
    length: float
    text: str
    cubeful: RolledCubeView | None = None
    double_take: RolledCubeView | None = None


class RolloutView(msgspec.Struct, frozen=True):
    """The progress of a rollout: `done` of `total` games; `results` so far, the best first."""

    id: str
    state: State
    done: int
    total: int
    error: str | None
    results: list[RolledOutView]


@post("/api/rollouts", status_code=200, responses=UNKNOWN, summary="Ask for a rollout")
async def ask_rollout(
    data: JSONBody[AskRollout],
    rollouts: NamedDependency[Rollouts],
    games: NamedDependency[Games],
    fair_play: NamedDependency[FairPlay],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> RolloutView:
    """Begin a rollout; repeating the request returns the same one. Refused where equities are."""
    await check_free(person_of(me), games)
    game = await rulebooks.load(data.rulebook, data.options)
    asked, turns = await work(
        LOOK_MS + TURN_MS * len(data.moves) + PLY_MS * len(data.turns),
        lambda: _turns(position_of(game, data.position, data.moves), data.turns),
    )
    await fair_play.check(asked.position.text())
    match = data.match.state() if data.match is not None else asked.match
    if data.cubeful and match is None:
        match = single_game(game.conduct)
    options = RolloutOptions(
        trials=data.trials, horizon=data.horizon, ply=data.ply, state=match, cubeful=data.cubeful
    )  # fmt: skip
    rollout = rollouts.known(asked.position, turns, options, requester)
    if rollout is None:
        rate_limiter.share("rollout", requester, ROLLOUTS)
        rollout = rollouts.start(asked.position, turns, options, requester)
    return await work(LOOK_MS, _view, rollout, language(request))


@get("/api/rollouts/{key:str}", responses=UNKNOWN, summary="A rollout")
async def read_rollout(key: FromPath[JobKey], rollouts: NamedDependency[Rollouts], request: AnyRequest) -> RolloutView:
    """The progress of a rollout, and what it has found so far."""
    return await work(LOOK_MS, _view, _known(rollouts, key), language(request))


@delete("/api/rollouts/{key:str}", status_code=200, responses=UNKNOWN, summary="Stop a rollout")
async def stop_rollout(
    key: FromPath[JobKey],
    rollouts: NamedDependency[Rollouts],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> RolloutView:
    """Stop one's own rollout; it keeps what it has found."""
    rollout = _known(rollouts, key)
    rollouts.give_up(rollout, requester)
    return await work(LOOK_MS, _view, rollout, language(request))


def _turns(asked: DicePosition, texts: list[str]) -> tuple[DicePosition, list[str | None]]:
    """The turns to roll out, each result once. Raises `AxedrezError`."""
    if asked.position.outcome() is not None:
        raise IllegalMove("tables_game_over")
    if asked.is_rolled is not bool(texts):
        raise Malformed("turns")
    if not texts:
        return asked, [None]
    position = asked.position
    moves = [position.parse_move(text) for text in texts]
    by_end = {position.play_unchecked(move).text(): str(move) for move in reversed(moves)}
    return asked, list(reversed(by_end.values()))


def _known(rollouts: Rollouts, key: str) -> Rollout:
    found = rollouts.find(key)
    if found is None:
        raise NotFound("rollout_gone")
    return found


def _view(rollout: Rollout, lang: str) -> RolloutView:
    state = rollout.state  # before the results: what ends meanwhile is told as running
    results = dict(rollout.results)
    best = max((found.judged[0] for found in results.values()), default=0.0)
    ranked = sorted(results, key=lambda index: -results[index].judged[0])
    return RolloutView(
        id=rollout.key,
        state=state,
        done=rollout.done,
        total=rollout.total,
        error=None if rollout.error is None else sentence(rollout.error, lang),
        results=[_rolled_out(rollout, rollout.turns[index], results[index], best, lang) for index in ranked],
    )


def _rolled_out(rollout: Rollout, turn: str | None, found: RolledOut, best: float, lang: str) -> RolledOutView:
    position = rollout.position
    move = None if turn is None else position.parse_move(turn)
    said = say("equities.rolled", lang, trials=found.trials, half=written_equity(found.half, lang).lstrip("+"))
    return RolledOutView(
        turn,
        None if move is None else {each: position.notate(move, each) for each in LANGUAGES},
        found.trials,
        found.equity,
        found.half,
        best - found.judged[0],
        ChancesView.of(found.chances),
        found.finished,
        found.drawn,
        found.cut,
        found.turns,
        f"{estimate_text(Estimate(found.equity, found.chances, found.match_chance), lang)} {said}",
        RolledCubeView.of(found.cubeful),
        RolledCubeView.of(found.double_take),
    )


HANDLERS = [ask_rollout, read_rollout, stop_rollout]
