"""Profiles of accounts as others may see them, followed people, and leaderboards."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from axedrez.core import AxedrezError, NotAllowed
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity
from axedrez.server.base.errors import NotFound
from axedrez.storage import MAX_FOLLOWED, Followed, FullError, Person, ProfileStore, StandingStore, shows_ratings


class Profiles:
    """Reads profiles for those who may see them. `now` returns ms since the epoch."""

    def __init__(
        self, accounts: Accounts, store: ProfileStore, standings: StandingStore, now: Callable[[], int]
    ) -> None:
        self.store = store
        self.standings = standings
        self.now = now
        self._accounts = accounts

    async def seen(self, person: UUID, viewer: UUID | None) -> Person:
        """An account whose profile `viewer` may see. Raises `NotFound`, which does not tell why."""
        found = await self._accounts.people.person(person)
        if found is None or found.login is None or not await self.store.may_see(found, viewer):
            raise NotFound("unknown_profile")
        return found

    async def rated(self, person: UUID, viewer: UUID | None) -> Person:
        """An account whose ratings `viewer` may see. Raises `NotFound`."""
        found = await self.seen(person, viewer)
        if viewer != person and not shows_ratings(found):
            raise NotFound("unknown_profile")
        return found

    async def follow(self, me: Identity, other: UUID) -> None:
        """Follow an account. Raises `NotFound` for one that cannot be seen, `NotAllowed`, AxedrezError."""
        person = await self._accounts.acting(me)
        if person.id == other:
            raise NotAllowed("follow_oneself")
        if person.login is None:
            raise NotAllowed("follow_account")
        await self.seen(other, person.id)
        try:
            await self.store.follow(person.id, other, self.now())
        except FullError:
            raise AxedrezError("too_many_followed", limit=MAX_FOLLOWED) from None

    async def followed(self, me: Identity) -> list[Followed]:
        """The accounts that a person follows, and where they are."""
        return await self.store.followed(me.person, self.now())
