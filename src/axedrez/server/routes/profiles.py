"""Profiles, followed people, and leaderboards."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from axedrez.engine.levels import MEASURED
from axedrez.match import SPEEDS, Player, Speed, speed_of
from axedrez.server.access.authentication import Identity, person_of, somebody
from axedrez.server.access.guard import BANNED_TOO
from axedrez.server.access.profiles import Profiles
from axedrez.server.base.errors import NotFound
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.play.games import Games
from axedrez.server.routes.listing import GamesPage, cursor_of, read_cursor
from axedrez.storage import (
    Favourite,
    Followed,
    GameFilter,
    HeadToHead,
    PersonFilter,
    RankedPerson,
    RatedKind,
    RatingLine,
    RatingPoint,
    shows_ratings,
)

POINTS = 500
"""So many changes of a rating are sent: the last ones."""
PAGE = 50
"""So many people are on a page of a leaderboard."""
MAX_PAGES = 1000


class PersonView(msgspec.Struct, frozen=True):
    """The profile of an account as the requester may see it.

    `since`: when it was made (ms since the epoch). `ratings` is null where they are not shown. `head_to_head`: the
    games of the requester against this person, from the requester's view; null for oneself.
    """

    id: UUID
    name: str
    since: int
    bot: bool
    mine: bool
    followed: bool
    ratings: list[RatingLine] | None
    favourites: list[Favourite]
    head_to_head: HeadToHead | None


class LevelRating(msgspec.Struct, frozen=True):
    """A level of the computer, with its measured strength in classical chess (docs/levels.md)."""

    level: int
    rating: int


class SeatProfile(msgspec.Struct, frozen=True):
    """A player of a game whose profile the requester may see.

    `rating`: the present one of such games, without decimals; null where it is not shown, or there is none.
    """

    person: UUID
    rating: int | None
    provisional: bool


class SeatProfiles(msgspec.Struct, frozen=True):
    """The players of a game who have a profile, by their present colours."""

    white: SeatProfile | None
    black: SeatProfile | None


class Leaderboards(msgspec.Struct, frozen=True):
    """All leaderboards, those of most people first, and the computer's levels for comparison."""

    kinds: list[RatedKind]
    levels: list[LevelRating]


class Leaderboard(msgspec.Struct, frozen=True):
    """A page of a leaderboard, the best first; `first`: the place of its first line. Whether `more` follow."""

    first: int
    people: list[RankedPerson]
    more: bool


@get("/api/people/{person:uuid}", responses=UNKNOWN, summary="A profile")
async def read_person(
    person: FromPath[UUID], me: NamedDependency[Identity | None], profiles: NamedDependency[Profiles]
) -> PersonView:
    """The profile of an account. 404 also where the requester may not see it."""
    viewer = person_of(me)
    found = await profiles.seen(person, viewer)
    mine = viewer == person
    shown = mine or shows_ratings(found)
    other = None if mine else viewer
    return PersonView(
        id=found.id,
        name=found.name,
        since=found.created_at,
        bot=found.bot,
        mine=mine,
        followed=other is not None and await profiles.store.follows(other, person),
        ratings=await profiles.standings.of(person, profiles.now()) if shown else None,
        favourites=await profiles.store.favourites(person),
        head_to_head=await profiles.store.head_to_head(other, person) if other is not None else None,
    )


@get("/api/people/{person:uuid}/ratings/{sheet:str}/{speed:str}", responses=UNKNOWN, summary="History of a rating")
async def read_history(
    person: FromPath[UUID],
    sheet: FromPath[str],
    speed: FromPath[str],
    me: NamedDependency[Identity | None],
    profiles: NamedDependency[Profiles],
) -> list[RatingPoint]:
    """How a rating has changed, game by game, the last 500 of them."""
    await profiles.rated(person, person_of(me))
    return await profiles.standings.history(person, sheet, _speed(speed), POINTS)


