"""Studies: their logs, who may read them, and who may write in them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.decoding import plain
from axedrez.storage.insertion import insert_all
from axedrez.storage.schema import studies, study_commands, study_events, study_writers
from axedrez.storage.writers import Writer
from axedrez.studies import Study, StudyEvent


class StudyHeader(msgspec.Struct, frozen=True):
    """A study without its events. `open`: whoever has the link may read it; `key`: what makes its bearer a writer."""

    id: UUID
    owner: UUID
    open: bool
    key: str | None
    created_at: int
    title: str
    chapters: int
    seq: int
    updated_at: int


class StudyWriter(msgspec.Struct, frozen=True):
    """Somebody who may write in a study beside its owner."""

    person: UUID
    name: str


class StudyStore:
    """The tables of studies. Every method is one transaction, on the disk when it returns."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def create(self, header: StudyHeader, log: list[StudyEvent]) -> bool:
        """Store a new study with its first events. False if its id exists already."""

        def work(connection: Connection) -> None:
            connection.execute(insert(studies).values(msgspec.to_builtins(header)))
            insert_all(connection, study_events, _rows(header.id, log))

        try:
            await self._writer.run(work)
        except IntegrityError:
            return False
        return True

    async def append(self, header: StudyHeader, log: list[StudyEvent], command: UUID, after: Study) -> bool:
        """Append the events of a command to a log that ends where the first of them begins.

        `after` is the study with them. False, and nothing is written, if the log has grown meanwhile, or if the command
        was carried out before.
        """
        first, last = log[0].seq, log[-1].seq
        values = {"seq": last, "updated_at": after.at, "title": after.title, "chapters": len(after.shown)}
        here = update(studies).where(studies.c.id == str(header.id), studies.c.seq == first - 1).values(values)
        remembered = {"study": str(header.id), "id": str(command), "first": first, "last": last}

        def work(connection: Connection) -> bool:
            if connection.execute(here).rowcount != 1:
                return False
            connection.execute(insert(study_commands).values(remembered))
            insert_all(connection, study_events, _rows(header.id, log))
            return True

        try:
            return await self._writer.run(work)
        except IntegrityError:
            return False

    async def header(self, study: UUID) -> StudyHeader | None:
        """The header of a study, or None if there is no such study."""
        found = await self._read(select(studies).where(studies.c.id == str(study)))
        return msgspec.convert(found[0], StudyHeader) if found else None

    async def events(self, study: UUID, after: int = 0) -> list[StudyEvent]:
        """The events that follow the one numbered `after`."""
        query = select(study_events).where(study_events.c.study == str(study), study_events.c.seq > after)
        return msgspec.convert(await self._read(query.order_by(study_events.c.seq)), list[StudyEvent])

    async def answered(self, study: UUID, command: UUID) -> tuple[int, int] | None:
        """The numbers of the first and the last event of a command that was carried out."""
        own = and_(study_commands.c.study == str(study), study_commands.c.id == str(command))
        found = await self._read(select(study_commands).where(own))
        return (found[0]["first"], found[0]["last"]) if found else None

    async def of(self, person: UUID, limit: int, before: int | None = None) -> list[StudyHeader]:
        """The studies that a person owns or may write in, those changed last first; `before`: changed earlier."""
        joined = select(study_writers.c.study).where(study_writers.c.person == str(person))
        query = select(studies).where(or_(studies.c.owner == str(person), studies.c.id.in_(joined)))
        if before is not None:
            query = query.where(studies.c.updated_at < before)
        query = query.order_by(studies.c.updated_at.desc(), studies.c.id).limit(limit)
        return msgspec.convert(await self._read(query), list[StudyHeader])

    async def count(self, owner: UUID) -> int:
        """How many studies a person owns."""
        query = select(func.count()).select_from(studies).where(studies.c.owner == str(owner))
        async with self._engine.connect() as connection:
            return (await connection.scalar(query)) or 0

    async def set_access(self, study: UUID, **values: Any) -> None:
        """Change `open` or `key`."""
        change = update(studies).where(studies.c.id == str(study)).values(values)
        await self._writer.run(lambda connection: connection.execute(change))

    async def writers(self, study: UUID) -> list[StudyWriter]:
        """Who may write beside the owner."""
        query = select(study_writers.c.person, study_writers.c.name).where(study_writers.c.study == str(study))
        return msgspec.convert(await self._read(query.order_by(study_writers.c.name)), list[StudyWriter])

    async def add_writer(self, study: UUID, writer: StudyWriter, key: str, most: int) -> bool:
        """Let somebody write who shows the study's key. False for another key, or where there are `most` already."""
        row = {"study": str(study), **msgspec.to_builtins(writer)}
        own = study_writers.c.study == str(study)

        def work(connection: Connection) -> bool:
            shown = select(studies.c.id).where(studies.c.id == str(study), studies.c.key == key).with_for_update()
            if connection.scalar(shown) is None:
                return False
            if connection.scalar(select(study_writers.c.name).where(own, study_writers.c.person == row["person"])):
                return True
            if (connection.scalar(select(func.count()).select_from(study_writers).where(own)) or 0) >= most:
                return False
            connection.execute(insert(study_writers).values(row))
            return True

        return await self._writer.run(work)

    async def remove_writer(self, study: UUID, person: UUID) -> None:
        """Let somebody no longer write."""
        own = and_(study_writers.c.study == str(study), study_writers.c.person == str(person))
        await self._writer.run(lambda connection: connection.execute(delete(study_writers).where(own)))

    async def delete(self, study: UUID) -> None:
        """Delete a study with everything in it."""
        await self._writer.run(lambda connection: delete_studies(connection, studies.c.id == str(study)))

    async def _read(self, query: Any) -> list[dict[str, Any]]:
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [plain(row) for row in rows]


def delete_studies(connection: Connection, which: ColumnElement[bool]) -> None:
    """Delete studies with everything in them."""
    found = select(studies.c.id).where(which)
    for table in (study_writers, study_commands, study_events):
        connection.execute(delete(table).where(table.c.study.in_(found)))
    connection.execute(delete(studies).where(which))


def _rows(study: UUID, log: list[StudyEvent]) -> list[dict[str, Any]]:
    return [{"study": str(study), **msgspec.to_builtins(event)} for event in log]
