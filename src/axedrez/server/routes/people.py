"""The requester's guest or account, sessions, tokens, and blocked people."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from litestar import Request, Response, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez.core import NotAllowed
from axedrez.core.patterns import ONE_LINE, whole
from axedrez.server.access.accounts import MAX_SETTINGS, Accounts
from axedrez.server.access.authentication import Authenticator, Identity, somebody
from axedrez.server.access.guard import BANNED_TOO
from axedrez.server.access.profiles import Profiles
from axedrez.server.access.sessions import Sessions
from axedrez.server.access.throttle import Throttle
from axedrez.server.analysis.explorer import Explorer
from axedrez.server.analysis.studies import MAX_STUDIES, Studies
from axedrez.server.base import user_text
from axedrez.server.base.errors import NotSignedIn
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.notices import Notifier
from axedrez.server.play.games import Games
from axedrez.server.pubsub import PubSub
from axedrez.server.routes.notices import notice_settings
from axedrez.server.tournaments.service import Tournaments
from axedrez.storage import Blocked, ExerciseStore, Key, Person
from axedrez.storage.explorer_counting import SETTING as COUNTED
from axedrez.storage.profiles import RATINGS

Name = Annotated[str, msgspec.Meta(max_length=40, pattern=whole(r"[^\x00-\x1f\x7f<>]*"))]
Login = Annotated[str, msgspec.Meta(pattern=whole("[a-z0-9][a-z0-9_-]{2,31}"))]
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]
AnyPassword = Annotated[str, msgspec.Meta(max_length=200)]
SettingName = Annotated[str, msgspec.Meta(max_length=40, pattern=whole("[a-zA-Z_]+"))]
SettingValue = bool | Annotated[int, msgspec.Meta(ge=-1000, le=1000)] | Annotated[str, msgspec.Meta(max_length=40)]
GONE = "gone"
"""The topic that tells of people who have left for good."""


class Me(msgspec.Struct, frozen=True):
    """The requester as this server knows them; `settings` belong to the page.

    A pupil of a class was signed in by a code of the teacher, and has no password. `bot`: a program plays.
    """

    id: UUID
    kind: Literal["guest", "account", "pupil"]
    name: str
    login: str | None
    settings: dict[str, Any]
    bot: bool = False


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The changes; fields left out stay as they are.

    `age_ms`: how long ago the settings were chosen. Settings that were chosen later elsewhere are kept.
    """

    name: Name | None = None
    settings: Annotated[dict[SettingName, SettingValue], msgspec.Meta(max_length=MAX_SETTINGS)] | None = None
    age_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0


class Enrolment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new account."""

    login: Login
    password: Password


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The credentials of an existing account."""

    login: Login
    password: AnyPassword


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The old and the new password."""

    old: AnyPassword
    new: Password


class Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code from an administrator, and the new password."""

    login: Login
    code: Annotated[str, msgspec.Meta(max_length=40)]
    password: Password


class Farewell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password again, before an account is deleted."""

    password: AnyPassword


class TokenLabel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a token is for."""

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=whole(ONE_LINE + "+"))]


class NewToken(msgspec.Struct, frozen=True):
    """A new token; it is shown only once."""

    id: UUID
    token: str


class KeyView(msgspec.Struct, frozen=True):
    """A session or token, without its secret."""

    id: UUID
    label: str
    created_at: int


@get("/api/me", responses=COMMON, summary="Who I am")
async def read_me(
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    authenticator: NamedDependency[Authenticator],
    request: Request[Any, Any, Any],
) -> Response[Me]:
    """The requester. Without credentials they become a guest, by a cookie."""
    if me is None:
        return _new_guest(authenticator, request)
    return Response(_me(me, await accounts.people.person(me.person)))


@patch("/api/me", responses=COMMON, summary="Change my name and settings")
async def change_me(
    data: JSONBody[Change],
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    explorer: NamedDependency[Explorer],
) -> Me:
    """Change the name that others see, and the settings of the page.

    The setting `explorer` is one of the server's: with `false` the games of this person are not counted there. Nor are
    the ratings of their games where `ratings` says that they are not shown.
    """
    here = somebody(me)
    if data.name is not None:
        await _no_pupil(here, accounts)
    changed = await accounts.rename(here, data.name, data.settings or {}, data.age_ms)
    if {COUNTED, RATINGS} & set(data.settings or {}):
        await explorer.index.choose(here.person)
    return _me(here, changed)


@get("/api/me/data", responses=COMMON, summary="What is kept of me")
async def read_data(
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    notifier: NamedDependency[Notifier],
    exercise_store: NamedDependency[ExerciseStore],
    studies: NamedDependency[Studies],
    profiles: NamedDependency[Profiles],
) -> dict[str, Any]:
    """Everything that is stored about me; games are listed by `/api/games?mine=true`."""
    here = somebody(me)
    told = await notice_settings(here.person, notifier)
    exercises = await exercise_store.all_of(here.person)
    return {
        **await accounts.data(here),
        **await accounts.people.kept(here.person),
        "browsers": told.browsers,
        "mailbox": told.mailbox,
        "exercises": exercises,
        "studies": await studies.store.of(here.person, MAX_STUDIES),
        "ratings": await profiles.standings.of(here.person, profiles.now()),
        "rated_games": await profiles.standings.all_of(here.person),
        "following": await profiles.followed(here),
    }


