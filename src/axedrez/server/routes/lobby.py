"""Invitations and the lobby."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import WebSocket, delete, get, post, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from axedrez.match import TimeControl
from axedrez.messages import Texts
from axedrez.server.access.authentication import Identity, somebody
from axedrez.server.access.guard import BANNED_TOO
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester, RequestIds
from axedrez.server.access.sessions import Sessions
from axedrez.server.access.sockets import passes, send, serve, through_outages
from axedrez.server.access.throttle import Throttle
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.base.requests import Delay, OptionValues, PositionText, RulebookId, SheetHash
from axedrez.server.community.lobby import GameTerms, HallPage, Lobby
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from axedrez.server.play.presence import Presence
from axedrez.server.play.views import GameView
from axedrez.server.pubsub import PubSub
from axedrez.server.routes.games import rulebook_of
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.storage import LOBBY, Colour, Invitation, Person

TOPIC = "lobby"
HEARTBEAT_S = 5.0
PAUSE_S = 0.25
"""The least time between two frames of the lobby (seconds)."""
MAX_PAGES = 1000
INVITING = Quota(Rate(burst=30, a_second=1 / 10), Rate(burst=600, a_second=5))


class InvitationTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a game, by a `rulebook` or a `sheet`, from its start or from a `position`.

    `id` is made by the sender and makes a repetition harmless; it is not that of the invitation.
    `seeds`: both players bring a seed for the dice.
    `delay`: while the game goes on, spectators see it so many moves late.
    `rated`: it changes the ratings of both, who need accounts.
    """

    id: UUID
    rulebook: RulebookId | None = None
    sheet: SheetHash | dict[str, Any] | None = None
    options: OptionValues = {}
    clock: TimeControl | None = None
    colour: Colour = "lot"
    position: PositionText | None = None
    seeds: bool = False
    delay: Delay = 0
    rated: bool = False


class NewInvitation(InvitationTerms, frozen=True, forbid_unknown_fields=True):
    """An invitation: to a person, to the lobby (`public`), or to anybody who has the link."""

    to: UUID | None = None
    public: bool = False


class InvitationView(msgspec.Struct, frozen=True):
    """An invitation as the requester sees it; `game`, and by whom, once it has been accepted.

    One that is not open has been accepted, is `withdrawn`, or has expired. `position` null: the rulebook's start.
    """

    id: UUID
    by: UUID
    by_name: str
    by_bot: bool
    mine: bool
    to: UUID | None
    public: bool
    rulebook: str
    names: Texts
    options: dict[str, Any]
    clock: TimeControl | None
    colour: Colour
    position: str | None
    seeds: bool
    delay: int
    rated: bool
    created_at: int
    expires_at: int
    open: bool
    withdrawn: bool
    game: UUID | None
    accepted_by_name: str | None


class LobbyPage(msgspec.Struct, frozen=True):
    """Invitations; for the lobby one page, and whether `more` follow."""

    invitations: list[InvitationView]
    more: bool = False


class SeekResult(msgspec.Struct, frozen=True):
    """A game that can begin, or the invitation that waits for an opponent."""

    game: UUID | None
    invitation: InvitationView | None


class LobbyFrame(msgspec.Struct, frozen=True, tag_field="type", tag="lobby"):
    """The present first page of the lobby, and whether `more` follow."""

    invitations: list[InvitationView]
    more: bool = False


class AcceptedFrame(msgspec.Struct, frozen=True, tag_field="type", tag="accepted"):
    """The person `name` has accepted one's invitation to `game`; `names` are those of its rulebook."""

    invitation: UUID
    game: UUID
    name: str
    names: Texts


class BeatFrame(msgspec.Struct, frozen=True, tag_field="type", tag="heartbeat"):
    """A heartbeat: the connection is alive."""


