"""Finding an opponent: invitations by link, to a person, or to everybody in the lobby."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID, uuid5

from axedrez.core import AxedrezError, Game, NotAllowed
from axedrez.match import ClockSpec, Player, Players, Setup
from axedrez.match.commands import SideWord
from axedrez.server.accounts import Accounts
from axedrez.server.books import Books
from axedrez.server.errors import NotFound
from axedrez.server.games import Games, Table
from axedrez.server.identity import Identity
from axedrez.server.requests import OptionValues
from axedrez.storage import COLOURS, Colour, Invitation, Invitations, People, Person

HOUR_MS = 3_600_000
OPEN_MS = 7 * 24 * HOUR_MS
"""How long an invitation stays open; a public one only `PUBLIC_MS`: whoever is there asks again."""
PUBLIC_MS = HOUR_MS
MOST_OPEN = 20
"""So many open invitations a person may have."""
SHOWN = 100
SAME = ("rulebook", "options", "clock", "position", "seeds", "delay")
"""In this two wishes must agree."""

Listener = Callable[[Invitation], None]


class Wish(NamedTuple):
    """What somebody would like to play; `rulebook` is the id of a rulebook or the hash of a sheet.

    From `position` (None: the rulebook's start), with `seeds` of both for the dice or without; whoever watches the game
    sees it `delay` moves late.
    """

    rulebook: str
    options: OptionValues
    clock: ClockSpec | None
    colour: Colour
    position: str | None = None
    seeds: bool = False
    delay: int = 0


class Lobby:
    """All invitations of one database. `listeners` hear of each that has changed."""

    def __init__(self, games: Games, books: Books, accounts: Accounts, now: Callable[[], int]) -> None:
        self.listeners: list[Listener] = []
        self._games = games
        self._books = books
        self._accounts = accounts
        self._people: People = accounts.people
        self._invitations = Invitations(games.store.engine)
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
        if await self._invitations.count(person.id, self.now()) >= MOST_OPEN:
            raise AxedrezError("too_many_invitations", limit=MOST_OPEN)
        game = await self._books.load(wish.rulebook, wish.options)
        wish = _plain(wish, game)
        now = self.now()
        invitation = Invitation(
            new_id,
            person.id,
            to,
            public and to is None,
            wish.rulebook,
            {"es": game.sheet.names.es, "en": game.sheet.names.en},
            dict(wish.options),
            wish.clock,
            wish.colour,
            now,
            now + (PUBLIC_MS if public else OPEN_MS),
            position=wish.position,
            seeds=wish.seeds,
            delay=wish.delay,
        )
        if not await self._invitations.add(invitation):
            raise NotFound("unknown_invitation")  # somebody else's has this id
        self._tell(invitation)
        return invitation

    async def find(self, invitation_id: UUID) -> Invitation:
        """An invitation by its id. Raises `NotFound`."""
        found = await self._invitations.find(invitation_id)
        if found is None:
            raise NotFound("unknown_invitation")
        return found

    async def accept(self, me: Identity, invitation_id: UUID) -> Table:
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
        table = await self._begin(invitation)
        self._tell(invitation)
        return table

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

    async def anybody(self, me: Identity, new_id: UUID, wish: Wish) -> Invitation | Table:
        """A game with whoever wants the same, or else an invitation to everybody that waits for them.

        Raises like `invite`.
        """
        person = await self._accounts.acting(me)
        wish = _plain(wish, await self._books.load(wish.rulebook, wish.options))
        for invitation in await self._invitations.public(self.now(), SHOWN):
            if invitation.by == person.id or not _fits(invitation, wish):
                continue
            try:
                return await self.accept(me, invitation.id)
            except NotAllowed:  # somebody was quicker, or one has blocked the other
                continue
        return await self.invite(me, new_id, wish, None, public=True)

    async def shown_to(self, me: Identity | None) -> list[Invitation]:
        """The public invitations that are open, oldest first, without those of people whom one blocks."""
        found = await self._invitations.public(self.now(), SHOWN)
        if me is None:
            return found
        blocked = set(await self._people.blocked(me.person))
        return [invitation for invitation in found if invitation.by not in blocked]

    async def concerning(self, me: Identity) -> list[Invitation]:
        """The open invitations by oneself or to oneself, newest first."""
        return await self._invitations.concerning(me.person, self.now(), SHOWN)

    async def names(self, invitations: list[Invitation]) -> dict[UUID, str]:
        """The names of those who invite, and of those who have accepted."""
        those = [invitation.by for invitation in invitations]
        those += [invitation.accepted_by for invitation in invitations if invitation.accepted_by is not None]
        found = await self._people.persons(those)
        return {person.id: person.name for person in found.values()}

    async def _begin(self, invitation: Invitation) -> Table:
        assert invitation.accepted_by is not None
        game = await self._books.load(invitation.rulebook, invitation.options)
        known = await self._people.persons([invitation.by, invitation.accepted_by])
        host, guest = (_player(known, person) for person in (invitation.by, invitation.accepted_by))
        colour = secrets.choice(COLOURS) if invitation.colour == "lot" else invitation.colour  # "lot": of an old server
        players = Players(host, guest) if colour == "white" else Players(guest, host)
        start = game.start().text() if invitation.position is None else invitation.position
        setup = Setup(start, players, invitation.clock, delay=invitation.delay)
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


def _fits(invitation: Invitation, wish: Wish) -> bool:
    same = all(getattr(invitation, name) == getattr(wish, name) for name in SAME)
    return same and (wish.colour == "lot" or wish.colour != invitation.colour)


def _player(known: dict[UUID, Person], person: UUID) -> Player:
    return Player(name=known[person].name if person in known else "", person=person)