@delete("/api/me", status_code=200, responses=COMMON, summary="Delete my account", opt=BANNED_TOO)
async def delete_me(
    data: JSONBody[Farewell],
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    authenticator: NamedDependency[Authenticator],
    throttle: NamedDependency[Throttle],
    pubsub: NamedDependency[PubSub],
    sessions: NamedDependency[Sessions],
    request: Request[Any, Any, Any],
) -> Response[Me]:
    """Delete the account, and its name in games, which the opponents keep. The requester becomes a new guest."""
    here = somebody(me)
    throttle.door(request, str(here.person))
    for person in (here.person, *await accounts.leave(here, data.password)):
        sessions.ended(person)
        pubsub.publish(GONE, person.bytes)
    return _new_guest(authenticator, request)


@post("/api/accounts", responses=COMMON, summary="Make an account")
async def enrol(
    data: JSONBody[Enrolment],
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    authenticator: NamedDependency[Authenticator],
    throttle: NamedDependency[Throttle],
    sessions: NamedDependency[Sessions],
    request: Request[Any, Any, Any],
) -> Response[Me]:
    """Turn the guest into an account that keeps games and name; the guest's cookie and tokens end."""
    throttle.door(request, data.login)
    here = me or authenticator.new_guest()[0]
    await _no_pupil(here, accounts)
    person = await accounts.enrol(here, data.login, data.password)
    sessions.ended(person.id)
    return await signed_in(person, authenticator, request)


@post("/api/sessions", responses=COMMON, summary="Sign in", opt=BANNED_TOO)
async def sign_in(
    data: JSONBody[SignIn],
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    authenticator: NamedDependency[Authenticator],
    throttle: NamedDependency[Throttle],
    sessions: NamedDependency[Sessions],
    request: Request[Any, Any, Any],
) -> Response[Me]:
    """Open a session, with a cookie."""
    throttle.door(request, data.login)
    person = await accounts.sign_in(data.login, data.password)
    if me is not None and me.kind == "session":  # the browser's previous session
        await accounts.sign_out(me)
        sessions.ended(me.person)
    return await signed_in(person, authenticator, request)


@post("/api/sessions/recover", responses=COMMON, summary="Sign in with a recovery code", opt=BANNED_TOO)
async def recover(
    data: JSONBody[Recovery],
    accounts: NamedDependency[Accounts],
    authenticator: NamedDependency[Authenticator],
    throttle: NamedDependency[Throttle],
    sessions: NamedDependency[Sessions],
    request: Request[Any, Any, Any],
) -> Response[Me]:
    """Set a new password with a code from an administrator. All other sessions and all tokens end."""
    throttle.door(request, data.login)
    person = await accounts.recover(data.login, data.code, data.password)
    sessions.ended(person.id)
    return await signed_in(person, authenticator, request)


@delete("/api/sessions/current", status_code=200, responses=COMMON, summary="Sign out", opt=BANNED_TOO)
async def sign_out(
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    authenticator: NamedDependency[Authenticator],
    sessions: NamedDependency[Sessions],
    request: Request[Any, Any, Any],
) -> Response[Me]:
    """End the session, or the guest's cookie; the requester becomes a new guest."""
    if me is not None and me.kind != "token":  # which is taken back by whoever made it
        await accounts.sign_out(me)
        sessions.ended(me.person)
    return _new_guest(authenticator, request)


@delete("/api/sessions", status_code=200, responses=COMMON, summary="Sign out everywhere", opt=BANNED_TOO)
async def sign_out_everywhere(
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    authenticator: NamedDependency[Authenticator],
    sessions: NamedDependency[Sessions],
    request: Request[Any, Any, Any],
) -> Response[Me]:
    """End all sessions, this one too, and all tokens; the requester becomes a new guest."""
    here = somebody(me)
    await accounts.sign_out_everywhere(here)
    sessions.ended(here.person)
    return _new_guest(authenticator, request)


@put("/api/me/password", responses=COMMON, summary="Change my password", opt=BANNED_TOO)
async def change_password(
    data: JSONBody[NewPassword],
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    authenticator: NamedDependency[Authenticator],
    throttle: NamedDependency[Throttle],
    sessions: NamedDependency[Sessions],
    request: Request[Any, Any, Any],
) -> Response[Me]:
    """Change the password. All other sessions and all tokens end."""
    here = somebody(me)
    throttle.door(request, str(here.person))
    person = await accounts.change_password(here, data.old, data.new)
    sessions.ended(person.id)
    return await signed_in(person, authenticator, request)


