"""The background work of notices: searching for what is to be told, and sending it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from uuid import UUID

import msgspec

from axedrez.core import AxedrezError
from axedrez.messages import LANGUAGES, say
from axedrez.server.base.background_task import BackgroundTask
from axedrez.server.base.monitoring import NOTICES
from axedrez.server.notices import mail, words
from axedrez.server.notices.endpoints import Endpoints
from axedrez.server.notices.options import NoticeOptions
from axedrez.server.notices.web_push import PushKeys, Receiver, encoded, encrypt
from axedrez.server.notices.words import OwnPairing, Words
from axedrez.storage import (
    Channel,
    Channels,
    Delays,
    Mailbox,
    Notice,
    NoticeStore,
    People,
    PresenceStore,
    cause,
    present,
)

POLL_S = 2.0
SEARCH_MS = 4_000
LEASE_MS = 60_000
"""For so long a notice is this server's: longer than any sending takes."""

AT_ONCE = 20
TRIES_S = (60, 300, 1800, 7200, 6 * 3600)
"""How long to wait after each failure; then the notice is given up."""

TTL_S = 24 * 3600
GONE = (404, 410)
BUSY = (408, 425, 429)
DELAYS = Delays()

log = logging.getLogger("axedrez.server")


class PushMessage(msgspec.Struct, frozen=True):
    """What the page's service worker gets: `tag` tells which earlier notice it replaces."""

    title: str
    body: str
    url: str
    tag: str
    lang: str


class _Later(Exception):
    """To be tried again, not before so many seconds."""

    def __init__(self, reason: str, after_s: int | None = None) -> None:
        super().__init__(reason)
        self.after_s = after_s


class Sources(NamedTuple):
    """What notices are made from. `pairing`: the open board of a person in a round of a tournament, if there is one."""

    notices: NoticeStore
    channels: Channels
    presence: PresenceStore
    people: People
    pairing: Callable[[UUID, UUID, int], Awaitable[OwnPairing | None]]


