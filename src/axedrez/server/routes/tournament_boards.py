"""The boards of one's own in a tournament: the host of a simultaneous display plays at many."""

from __future__ import annotations

from uuid import UUID

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from axedrez.server.access.authentication import Identity
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.play.games import Games
from axedrez.server.tournaments import views
from axedrez.server.tournaments.service import Tournaments
from axedrez.server.tournaments.views import OwnBoard
from axedrez.storage import GameFilter, PersonFilter
from axedrez.tournaments.settings import MAX_ENTRANTS


@get("/api/tournaments/{tournament_id:uuid}/boards", responses=UNKNOWN, summary="My boards")
async def read_boards(
    tournament_id: FromPath[UUID],
    tournaments: NamedDependency[Tournaments],
    games: NamedDependency[Games],
    me: NamedDependency[Identity | None],
) -> list[OwnBoard]:
    """My boards of the last round that go on, those that wait for me first, the longest wait before the others."""
    live = await tournaments.get(tournament_id)
    if me is None or live.state.of(me.person) is None or not live.state.rounds:
        return []
    present = await tournaments.present_games(live, len(live.state.rounds))
    running = await games.store.page(
        2 * MAX_ENTRANTS, None, GameFilter("running", mine=PersonFilter(me.person, seated=True))
    )
    turns = {each.id: (each.turn is not None and each.turn == each.seat, each.updated_at) for each in running}
    return views.own_boards(live.state, me.person, present, turns)


HANDLERS = [read_boards]