@get("/api/people/{person:uuid}/games", responses=UNKNOWN, summary="Games of a person")
async def read_games(
    person: FromPath[UUID],
    me: NamedDependency[Identity | None],
    profiles: NamedDependency[Profiles],
    games: NamedDependency[Games],
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
    before: Annotated[str | None, QueryParameter(max_length=60)] = None,
) -> GamesPage:
    """The finished games in which a person had a seat, the latest first."""
    await profiles.seen(person, person_of(me))
    wanted = GameFilter("finished", mine=PersonFilter(person, seated=True))
    found = await games.store.page(limit + 1, read_cursor(before), wanted)
    return GamesPage(await games.listed(found[:limit], person_of(me)), cursor_of(found, limit))


@get("/api/games/{game_id:uuid}/profiles", responses=UNKNOWN, summary="Profiles of the players")
async def read_players(
    game_id: FromPath[UUID],
    me: NamedDependency[Identity | None],
    profiles: NamedDependency[Profiles],
    games: NamedDependency[Games],
) -> SeatProfiles:
    """Which players of a game are accounts whose profile the requester may see, and their ratings."""
    live = await games.get(game_id)
    clock = live.record.setup.clock
    speed = speed_of(clock) if live.record.setup.rated else None

    async def seat(player: Player) -> SeatProfile | None:
        if player.person is None:
            return None
        try:
            found = await profiles.seen(player.person, person_of(me))
        except NotFound:
            return None
        lines = await profiles.standings.of(found.id, profiles.now()) if speed and shows_ratings(found) else []
        own = next((each for each in lines if (each.sheet, each.speed) == (live.header.sheet_hash, speed)), None)
        return SeatProfile(found.id, round(own.rating) if own else None, own is None or own.provisional)

    players = live.record.players
    return SeatProfiles(await seat(players.white), await seat(players.black))


@get("/api/me/following", responses=COMMON, summary="Whom I follow")
async def list_followed(me: NamedDependency[Identity | None], profiles: NamedDependency[Profiles]) -> list[Followed]:
    """The accounts that the requester follows: whether they are here, and the game that they play."""
    return await profiles.followed(somebody(me))


@put("/api/me/following/{person:uuid}", status_code=204, responses=UNKNOWN, summary="Follow somebody")
async def follow(
    person: FromPath[UUID], me: NamedDependency[Identity | None], profiles: NamedDependency[Profiles]
) -> None:
    """Follow an account; both need one."""
    await profiles.follow(somebody(me), person)


@delete(
    "/api/me/following/{person:uuid}", status_code=204, responses=UNKNOWN, summary="Unfollow somebody", opt=BANNED_TOO
)
async def unfollow(
    person: FromPath[UUID], me: NamedDependency[Identity | None], profiles: NamedDependency[Profiles]
) -> None:
    """Follow an account no more."""
    await profiles.store.unfollow(somebody(me).person, person)


@get("/api/ratings", responses=COMMON, summary="Leaderboards")
async def list_leaderboards(profiles: NamedDependency[Profiles]) -> Leaderboards:
    """Which leaderboards there are."""
    return Leaderboards(
        await profiles.standings.kinds(), [LevelRating(level, rating) for level, rating in MEASURED.items()]
    )


@get("/api/ratings/{sheet:str}/{speed:str}", responses=UNKNOWN, summary="A leaderboard")
async def read_leaderboard(
    sheet: FromPath[str],
    speed: FromPath[str],
    profiles: NamedDependency[Profiles],
    page: Annotated[int, QueryParameter(ge=0, le=MAX_PAGES)] = 0,
) -> Leaderboard:
    """The accounts whose rating is not provisional, the best first; those who do not want to be shown are left out."""
    now = profiles.now()
    found = await profiles.standings.ranked(sheet, _speed(speed), now, PAGE + 1, page * PAGE)
    return Leaderboard(page * PAGE + 1, found[:PAGE], len(found) > PAGE)


def _speed(text: str) -> Speed:
    found = next((speed for speed in SPEEDS if speed == text), None)
    if found is None:
        raise NotFound("unknown_rating", name=text[:20])
    return found


HANDLERS = [
    read_person,
    read_history,
    read_games,
    read_players,
    list_followed,
    follow,
    unfollow,
    list_leaderboards,
    read_leaderboard,
]
