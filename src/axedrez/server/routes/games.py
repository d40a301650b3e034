"""Games: creating, reading, commands."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from axedrez.core import Game, NotAllowed, Side
from axedrez.core.manual import Brief, Manual
from axedrez.match import Command, Event, GameSetup, Players, Record, opening
from axedrez.match.commands import SideWord
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity, person_of
from axedrez.server.access.guard import BANNED_TOO
from axedrez.server.access.requesters import Requester, RequestIds
from axedrez.server.access.throttle import Throttle
from axedrez.server.base import user_text
from axedrez.server.base.errors import Malformed, NotFound, language
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.base.requests import CreateGame, Rematch, StepToken
from axedrez.server.play.commands import Commands
from axedrez.server.play.computers import Computers
from axedrez.server.play.engines import Engines
from axedrez.server.play.fair_play import FairPlay
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame, now_ms
from axedrez.server.play.presenters import steps_view
from axedrez.server.play.stale import CONFLICT
from axedrez.server.play.views import GameView, StepsView
from axedrez.server.rulebooks.rated import against_level, check_rated
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, work


class EventsPage(msgspec.Struct, frozen=True):
    """A part of a log."""

    events: list[Event]


class CommandAnswer(msgspec.Struct, frozen=True):
    """The last event `seq` that a command appended, and the game after it; null if it was not requested."""

    events: list[Event]
    seq: int
    view: GameView | None


class StepsPage(msgspec.Struct, frozen=True):
    """The steps that may follow `prefix` after event `seq`, in the turn of `turn`."""

    seq: int
    turn: SideWord
    prefix: list[str]
    steps: StepsView


@post("/api/games", responses=UNKNOWN, summary="Start a game")
async def create_game(
    data: JSONBody[CreateGame],
    games: NamedDependency[Games],
    rulebooks: NamedDependency[RulebookStore],
    engines: NamedDependency[Engines],
    me: NamedDependency[Identity | None],
    computers: NamedDependency[Computers],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
    throttle: NamedDependency[Throttle],
    fair_play: NamedDependency[FairPlay],
    accounts: NamedDependency[Accounts],
) -> GameView:
    """Start a game, or return the one that this sender has started with this id."""
    rulebook = await rulebook_of(data.rulebook, data.sheet, rulebooks)
    game = await rulebooks.load(rulebook, data.options)
    start = game.parse(data.position) if data.position is not None else game.start()
    if any(getattr(data.players, seat).kind != "human" for seat in data.seeds) or len(set(data.seeds)) < len(
        data.seeds
    ):
        raise Malformed("seeds")
    if data.players.persons:  # a seat is taken by accepting an invitation
        raise Malformed("players")
    for player in (data.players.white, data.players.black):
        if player.engine is not None:
            engines.config_of(player.engine, game)
    players = _named(data.players)
    if data.rated:
        person = await accounts.people.person(me.person) if me is not None else None
        players = against_level(players, person, rulebook, data.moves)
        await check_rated(rulebooks, game, rulebook, data.options, data.position, data.clock)
    setup = GameSetup(start.text(), players, data.clock, casual=not data.rated, rated=data.rated)
    computer = "computer" in (data.players.white.kind, data.players.black.kind)
    own_start = data.position or data.moves or data.options or rulebook not in rulebooks.shipped()
    if computer and own_start:
        await fair_play.check(await work(PLY_MS * len(data.moves), _reached, game, setup, data.moves))
    host = person_of(me)
    throttle.store(requester)
    new_id = request_ids.of("game", requester, data.id)
    with computers.admitted(new_id, players, requester):
        live = await games.create(
            new_id, game, setup, data.moves, seeds=data.seeds, rulebook=rulebook, host=host, options=data.options
        )
    return await games.view(live)


def _reached(game: Game, setup: GameSetup, moves: list[str]) -> str:
    """The position after the given moves. Raises `AxedrezError` for invalid moves."""
    record = Record(game, setup)
    record.extend(opening(record, moves, 0))
    return record.position.text()


@get("/api/games/{game_id:uuid}", responses=UNKNOWN, summary="A game as it stands")
async def read_game(
    game_id: FromPath[UUID], games: NamedDependency[Games], me: NamedDependency[Identity | None]
) -> GameView:
    """The view of a game; for spectators with the delay that its players chose."""
    return await games.view(await games.get_for(game_id, person_of(me)))


@get("/api/games/{game_id:uuid}/rules", responses=UNKNOWN, summary="The rules of a game in words")
async def read_rules(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    rulebooks: NamedDependency[RulebookStore],
    request: Request[Any, Any, Any],
) -> Manual:
    """The manual of the sheet of a game, including the options that differ from its rulebook."""
    rules = await rulebooks.rules((await games.get(game_id)).record.game, language(request))
    if rules is None:
        raise NotFound("unknown_rules")
    return rules


@get("/api/games/{game_id:uuid}/brief", responses=UNKNOWN, summary="The rules of a game in short")
async def read_brief(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    rulebooks: NamedDependency[RulebookStore],
    request: Request[Any, Any, Any],
) -> Brief:
    """What one has to know of the rules of a game, including the options that differ from its rulebook."""
    brief = await rulebooks.brief((await games.get(game_id)).record.game, language(request))
    if brief is None:
        raise NotFound("unknown_rules")
    return brief


@get("/api/games/{game_id:uuid}/events", responses=UNKNOWN, summary="The log of a game")
async def read_events(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    me: NamedDependency[Identity | None],
    after: Annotated[int, QueryParameter(ge=0, le=2**31 - 1)] = 0,
) -> EventsPage:
    """The events that follow the one numbered `after`."""
    return EventsPage(await games.log(await games.get_for(game_id, person_of(me)), after))


@post(
    "/api/games/{game_id:uuid}/commands",
    status_code=200,
    responses={**UNKNOWN, **CONFLICT},
    summary="Act",
    opt=BANNED_TOO,
)
async def give_command(
    game_id: FromPath[UUID],
    data: JSONBody[Command],
    commands: NamedDependency[Commands],
    games: NamedDependency[Games],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    view: Annotated[bool, QueryParameter(description="Whether to return the game after the command too")] = True,
) -> CommandAnswer:
    """Move, offer, answer, claim, resign, take back, look at the clock or abort."""
    events, live = await commands.carry_out(game_id, data, person_of(me), requester)
    seq = events[-1].seq if events else live.record.seq
    return CommandAnswer(events, seq, await games.view(live) if view else None)


@get("/api/games/{game_id:uuid}/steps", responses=UNKNOWN, summary="A turn under way")
async def read_steps(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    me: NamedDependency[Identity | None],
    prefix: Annotated[list[StepToken] | None, QueryParameter(max_items=16)] = None,
) -> StepsPage:
    """The steps that may follow `prefix` in the turn that is being composed."""
    return await steps_after(games, game_id, prefix or [], person_of(me))


async def steps_after(games: Games, game_id: UUID, prefix: list[str], who: UUID | None) -> StepsPage:
    """The steps that may follow `prefix` in a game. Raises `NotFound` or like `Position.play`."""
    live = await games.get(game_id)
    record = live.record
    if live.is_delayed_for(who) or record.outcome is not None or not record.human_to_move(record.position):
        raise NotAllowed("not_your_seat")
    turn: SideWord = "white" if record.position.turn is Side.WHITE else "black"
    steps = await work(LOOK_MS, lambda: steps_view(record.position, record.position.steps(prefix)))
    return StepsPage(record.seq, turn, prefix, steps)


@post("/api/games/{game_id:uuid}/next", responses=UNKNOWN, summary="Go on with the match")
async def next_game(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    me: NamedDependency[Identity | None],
    computers: NamedDependency[Computers],
    requester: NamedDependency[Requester],
) -> GameView:
    """The next game of the match: the same one for both players."""
    live = await games.get(game_id)
    _of_the_game(live, me)
    with computers.admitted(live.next_id or game_id, live.record.players, requester):
        return await games.view(await games.next_game(game_id, person_of(me)))


@post("/api/games/{game_id:uuid}/rematch", responses=UNKNOWN, summary="Play it again")
async def rematch(
    game_id: FromPath[UUID],
    data: JSONBody[Rematch],
    games: NamedDependency[Games],
    me: NamedDependency[Identity | None],
    computers: NamedDependency[Computers],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
    throttle: NamedDependency[Throttle],
) -> GameView:
    """A new game like this one with the colours exchanged. Two people invite each other instead."""
    live = await games.get(game_id)
    _of_the_game(live, me)
    if live.record.players.are_apart:
        raise NotAllowed("rematch_by_invitation")
    throttle.store(requester)
    new_id = request_ids.of("rematch", requester, data.id)
    with computers.admitted(new_id, live.record.players, requester):
        return await games.view(await games.rematch(game_id, new_id, person_of(me)))


def _named(players: Players) -> Players:
    """The players, with cleaned names. Raises AxedrezError (`hidden_sign`)."""
    named = (
        msgspec.structs.replace(player, name=user_text.name(player.name)) for player in (players.white, players.black)
    )
    return Players(*named)


def _of_the_game(live: LiveGame, me: Identity | None) -> None:
    """Raises `NotAllowed` if the seats belong to people and `me` is not one of them."""
    persons = live.record.players.persons
    if persons and (me is None or me.person not in persons):
        raise NotAllowed("not_your_seat")


async def rulebook_of(rulebook: str | None, sheet: str | dict[str, Any] | None, rulebooks: RulebookStore) -> str:
    """The id of a new game's rulebook, or the hash of its sheet, which is saved. Raises `Malformed`."""
    if (rulebook is None) == (sheet is None):
        raise Malformed("rulebook")
    if isinstance(sheet, dict):
        return (await rulebooks.save(sheet, now_ms())).hash
    return rulebook or sheet or ""


HANDLERS = [create_game, read_game, read_rules, read_brief, read_events, give_command, read_steps, next_game, rematch]
