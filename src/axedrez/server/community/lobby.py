"""Finding an opponent: invitations by link, to a person, or to everybody in the lobby."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar
from uuid import UUID, uuid5

import msgspec

from axedrez.core import Game, NotAllowed
from axedrez.match import GameSetup, Player, Players, TimeControl
from axedrez.match.commands import SideWord
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity
from axedrez.server.base.batcher import Batcher
from axedrez.server.base.errors import NotFound, TooMuch
from axedrez.server.base.kept import Kept
from axedrez.server.base.requests import OptionValues
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from axedrez.server.rulebooks.rated import check_rated, may_be_rated
from axedrez.server.rulebooks.store import RulebookStore
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
    ProfileStore,
    TooManyInvitations,
)

HOUR_MS = 3_600_000
OPEN_MS = 7 * 24 * HOUR_MS
"""How long an invitation stays open; a public one only `PUBLIC_MS`: whoever is there asks again."""
PUBLIC_MS = HOUR_MS
LIMITS = InvitationLimits(open=20, public=5, to=3)
"""So many open invitations a person may have, so many of them to everybody, and so many to one and the same."""
CHALLENGES, BOTS = "challenges", "bots"
"""Settings of a person: who may invite them (`everybody`, `followed`, `nobody`), and whether bots may answer them."""
PAGE = 50
"""So many invitations are shown at once."""
KEPT_MS = 1000
"""How long the first page is kept: invitations end by themselves, too."""
MAX_MINE = 100
LATER_S = 60
HERE_MS = 30_000
"""So long after a request somebody is there without a socket."""
SEEN_MS = 5_000
MAX_SEEN = 20_000

Listener = Callable[[Invitation], None]
Found = TypeVar("Found")


class GameTerms(NamedTuple):
    """The terms of a game that is offered; `rulebook` is the id of a rulebook or the hash of a sheet.

    It starts from `position` (None: the rulebook's start). With `seeds` both players bring a seed for the dice.
    Spectators see it `delay` moves late. `rated`: it changes the ratings of both.
    """

    rulebook: str
    options: OptionValues
    clock: TimeControl | None
    colour: Colour
    position: str | None = None
    seeds: bool = False
    delay: int = 0
    rated: bool = False


@dataclass(eq=False)
class HallPage:
    """A page of the lobby as it was `at` (ms): invitations, whether `more` follow, and the people who invite.

    `shared`: it as a text, for all who have no part in it.
    """

    invitations: list[Invitation]
    more: bool
    people: dict[UUID, Person]
    at: int
    shared: str | None = None


class Lobby:
    """The invitations of one database. `listeners` are called with each one that has changed."""

    def __init__(self, games: Games, rulebooks: RulebookStore, accounts: Accounts, now: Callable[[], int]) -> None:
        self.listeners: list[Listener] = []
        self._games = games
        self._rulebooks = rulebooks
        self._accounts = accounts
        self._people: People = accounts.people
        self._invitations = Invitations(games.store.engine)
        self._profiles = ProfileStore(games.store.engine)
        self._meeting = Matchmaking(games.store.engine)
        self._presence = PresenceStore(games.store.engine, games.store.writer)
        self._seen: OrderedDict[UUID, int] = OrderedDict()
        self._first = Kept(lambda: self._page(0), now, lambda: KEPT_MS)
        self._blocked: Batcher[UUID, frozenset[UUID]] = Batcher(self._people.all_blocked)
        self.now = now

    async def invite(
        self, me: Identity, new_id: UUID, terms: GameTerms, to: UUID | None, *, public: bool
    ) -> Invitation:
        """Invite a person, anybody who has the link, or everybody. A repetition returns the existing invitation.

        Raises AxedrezError for an invalid rulebook, option or position, for too many invitations, or a blocked person.
        """
        person = await self._accounts.acting(me)
        if (known := await self._invitations.find(new_id)) is not None and known.by == person.id:
            return known
        if to is not None:
            await self._may_meet(person.id, to)
            other = await self._people.person(to)
            if other is not None and not await self._is_open_to(other, person.id):
                raise NotAllowed("challenges_closed", name=other.name)
            if terms.rated:
                may_be_rated(other, person)
        invitation = await self._invitation(person, new_id, terms, to, public=public and to is None)
        written = await self._written(self._meeting.add(invitation, LIMITS))
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
        """Accept an invitation; returns its game. Accepting again returns the same game.

        Raises `NotFound`, or `NotAllowed` for one's own invitation, one to another person, or one that is not open.
        """
        person = await self._accounts.acting(me)
        invitation = await self.find(invitation_id)
        if invitation.by == person.id:
            raise NotAllowed("own_invitation")
        if invitation.to not in (None, person.id):
            raise NotFound("unknown_invitation")
        if invitation.accepted_by != person.id:
            await self._may_meet(person.id, invitation.by)
            host = await self._people.person(invitation.by)
            if person.bot and invitation.public and host is not None and not _takes_bots(host):
                raise NotAllowed("bot_uninvited", name=host.name)
            if invitation.rated:
                may_be_rated(person, host)
            if not await self._invitations.accept(invitation.id, person.id, self.now()):
                invitation = await self.find(invitation_id)
                if invitation.accepted_by != person.id:
                    raise NotAllowed("invitation_closed")
        invitation = await self.find(invitation_id)
        live = await self._begin(invitation)
        self._tell(invitation)
        return live

    async def game_of(self, invitation: Invitation) -> UUID | None:
        """The id of the game of an accepted invitation; None if it was not accepted.

        If the server stopped between accepting and creating the game, the game is created now.
        """
        if invitation.accepted_by is None:
            return None
        return (await self._begin(invitation)).header.id

    async def withdraw(self, me: Identity, invitation_id: UUID) -> Invitation:
        """Withdraw one's own invitation, or decline one to oneself. Raises `NotFound`, `NotAllowed`."""
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

    async def anybody(self, me: Identity, new_id: UUID, terms: GameTerms) -> Invitation | LiveGame:
        """A game with a person who offers the same terms, or else a public invitation that waits for one.

        Raises like `invite`.
        """
        person = await self._accounts.acting(me)
        if person.bot:
            raise NotAllowed("bot_seek")
        wanted = await self._invitation(person, new_id, terms, None, public=True)
        await self.seen(me, at_once=True)
        own, *others = await self._written(self._meeting.meet(msgspec.structs.replace(wanted, seek=True), LIMITS))
        if own.by != person.id:
            raise NotFound("unknown_invitation")  # somebody else's has this id
        live = await self._begin(own) if own.accepted_by is not None else None
        for invitation in others or [own]:
            self._tell(invitation)
        return own if live is None else live

    async def back(self, me: Identity) -> None:
        """Match a person who has come back with one who waits for the same terms."""
        accepted = await self._meeting.meet_again(me.person, self.now())
        for invitation in accepted:
            await self._begin(invitation)
            self._tell(invitation)

    async def seen(self, me: Identity, *, at_once: bool = False) -> bool:
        """Note that a waiting person is present and can be matched for a while. Returns whether that was written."""
        now, before = self.now(), self._seen.pop(me.person, 0)
        is_news = at_once or now - before > SEEN_MS
        if is_news:
            await self._presence.enter_until(LOBBY, me.person, now + HERE_MS)
        self._seen[me.person] = now if is_news else before
        if len(self._seen) > MAX_SEEN:
            self._seen.popitem(last=False)
        return is_news

    async def left(self, me: Identity) -> None:
        """Note that a person has closed a socket of the lobby; without another one they are absent."""
        self._seen.pop(me.person, None)
        await self._presence.enter_until(LOBBY, me.person, self.now())

    async def hall(self, page: int = 0) -> HallPage:
        """A page of the public invitations that are open; the first one is shared by all until something changes.

        The newest of each person come before the second of anybody.
        """
        return await self._page(page) if page else await self._first.get()

    def changed(self) -> None:
        """An invitation has changed, here or at another server of the database."""
        self._first.drop()

    async def blocked_by(self, me: Identity | None) -> frozenset[UUID]:
        """The people whose invitations somebody is not shown."""
        return await self._blocked.get(me.person) if me is not None else frozenset()

    async def _page(self, number: int) -> HallPage:
        shown = await self._invitations.public(self.now(), PAGE + 1, number * PAGE)
        here = shown[:PAGE]
        return HallPage(here, len(shown) > PAGE, await self.people(here), self.now())

    async def concerning(self, me: Identity) -> list[Invitation]:
        """The open invitations by or to a person, newest first."""
        return await self._invitations.concerning(me.person, self.now(), MAX_MINE)

    async def addressed(self, me: Identity) -> list[Invitation]:
        """The open invitations to a person, without those of blocked people."""
        blocked = set(await self._people.blocked(me.person))
        return [each for each in await self.concerning(me) if each.to == me.person and each.by not in blocked]

    async def people(self, invitations: list[Invitation]) -> dict[UUID, Person]:
        """The people who invited or accepted."""
        those = [invitation.by for invitation in invitations]
        those += [invitation.accepted_by for invitation in invitations if invitation.accepted_by is not None]
        return await self._people.persons(those)

    async def _invitation(
        self, person: Person, new_id: UUID, terms: GameTerms, to: UUID | None, *, public: bool
    ) -> Invitation:
        """An invitation with these terms. Raises AxedrezError for terms that cannot be played."""
        game = await self._rulebooks.load(terms.rulebook, terms.options)
        terms = _normalized(terms, game)
        if terms.rated:
            may_be_rated(person)
            await check_rated(self._rulebooks, game, terms.rulebook, terms.options, terms.position, terms.clock)
        now = self.now()
        return Invitation(
            new_id,
            person.id,
            to,
            public,
            terms.rulebook,
            {"es": game.sheet.names.es, "en": game.sheet.names.en},
            dict(sorted(terms.options.items())),
            terms.clock,
            terms.colour,
            now,
            now + (PUBLIC_MS if public else OPEN_MS),
            position=terms.position,
            seeds=terms.seeds,
            delay=terms.delay,
            rated=terms.rated,
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
        rated = invitation.rated
        setup = GameSetup(start, players, invitation.clock, not rated, delay=invitation.delay, rated=rated)
        seeds: tuple[SideWord, ...] = ("white", "black") if invitation.seeds else ()
        same = (invitation.rulebook, invitation.options)
        new_id = invitation.game or uuid5(invitation.id, "game")  # of an old server
        return await self._games.create(new_id, game, setup, seeds=seeds, rulebook=same[0], options=same[1])

    async def _may_meet(self, one: UUID, other: UUID) -> None:
        if await self._people.apart(one, other):
            raise NotAllowed("kept_apart")

    async def _is_open_to(self, person: Person, other: UUID) -> bool:
        """Whether a person lets another one invite them; what cannot be read lets nobody."""
        chosen = person.settings.get(CHALLENGES, "everybody")
        return chosen == "everybody" or (chosen == "followed" and await self._profiles.follows(person.id, other))

    def _tell(self, invitation: Invitation) -> None:
        self.changed()
        for listener in self.listeners:
            listener(invitation)


def _normalized(terms: GameTerms, game: Game) -> GameTerms:
    """The same terms in a canonical form, so that equal offers match: defaults of the rulebook are left out.

    Raises `TextError` for an invalid position.
    """
    position = game.parse(terms.position).text() if terms.position is not None else None
    if position == game.start().text():
        position = None
    return terms._replace(position=position, seeds=terms.seeds and game.conduct.dice)


def _takes_bots(host: Person) -> bool:
    """Whether bots may accept what a person offers to the whole lobby."""
    return host.bot or host.settings.get(BOTS) is True


def _player(known: dict[UUID, Person], person: UUID) -> Player:
    found = known.get(person)
    return Player(person=person) if found is None else Player(name=found.name, person=person, bot=found.bot)