class Notifier:
    """Tells people what waits for them. `now` returns ms since the epoch; `keys`: None where nothing is pushed."""

    def __init__(
        self,
        sources: Sources,
        options: NoticeOptions,
        keys: PushKeys | None,
        now: Callable[[], int],
        endpoints: Endpoints | None = None,
    ) -> None:
        self.options = options
        self.keys = keys
        self.channels = sources.channels
        self.endpoints = endpoints or Endpoints(loopback=options.push_loopback)
        self._sources = sources
        self._now = now
        self._searched = 0
        self._over: list[Channel] = []
        if keys is not None:
            self._over.append("push")
        if options.mails:
            self._over.append("mail")
        self._task = BackgroundTask("notices", self._go_on, POLL_S)

    def start(self) -> None:
        """Start, if there is any way to tell people."""
        if self._over:
            self._task.start()

    async def close(self) -> None:
        """Stop."""
        await self._task.close()

    async def _go_on(self) -> float:
        store, now = self._sources.notices, self._now()
        if now - self._searched >= SEARCH_MS:
            self._searched = now
            await store.search(now, SEARCH_MS, DELAYS)
        due = await store.next_due(now, self._over)
        if due is None or due > now:
            return POLL_S if due is None else min(POLL_S, (due - now) / 1000)
        claimed = await store.claim(now, LEASE_MS, AT_ONCE, self._over)
        for result in await asyncio.gather(*map(self._handle, claimed), return_exceptions=True):
            if isinstance(result, BaseException):
                raise result
        return 0.0

    async def _handle(self, notice: Notice) -> None:
        store = self._sources.notices
        try:
            sent = await (self._push(notice) if notice.channel == "push" else self._mail(notice))
        except _Later as later:
            waits = list(TRIES_S)[notice.tries - 1 :]
            NOTICES.labels(notice.channel, "failed").inc()
            log.warning("a notice (%s) could not be sent%s: %s", notice.channel, "" if waits else " at all", later)
            if not waits:
                await store.finish(notice.id)
            else:
                await store.postpone(notice.id, self._now() + 1000 * max(waits[0], later.after_s or 0))
            return
        await store.finish(notice.id)
        NOTICES.labels(notice.channel, "sent" if sent else "needless").inc()

    async def _push(self, notice: Notice) -> bool:
        browser = await self._sources.channels.browser(notice.target)
        if browser is None or self.keys is None:
            return False
        if not {"turn": browser.turn, "round": browser.rounds}.get(notice.kind, browser.offers):
            return False
        lang = await self._language(notice.person, browser.lang)
        told = await self._told(notice, lang)
        if told is None:
            return False
        tag = f"{notice.kind} {notice.subject}"
        body = msgspec.json.encode(PushMessage(told.title, told.body, told.path, tag, lang))
        try:
            endpoint = self.endpoints.read(browser.endpoint)
            sealed = encrypt(body, Receiver.parse(browser.p256dh, browser.auth))
            headers = {
                "authorization": self.keys.authorization(endpoint.origin, self.options.contact, self._now() // 1000),
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "ttl": str(TTL_S),
                "urgency": "normal",
                "topic": encoded(hashlib.sha256(tag.encode()).digest()[:24]),
            }
            answer = await self.endpoints.post(endpoint, headers, sealed)
        except AxedrezError as fault:  # it points to where nothing is sent
            raise _Later(fault.reason) from None
        except OSError as fault:
            raise _Later(cause(fault)) from None
        if answer.status in GONE:
            await self._sources.channels.unsubscribe(browser.id)
            return False
        if answer.status in BUSY or answer.status >= 500:
            raise _Later(f"status {answer.status}", answer.after_s)
        if not 200 <= answer.status < 300:  # refused for good, or a redirect, which is not followed
            NOTICES.labels("push", "refused").inc()
            log.warning("a notice (push) was refused: status %d", answer.status)
            return False
        return True

    async def _mail(self, notice: Notice) -> bool:
        box = await self._sources.channels.mailbox_by_id(notice.target)
        server = self.options.smtp
        if box is None or server is None or (box.verified_at is None) != (notice.kind == "verify"):
            return False
        lang = await self._language(notice.person, box.lang)
        written = await self._written(notice, box, lang)
        if written is None:
            return False
        way_out = self.options.link(f"/mail/off/{box.way_out}")
        subject, text = written
        made = mail.message(
            mail.Mail(notice.id, box.address, lang, subject, text, way_out, notice.created_at), self.options
        )
        try:
            await asyncio.to_thread(mail.deliver, server, made)
        except OSError as fault:
            if not mail.is_final(fault):
                raise _Later(type(fault).__name__) from None  # its text may name the address
            log.warning("a notice (mail) was refused: %s", type(fault).__name__)
            return False
        return True

    async def _written(self, notice: Notice, box: Mailbox, lang: str) -> tuple[str, str] | None:
        """Subject and text of a mail; None if there is nothing to be told any more."""
        if notice.kind == "verify":
            proof = await self._sources.channels.new_proof(box.id, self._now())
            if proof is None:
                return None
            link = self.options.link(f"/mail/verify/{proof}")
            return say("notice.verify", lang), say("notice.verify.text", lang, link=link)
        told = await self._told(notice, lang)
        wanted = {"turn": box.turn, "round": box.rounds, "digest": box.digest}.get(notice.kind, box.offers)
        if told is None or not wanted:
            return None
        subject = told.title if notice.kind == "digest" else f"{told.title}: {told.body}"
        return subject, f"{told.title}.\n\n{told.body}\n\n{self.options.link(told.path)}"

    async def _told(self, notice: Notice, lang: str) -> Words | None:
        """What a notice says; None if there is nothing to be told any more, or the person sees it by themselves."""
        store, person = self._sources.notices, notice.person
        if notice.kind == "digest":
            games = await store.digest(person)
            return words.of_digest(games, lang) if games else None
        if notice.kind == "challenge":
            challenge = await store.challenge(person, UUID(notice.subject), self._now())
            return words.of_challenge(challenge, lang) if challenge is not None else None
        if notice.kind == "round":
            tournament = UUID(notice.subject)
            looking = (await self._sources.presence.attendances([tournament]))[tournament]
            if any(each.person == person and (each.left_at or 0) > self._now() for each in looking):
                return None  # they look at it
            paired = await self._sources.pairing(tournament, person, notice.mark)
            return words.of_round(paired, lang) if paired is not None else None
        game = UUID(notice.subject)
        attendance = await self._sources.presence.attendances([game])
        if person in present(attendance[game], self._now()):
            return None
        for each in await store.awaited(person, game):
            if each.is_offer == (notice.kind == "offer") and each.mark == notice.mark:
                return words.of_game(each, lang)
        return None

    async def _language(self, person: UUID, otherwise: str) -> str:
        found = await self._sources.people.person(person)
        chosen = found.settings.get("language") if found is not None else None
        return chosen if isinstance(chosen, str) and chosen in LANGUAGES else otherwise
