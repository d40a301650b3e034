"""Searching a person's own games for exercises: starting, reading, stopping."""

from __future__ import annotations

from uuid import UUID

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez.messages import sentence
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity, somebody
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.own_exercises import OwnSearch, OwnSearches
from axedrez.server.base.errors import NotFound, language
from axedrez.server.base.openapi import UNKNOWN
from axedrez.server.base.requests import JobKey, RulebookId
from axedrez.server.routes.analyses import AnyRequest
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.jobs import State

SEARCHES = Quota(Rate(burst=6, a_second=1 / 120), Rate(burst=60, a_second=1 / 10))


class SearchMine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulebook whose games are searched."""

    rulebook: RulebookId


class OwnSearchView(msgspec.Struct, frozen=True):
    """The progress of a search: `done` of `total` games, in which `found` exercises are, `new` ones among them."""

    id: str
    state: State
    done: int
    total: int
    found: int
    new: int
    error: str | None


@post("/api/exercises/mine", status_code=200, responses=UNKNOWN, summary="Look for exercises in my games")
async def search_mine(
    data: JSONBody[SearchMine],
    own_searches: NamedDependency[OwnSearches],
    rulebooks: NamedDependency[RulebookStore],
    accounts: NamedDependency[Accounts],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> OwnSearchView:
    """Begin to search the requester's latest games of a rulebook; while it runs, repeating returns the same search."""
    here = somebody(me)
    game = await rulebooks.load(data.rulebook)
    search = own_searches.running(here.person, game, requester)
    if search is None:
        rate_limiter.share("own_exercises", requester, SEARCHES)
        await accounts.acting(here)
        search = own_searches.start(here.person, game, data.rulebook, requester)
    return _view(search, language(request))


@get("/api/exercises/mine/{key:str}", responses=UNKNOWN, summary="A search of my games")
async def read_search(
    key: FromPath[JobKey],
    own_searches: NamedDependency[OwnSearches],
    me: NamedDependency[Identity | None],
    request: AnyRequest,
) -> OwnSearchView:
    """The progress of one's own search."""
    return _view(_known(own_searches, key, somebody(me).person), language(request))


@delete("/api/exercises/mine/{key:str}", status_code=200, responses=UNKNOWN, summary="Stop a search of my games")
async def stop_search(
    key: FromPath[JobKey],
    own_searches: NamedDependency[OwnSearches],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request: AnyRequest,
) -> OwnSearchView:
    """Stop one's own search; what it has found is kept."""
    search = _known(own_searches, key, somebody(me).person)
    own_searches.give_up(search, requester)
    return _view(search, language(request))


def _known(searches: OwnSearches, key: str, person: UUID) -> OwnSearch:
    found = searches.of(key, person)
    if found is None:
        raise NotFound("own_exercises_gone")
    return found


def _view(search: OwnSearch, lang: str) -> OwnSearchView:
    error = None if search.error is None else sentence(search.error, lang)
    return OwnSearchView(search.key, search.state, search.done, search.total, search.found, search.new, error)


HANDLERS = [search_mine, read_search, stop_search]
