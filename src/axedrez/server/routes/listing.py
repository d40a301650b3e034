"""The list of games: all, and one's own."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from axedrez.core.patterns import ONE_LINE, whole
from axedrez.engine.levels import LEVELS
from axedrez.messages import LANGUAGES, say
from axedrez.server.access.authentication import Identity, person_of, somebody
from axedrez.server.base.errors import Malformed
from axedrez.server.base.openapi import COMMON
from axedrez.server.play.games import Games
from axedrez.server.play.overview import Glances, Overview
from axedrez.storage import (
    GameFilter,
    GameResult,
    GameState,
    GameTurn,
    ListedGame,
    PersonFilter,
    PlayedRulebook,
    folded,
)

LAST_MS = 2**53
"""The largest integer that JSON readers represent exactly."""

When = Annotated[int | None, QueryParameter(ge=0, le=LAST_MS)]


class GamesPage(msgspec.Struct, frozen=True):
    """Some games, newest first; `next` is the cursor of the following page."""

    games: list[ListedGame]
    next: str | None


@get("/api/games", responses=COMMON, summary="List games")
async def list_games(
    games: NamedDependency[Games],
    me: NamedDependency[Identity | None],
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
    before: Annotated[str | None, QueryParameter(max_length=60)] = None,
    running: Annotated[bool, QueryParameter()] = False,
    standing: Annotated[GameState | None, QueryParameter(name="state")] = None,
    rulebook: Annotated[str | None, QueryParameter(max_length=64, pattern=whole("[a-z0-9-]*"))] = None,
    since: When = None,
    until: When = None,
    mine: Annotated[bool, QueryParameter()] = False,
    opponent: Annotated[str, QueryParameter(max_length=60, pattern=whole(ONE_LINE + "*"))] = "",
    result: Annotated[GameResult | None, QueryParameter()] = None,
    turn: Annotated[GameTurn | None, QueryParameter()] = None,
) -> GamesPage:
    """Games, the latest first; `running` is short for `state=running`.

    `since` and `until` bound the time of the last event.

    `mine`: only the requester's games, in which they have a seat or which they made for one screen. Only these can be
    filtered by `opponent` (a part of the name), `result` and `turn`.
    """
    own = None
    if mine:
        computer = bool(opponent.strip()) and _means_computer(opponent.strip())
        own = PersonFilter(somebody(me).person, opponent.strip(), computer, result, turn)
    elif opponent or result or turn:
        raise Malformed("mine")
    wanted = GameFilter("running" if running else standing, rulebook, since, until, own)
    found = await games.store.page(limit + 1, read_cursor(before), wanted)
    return GamesPage(await games.listed(found[:limit], person_of(me)), cursor_of(found, limit))


@get("/api/me/rulebooks", responses=COMMON, summary="What I have played")
async def list_played(games: NamedDependency[Games], me: NamedDependency[Identity | None]) -> list[PlayedRulebook]:
    """The rulebooks of one's own games, saved sheets among them."""
    return await games.store.played(somebody(me).person)


def _means_computer(opponent: str) -> bool:
    """Whether it is part of a name of the computer, in any language."""
    names = (
        say("ui.player.computer", lang, name=say(f"ui.level.{level}", lang), level=level)
        for lang in LANGUAGES
        for level in LEVELS
    )
    return any(folded(opponent) in folded(name) for name in names)


def cursor_of(found: list[ListedGame], limit: int) -> str | None:
    """The cursor of the page after the first `limit` of these games; None where there is none."""
    return f"{found[limit - 1].updated_at}_{found[limit - 1].id}" if len(found) > limit else None


def read_cursor(text: str | None) -> tuple[int, UUID] | None:
    """Where a page begins. Raises `Malformed`."""
    if text is None:
        return None
    at, _, last = text.partition("_")
    try:
        return max(0, min(int(at), 2**63 - 1)), UUID(last)
    except ValueError:
        raise Malformed("before") from None


@get("/api/overview", responses=COMMON, summary="All games that go on")
async def read_overview(overview: NamedDependency[Overview]) -> Glances:
    """The running games, and those that have just ended, as spectators see them."""
    return await overview.glances()


HANDLERS = [list_games, list_played, read_overview]
