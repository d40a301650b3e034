"""Tournaments made of reports of FIDE's format."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from axedrez.server.access.authentication import Identity, somebody
from axedrez.server.access.rate_limits import RateLimiter
from axedrez.server.access.requesters import Requester, RequestIds
from axedrez.server.base.openapi import COMMON
from axedrez.server.base.requests import LONG_BODY, RulebookId
from axedrez.server.routes.tournaments import MAKING, tournament_view
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.tournaments.service import Tournaments
from axedrez.server.tournaments.views import TournamentView
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, work
from axedrez.tournaments import imports
from axedrez.tournaments.format_names import ImportedFormat
from axedrez.tournaments.trf.reading import MAX_SIZE

CHARS_A_PLY = 100
"""Reading so many letters of a report takes as long as a ply."""


class ImportedTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report (TRF16 or TRF26), and what it does not tell: what is played.

    `title` and `format` where those of the report are not wanted. `id` is as in `NewTournament`.
    """

    id: UUID
    text: Annotated[str, msgspec.Meta(max_length=MAX_SIZE)]
    rulebook: RulebookId
    title: Annotated[str, msgspec.Meta(max_length=100)] = ""
    format: ImportedFormat | None = None


@post(
    "/api/tournaments/import",
    request_max_body_size=LONG_BODY,
    responses=COMMON,
    summary="Make a tournament of a report",
)
async def import_tournament(
    data: JSONBody[ImportedTournament],
    tournaments: NamedDependency[Tournaments],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> TournamentView:
    """A tournament with the players, rounds and results of a report, whose further results are entered by hand.

    A line that cannot be read is named.
    """
    who = somebody(me)
    rate_limiter.share("tournament", requester, MAKING)
    told = await work(LOOK_MS + PLY_MS * len(data.text) / CHARS_A_PLY, imports.read, data.text)
    settings = imports.settings_of(told, data.rulebook, data.title, data.format)
    live = await tournaments.create_from(who, request_ids.of("tournament", requester, data.id), told, settings)
    return await tournament_view(live, tournaments, rulebooks, who)


HANDLERS = [import_tournament]
