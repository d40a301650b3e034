"""Notices: what people are to be told, derived from the logs, each claimed by one server and sent once.

A move only appends to its log. Some seconds later one server, whichever, searches the games in which something has
happened since the last search, and notes what is to be told and to whom. So nothing is lost with a server that is
killed: the next search begins where the last one that was written ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple
from uuid import UUID, uuid4

import msgspec
from sqlalchemy import Connection, and_, delete, false, func, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axedrez.match import Players
from axedrez.messages import Texts
from axedrez.storage.channels import DAY_MS
from axedrez.storage.decoding import plain
from axedrez.storage.insertion import insert_new
from axedrez.storage.invitations import is_open
from axedrez.storage.round_notices import paired_rounds
from axedrez.storage.schema import (
    events,
    games,
    invitations,
    mailboxes,
    notice_scan,
    notices,
    people,
    push_subscriptions,
    seats,
)
from axedrez.storage.writers import Writer

Kind = Literal["turn", "offer", "challenge", "round", "digest", "verify"]
Channel = Literal["push", "mail"]

OVERLAP_MS = 60_000
"""An event may be written so long after the time that it bears: each search looks back so far."""

KEPT_MS = 7 * DAY_MS
"""What was sent, or is sent no more, is deleted after this time."""

PAGE = 500
MAX_TOLD = 20
"""So many games stand in a digest."""

OTHER = {"white": "black", "black": "white"}
_ANSWERS = ("moved", "accepted", "declined", "undone", "ended")


class Notice(msgspec.Struct, frozen=True):
    """A notice to be sent over `channel` to the `target` (a subscription or mailbox); `tries`: this one included.

    `subject` is the game, the invitation or the tournament; `mark` tells several about the same apart: of a tournament
    the number of the round, which is told once however often it is paired.
    """

    id: UUID
    person: UUID
    channel: Channel
    target: UUID
    kind: Kind
    subject: str
    mark: int
    created_at: int
    tries: int


class Awaited(msgspec.Struct, frozen=True):
    """A game that waits for a person: to move, or to answer an offer (`offer`). `is_live`: its clock is a short one."""

    id: UUID
    rulebook: Texts
    opponent: str
    is_live: bool
    mark: int
    is_offer: bool = False


class Challenge(msgspec.Struct, frozen=True):
    """An open invitation to a person, by somebody of this name."""

    id: UUID
    rulebook: Texts
    opponent: str


class Delays(NamedTuple):
    """How long after the event (ms) a notice is due: who answers at once is not told."""

    push: int = 3_000
    mail: int = 5 * 60_000


class _Target(NamedTuple):
    person: str
    channel: Channel
    target: str
    turn: bool
    offers: bool
    rounds: bool
    since: int


class _Found(NamedTuple):
    kind: Kind
    subject: str
    mark: int
    at: int
    is_live: bool


class NoticeStore:
    """The notices of a database. Times are ms since the epoch."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def search(self, now: int, lease_ms: int, delays: Delays) -> bool:
        """Note what has to be told since the last search, unless another server does so now.

        Returns whether it was searched. Without anybody who wants to be told nothing is written.
        """
        oldest = await self._oldest()
        if oldest is None:
            return False
        here = notice_scan.c.leased_until <= now
        mine = update(notice_scan).where(here).values(leased_until=now + lease_ms)
        if not await self._writer.run(lambda connection: connection.execute(mine).rowcount):
            return False
        box = mailboxes.c
        async with self._engine.connect() as connection:
            at = await connection.scalar(select(notice_scan.c.at)) or 0
            found = await _waiting(connection, max(at - OVERLAP_MS, oldest), now)
            targets = await _targets(connection, list(found))
            query = select(box.person, box.id, box.digest_at).where(box.digest_at <= now)
            digests = [tuple(row) for row in await connection.execute(query)]
        rows = [
            _row(target.person, target.channel, target.target, each, now, delays)
            for target in targets
            for each in found[target.person]
            if _wants(target, each)
        ]
        rows += [
            _row(person, "mail", mailbox, _Found("digest", "", at, now, False), now, Delays(0, 0))
            for person, mailbox, at in digests
        ]

        def work(connection: Connection) -> None:
            for start in range(0, len(rows), PAGE):
                connection.execute(insert_new(connection, notices, rows[start : start + PAGE]))
            for _, mailbox, at in digests:
                later = at + DAY_MS * ((now - at) // DAY_MS + 1)
                own = (box.id == mailbox) & (box.digest_at == at)
                connection.execute(update(mailboxes).where(own).values(digest_at=later))
            connection.execute(update(notice_scan).where(notice_scan.c.at < now).values(at=now))
            connection.execute(delete(notices).where(notices.c.created_at < now - KEPT_MS))

        await self._writer.run(work)
        return True

    async def next_due(self, now: int, channels: Iterable[Channel]) -> int | None:
        """When the next notice of these channels is due that is not claimed at `now`."""
        query = select(func.min(notices.c.due_at)).where(
            notices.c.due_at.is_not(None), notices.c.leased_until <= now, notices.c.channel.in_(list(channels))
        )
        async with self._engine.connect() as connection:
            found: int | None = await connection.scalar(query)
        return found

    async def claim(self, now: int, lease_ms: int, most: int, channels: Iterable[Channel]) -> list[Notice]:
        """Claim up to `most` notices that are due at `now`; for `lease_ms` no other server gets them."""
        ready = (notices.c.due_at <= now, notices.c.leased_until <= now, notices.c.channel.in_(list(channels)))
        query = select(notices.c.id).where(*ready).order_by(notices.c.due_at)
        due = query.limit(most).with_for_update(skip_locked=True).cte()  # evaluated once
        columns = [notices.c[name] for name in Notice.__struct_fields__]
        taken = (
            update(notices)
            .where(notices.c.id.in_(select(due.c.id)))
            .values(leased_until=now + lease_ms, tries=notices.c.tries + 1)
            .returning(*columns)
        )
        rows = await self._writer.run(lambda connection: connection.execute(taken).mappings().all())
        return [msgspec.convert(plain(row), Notice) for row in rows]

    async def finish(self, notice: UUID) -> None:
        """Note that a notice was sent, or that there is nothing to be told any more."""
        done = update(notices).where(notices.c.id == str(notice)).values(due_at=None)
        await self._writer.run(lambda connection: connection.execute(done))

    async def postpone(self, notice: UUID, due_at: int) -> None:
        """Try a notice again later."""
        later = update(notices).where(notices.c.id == str(notice)).values(due_at=due_at, leased_until=0)
        await self._writer.run(lambda connection: connection.execute(later))

    async def drop_channel(self, target: UUID) -> None:
        """Nothing more is sent to a target that is gone."""
        none = update(notices).where(notices.c.target == str(target)).values(due_at=None)
        await self._writer.run(lambda connection: connection.execute(none))

    async def awaited(self, person: UUID, game: UUID) -> list[Awaited]:
        """What a game waits for from a person: their turn, an offer to answer, both or nothing."""
        async with self._engine.connect() as connection:
            found = await _awaited(connection, games.c.id == str(game))
        return [each for whose, _, each in found if whose == str(person)]

    async def digest(self, person: UUID) -> list[Awaited]:
        """The games without a short clock that wait for a person, the one that has waited longest first."""
        async with self._engine.connect() as connection:
            found = await _awaited(connection, seats.c.person == str(person))
        told: dict[UUID, Awaited] = {}
        for whose, _, each in found:
            if whose == str(person) and not each.is_live:
                told.setdefault(each.id, each)
        return list(told.values())[:MAX_TOLD]

    async def challenge(self, person: UUID, invitation: UUID, now: int) -> Challenge | None:
        """An invitation to a person that is still open."""
        query = select(invitations.c.id, invitations.c.names.label("rulebook"), people.c.name.label("opponent"))
        query = query.join(people, people.c.id == invitations.c.by).where(
            invitations.c.id == str(invitation), invitations.c.to == str(person), *is_open(now)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else msgspec.convert({str(name): row[name] for name in row}, Challenge)

    async def _oldest(self) -> int | None:
        """Since when somebody wants to be told; None if nobody does."""
        push, mail = push_subscriptions.c.created_at, mailboxes.c.verified_at
        async with self._engine.connect() as connection:
            found = [await connection.scalar(select(func.min(column))) for column in (push, mail)]
        return min((at for at in found if at is not None), default=None)


async def _targets(connection: AsyncConnection, persons: list[str]) -> list[_Target]:
    """Where these people are told."""
    push, mail = push_subscriptions.c, mailboxes.c
    browsers = select(push.person, push.id, push.turn, push.offers, push.rounds, push.created_at)
    boxes = select(mail.person, mail.id, mail.turn, mail.offers, mail.rounds, mail.verified_at)
    boxes = boxes.where(mail.verified_at.is_not(None))
    found: list[_Target] = []
    for start in range(0, len(persons), PAGE):
        part = persons[start : start + PAGE]
        for channel, query, person in (("push", browsers, push.person), ("mail", boxes, mail.person)):
            for row in await connection.execute(query.where(person.in_(part))):
                found.append(_Target(row[0], channel, *row[1:]))  # type: ignore[arg-type]
    return found


async def _waiting(connection: AsyncConnection, since: int, now: int) -> dict[str, list[_Found]]:
    """What the games and invitations since then wait for, by person."""
    found: dict[str, list[_Found]] = {}
    wanted = union(select(push_subscriptions.c.person), select(mailboxes.c.person))
    for person, at, each in await _awaited(connection, games.c.updated_at >= since, seats.c.person.in_(wanted)):
        kind: Kind = "offer" if each.is_offer else "turn"
        found.setdefault(person, []).append(_Found(kind, str(each.id), each.mark, at, each.is_live))
    query = select(invitations.c.id, invitations.c.to, invitations.c.created_at)
    query = query.where(invitations.c.created_at >= since, invitations.c.to.in_(wanted), *is_open(now))
    for invitation, person, at in await connection.execute(query):
        found.setdefault(person, []).append(_Found("challenge", invitation, 0, at, False))
    for paired in await paired_rounds(connection, since):
        new = _Found("round", paired.tournament, paired.round, paired.at, False)
        found.setdefault(paired.person, []).append(new)
    return found


async def _awaited(connection: AsyncConnection, *which: Any) -> list[tuple[str, int, Awaited]]:
    """What running games of two people wait for: the person, since when, and what; the oldest first."""
    columns = ("id", "names", "players", "clock", "turn", "swapped", "updated_at")
    own = select(games.c.id).join(seats, seats.c.game == games.c.id)
    own = own.where(games.c.result.is_(None), seats.c.computer == false(), *which)
    query = select(*(games.c[name] for name in columns)).where(games.c.id.in_(own)).order_by(games.c.updated_at)
    rows = (await connection.execute(query)).mappings().all()
    last = await _last_events(connection, [row["id"] for row in rows])
    found = []
    for row in rows:
        players = msgspec.convert(row["players"], Players)
        if players.are_apart:
            seated = players.swapped() if row["swapped"] else players
            is_live = row["clock"] is not None and row["clock"].get("kind") != "correspondence"
            for side, mark, is_offer in _waits(row["turn"], last.get(row["id"], {})):
                player, opponent = getattr(seated, side), getattr(seated, OTHER[side])
                game = Awaited(UUID(row["id"]), row["names"], opponent.name, is_live, mark, is_offer)
                found.append((str(player.person), int(row["updated_at"]), game))
    return found


def _waits(turn: str | None, last: dict[str, tuple[int, str | None]]) -> list[tuple[str, int, bool]]:
    """Which side a game waits for, since which event, and whether to answer an offer.

    `last` has the number and the side of the last event of each kind.
    """
    asked, asker = last.get("offered", (0, None))
    is_asked = asker is not None and asked > max((last[kind][0] for kind in _ANSWERS if kind in last), default=0)
    found = [(OTHER[asker], asked, True)] if is_asked and asker is not None else []
    moved, mover = last.get("moved", (0, None))
    if (undone := last.get("undone", (0, None))[0]) > moved:
        moved, mover = undone, None
    # A side that goes on with its turn knows of it, and one that has doubled waits for the answer.
    if turn is not None and mover != turn and (not found or found[0][0] == turn):
        found.append((turn, moved, False))
    return found


async def _last_events(connection: AsyncConnection, some: list[str]) -> dict[str, dict[str, tuple[int, str | None]]]:
    """The number and the side of the last event of each kind that counts, by game."""
    found: dict[str, dict[str, tuple[int, str | None]]] = {}
    for start in range(0, len(some), PAGE):
        part = some[start : start + PAGE]
        kinds = events.c.type.in_(("offered", *_ANSWERS))
        latest = select(events.c.game, func.max(events.c.seq).label("seq")).where(events.c.game.in_(part), kinds)
        inner = latest.group_by(events.c.game, events.c.type).subquery()
        same = and_(events.c.game == inner.c.game, events.c.seq == inner.c.seq)
        query = select(events.c.game, events.c.type, events.c.seq, events.c.by).join(inner, same)
        for game, kind, seq, by in await connection.execute(query):
            found.setdefault(game, {})[kind] = (seq, by)
    return found


def _wants(target: _Target, found: _Found) -> bool:
    """Whether a target is to be told: mails are for games that take days."""
    if found.at < target.since or (target.channel == "mail" and found.is_live):
        return False
    return {"turn": target.turn, "round": target.rounds}.get(found.kind, target.offers)


def _row(person: str, channel: Channel, target: str, found: _Found, now: int, delays: Delays) -> dict[str, Any]:
    delay = delays.push if channel == "push" else delays.mail
    return {
        "id": str(uuid4()),
        "person": person,
        "channel": channel,
        "target": target,
        "kind": found.kind,
        "subject": found.subject,
        "mark": found.mark,
        "created_at": now,
        "due_at": found.at + delay,
    }
