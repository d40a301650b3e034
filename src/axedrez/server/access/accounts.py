"""Accounts: names, settings, passwords, sessions, blocking, deletion."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from uuid import UUID, uuid4

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from axedrez.core import AxedrezError, NotAllowed
from axedrez.server.access.authentication import Identity, digest
from axedrez.server.base import user_text
from axedrez.server.base.errors import Banned, Malformed, NotSignedIn
from axedrez.storage import MAX_BLOCKED, EndedError, FullError, Key, KeyKind, LoginTaken, People, Person, PlayedError

Found = TypeVar("Found")

RECOVERY_MS = 24 * 3_600_000
"""How long a recovery code is good for."""

MAX_SETTINGS = 32
RESERVED = frozenset(
    """
    admin administrador administrator ajedrez arbiter arbitro axedrez ayuda computer help mod moderador moderator
    ordenador organizador postmaster root server servidor soporte staff support system sistema webmaster
    """.split()  # noqa: SIM905 (easier to read than a list)
)
"""Nobody is to pass for who runs the server."""
_RECOVERY_BYTES = 10
_HASHER = PasswordHasher()
# Verified where there is no such account, so that the time of the answer does not tell which logins exist. It is the
# hash of nothing that anybody knows.
_NOBODY = "$argon2id$v=19$m={0.memory_cost},t={0.time_cost},p={0.parallelism}${1}${2}".format(
    _HASHER,
    *(b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (_HASHER.salt_len, _HASHER.hash_len)),
)

_THREADS = ThreadPoolExecutor(2, thread_name_prefix="passwords")
"""Hashing takes a tenth of a second of a processor on purpose: it holds up nothing but other hashing."""


async def _hashing(function: Callable[..., Found], *args: str) -> Found:
    return await asyncio.get_running_loop().run_in_executor(_THREADS, function, *args)


class Accounts:
    """Operations of guests and accounts on their own data; `now` returns ms since the epoch."""

    def __init__(self, people: People, now: Callable[[], int]) -> None:
        self.people = people
        self._now = now

    async def acting(self, me: Identity) -> Person:
        """The row of a person who is about to write; a guest gets one with the first write. Raises `Banned`."""
        try:
            person = await self.people.person(me.person) or await self.people.welcome(me.person, "", self._now())
        except EndedError:
            raise NotSignedIn("nobody") from None
        self._check(person)
        return person

    async def admit(self, me: Identity) -> None:
        """Raise `Banned` if `me` is banned now. A guest may have no row yet."""
        if (person := await self.people.person(me.person)) is not None:
            self._check(person)

    async def rename(self, me: Identity, name: str | None, chosen: Mapping[str, Any], age_ms: int = 0) -> Person:
        """Change the name that others see, and settings of the pages that were chosen `age_ms` ago.

        Raises AxedrezError: `request_malformed` for too many settings, `hidden_sign` for invisible signs in a name.
        """
        person = await self.acting(me)
        if name is not None:
            await self.people.change(person.id, {"name": user_text.name(name)})
        if chosen and not await self.people.choose(person.id, chosen, self._now() - age_ms, MAX_SETTINGS):
            raise Malformed("settings")
        return await self._known(person.id)

    async def enrol(self, me: Identity, login: str, password: str) -> Person:
        """Make a guest an account that keeps the guest's games; the guest's cookie and tokens end.

        Raises AxedrezError (`login_taken`, `has_account`); a token is not enough (`NotSignedIn`).
        """
        if me.kind == "token":  # whoever has it would take the person over
            raise NotSignedIn("token_not_enough")
        person = await self.acting(me)
        if person.login is not None:
            raise AxedrezError("has_account", login=person.login)
        if login in RESERVED:
            raise AxedrezError("login_taken", login=login)
        check_password(password, login)
        secret = await _hashing(_HASHER.hash, password)
        try:
            await self.people.enrol(person.id, login, secret)
        except LoginTaken:
            raise AxedrezError("login_taken", login=login) from None
        except EndedError:  # twice at the same moment
            raise AxedrezError("has_account", login=login) from None
        return await self._known(person.id)

    async def sign_in(self, login: str, password: str) -> Person:
        """The account with this name and password. Raises `NotSignedIn` (`wrong_password`), `Banned`."""
        person = await self.people.account(login)
        secret = person.password if person is not None else None
        right = await _hashing(_matches, secret or _NOBODY, password)
        if person is None or not right:
            raise NotSignedIn("wrong_password")
        return person

    async def change_password(self, me: Identity, old: str, new: str) -> Person:
        """Raises `NotSignedIn`. All sessions and tokens end."""
        person = await self._account(me)
        await self.sign_in(person.login or "", old)
        await self._set_password(person, new)
        return await self._known(person.id)

    async def recover(self, login: str, code: str, password: str) -> Person:
        """Set a new password with a one-time code from an administrator. Raises `NotSignedIn`."""
        person = await self.people.account(login)
        key = await self.people.key(digest(code.strip().upper()), self._now())
        if person is None or key is None or key.kind != "recovery" or key.person != person.id:
            raise NotSignedIn("wrong_code")
        check_password(password, login)
        if await self.people.drop_keys(person.id, key=key.id) != 1:
            raise NotSignedIn("wrong_code")  # another request has used it just now
        await self._set_password(person, password)
        return await self._known(person.id)

    async def recovery_code(self, login: str) -> str:
        """A code for `recover`, to be handed over by an administrator. Raises AxedrezError (`unknown_login`)."""
        person = await self.people.account(login)
        if person is None:
            raise AxedrezError("unknown_login", login=login)
        code = secrets.token_hex(_RECOVERY_BYTES).upper()
        now = self._now()
        await self.people.add_key(digest(code), Key(uuid4(), person.id, "recovery", "", now, now + RECOVERY_MS))
        return code

    async def sign_out(self, me: Identity) -> None:
        """End the session, token or guest cookie of this request."""
        if me.kind == "guest":
            await self.people.end_guest(me.person)
        else:
            await self.people.drop_keys(me.person, key=me.key)

    async def sign_out_everywhere(self, me: Identity) -> None:
        """End all sessions and tokens. Raises `NotSignedIn` for a program."""
        if me.kind == "token":
            raise NotSignedIn("account_needed")
        await (self.sign_out(me) if me.kind == "guest" else self.people.drop_keys(me.person))

    async def leave(self, me: Identity, password: str) -> list[UUID]:
        """Delete an account and all personal data; returns the pupils who went too. Raises `NotSignedIn`."""
        person = await self._account(me)
        await self.sign_in(person.login or "", password)
        return await self.people.forget(person.id)

    async def become_bot(self, me: Identity) -> Person:
        """Mark one's own account as one that a program plays for, for good. Again it changes nothing.

        Raises `NotSignedIn` for guests and programs, `NotAllowed` (`bot_played`) after a game with another person.
        """
        person = await self.acting(me)
        if person.login is None or me.kind == "token":
            raise NotSignedIn("account_needed")
        if not person.bot:
            try:
                await self.people.become_bot(person.id, self._now())
            except PlayedError:
                raise NotAllowed("bot_played") from None
        return await self._known(person.id)

    async def block(self, me: Identity, other: UUID) -> None:
        """Block a person. Raises AxedrezError (`block_oneself`, `too_many_blocked`)."""
        person = await self.acting(me)
        if person.id == other:
            raise AxedrezError("block_oneself")
        try:
            await self.people.block(person.id, other, self._now())
        except FullError:
            raise AxedrezError("too_many_blocked", limit=MAX_BLOCKED) from None

    async def data(self, me: Identity) -> dict[str, Any]:
        """Everything stored about a person except their games."""
        person = await self.acting(me)
        kinds: tuple[KeyKind, ...] = ("session", "token")
        told: dict[str, Any] = msgspec.to_builtins(person)
        del told["password"]
        keys = [key for kind in kinds for key in await self.people.keys(person.id, kind)]
        blocked = [str(other) for other in await self.people.blocked(person.id)]
        return {**told, "keys": msgspec.to_builtins(keys), "blocked": blocked}

    async def _set_password(self, person: Person, password: str) -> None:
        check_password(password, person.login or "")
        secret = await _hashing(_HASHER.hash, password)
        await self.people.set_password(person.id, secret)

    def _check(self, person: Person) -> None:
        if person.banned_until is not None and person.banned_until > self._now():
            raise Banned("banned")

    async def _account(self, me: Identity) -> Person:
        person = await self.people.person(me.person)
        if person is None or person.login is None or me.kind == "token":
            raise NotSignedIn("account_needed")
        return person

    async def _known(self, person: UUID) -> Person:
        found = await self.people.person(person)
        if found is None:
            raise NotSignedIn("account_needed")
        return found


def _matches(secret: str, password: str) -> bool:
    try:
        return _HASHER.verify(secret, password)
    except (VerificationError, InvalidHashError):
        return False


_ROWS = (
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklñzxcvbnm",
    "qwertzuiop",
    "azertyuiop",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn",
)
_WORDS = frozenset(
    """
    password passwort contraseña contrasena contrasenya motdepasse clave secreta secreto secret letmein
    welcome iloveyou teamo tequiero sunshine princess princesa football futbol baseball superman batman
    dragon monkey trustno administrador administrator admin usuario user guest invitado master qwerty abc
    abcd asdf axedrez ajedrez chess backgammon jaquemate checkmate estrella mariposa barcelona realmadrid
    computer internet starwars pokemon michael jennifer alejandro hola hello
    """.split()  # noqa: SIM905 (easier to read than a list)
)
"""From lists of common passwords, without digits and signs at either end."""

_ENDS = "0123456789.,;:-_!?¡¿*+#@$%&/()=' "

_LIKE = str.maketrans("0134578@$", "oieastbas")


def check_password(password: str, login: str) -> None:
    """Raises AxedrezError (`weak_password`) for the name of the account, a row of keys, or a word that many choose."""
    plain = password.casefold()
    core = plain.strip(_ENDS)
    if (
        core in _WORDS
        or core[::-1] in _WORDS
        or plain.translate(_LIKE).strip(_ENDS) in _WORDS
        or plain in (login, login[::-1])
        or (core and core == login.strip(_ENDS))
        or any(plain == (plain[:length] * len(plain))[: len(plain)] for length in (1, 2, 3, 4))
        or any(plain in row or plain in row[::-1] for row in _ROWS)
        or (not core and len(plain) < 12)  # a date, or a telephone
    ):
        raise AxedrezError("weak_password")
