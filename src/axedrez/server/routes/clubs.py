"""Clubs: lists, making and changing them, members, their tournaments."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from axedrez.core.patterns import ONE_LINE, whole
from axedrez.server.access.authentication import Identity, person_of, somebody
from axedrez.server.access.guard import BANNED_TOO
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester, RequestIds
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.base.requests import LONG_BODY
from axedrez.server.community.clubs import MAX_NAME_LENGTH, MAX_TEXT_LENGTH, Clubs
from axedrez.server.routes.tournaments import MAKING as MAKING_TOURNAMENTS
from axedrez.server.routes.tournaments import tournament_view
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.tournaments.service import Tournaments
from axedrez.server.tournaments.views import TournamentView
from axedrez.storage.clubs import Joining, ListedClub, Member, Role
from axedrez.tournaments.settings import TournamentSettings

PAGE_SIZE = 50
MAKING = Quota(Rate(burst=10, a_second=1 / 60), Rate(burst=100, a_second=1 / 5))
CHANGING = Quota(Rate(burst=60, a_second=1), Rate(burst=1000, a_second=20))

ClubName = Annotated[str, msgspec.Meta(max_length=MAX_NAME_LENGTH)]
ClubText = Annotated[str, msgspec.Meta(max_length=MAX_TEXT_LENGTH)]


class NewClub(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new club; `id` is made by the sender and makes a repetition harmless. The server makes its own."""

    id: UUID
    name: ClubName
    text: ClubText = ""
    join: Joining = "open"


