"""Where people are told what waits for them: browsers with Web Push, and mailboxes."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Literal, NamedTuple
from uuid import UUID, uuid4

import msgspec
from sqlalchemy import RowMapping, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.database import Writing
from axedrez.storage.decoding import plain
from axedrez.storage.people import EndedError, FullError
from axedrez.storage.schema import keys, mailboxes, notices, people, push_subscriptions

MAX_BROWSERS = 10
"""The most browsers that a person may be told at."""

PROOF_MS = 3 * 24 * 3_600_000
"""How long the link that proves an address is good for."""

DAY_MS = 24 * 3_600_000
MAX_PROOFS = 3
"""So many links go to an address within a day, whoever names it; and so many are sent for a person."""

WAY_OUT_BYTES = 24

Lang = Literal["es", "en"]


class PushSubscription(msgspec.Struct, frozen=True):
    """A browser of `person` that is told `turn`, `offers` and `rounds`; `endpoint` and keys as it gave them.

    It ends with the `session`, the key that it was added with. `created_at` is in ms since the epoch.
    """

    id: UUID
    person: UUID
    session: UUID
    endpoint: str
    p256dh: str
    auth: str
    label: str
    turn: bool
    offers: bool
    lang: Lang
    created_at: int
    rounds: bool = False


class Mailbox(msgspec.Struct, frozen=True):
    """The mail address of `person`, and what is sent there once it is verified. Times are ms since the epoch.

    `way_out` is what the link that ends all mails shows.
    """

    person: UUID
    id: UUID
    address: str
    lang: Lang
    verified_at: int | None
    way_out: str
    turn: bool
    offers: bool
    digest: bool
    digest_at: int | None
    created_at: int
    rounds: bool = False


class Told(NamedTuple):
    """What a browser or a mailbox is told of; `digest`: mailboxes alone."""

    turn: bool
    offers: bool
    rounds: bool
    digest: bool = False


class TooManyProofs(Exception):
    """Enough links were sent to this address, or for this person, within a day; nothing was written."""


class Channels:
    """The browsers and mailboxes of a database. Every method is one transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = Writing(engine)

    async def subscribe(self, wanted: PushSubscription) -> PushSubscription:
        """Store a subscription; one with the same endpoint is replaced and keeps its id if it was the same person's.

        Raises `FullError`, or `EndedError` if the session has just ended.
        """
        row: dict[str, Any] = {**msgspec.to_builtins(wanted), "digest": digest(wanted.endpoint)}
        here = push_subscriptions.c.digest == row["digest"]
        own = push_subscriptions.c.person == row["person"]
        try:
            async with self._writer.begin() as connection:
                # The row's lock serializes the subscriptions of a person.
                await connection.execute(select(people.c.id).where(people.c.id == row["person"]).with_for_update())
                if await connection.scalar(select(keys.c.id).where(keys.c.id == row["session"])) is None:
                    raise EndedError
                known = await connection.scalar(select(push_subscriptions.c.id).where(here, own))
                await connection.execute(delete(push_subscriptions).where(here))
                if (await connection.scalar(select(func.count()).select_from(push_subscriptions).where(own)) or 0) >= (
                    MAX_BROWSERS
                ):
                    raise FullError
                row["id"] = known or row["id"]
                await connection.execute(insert(push_subscriptions).values(row))
        except IntegrityError:  # the same browser, twice at the same moment; or a session that has just ended
            raise EndedError from None
        return msgspec.structs.replace(wanted, id=UUID(row["id"]))

    async def browsers(self, person: UUID) -> list[PushSubscription]:
        """The browsers of a person, oldest first."""
        own = select(push_subscriptions).where(push_subscriptions.c.person == str(person))
        query = own.order_by(push_subscriptions.c.created_at, push_subscriptions.c.id)
        async with self._engine.connect() as connection:
            return [_read(row, PushSubscription) for row in (await connection.execute(query)).mappings()]

    async def browser(self, subscription: UUID) -> PushSubscription | None:
        """A browser by the id of its subscription."""
        query = select(push_subscriptions).where(push_subscriptions.c.id == str(subscription))
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return _read(row, PushSubscription) if row is not None else None

    async def choose_for_browser(self, person: UUID, subscription: UUID, told: Told) -> bool:
        """Change what a browser is told. False if the person has no such browser."""
        here = (push_subscriptions.c.id == str(subscription)) & (push_subscriptions.c.person == str(person))
        async with self._writer.begin() as connection:
            chosen = {"turn": told.turn, "offers": told.offers, "rounds": told.rounds}
            changed = await connection.execute(update(push_subscriptions).where(here).values(**chosen))
            return changed.rowcount == 1

    async def unsubscribe(self, subscription: UUID, person: UUID | None = None) -> None:
        """Forget a browser, of that person if one is given; and what was to be sent there."""
        here = push_subscriptions.c.id == str(subscription)
        own = here if person is None else here & (push_subscriptions.c.person == str(person))
        async with self._writer.begin() as connection:
            if (await connection.execute(delete(push_subscriptions).where(own))).rowcount:
                await connection.execute(delete(notices).where(notices.c.target == str(subscription)))

    async def mailbox(self, person: UUID) -> Mailbox | None:
        """The mailbox of a person."""
        return await self._mailbox(mailboxes.c.person == str(person))

    async def mailbox_by_id(self, mailbox: UUID) -> Mailbox | None:
        """A mailbox by its id."""
        return await self._mailbox(mailboxes.c.id == str(mailbox))

    async def set_mailbox(self, person: UUID, address: str, lang: Lang, told: Told, now: int) -> Mailbox:
        """Store the address of a person, and what is sent there.

        Another address must be verified: a link is put among what is to be sent. Raises `TooManyProofs`.
        """
        daily = told.digest
        own = mailboxes.c.person == str(person)
        values: dict[str, Any] = {"lang": lang, **told._asdict()}
        async with self._writer.begin() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == str(person)).with_for_update())
            row = (await connection.execute(select(mailboxes).where(own))).mappings().one_or_none()
            if row is not None and row["address"] == address:
                at = row["digest_at"] if row["digest_at"] is not None and daily else None
                values["digest_at"] = (at or now + DAY_MS) if daily and row["verified_at"] is not None else None
                await connection.execute(update(mailboxes).where(own).values(**values))
            else:
                await connection.execute(delete(mailboxes).where(own))
                new = {**values, "person": str(person), "id": str(uuid4()), "address": address, "created_at": now}
                new["way_out"] = secrets.token_urlsafe(WAY_OUT_BYTES)
                await connection.execute(insert(mailboxes).values(new))
                await self._ask_for_proof(connection, str(person), new["id"], address, now)
        found = await self.mailbox(person)
        if found is None:
            raise EndedError
        return found

    async def prove_again(self, person: UUID, now: int) -> bool:
        """Send the link again. False if there is no address that waits for it. Raises `TooManyProofs`."""
        own = (mailboxes.c.person == str(person)) & mailboxes.c.verified_at.is_(None)
        async with self._writer.begin() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == str(person)).with_for_update())
            row = (await connection.execute(select(mailboxes).where(own))).mappings().one_or_none()
            if row is not None:
                await self._ask_for_proof(connection, str(person), row["id"], row["address"], now)
        return row is not None

    async def new_proof(self, mailbox: UUID, now: int) -> str | None:
        """What the link to be sent shows; earlier links end. None if there is nothing to be verified any more."""
        shown = secrets.token_urlsafe(WAY_OUT_BYTES)
        here = (mailboxes.c.id == str(mailbox)) & mailboxes.c.verified_at.is_(None)
        proof = {"proof": digest(shown), "proof_until": now + PROOF_MS}
        async with self._writer.begin() as connection:
            changed = await connection.execute(update(mailboxes).where(here).values(**proof))
        return shown if changed.rowcount else None

    async def verify(self, shown: str, now: int) -> Mailbox | None:
        """The mailbox that a link belongs to, from now on verified; None for one that is not good (any more)."""
        here = (mailboxes.c.proof == digest(shown)) & (mailboxes.c.proof_until > now)
        async with self._writer.begin() as connection:
            row = (await connection.execute(select(mailboxes).where(here).with_for_update())).mappings().one_or_none()
            if row is None:
                return None
            if row["verified_at"] is None:  # the same link once more is no fault
                due = now + DAY_MS if row["digest"] else None
                proven = update(mailboxes).where(mailboxes.c.id == row["id"]).values(verified_at=now, digest_at=due)
                await connection.execute(proven)
            identity = UUID(row["id"])
        return await self.mailbox_by_id(identity)

    async def leave(self, shown: str) -> bool:
        """Forget the mailbox that a way out belongs to. False if there is none (any more)."""
        return await self._forget(mailboxes.c.way_out == shown)

    async def forget_mailbox(self, person: UUID) -> None:
        """Forget the mailbox of a person."""
        await self._forget(mailboxes.c.person == str(person))

    async def _forget(self, which: Any) -> bool:
        async with self._writer.begin() as connection:
            found = list(await connection.scalars(select(mailboxes.c.id).where(which)))
            # What waits is dropped when it is due: rows that stay count the links that were sent.
            await connection.execute(delete(mailboxes).where(mailboxes.c.id.in_(found)))
        return bool(found)

    async def _ask_for_proof(self, connection: Any, person: str, mailbox: str, address: str, now: int) -> None:
        subject = digest(address.casefold())
        recent = select(func.count()).select_from(notices)
        recent = recent.where(notices.c.kind == "verify", notices.c.created_at > now - DAY_MS)
        for whose in (notices.c.subject == subject, notices.c.person == person):
            if (await connection.scalar(recent.where(whose)) or 0) >= MAX_PROOFS:
                raise TooManyProofs
        row = {"id": str(uuid4()), "person": person, "channel": "mail", "target": mailbox, "kind": "verify"}
        await connection.execute(insert(notices).values(**row, subject=subject, mark=now, created_at=now, due_at=now))

    async def _mailbox(self, which: Any) -> Mailbox | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(mailboxes).where(which))).mappings().one_or_none()
        return _read(row, Mailbox) if row is not None else None


def digest(text: str) -> str:
    """SHA-256, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def _read(row: RowMapping, kind: Any) -> Any:
    fields = plain(row)
    return msgspec.convert({name: fields[name] for name in kind.__struct_fields__}, kind)