@put("/api/me/bot", responses=COMMON, summary="Mark my account as a bot")
async def become_bot(me: NamedDependency[Identity | None], accounts: NamedDependency[Accounts]) -> Me:
    """Say that a program plays for this account: once, before its first game with another person, and for good."""
    here = somebody(me)
    return _me(here, await accounts.become_bot(here))


@get("/api/me/tokens", responses=COMMON, summary="My tokens")
async def list_tokens(me: NamedDependency[Identity | None], accounts: NamedDependency[Accounts]) -> list[KeyView]:
    """The personal tokens with which programs act for the requester."""
    return [_key_view(key) for key in await accounts.people.keys(somebody(me).person, "token")]


@post("/api/me/tokens", responses=COMMON, summary="Make a token")
async def add_token(
    data: JSONBody[TokenLabel],
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    authenticator: NamedDependency[Authenticator],
) -> NewToken:
    """Create a personal token for `Authorization: Bearer …`. It is shown only here."""
    here = somebody(me)
    if here.kind == "token":
        raise NotSignedIn("account_needed")
    await _no_pupil(here, accounts)
    await accounts.acting(here)
    return NewToken(*await authenticator.issue_token(here, user_text.name(data.label)))


@delete("/api/me/tokens/{key:uuid}", status_code=204, responses=UNKNOWN, summary="Take a token back", opt=BANNED_TOO)
async def drop_token(
    key: FromPath[UUID],
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    sessions: NamedDependency[Sessions],
) -> None:
    """Revoke a token. One that does not exist is no error."""
    here = somebody(me)
    await accounts.people.drop_keys(here.person, key=key, kind="token")
    sessions.ended(here.person)


@get("/api/me/blocked", responses=COMMON, summary="Whom I block")
async def list_blocked(me: NamedDependency[Identity | None], accounts: NamedDependency[Accounts]) -> list[Blocked]:
    """The people whom the requester blocks: neither sees the other's invitations or chat."""
    return await accounts.people.blocks(somebody(me).person)


@put("/api/me/blocked/{person:uuid}", status_code=204, responses=UNKNOWN, summary="Block somebody")
async def block(
    person: FromPath[UUID], me: NamedDependency[Identity | None], accounts: NamedDependency[Accounts]
) -> None:
    """Block a person: no chat and no invitations between the two."""
    await accounts.block(somebody(me), person)


@delete("/api/me/blocked/{person:uuid}", status_code=204, responses=UNKNOWN, summary="Unblock somebody", opt=BANNED_TOO)
async def unblock(
    person: FromPath[UUID], me: NamedDependency[Identity | None], accounts: NamedDependency[Accounts]
) -> None:
    """Unblock a person."""
    await accounts.people.unblock(somebody(me).person, person)


def gone(games: Games, tournaments: Tournaments, message: bytes | None) -> None:
    """Handle a message about a deleted account: drop from memory what holds the name."""
    if message is not None:
        games.forget(UUID(bytes=message))
        tournaments.forget()


def _new_guest(authenticator: Authenticator, request: Request[Any, Any, Any]) -> Response[Me]:
    guest, text = authenticator.new_guest()
    return Response(_me(guest, None), cookies=[authenticator.cookie(text, secure=_secure(request))])


async def signed_in(person: Person, authenticator: Authenticator, request: Request[Any, Any, Any]) -> Response[Me]:
    """Open a session of a person, and answer with its cookie."""
    label = "".join(sign for sign in request.headers.get("user-agent", "") if sign.isprintable())[:60]
    text = await authenticator.open_session(person, label)
    me = Identity(person.id, "session")
    return Response(_me(me, person), cookies=[authenticator.cookie(text, secure=_secure(request))])


def _me(me: Identity, person: Person | None) -> Me:
    if person is None:
        return Me(me.person, "guest", "", None, {})
    kind: Literal["guest", "account", "pupil"] = "account" if person.login is not None else "guest"
    if kind == "guest" and me.kind == "session":  # only codes of classes sign in people without a password
        kind = "pupil"
    return Me(person.id, kind, person.name, person.login, person.settings, person.bot)


async def _no_pupil(me: Identity, accounts: Accounts) -> None:
    """Raise `NotAllowed` for a pupil: name and credentials are the teacher's affair."""
    if _me(me, await accounts.people.person(me.person)).kind == "pupil":
        raise NotAllowed("pupil_only")


def _key_view(key: Key) -> KeyView:
    return KeyView(key.id, key.label, key.created_at)


def _secure(request: Request[Any, Any, Any]) -> bool:
    return request.url.scheme == "https"


HANDLERS = [
    read_me,
    change_me,
    read_data,
    delete_me,
    enrol,
    sign_in,
    recover,
    sign_out,
    sign_out_everywhere,
    change_password,
    become_bot,
    list_tokens,
    add_token,
    drop_token,
    list_blocked,
    block,
    unblock,
]
