"""Clubs: groups of accounts with a page and tournaments of their own."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any
from uuid import UUID

from axedrez.core import AxedrezError, NotAllowed
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity
from axedrez.server.base import user_text
from axedrez.server.base.errors import NotFound, NotSignedIn
from axedrez.server.tournaments.service import LiveTournament, Tournaments
from axedrez.storage import ClubStore, Person
from axedrez.storage.clubs import Club, GoneError, Joining, Role, TooManyError
from axedrez.tournaments.settings import TournamentSettings

MAX_CLUBS = 20
MAX_JOINED = 100
MAX_MEMBERS = 1000
MAX_NAME_LENGTH = 40
MAX_TEXT_LENGTH = 1000
KEY_BYTES = 16


class Clubs:
    """The clubs of a database. `now` returns ms since the epoch.

    Leaders change a club, take members out and make its tournaments; the owner also names leaders and deletes it.
    """

    def __init__(self, store: ClubStore, accounts: Accounts, tournaments: Tournaments, now: Callable[[], int]) -> None:
        self.store = store
        self._accounts = accounts
        self._tournaments = tournaments
        self._now = now

    async def make(self, me: Identity, new_id: UUID, name: str, text: str, join: Joining) -> Club:
        """A new club of the requester's; the one that has this id if there is one.

        Raises `NotSignedIn` without an account, AxedrezError (`bad_name`, `club_text`, `too_many_clubs`).
        """
        person = await self._account(me)
        new = Club(new_id, _name(name), _text(text), person.id, join, _new_key(), self._now())
        try:
            return await self.store.add(new, MAX_CLUBS)
        except TooManyError:
            raise AxedrezError("too_many_clubs", limit=MAX_CLUBS) from None
        except GoneError:
            raise NotSignedIn("nobody") from None

    async def find(self, club: UUID) -> Club:
        """A club. Raises `NotFound`."""
        found = await self.store.find(club)
        if found is None:
            raise NotFound("unknown_club")
        return found

    async def change(
        self, me: Identity, club: UUID, name: str | None, text: str | None, join: Joining | None, *, new_key: bool
    ) -> None:
        """Change what is given; a new key ends the link that was handed out before. Raises as `make`, `NotAllowed`."""
        await self._led(me, club)
        changes = dict[str, Any]()
        if name is not None:
            changes["name"] = _name(name)
        if text is not None:
            changes["text"] = _text(text)
        if join is not None:
            changes["join"] = join
        if new_key:
            changes["key"] = _new_key()
        if changes:
            await self.store.change(club, changes)

    async def delete(self, me: Identity, club: UUID) -> None:
        """Delete a club; its tournaments stay, for whom their settings say. Raises `NotAllowed` (`club_owner`)."""
        await self.find(club)
        if not await self.store.delete(club, me.person):
            raise NotAllowed("club_owner")

    async def join(self, me: Identity, club: UUID, key: str) -> None:
        """Become a member, once. Raises `NotSignedIn` without an account, `NotAllowed`, AxedrezError (`club_full`)."""
        person = await self._account(me)
        found = await self.find(club)
        if await self.store.role(club, person.id) is not None:
            return
        if len(await self.store.of_person(person.id)) >= MAX_JOINED:
            raise NotAllowed("too_many_joined", limit=MAX_JOINED)
        try:
            is_in = await self.store.join(club, person.id, key, self._now(), MAX_MEMBERS)
        except TooManyError:
            raise AxedrezError("club_full", limit=MAX_MEMBERS) from None
        except GoneError:
            raise NotFound("unknown_club") from None
        if not is_in:
            raise NotAllowed("club_closed" if found.join == "closed" else "club_link")

    async def remove(self, me: Identity, club: UUID, person: UUID) -> None:
        """Take a member out, or leave oneself. Raises `NotAllowed`, `NotFound` (`unknown_member`)."""
        found = await self.find(club)
        if person != me.person:
            await self._led(me, club)
            if found.owner != me.person and await self.store.role(club, person) == "leader":
                raise NotAllowed("club_owner")
        if not await self.store.remove(club, person, me.person):
            raise NotFound("unknown_member")

    async def set_role(self, me: Identity, club: UUID, person: UUID, role: Role) -> None:
        """Make a member a leader, or a leader a member. Raises `NotAllowed`, `NotFound` (`unknown_member`)."""
        if (await self.find(club)).owner != me.person:
            raise NotAllowed("club_owner")
        if not await self.store.set_role(club, person, role, me.person):
            raise NotFound("unknown_member")

    async def make_tournament(
        self, me: Identity, club: UUID, new_id: UUID, settings: TournamentSettings, *, members_only: bool
    ) -> LiveTournament:
        """A new tournament of a club, which the leader who makes it organizes. Raises as `Tournaments.create`."""
        await self._led(me, club)
        live = await self._tournaments.create(me, new_id, settings)
        try:
            await self.store.add_tournament(club, live.header.id, members_only=members_only)
        except GoneError:
            raise NotFound("unknown_club") from None
        return live

    async def _account(self, me: Identity) -> Person:
        person = await self._accounts.acting(me)
        if person.login is None:
            raise NotSignedIn("account_needed")
        return person

    async def _led(self, me: Identity, club: UUID) -> None:
        """Raises `NotFound` for no club, `NotAllowed` unless the requester leads it."""
        await self.find(club)
        if await self.store.role(club, me.person) != "leader":
            raise NotAllowed("club_leader")


def _new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def _name(text: str) -> str:
    found = user_text.name(text)
    if not found or len(found) > MAX_NAME_LENGTH or "<" in found or ">" in found:
        raise AxedrezError("bad_name")
    return found


def _text(text: str) -> str:
    found = user_text.paragraphs(text)
    if len(found) > MAX_TEXT_LENGTH:
        raise AxedrezError("club_text", limit=MAX_TEXT_LENGTH)
    return found