class ChangeClub(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The changes of a club; what is left out stays. `new_key`: the link for joining becomes another one."""

    name: ClubName | None = None
    text: ClubText | None = None
    join: Joining | None = None
    new_key: bool = False


class JoinClub(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the link for joining showed; empty without one."""

    key: Annotated[str, msgspec.Meta(max_length=32)] = ""


class ChangeMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a member is from now on."""

    role: Role


class ClubTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new tournament of a club; `members_only`: nobody else enters it."""

    id: UUID
    settings: TournamentSettings
    members_only: bool = False


class ClubView(msgspec.Struct, frozen=True):
    """A club. `role`: one's own; `members`: shown to members, and to everybody where everybody may join.

    `key`: what the link for joining (`/club/ID#KEY`) shows; for leaders.
    """

    id: UUID
    name: str
    text: str
    join: Joining
    created_at: int
    owner: UUID | None
    count: int
    role: Role | None
    members: list[Member]
    key: str | None


@get("/api/clubs", responses=COMMON, summary="Clubs")
async def list_clubs(
    clubs: NamedDependency[Clubs],
    me: NamedDependency[Identity | None],
    mine: Annotated[bool, QueryParameter()] = False,
    words: Annotated[str, QueryParameter(max_length=MAX_NAME_LENGTH, pattern=whole(ONE_LINE + "*"))] = "",
    skip: Annotated[int, QueryParameter(ge=0, le=10_000)] = 0,
) -> list[ListedClub]:
    """The clubs that everybody may join, by name, 50 at once; `mine`: all of one's own."""
    if mine:
        return await clubs.store.of_person(me.person) if me is not None else []
    return await clubs.store.page(words.strip(), skip, PAGE_SIZE)


@post("/api/clubs", responses=COMMON, summary="Make a club")
async def make_club(
    data: JSONBody[NewClub],
    clubs: NamedDependency[Clubs],
    me: NamedDependency[Identity | None],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> ClubView:
    """A new club, which its maker owns and leads. It needs an account."""
    who = somebody(me)
    rate_limiter.share("club", requester, MAKING)
    found = await clubs.make(who, request_ids.of("club", requester, data.id), data.name, data.text, data.join)
    return await _view(clubs, found.id, who)


@get("/api/clubs/{club_id:uuid}", responses=UNKNOWN, summary="A club")
async def read_club(
    club_id: FromPath[UUID], clubs: NamedDependency[Clubs], me: NamedDependency[Identity | None]
) -> ClubView:
    """A club; its tournaments are `/api/tournaments?club=ID`."""
    return await _view(clubs, club_id, me)


@patch("/api/clubs/{club_id:uuid}", responses=UNKNOWN, summary="Change a club")
async def change_club(
    club_id: FromPath[UUID],
    data: JSONBody[ChangeClub],
    clubs: NamedDependency[Clubs],
    me: NamedDependency[Identity | None],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
) -> ClubView:
    """Change the name, the text, who may join, or the link; for leaders."""
    who = somebody(me)
    rate_limiter.share("club change", requester, CHANGING)
    await clubs.change(who, club_id, data.name, data.text, data.join, new_key=data.new_key)
    return await _view(clubs, club_id, who)


@delete("/api/clubs/{club_id:uuid}", status_code=204, responses=UNKNOWN, summary="Delete a club", opt=BANNED_TOO)
async def delete_club(
    club_id: FromPath[UUID], clubs: NamedDependency[Clubs], me: NamedDependency[Identity | None]
) -> None:
    """Delete a club; for its owner. Its tournaments stay."""
    await clubs.delete(somebody(me), club_id)


@post("/api/clubs/{club_id:uuid}/join", status_code=200, responses=UNKNOWN, summary="Join a club")
async def join_club(
    club_id: FromPath[UUID],
    data: JSONBody[JoinClub],
    clubs: NamedDependency[Clubs],
    me: NamedDependency[Identity | None],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
) -> ClubView:
    """Become a member. It needs an account, and the key of the link where only that lets in."""
    who = somebody(me)
    rate_limiter.share("club change", requester, CHANGING)
    await clubs.join(who, club_id, data.key)
    return await _view(clubs, club_id, who)


@patch("/api/clubs/{club_id:uuid}/members/{person:uuid}", responses=UNKNOWN, summary="Name a leader")
async def change_member(
    club_id: FromPath[UUID],
    person: FromPath[UUID],
    data: JSONBody[ChangeMember],
    clubs: NamedDependency[Clubs],
    me: NamedDependency[Identity | None],
) -> ClubView:
    """Make a member a leader, or a leader a member; for the owner."""
    who = somebody(me)
    await clubs.set_role(who, club_id, person, data.role)
    return await _view(clubs, club_id, who)


@delete("/api/clubs/{club_id:uuid}/members/{person:uuid}", status_code=204, responses=UNKNOWN, summary="Leave a club")
async def remove_member(
    club_id: FromPath[UUID], person: FromPath[UUID], clubs: NamedDependency[Clubs], me: NamedDependency[Identity | None]
) -> None:
    """Leave oneself, or take a member out. When the owner leaves, a leader or the longest member becomes the owner."""
    await clubs.remove(somebody(me), club_id, person)


@post(
    "/api/clubs/{club_id:uuid}/tournaments",
    request_max_body_size=LONG_BODY,
    responses=UNKNOWN,
    summary="Make a tournament of a club",
)
async def make_club_tournament(
    club_id: FromPath[UUID],
    data: JSONBody[ClubTournament],
    clubs: NamedDependency[Clubs],
    tournaments: NamedDependency[Tournaments],
    rulebooks: NamedDependency[RulebookStore],
    me: NamedDependency[Identity | None],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> TournamentView:
    """A new tournament of a club, organized by the leader who makes it."""
    who = somebody(me)
    rate_limiter.share("tournament", requester, MAKING_TOURNAMENTS)
    new_id = request_ids.of("club tournament", requester, data.id)
    live = await clubs.make_tournament(who, club_id, new_id, data.settings, members_only=data.members_only)
    return await tournament_view(live, tournaments, rulebooks, who)


async def _view(clubs: Clubs, club_id: UUID, me: Identity | None) -> ClubView:
    found = await clubs.find(club_id)
    person = person_of(me)
    role = await clubs.store.role(club_id, person) if person is not None else None
    shown = role is not None or found.join == "open"
    return ClubView(
        found.id,
        found.name,
        found.text,
        found.join,
        found.created_at,
        found.owner if shown else None,
        await clubs.store.count(club_id),
        role,
        await clubs.store.members(club_id) if shown else [],
        found.key if role == "leader" else None,
    )


HANDLERS = [
    list_clubs,
    make_club,
    read_club,
    change_club,
    delete_club,
    join_club,
    change_member,
    remove_member,
    make_club_tournament,
]