@post("/api/invitations", responses=UNKNOWN, summary="Invite")
async def invite(
    data: JSONBody[NewInvitation],
    me: NamedDependency[Identity | None],
    lobby: NamedDependency[Lobby],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> InvitationView:
    """Invite a person, everybody in the lobby, or anybody who has the link `/invitation/<id>`."""
    here = somebody(me)
    rate_limiter.share("invitation", requester, INVITING)
    new_id = request_ids.of("invitation", requester, data.id)
    invitation = await lobby.invite(here, new_id, await _terms(data, rulebooks), data.to, public=data.public)
    return await invitation_view(invitation, here, lobby)


@get("/api/invitations/{invitation:uuid}", responses=UNKNOWN, summary="An invitation")
async def read_invitation(
    invitation: FromPath[UUID], me: NamedDependency[Identity | None], lobby: NamedDependency[Lobby]
) -> InvitationView:
    """An invitation, and the game that it has led to. For its waiting creator, reading counts as presence."""
    found = await lobby.find(invitation)
    waits = me is not None and me.person == found.by and found.public and found.is_open(lobby.now())
    if me is not None and waits and await lobby.seen(me):
        await lobby.back(me)
        found = await lobby.find(invitation)
    return await invitation_view(found, me, lobby)


@post("/api/invitations/{invitation:uuid}/accept", responses=UNKNOWN, summary="Accept")
async def accept(
    invitation: FromPath[UUID],
    me: NamedDependency[Identity | None],
    lobby: NamedDependency[Lobby],
    games: NamedDependency[Games],
) -> GameView:
    """Accept an invitation: the game begins. Accepting again returns the same game."""
    return await games.view(await lobby.accept(somebody(me), invitation))


@delete("/api/invitations/{invitation:uuid}", status_code=200, responses=UNKNOWN, summary="Take back", opt=BANNED_TOO)
async def withdraw(
    invitation: FromPath[UUID], me: NamedDependency[Identity | None], lobby: NamedDependency[Lobby]
) -> InvitationView:
    """Withdraw one's own invitation, or decline one to oneself."""
    here = somebody(me)
    return await invitation_view(await lobby.withdraw(here, invitation), here, lobby)


@get("/api/me/invitations", responses=COMMON, summary="My invitations")
async def mine(me: NamedDependency[Identity | None], lobby: NamedDependency[Lobby]) -> LobbyPage:
    """The open invitations by and to oneself, newest first."""
    here = somebody(me)
    return LobbyPage(await _views(await lobby.concerning(here), here, lobby))


@get("/api/lobby", responses=COMMON, summary="The lobby")
async def read_lobby(
    me: NamedDependency[Identity | None],
    lobby: NamedDependency[Lobby],
    page: Annotated[int, QueryParameter(ge=0, le=MAX_PAGES)] = 0,
) -> LobbyPage:
    """A page of the open invitations to everybody: the newest of each person, then their second, and so on."""
    found = await lobby.hall(page)
    return LobbyPage(_of_page(found, me, await lobby.blocked_by(me)), found.more)


@post("/api/lobby/any", responses=UNKNOWN, summary="Any opponent now")
async def anybody(
    data: JSONBody[InvitationTerms],
    me: NamedDependency[Identity | None],
    lobby: NamedDependency[Lobby],
    rulebooks: NamedDependency[RulebookStore],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> SeekResult:
    """A game with a person who offers the same terms; if there is none, a public invitation waits in the lobby.

    A waiting person is matched while a socket of theirs is open, or for half a minute after reading the invitation.
    """
    here = somebody(me)
    rate_limiter.share("invitation", requester, INVITING)
    found = await lobby.anybody(here, request_ids.of("invitation", requester, data.id), await _terms(data, rulebooks))
    if isinstance(found, LiveGame):
        return SeekResult(found.header.id, None)
    return SeekResult(None, await invitation_view(found, here, lobby))


@websocket("/api/lobby/socket")
async def lobby_socket(
    socket: WebSocket[Any, Any, Any],
    me: NamedDependency[Identity | None],
    lobby: NamedDependency[Lobby],
    pubsub: NamedDependency[PubSub],
    throttle: NamedDependency[Throttle],
    requester: NamedDependency[Requester],
    sessions: NamedDependency[Sessions],
    presence: NamedDependency[Presence],
) -> None:
    """The lobby as it changes, and games that one's invitations lead to; with `?frames=accepted` only the games."""
    await socket.accept()
    only_accepted = socket.query_params.get("frames") == "accepted"
    changed = asyncio.Event()
    accepted: list[UUID] = []

    def hear(message: bytes | None) -> None:
        if message is not None and me is not None and message[:32] == me.person.hex.encode():
            accepted.append(UUID(hex=message[32:64].decode()))
        if accepted or not only_accepted:
            changed.set()

    async def tell() -> None:
        while True:
            if only_accepted:
                await send(socket, BeatFrame())
            else:
                await socket.send_text(_frame(await lobby.hall(), me, await lobby.blocked_by(me)))
            while accepted:
                found = await invitation_view(await lobby.find(accepted.pop(0)), me, lobby)
                if found.game is not None:
                    await send(socket, AcceptedFrame(found.id, found.game, found.accepted_by_name or "", found.names))
            await asyncio.sleep(PAUSE_S)
            while not changed.is_set():
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT_S)
                except TimeoutError:
                    await send(socket, BeatFrame())
            changed.clear()

    async def listen() -> None:
        while (await socket.receive())["type"] == "websocket.receive":
            if not await passes(socket, throttle, requester):
                return

    with pubsub.subscribed(TOPIC, hear):
        ending = through_outages(lambda: sessions.until_ended(socket, me))
        async with presence.joined(LOBBY, me):
            try:
                if me is not None:
                    await lobby.back(me)
                await serve(through_outages(tell), listen(), ending)
            finally:
                if me is not None:
                    await lobby.left(me)


def publish(pubsub: PubSub, invitation: Invitation) -> None:
    """Notify the lobbies of all servers of a changed invitation, and its creator if it was accepted."""
    accepted = invitation.accepted_by is not None
    pubsub.publish(TOPIC, (invitation.by.hex + invitation.id.hex).encode() if accepted else b"")


async def _terms(data: InvitationTerms, rulebooks: RulebookStore) -> GameTerms:
    rulebook = await rulebook_of(data.rulebook, data.sheet, rulebooks)
    return GameTerms(rulebook, data.options, data.clock, data.colour, data.position, data.seeds, data.delay, data.rated)


def _of_page(page: HallPage, me: Identity | None, blocked: frozenset[UUID]) -> list[InvitationView]:
    return [_shown(each, me, page.people, None, page.at) for each in page.invitations if each.by not in blocked]


def _frame(page: HallPage, me: Identity | None, blocked: frozenset[UUID]) -> str:
    """A page as a text, which is made once for all who have no part in it."""
    has_part = me is not None and any(each.by == me.person or each.by in blocked for each in page.invitations)
    if not has_part and page.shared is not None:
        return page.shared
    text = msgspec.json.encode(LobbyFrame(_of_page(page, me, blocked), page.more)).decode()
    if not has_part:
        page.shared = text
    return text


async def _views(found: list[Invitation], me: Identity | None, lobby: Lobby) -> list[InvitationView]:
    known = await lobby.people(found)
    return [_shown(each, me, known, None, lobby.now()) for each in found]


async def invitation_view(invitation: Invitation, me: Identity | None, lobby: Lobby) -> InvitationView:
    """An invitation as the requester sees it, with the game that it has led to."""
    known = await lobby.people([invitation])
    return _shown(invitation, me, known, await lobby.game_of(invitation), lobby.now())


def _shown(
    each: Invitation, me: Identity | None, known: dict[UUID, Person], game: UUID | None, now: int
) -> InvitationView:
    host, guest = known.get(each.by), known.get(each.accepted_by) if each.accepted_by is not None else None
    return InvitationView(
        id=each.id,
        by=each.by,
        by_name=host.name if host is not None else "",
        by_bot=host is not None and host.bot,
        mine=me is not None and me.person == each.by,
        to=each.to,
        public=each.public,
        rulebook=each.rulebook,
        names=each.names,
        options=each.options,
        clock=each.clock,
        colour=each.colour,
        position=each.position,
        seeds=each.seeds,
        delay=each.delay,
        rated=each.rated,
        created_at=each.created_at,
        expires_at=each.expires_at,
        open=each.is_open(now),
        withdrawn=each.withdrawn,
        game=game,
        accepted_by_name=None if each.accepted_by is None else guest.name if guest is not None else "",
    )


HANDLERS = [invite, read_invitation, accept, withdraw, mine, read_lobby, anybody, lobby_socket]
