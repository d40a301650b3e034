"""What is kept for how long. Games are never deleted here, nor anything else of an account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, exists, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.core import AxedrezError
from axedrez.storage.schema import (
    analyses,
    attempts,
    blocks,
    chat,
    class_teachers,
    classes,
    club_members,
    finished_guides,
    follows,
    games,
    invitations,
    keys,
    mailboxes,
    own_exercises,
    people,
    pupils,
    push_subscriptions,
    reports,
    seats,
    solvers,
    studies,
    study_writers,
    tournament_people,
    tournaments,
)
from axedrez.storage.writers import Writer

DAY_MS = 86_400_000
FOREVER = "forever"
MAX_DAYS = 36_500
BATCH = 500
"""Rows that are deleted in one transaction: others wait for it."""

TRACES = (
    attempts.c.person,
    blocks.c.person,
    chat.c.person,
    class_teachers.c.person,
    classes.c.teacher,
    club_members.c.person,
    finished_guides.c.person,
    follows.c.person,
    follows.c.other,
    invitations.c.by,
    keys.c.person,
    mailboxes.c.person,
    own_exercises.c.person,
    pupils.c.person,
    push_subscriptions.c.person,
    reports.c.by,
    reports.c.about,
    seats.c.person,
    solvers.c.person,
    studies.c.owner,
    study_writers.c.person,
    tournament_people.c.person,
    tournaments.c.owner,
)
"""A guest of whom one of these columns knows is kept."""


class Rule(NamedTuple):
    """Rows of `table` in which `since` (ms since the epoch) is longer ago than `days`, and `also` holds, are deleted.

    `days` is the usual time, None for ever; `variable` of the environment changes it.
    """

    name: str
    variable: str
    days: int | None
    table: Table
    since: ColumnElement[int]
    also: tuple[ColumnElement[bool], ...] = ()


class Due(NamedTuple):
    """A rule, its time in days here (None: for ever), and how many rows are, or were, due to be deleted."""

    rule: Rule
    days: int | None
    rows: int


RULES = (
    Rule("analyses", "AXEDREZ_KEEP_ANALYSES", None, analyses, analyses.c.at),
    Rule("sessions", "AXEDREZ_KEEP_SESSIONS", 1, keys, keys.c.expires_at),
    Rule("invitations", "AXEDREZ_KEEP_INVITATIONS", 90, invitations, invitations.c.expires_at),
    Rule("reports", "AXEDREZ_KEEP_REPORTS", 365, reports, reports.c.settled_at),
    Rule(
        "guests",
        "AXEDREZ_KEEP_GUESTS",
        365,
        people,
        func.coalesce(people.c.banned_until, people.c.created_at),
        (people.c.login.is_(None), *(~exists().where(column == people.c.id) for column in TRACES)),
    ),
    Rule(
        "chat",
        "AXEDREZ_KEEP_CHAT",
        None,
        chat,
        chat.c.at,
        (exists().where(games.c.id == chat.c.game, games.c.result.is_not(None)),),
    ),
)


def times(environment: Mapping[str, str]) -> dict[str, int | None]:
    """The days of each rule in an environment. Raises AxedrezError (`retention_days`)."""
    found: dict[str, int | None] = {}
    for rule in RULES:
        text = environment.get(rule.variable, "")
        if text in ("", FOREVER):
            found[rule.name] = None if text else rule.days
        elif text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MAX_DAYS:
            found[rule.name] = int(text[:9])
        else:
            raise AxedrezError("retention_days", name=rule.variable, limit=MAX_DAYS)
    return found


class RetentionStore:
    """Counts and deletes what has been kept long enough. `days`: as `times` returns them."""

    def __init__(self, engine: AsyncEngine, writer: Writer, days: Mapping[str, int | None]) -> None:
        self._engine = engine
        self._writer = writer
        self._days = days

    async def due(self, now: int) -> list[Due]:
        """What is due to be deleted at `now`."""
        found = []
        for rule in RULES:
            rows = 0
            if (where := self._where(rule, now)) is not None:
                async with self._engine.connect() as connection:
                    rows = await connection.scalar(select(func.count()).select_from(rule.table).where(where)) or 0
            found.append(Due(rule, self._days[rule.name], rows))
        return found

    async def clean(self, now: int) -> list[Due]:
        """Delete it, a few rows at a time."""
        return [Due(rule, self._days[rule.name], await self._delete(rule, now)) for rule in RULES]

    async def _delete(self, rule: Rule, now: int) -> int:
        if (where := self._where(rule, now)) is None:
            return 0
        rows = 0
        while count := await self._writer.run(lambda connection: _delete(connection, rule.table, where)):
            rows += count
        return rows

    def _where(self, rule: Rule, now: int) -> ColumnElement[bool] | None:
        days = self._days[rule.name]
        return None if days is None else and_(rule.since < now - days * DAY_MS, *rule.also)


def _delete(connection: Connection, table: Table, where: ColumnElement[bool]) -> int:
    key = list(table.primary_key.columns)
    found = select(*key).where(where).order_by(*key).limit(BATCH).with_for_update(skip_locked=True)
    # Asked again: meanwhile a guest may have begun a game.
    rows = [tuple(row) for row in connection.execute(found)]
    gone = delete(table).where(tuple_(*key).in_(rows), where)
    return connection.execute(gone).rowcount
