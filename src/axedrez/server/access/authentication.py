"""Authentication: guests by a signed cookie, accounts by a session cookie, programs by a token."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Any, Literal, NamedTuple
from uuid import UUID, uuid4

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from axedrez.core import AxedrezError
from axedrez.server.base.batcher import Batcher
from axedrez.server.base.errors import NotSignedIn
from axedrez.storage import MAX_KEYS, EndedError, FullError, Key, People, Person

COOKIE = "axedrez"
COOKIE_S = 400 * 86_400
"""The longest that browsers keep a cookie."""

SESSION_MS = COOKIE_S * 1000
TOKEN_MARK = "axt_"
_KEY_BYTES = 24
_MAC_DIGITS = 32


class Identity(NamedTuple):
    """A person, and how they authenticated; `key` is the id of the session or token (None for a guest)."""

    person: UUID
    kind: Literal["guest", "session", "token"]
    key: UUID | None = None


class Authenticator:
    """Reads and issues credentials. `secret` signs the cookies of guests; `now` returns ms since the epoch."""

    def __init__(self, people: People, secret: bytes, now: Callable[[], int]) -> None:
        self._people = people
        self._secret = secret
        self._now = now
        self._ended = Batcher(self._look_for_ended)

    async def identify(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Identity | None:
        """Who sent the request; None without credentials, or with a cookie that is not valid (any longer).

        Raises `NotSignedIn` for an invalid token.
        """
        header = connection.headers.get("authorization", "")
        if header:
            scheme, _, token = header.partition(" ")
            key = await self._key(token.strip(), "token") if scheme.lower() == "bearer" else None
            if key is None:
                raise NotSignedIn("token_unknown")
            return Identity(key.person, "token", key.id)
        shown = connection.cookies.get(COOKIE, "")
        if shown.startswith("g."):
            person = self._guest(shown)
            good = person is not None and not await self._ended.get(person)
            return Identity(person, "guest") if person is not None and good else None
        if shown.startswith("s.") and (key := await self._key(shown.removeprefix("s."), "session")) is not None:
            return Identity(key.person, "session", key.id)
        return None

    def new_guest(self) -> tuple[Identity, str]:
        """A new guest, and the value of their cookie."""
        person = uuid4()
        return Identity(person, "guest"), self.guest_text(person)

    def guest_text(self, person: UUID) -> str:
        """The value of a guest's cookie."""
        return f"g.{person.hex}.{self._mac(person)}"

    async def open_session(self, person: Person, label: str) -> str:
        """A new session of an account whose password was verified: the text of its cookie.

        Raises `NotSignedIn` if the account was deleted or the password changed meanwhile.
        """
        try:
            _, text = await self._add(person.id, "session", label, SESSION_MS, person.password)
        except EndedError:
            raise NotSignedIn("wrong_password") from None
        return f"s.{text}"

    async def issue_token(self, me: Identity, label: str) -> tuple[UUID, str]:
        """A new personal token: its id and its text, which is not stored and cannot be shown again.

        Raises AxedrezError (`too_many_tokens`), or `NotSignedIn` if the account was just deleted, or signed out.
        """
        try:
            return await self._add(me.person, "token", label, None, by=me.key)
        except FullError:
            raise AxedrezError("too_many_tokens", limit=MAX_KEYS["token"]) from None
        except EndedError:
            raise NotSignedIn("account_needed") from None

    async def still_good(self, shown: list[Identity]) -> dict[Identity, bool]:
        """Whether each of several identities is still valid."""
        ended = await self._people.ended([each.person for each in shown if each.key is None])
        known = await self._people.keys_known([each.key for each in shown if each.key is not None])
        return {each: each.person not in ended if each.key is None else each.key in known for each in shown}

    def cookie(self, text: str, *, secure: bool) -> Cookie:
        """The cookie with the value `text`: not visible to scripts, not sent by other sites."""
        return Cookie(COOKIE, value=text, max_age=COOKIE_S, path="/", httponly=True, samesite="lax", secure=secure)

    def _guest(self, text: str) -> UUID | None:
        _, _, rest = text.partition(".")
        digits, _, mac = rest.partition(".")
        try:
            person = UUID(hex=digits)
        except ValueError:
            return None
        return person if hmac.compare_digest(mac.encode(), self._mac(person).encode()) else None

    def _mac(self, person: UUID) -> str:
        return hmac.new(self._secret, b"guest" + person.bytes, hashlib.sha256).hexdigest()[:_MAC_DIGITS]

    async def _key(self, text: str, kind: Literal["session", "token"]) -> Key | None:
        found = await self._people.key(digest(text), self._now())
        return found if found is not None and found.kind == kind else None

    async def _add(
        self,
        person: UUID,
        kind: Literal["session", "token"],
        label: str,
        lasting: int | None,
        password: str | None = None,
        by: UUID | None = None,
    ) -> tuple[UUID, str]:
        mark = TOKEN_MARK if kind == "token" else ""
        text = mark + secrets.token_urlsafe(_KEY_BYTES)
        now = self._now()
        expires = now + lasting if lasting is not None else None
        key = Key(uuid4(), person, kind, label, now, expires)
        await self._people.add_key(digest(text), key, password, by)
        return key.id, text

    async def _look_for_ended(self, persons: list[UUID]) -> dict[UUID, bool]:
        ended = await self._people.ended(persons)
        return {person: person in ended for person in persons}


def person_of(me: Identity | None) -> UUID | None:
    """The person's id; None without an identity."""
    return me.person if me is not None else None


def somebody(me: Identity | None) -> Identity:
    """`me`, which must not be None. Raises `NotSignedIn`."""
    if me is None:
        raise NotSignedIn("nobody")
    return me


def digest(text: str) -> str:
    """SHA-256 of a key, as the database stores it. Keys are random enough to need no salt."""
    return hashlib.sha256(text.encode()).hexdigest()
