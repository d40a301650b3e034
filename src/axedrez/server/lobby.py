"""Finding an opponent: invitations by link, to a person, or to everybody in the lobby."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar
from uuid import UUID, uuid5

import msgspec

from axedrez.core import Game, NotAllowed
from axedrez.match import GameSetup, Player, Players, TimeControl
from axedrez.match.commands import SideWord
from axedrez.server.accounts import Accounts
from axedrez.server.authentication import Identity
from axedrez.server.errors import NotFound, TooMuch
from axedrez.server.games import Games
from axedrez.server.live_game import LiveGame
from axedrez.server.requests import OptionValues
from axedrez.server.rulebooks import RulebookStore
from axedrez.storage import (
    COLOURS,
    LOBBY,
    Colour,
    Invitation,
    InvitationLimits,
    Invitations,
    Matchmaking,
    People,
    Person,
    PresenceStore,
    TooManyInvitations,
)

HOUR_MS = 3_600_000
OPEN_MS = 7 * 24 * HOUR_MS
"""How long an invitation stays open; a public one only `PUBLIC_MS`: whoever is there asks again."""
PUBLIC_MS = HOUR_MS
MOST = InvitationLimits(open=20, public=5)
"""So many open invitations a person may have, and so many of them to everybody."""
PAGE = 50
"""So many invitations are shown at once."""
MOST_MINE = 100
LATER_S = 60
HERE_MS = 30_000
"""So long after a request somebody is there without a socket."""
SEEN_MS = 5_000
MOST_SEEN = 20_000

Listener = Callable[[Invitation], None]
Found = TypeVar("Found")


class Wish(NamedTuple):
    """What somebody would like to play; `rulebook` is the id of a rulebook or the hash of a sheet.

    From `position` (None: the rulebook's start), with `seeds` of both for the dice or without; whoever watches the game
    sees it `delay` moves late.
    """

    rulebook: str
    options: OptionValues
    clock: TimeControl | None
    colour: Colour
    position: str | None = None
    seeds: bool = False
    delay: int = 0


class Lobby:
    """The invitations of one database. `listeners` are called with each one that has changed."""

    def __init__(self, games: Games, rulebooks: RulebookStore, accounts: Accounts, now: Callable[[], int]) -> None:
        self.listeners: list[Listener] = []
        self._games = games
        self._rulebooks = rulebooks
        self._accounts = accounts
        self._people: People = accounts.people
        self._invitations = Invitations(games.store.engine)
        self._meeting = Matchmaking(games.store.engine)
        self._presence = PresenceStore(games.store.engine, games.store.writer)
        self._seen: OrderedDict[UUID, int] = OrderedDict()
        self.now = now

    async def invite(self, me: Identity, new_id: UUID, wish: Wish, to: UUID | None, *, public: bool) -> Invitation:
        """Invite somebody, whoever has the link, or everybody. A repetition gives what is there already.

        Raises AxedrezError for a rulebook, options or a position that are none, for too many at once, or somebody who
        is blocked.
        """
        person = await self._accounts.acting(me)
        if (known := await self._invitations.find(new_id)) is not None and known.by == person.id:
            return known
        if to is not None:
            await self._may_meet(person.id, to)
        invitation = await self._wanted(person, new_id, wish, to, public=public and to is None)
        written = await self._written(self._meeting.add(invitation, MOST))
        if written.by != person.id:
            raise NotFound("unknown_invitation")  # somebody else's has this id
        self._tell(written)
        return written

    async def find(self, invitation_id: UUID) -> Invitation:
        """An invitation by its id. Raises `NotFound`."""
        found = await self._invitations.find(invitation_id)
        if found is None:
            raise NotFound("unknown_invitation")
        return found

    async def accept(self, me: Identity, invitation_id: UUID) -> LiveGame:
        """Accept it: the game that it leads to. Whoever has accepted gets the same game again.

        Raises `NotFound`, or `NotAllowed` where it is one's own, is for somebody else, or is open no more.
        """
        person = await self._accounts.acting(me)
        invitation = await self.find(invitation_id)
        if invitation.by == person.id:
            raise NotAllowed("own_invitation")
        if invitation.to not in (None, person.id):
            raise NotFound("unknown_invitation")
        if invitation.accepted_by != person.id:
            await self._may_meet(person.id, invitation.by)
            if not await self._invitations.accept(invitation.id, person.id, self.now()):
                invitation = await self.find(invitation_id)
                if invitation.accepted_by != person.id:
                    raise NotAllowed("invitation_closed")
        invitation = await self.find(invitation_id)
        live = await self._begin(invitation)
        self._tell(invitation)
        return live

    async def game_of(self, invitation: Invitation) -> UUID | None:
        """The id of the game that an accepted invitation has led to; None for one that was not.

        If the server was ended between the two, the game is made now.
        """
        if invitation.accepted_by is None:
            return None
        return (await self._begin(invitation)).header.id

    async def withdraw(self, me: Identity, invitation_id: UUID) -> Invitation:
        """Take one's own invitation back, or turn one down that was to oneself. Raises `NotFound`, `NotAllowed`."""
        invitation = await self.find(invitation_id)
        if me.person not in (invitation.by, invitation.to):
            raise NotFound("unknown_invitation")
        if not await self._invitations.withdraw(invitation_id, self.now()):
            invitation = await self.find(invitation_id)
            if not invitation.withdrawn:
                raise NotAllowed("invitation_closed")
        invitation = await self.find(invitation_id)
        self._tell(invitation)
        return invitation

    async def anybody(self, me: Identity, new_id: UUID, wish: Wish) -> Invitation | LiveGame:
        """A game with whoever wants the same, or else an invitation to everybody that waits for them.

        Raises like `invite`.
        """
        person = await self._accounts.acting(me)
        wanted = await self._wanted(person, new_id, wish, None, public=True)
        await self.seen(me, at_once=True)
        own, *others = await self._written(self._meeting.meet(msgspec.structs.replace(wanted, seek=True), MOST))
        if own.by != person.id:
            raise NotFound("unknown_invitation")  # somebody else's has this id
        live = await self._begin(own) if own.accepted_by is not None else None
        for invitation in others or [own]:
            self._tell(invitation)
        return own if live is None else live

    async def back(self, me: Identity) -> None:
        """Somebody is back: match them with whoever waits for the same meanwhile."""
        accepted = await self._meeting.meet_again(me.person, self.now())
        for invitation in accepted:
            await self._begin(invitation)
            self._tell(invitation)

    async def seen(self, me: Identity, *, at_once: bool = False) -> bool:
        """Somebody who waits is present, and can be matched for a while. Returns whether that was written."""
        now, before = self.now(), self._seen.pop(me.person, 0)
        is_news = at_once or now - before > SEEN_MS
        if is_news:
            await self._presence.enter_until(LOBBY, me.person, now + HERE_MS)
        self._seen[me.person] = now if is_news else before
        if len(self._seen) > MOST_SEEN:
            self._seen.popitem(last=False)
        return is_news

    async def left(self, me: Identity) -> None:
        """Somebody has closed a socket of the lobby; without another one they are absent."""
        self._seen.pop(me.person, None)
        await self._presence.enter_until(LOBBY, me.person, self.now())

    async def shown_to(self, me: Identity | None, page: int = 0) -> tuple[list[Invitation], bool]:
        """A page of the public invitations that are open, and whether more follow.

        The newest of each person come before the second of anybody; those of people whom one blocks are left out.
        """
        found = await self._invitations.public(self.now(), PAGE + 1, page * PAGE)
        shown, more = found[:PAGE], len(found) > PAGE
        if me is not None:
            blocked = set(await self._people.blocked(me.person))
            shown = [invitation for invitation in shown if invitation.by not in blocked]
        return shown, more

    async def concerning(self, me: Identity) -> list[Invitation]:
        """The open invitations by oneself or to oneself, newest first."""
        return await self._invitations.concerning(me.person, self.now(), MOST_MINE)

    async def names(self, invitations: list[Invitation]) -> dict[UUID, str]:
        """The names of those who invite, and of those who have accepted."""
        those = [invitation.by for invitation in invitations]
        those += [invitation.accepted_by for invitation in invitations if invitation.accepted_by is not None]
        found = await self._people.persons(those)
        return {person.id: person.name for person in found.values()}

    async def _wanted(self, person: Person, new_id: UUID, wish: Wish, to: UUID | None, *, public: bool) -> Invitation:
        """The invitation that says what somebody wishes. Raises AxedrezError for what cannot be played."""
        game = await self._rulebooks.load(wish.rulebook, wish.options)
        wish = _plain(wish, game)
        now = self.now()
        return Invitation(
            new_id,
            person.id,
            to,
            public,
            wish.rulebook,
            {"es": game.sheet.names.es, "en": game.sheet.names.en},
            dict(sorted(wish.options.items())),
            wish.clock,
            wish.colour,
            now,
            now + (PUBLIC_MS if public else OPEN_MS),
            position=wish.position,
            seeds=wish.seeds,
            delay=wish.delay,
        )

    async def _written(self, writing: Awaitable[Found]) -> Found:
        try:
            return await writing
        except TooManyInvitations as fault:
            raise TooMuch(LATER_S, "too_many_invitations", limit=fault.limit) from None

    async def _begin(self, invitation: Invitation) -> LiveGame:
        assert invitation.accepted_by is not None
        game = await self._rulebooks.load(invitation.rulebook, invitation.options)
        known = await self._people.persons([invitation.by, invitation.accepted_by])
        host, guest = (_player(known, person) for person in (invitation.by, invitation.accepted_by))
        colour = secrets.choice(COLOURS) if invitation.colour == "lot" else invitation.colour  # "lot": of an old server
        players = Players(host, guest) if colour == "white" else Players(guest, host)
        start = game.start().text() if invitation.position is None else invitation.position
        setup = GameSetup(start, players, invitation.clock, delay=invitation.delay)
        seeds: tuple[SideWord, ...] = ("white", "black") if invitation.seeds else ()
        same = (invitation.rulebook, invitation.options)
        new_id = invitation.game or uuid5(invitation.id, "game")  # of an old server
        return await self._games.create(new_id, game, setup, seeds=seeds, rulebook=same[0], options=same[1])

    async def _may_meet(self, one: UUID, other: UUID) -> None:
        if await self._people.apart(one, other):
            raise NotAllowed("kept_apart")

    def _tell(self, invitation: Invitation) -> None:
        for listener in self.listeners:
            listener(invitation)


def _plain(wish: Wish, game: Game) -> Wish:
    """The same wish in few words: nothing is said of a start, or of dice, that are the rulebook's own.

    Raises `TextError` for a position that is none.
    """
    position = game.parse(wish.position).text() if wish.position is not None else None
    if position == game.start().text():
        position = None
    return wish._replace(position=position, seeds=wish.seeds and game.conduct.dice)


def _player(known: dict[UUID, Person], person: UUID) -> Player:
    return Player(name=known[person].name if person in known else "", person=person)
