"""Games: made, read, listed, commanded."""

from __future__ import annotations

import asyncio
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from axedrez.core import NotAllowed
from axedrez.match import Command, Event, Setup
from axedrez.server.errors import Malformed
from axedrez.server.games import Games
from axedrez.server.requests import CreateGame, Rematch, StepToken
from axedrez.server.responses import COMMON, CONFLICT, UNKNOWN
from axedrez.server.routes.rulebooks import offered
from axedrez.server.shelf import Shelf
from axedrez.server.views import GameView, StepsView, steps_view
from axedrez.storage import Listed


class GamesPage(msgspec.Struct, frozen=True):
    """Some games, newest first; `next` is the cursor of the following page."""

    games: list[Listed]
    next: str | None


class EventsPage(msgspec.Struct, frozen=True):
    """A part of a log."""

    events: list[Event]


class Carried(msgspec.Struct, frozen=True):
    """What a command appended, and the game after it."""

    events: list[Event]
    view: GameView


class StepsPage(msgspec.Struct, frozen=True):
    """What may follow the steps `prefix` after event `seq`."""

    seq: int
    prefix: list[str]
    steps: StepsView


@post("/api/games", responses=UNKNOWN, summary="Start a game")
async def create_game(
    data: JSONBody[CreateGame], games: NamedDependency[Games], shelf: NamedDependency[Shelf]
) -> GameView:
    """Start a game, or give the one that has this id."""
    game = shelf.load(offered(shelf, data.rulebook), data.options)
    start = game.parse(data.position) if data.position is not None else game.start()
    if any(getattr(data.players, seat).kind != "human" for seat in data.seeds) or len(set(data.seeds)) < len(
        data.seeds
    ):
        raise Malformed("seeds")
    setup = Setup(start.text(), data.players, data.clock)
    return (await games.create(data.id, game, setup, data.moves, seeds=data.seeds)).view()


@get("/api/games", responses=COMMON, summary="List games")
async def list_games(
    games: NamedDependency[Games],
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
    before: Annotated[str | None, QueryParameter(max_length=60)] = None,
) -> GamesPage:
    """Games, the latest first."""
    found = await games.store.page(limit + 1, _cursor(before) if before is not None else None)
    shown = found[:limit]
    last = shown[-1] if len(found) > limit else None
    return GamesPage(shown, f"{last.updated_at}_{last.id}" if last else None)


@get("/api/games/{game_id:uuid}", responses=UNKNOWN, summary="A game as it stands")
async def read_game(game_id: FromPath[UUID], games: NamedDependency[Games]) -> GameView:
    """The view of a game."""
    return await games.view(game_id)


@get("/api/games/{game_id:uuid}/events", responses=UNKNOWN, summary="The log of a game")
async def read_events(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    after: Annotated[int, QueryParameter(ge=0, le=2**31 - 1)] = 0,
) -> EventsPage:
    """The events that follow the one numbered `after`."""
    await games.table(game_id)
    return EventsPage(await games.store.events(game_id, after))


@post("/api/games/{game_id:uuid}/commands", status_code=200, responses={**UNKNOWN, **CONFLICT}, summary="Act")
async def give_command(game_id: FromPath[UUID], data: JSONBody[Command], games: NamedDependency[Games]) -> Carried:
    """Move, offer, answer, claim, resign, take back, look at the clock or abort."""
    return Carried(*await games.command(game_id, data))


@get("/api/games/{game_id:uuid}/steps", responses=UNKNOWN, summary="A turn under way")
async def read_steps(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    prefix: Annotated[list[StepToken] | None, QueryParameter(max_items=16)] = None,
) -> StepsPage:
    """What may follow the steps `prefix` of the turn that is being composed."""
    return await steps_after(games, game_id, prefix or [])


async def steps_after(games: Games, game_id: UUID, prefix: list[str]) -> StepsPage:
    """The steps that may follow `prefix` in a game. Raises `NotFound` or like `Position.play`."""
    record = (await games.table(game_id)).record
    if record.outcome is not None or not record.human_to_move(record.position):
        raise NotAllowed("not_your_seat")
    steps = await asyncio.to_thread(lambda: steps_view(record.position, record.position.steps(prefix)))
    return StepsPage(record.seq, prefix, steps)


@post("/api/games/{game_id:uuid}/next", responses=UNKNOWN, summary="Go on with the match")
async def next_game(game_id: FromPath[UUID], games: NamedDependency[Games]) -> GameView:
    """The next game of the match: the same one for whoever asks."""
    return (await games.next_game(game_id)).view()


@post("/api/games/{game_id:uuid}/rematch", responses=UNKNOWN, summary="Play it again")
async def rematch(game_id: FromPath[UUID], data: JSONBody[Rematch], games: NamedDependency[Games]) -> GameView:
    """A new game like this one, colours changed."""
    return (await games.rematch(game_id, data.id)).view()


def _cursor(text: str) -> tuple[int, UUID]:
    at, _, last = text.partition("_")
    try:
        return min(int(at), 2**63 - 1), UUID(last)
    except ValueError:
        raise Malformed("before") from None


HANDLERS = [create_game, list_games, read_game, read_events, give_command, read_steps, next_game, rematch]
