"""What an account is told of while its owner is elsewhere, and where: browsers and a mail address."""

from __future__ import annotations

import re
from typing import Annotated, Any
from uuid import UUID, uuid4

import msgspec
from litestar import MediaType, Request, Response, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from axedrez.core import AxedrezError
from axedrez.core.patterns import whole
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity, somebody
from axedrez.server.access.guard import BANNED_TOO
from axedrez.server.base.errors import NotFound, NotSignedIn, TooMuch, language
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.notices import Notifier
from axedrez.server.notices.endpoints import MAX_ENDPOINT_LENGTH
from axedrez.server.notices.options import ADDRESS
from axedrez.server.notices.web_push import Receiver
from axedrez.server.play.live_game import now_ms
from axedrez.storage import (
    MAX_BROWSERS,
    MAX_PROOFS,
    EndedError,
    FullError,
    Lang,
    Mailbox,
    PushSubscription,
    Told,
    TooManyProofs,
)

HOUR_S = 3600
Shown = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern=whole("[A-Za-z0-9_-]+"))]
Base64 = whole("[A-Za-z0-9_=-]+")


class Browser(msgspec.Struct, frozen=True):
    """A browser that is told; `label` is what it calls itself, `turn`, `offers` and `rounds` what it is told of."""

    id: UUID
    label: str
    turn: bool
    offers: bool
    rounds: bool
    created_at: int


class MailboxView(msgspec.Struct, frozen=True):
    """A mail address, and what is sent there once it is verified."""

    address: str
    verified: bool
    turn: bool
    offers: bool
    rounds: bool
    digest: bool


class NoticeSettings(msgspec.Struct, frozen=True):
    """Where and of what the requester is told.

    `push_key` is the server's key, for `PushManager.subscribe`; null where this server tells no browsers. `mail`:
    whether it sends mails.
    """

    push_key: str | None
    mail: bool
    browsers: list[Browser]
    mailbox: MailboxView | None


class BrowserKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a subscription, as `PushSubscription.toJSON()` gives them."""

    p256dh: Annotated[str, msgspec.Meta(max_length=120, pattern=Base64)]
    auth: Annotated[str, msgspec.Meta(max_length=40, pattern=Base64)]


class NewBrowser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A subscription that a browser has made, and what it is to be told of."""

    endpoint: Annotated[str, msgspec.Meta(max_length=MAX_ENDPOINT_LENGTH)]
    keys: BrowserKeys
    turn: bool = True
    offers: bool = True
    rounds: bool = True


class BrowserChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser is to be told of."""

    turn: bool
    offers: bool
    rounds: bool = False


class MailChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mail address, and what is to be sent there."""

    address: Annotated[str, msgspec.Meta(max_length=254)]
    turn: bool = True
    offers: bool = True
    rounds: bool = True
    digest: bool = False


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the link in a mail shows."""

    shown: Shown


@get("/api/me/notices", responses=COMMON, summary="Where I am told what waits for me")
async def read_notices(me: NamedDependency[Identity | None], notifier: NamedDependency[Notifier]) -> NoticeSettings:
    """The browsers and the mail address of the requester; empty for a guest."""
    return await notice_settings(somebody(me).person, notifier)


@post("/api/me/push", responses=COMMON, summary="Tell this browser")
async def add_browser(
    data: JSONBody[NewBrowser],
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    notifier: NamedDependency[Notifier],
    request: Request[Any, Any, Any],
) -> Browser:
    """Tell a browser with Web Push, until the session ends. The same one again only changes what it is told of."""
    here = await _account(me, accounts)
    if notifier.keys is None:
        raise AxedrezError("no_push")
    try:
        await notifier.endpoints.addresses(notifier.endpoints.read(data.endpoint))
    except OSError:
        raise AxedrezError("push_endpoint") from None
    Receiver.parse(data.keys.p256dh, data.keys.auth)
    label = "".join(sign for sign in request.headers.get("user-agent", "") if sign.isprintable())[:60]
    assert here.key is not None
    wanted = PushSubscription(
        uuid4(), here.person, here.key, data.endpoint, data.keys.p256dh, data.keys.auth, label, data.turn, data.offers,
        _lang(request), now_ms(), data.rounds,
    )  # fmt: skip
    try:
        return _browser(await notifier.channels.subscribe(wanted))
    except FullError:
        raise AxedrezError("too_many_browsers", limit=MAX_BROWSERS) from None
    except EndedError:
        raise NotSignedIn("account_needed") from None


@patch("/api/me/push/{subscription:uuid}", responses=UNKNOWN, summary="Change what a browser is told of")
async def change_browser(
    subscription: FromPath[UUID],
    data: JSONBody[BrowserChoice],
    me: NamedDependency[Identity | None],
    notifier: NamedDependency[Notifier],
) -> Browser:
    """Change what a browser of the requester is told of. Raises `NotFound`."""
    here, channels = somebody(me), notifier.channels
    changed = await channels.choose_for_browser(here.person, subscription, Told(data.turn, data.offers, data.rounds))
    found = await channels.browser(subscription) if changed else None
    if found is None:
        raise NotFound("unknown_browser")
    return _browser(found)


@delete(
    "/api/me/push/{subscription:uuid}", status_code=204, responses=UNKNOWN, summary="Tell a browser no more",
    opt=BANNED_TOO,
)  # fmt: skip
async def drop_browser(
    subscription: FromPath[UUID], me: NamedDependency[Identity | None], notifier: NamedDependency[Notifier]
) -> None:
    """Tell a browser nothing more. One that does not exist is no error."""
    await notifier.channels.unsubscribe(subscription, somebody(me).person)


@put("/api/me/mail", responses=COMMON, summary="Set my mail address, and what is sent there")
async def set_mail(
    data: JSONBody[MailChoice],
    me: NamedDependency[Identity | None],
    accounts: NamedDependency[Accounts],
    notifier: NamedDependency[Notifier],
    request: Request[Any, Any, Any],
) -> MailboxView:
    """Set the address. A new one gets a link first; nothing else is sent there until it was opened."""
    here = await _account(me, accounts)
    _mailing(notifier)
    address = data.address.strip()
    if not re.fullmatch(ADDRESS, address):
        raise AxedrezError("mail_address")
    told = Told(data.turn, data.offers, data.rounds, data.digest)
    try:
        box = await notifier.channels.set_mailbox(here.person, address, _lang(request), told, now_ms())
    except TooManyProofs:
        raise TooMuch(HOUR_S, "too_many_proofs", limit=MAX_PROOFS) from None
    except EndedError:
        raise NotSignedIn("account_needed") from None
    return _mailbox(box)


@post("/api/me/mail/proof", status_code=204, responses=COMMON, summary="Send the link again")
async def send_again(
    me: NamedDependency[Identity | None], accounts: NamedDependency[Accounts], notifier: NamedDependency[Notifier]
) -> None:
    """Send the link that verifies the address again; earlier ones end."""
    here = await _account(me, accounts)
    _mailing(notifier)
    try:
        waits = await notifier.channels.prove_again(here.person, now_ms())
    except TooManyProofs:
        raise TooMuch(HOUR_S, "too_many_proofs", limit=MAX_PROOFS) from None
    if not waits:
        raise AxedrezError("nothing_to_verify")


@delete("/api/me/mail", status_code=204, responses=COMMON, summary="Forget my mail address", opt=BANNED_TOO)
async def drop_mail(me: NamedDependency[Identity | None], notifier: NamedDependency[Notifier]) -> None:
    """Send no more mails, and forget the address."""
    await notifier.channels.forget_mailbox(somebody(me).person)


@post("/api/mail/verify", status_code=200, responses=COMMON, summary="Verify a mail address", opt=BANNED_TOO)
async def verify_mail(data: JSONBody[Proof], notifier: NamedDependency[Notifier]) -> MailboxView:
    """Verify an address with what the link in the mail shows, whoever opens it. Raises AxedrezError (`mail_link`)."""
    box = await notifier.channels.verify(data.shown, now_ms())
    if box is None:
        raise AxedrezError("mail_link")
    return _mailbox(box)


@post("/api/mail/off", status_code=204, responses=COMMON, summary="End the mails", opt=BANNED_TOO)
async def leave_mail(data: JSONBody[Proof], notifier: NamedDependency[Notifier]) -> None:
    """End the mails to an address, and forget it, with what every mail shows. Twice is no error."""
    await notifier.channels.leave(data.shown)


@post("/mail/off/{shown:str}", status_code=200, include_in_schema=False, opt=BANNED_TOO, media_type=MediaType.TEXT)
async def leave_at_once(shown: FromPath[str], notifier: NamedDependency[Notifier]) -> Response[str]:
    """The same for mail programs (RFC 8058); people who open this address get a page that asks first."""
    await notifier.channels.leave(shown[:64])
    return Response("", media_type=MediaType.TEXT)


async def notice_settings(person: UUID, notifier: Notifier) -> NoticeSettings:
    """Where and of what a person is told."""
    browsers = [_browser(each) for each in await notifier.channels.browsers(person)]
    box = await notifier.channels.mailbox(person)
    key = notifier.keys.public if notifier.keys is not None else None
    return NoticeSettings(key, notifier.options.mails, browsers, _mailbox(box) if box is not None else None)


async def _account(me: Identity | None, accounts: Accounts) -> Identity:
    here = somebody(me)
    if here.kind != "session":
        raise NotSignedIn("account_needed")
    await accounts.acting(here)
    return here


def _mailing(notifier: Notifier) -> None:
    if not notifier.options.mails:
        raise AxedrezError("no_mail")


def _lang(request: Request[Any, Any, Any]) -> Lang:
    return "en" if language(request) == "en" else "es"


def _browser(found: PushSubscription) -> Browser:
    return Browser(found.id, found.label, found.turn, found.offers, found.rounds, found.created_at)


def _mailbox(box: Mailbox) -> MailboxView:
    return MailboxView(box.address, box.verified_at is not None, box.turn, box.offers, box.rounds, box.digest)


HANDLERS = [
    read_notices,
    add_browser,
    change_browser,
    drop_browser,
    set_mail,
    send_again,
    drop_mail,
    verify_mail,
    leave_mail,
    leave_at_once,
]
