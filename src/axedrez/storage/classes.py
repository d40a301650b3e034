"""Classes: pupils without passwords, their homework, and the games of simultaneous displays."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from sqlalchemy import Connection, RowMapping, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.decoding import plain
from axedrez.storage.erasure import erase_person
from axedrez.storage.people import FullError
from axedrez.storage.schema import (
    attempts,
    class_teachers,
    classes,
    display_comments,
    display_games,
    finished_guides,
    games,
    keys,
    people,
    pupils,
    seats,
    tasks,
)
from axedrez.storage.writers import Writer

TaskKind = Literal["exercises", "guide", "game"]

FIRST_CLASS_LOCK = 0x61786D63
"""The key of the advisory lock (PostgreSQL) under which the first class is made; any constant."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a task asks for.

    `part`: the group it is for ("": the whole class). `theme` is one of exercises; `level` and `won` concern games.
    `due_at`: ms since the epoch.
    """

    kind: TaskKind
    rulebook: str
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    theme: str = ""
    level: int = 1
    won: bool = False
    part: str = ""
    due_at: int | None = None


class Task(msgspec.Struct, frozen=True):
    """A task of a class; `sheet` is the hash of its rules."""

    id: UUID
    terms: Terms
    sheet: str
    created_at: int


class Pupil(msgspec.Struct, frozen=True):
    """A pupil; `part` is the label of a group ("": none)."""

    person: UUID
    name: str
    part: str


class NewPupil(msgspec.Struct, frozen=True):
    """A pupil to be added; `code` is the hash of the code."""

    person: UUID
    name: str
    code: str


class Class(msgspec.Struct, frozen=True):
    """A class; `teacher` made it; `chat`: whether its pupils may chat."""

    id: UUID
    teacher: UUID
    name: str
    chat: bool
    created_at: int


class Teacher(msgspec.Struct, frozen=True):
    """A teacher of a class."""

    person: UUID
    name: str


class PlayedGame(msgspec.Struct, frozen=True):
    """An ended game of a pupil against the computer: by which rules, against which level, and whether it was won."""

    person: UUID
    sheet: str
    level: int
    won: bool
    at: int


class DisplayGame(msgspec.Struct, frozen=True):
    """A game of a simultaneous display, as it stands; `turn` is null at its end."""

    game: UUID
    display: UUID
    pupil: UUID
    created_at: int
    turn: str | None
    result: str | None
    teacher_side: str


class Comment(msgspec.Struct, frozen=True):
    """What the teacher says to the pupil of a game."""

    id: UUID
    text: str
    at: int


class ClassStore:
    """The classes of a database. Every method is one transaction; times are ms since the epoch."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def add(self, found: Class, most: int, *, only_first: bool = False) -> Class | None:
        """Store a class, or return the one with this id. Raises `FullError` beyond `most` of a teacher.

        With `only_first`, None where only others have classes: of two who ask at the same moment, one is the first.
        """

        def work(connection: Connection) -> Class | None:
            known = connection.execute(select(classes).where(classes.c.id == str(found.id))).mappings().one_or_none()
            if known is not None:
                return _class(known)
            if only_first:
                if connection.dialect.name == "postgresql":  # SQLite has one writer at a time
                    connection.execute(select(func.pg_advisory_xact_lock(FIRST_CLASS_LOCK)))
                teachers = set(connection.scalars(select(classes.c.teacher).distinct()))
                if teachers and str(found.teacher) not in teachers:
                    return None
            connection.execute(select(people.c.id).where(people.c.id == str(found.teacher)).with_for_update())
            own = select(func.count()).select_from(classes).where(classes.c.teacher == str(found.teacher))
            if (connection.scalar(own) or 0) >= most:
                raise FullError
            connection.execute(insert(classes).values(msgspec.to_builtins(found)))
            return found

        return await self._writer.run(work)

    async def find(self, class_id: UUID) -> Class | None:
        """A class by its id."""
        return next(iter(await self._classes(classes.c.id == str(class_id))), None)

    async def named(self, name: str) -> list[Class]:
        """The classes with this name."""
        return await self._classes(classes.c.name == name)

    async def taught_by(self, person: UUID) -> list[Class]:
        """The classes that somebody has made, or teaches with others; oldest first."""
        here = select(class_teachers.c["class"]).where(class_teachers.c.person == str(person))
        return await self._classes(or_(classes.c.teacher == str(person), classes.c.id.in_(here)))

    async def teachers(self, class_id: UUID) -> list[Teacher]:
        """Those who teach a class with the one who made it."""
        query = select(people.c.id.label("person"), people.c.name)
        query = query.join(class_teachers, class_teachers.c.person == people.c.id)
        query = query.where(class_teachers.c["class"] == str(class_id)).order_by(people.c.name, people.c.id)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [msgspec.convert(plain(row), Teacher) for row in rows]

    async def teaches(self, class_id: UUID, person: UUID) -> bool:
        """Whether somebody teaches a class with the one who made it."""
        own = (class_teachers.c["class"] == str(class_id)) & (class_teachers.c.person == str(person))
        async with self._engine.connect() as connection:
            return await connection.scalar(select(class_teachers.c.person).where(own)) is not None

    async def accept(self, invitation: str, person: UUID, most: int) -> Class | None:
        """Make somebody a teacher of the class with this invitation, which ends; None where there is none.

        Raises `FullError` beyond `most` teachers.
        """

        def work(connection: Connection) -> Class | None:
            query = select(classes).where(classes.c.invitation == invitation).with_for_update()
            found = connection.execute(query).mappings().one_or_none()
            here = select(people.c.id).where(people.c.id == str(person)).with_for_update()
            if found is None or connection.scalar(here) is None:
                return None
            there = class_teachers.c["class"] == found["id"]
            known = set(connection.scalars(select(class_teachers.c.person).where(there)))
            if str(person) not in known and found["teacher"] != str(person):
                if len(known) >= most:
                    raise FullError
                connection.execute(insert(class_teachers).values({"class": found["id"], "person": str(person)}))
                connection.execute(update(classes).where(classes.c.id == found["id"]).values(invitation=None))
            return _class(found)

        return await self._writer.run(work)

    async def dismiss(self, class_id: UUID, person: UUID) -> None:
        """Let somebody teach a class no longer."""
        these = (class_teachers.c["class"] == str(class_id)) & (class_teachers.c.person == str(person))
        await self._writer.run(lambda connection: connection.execute(delete(class_teachers).where(these)).close())

    async def of_pupil(self, person: UUID) -> tuple[Class, Pupil] | None:
        """The class of a pupil; None for everybody else."""
        query = select(pupils.c["class"]).where(pupils.c.person == str(person))
        async with self._engine.connect() as connection:
            found = await connection.scalar(query)
        known = await self.find(UUID(found)) if found is not None else None
        if known is None:
            return None
        return known, next(each for each in await self.pupils(known.id) if each.person == person)

    async def silent(self, person: UUID) -> bool:
        """Whether a person is a pupil of a class without chat."""
        query = select(pupils.c.person).join(classes, classes.c.id == pupils.c["class"])
        query = query.where(pupils.c.person == str(person), classes.c.chat.is_(False))
        async with self._engine.connect() as connection:
            return await connection.scalar(query) is not None

    async def change(self, class_id: UUID, changes: dict[str, Any]) -> None:
        """Change the name, the chat or the invitation of a class."""
        await self._writer.run(
            lambda connection: connection.execute(
                update(classes).where(classes.c.id == str(class_id)).values(**changes)
            ).close()
        )

    async def pupils(self, class_id: UUID) -> list[Pupil]:
        """The pupils of a class in the order of its list."""
        query = select(pupils.c.person, people.c.name, pupils.c.part).join(people, people.c.id == pupils.c.person)
        query = query.where(pupils.c["class"] == str(class_id)).order_by(pupils.c.number, pupils.c.person)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [msgspec.convert(plain(row), Pupil) for row in rows]

    async def enter(self, class_id: UUID, new: list[NewPupil], now: int, most: int) -> None:
        """Add pupils to a class; those who are there get the new code. Raises `FullError` beyond `most`."""

        def work(connection: Connection) -> None:
            here = pupils.c["class"] == str(class_id)
            connection.execute(select(classes.c.id).where(classes.c.id == str(class_id)).with_for_update())
            known = set(connection.scalars(select(pupils.c.person).where(here)))
            fresh = [each for each in new if str(each.person) not in known]
            if len(known) + len(fresh) > most:
                raise FullError
            last = connection.scalar(select(func.max(pupils.c.number)).where(here)) or 0
            for number, each in enumerate(fresh, last + 1):
                person = str(each.person)
                row = {"id": person, "name": each.name, "settings": {}, "created_at": now}
                connection.execute(insert(people).values(row))
                connection.execute(
                    insert(pupils).values(
                        {"person": person, "class": str(class_id), "part": "", "code": each.code, "number": number}
                    )
                )
            for each in new:
                if each not in fresh:
                    _set_code(connection, each.person, each.code)

        await self._writer.run(work)

    async def renew(self, codes: dict[UUID, str]) -> None:
        """Give pupils new codes; their sessions end."""

        def work(connection: Connection) -> None:
            for person, code in codes.items():
                _set_code(connection, person, code)

        await self._writer.run(work)

    async def by_code(self, code: str) -> UUID | None:
        """The pupil with this code."""
        async with self._engine.connect() as connection:
            found = await connection.scalar(select(pupils.c.person).where(pupils.c.code == code))
        return UUID(found) if found is not None else None

    async def change_pupil(self, person: UUID, name: str | None, part: str | None) -> None:
        """Rename a pupil, or put them into another group."""

        def work(connection: Connection) -> None:
            if name is not None:
                connection.execute(update(people).where(people.c.id == str(person)).values(name=name))
            if part is not None:
                connection.execute(update(pupils).where(pupils.c.person == str(person)).values(part=part))

        await self._writer.run(work)

    async def erase(self, persons: list[UUID], class_id: UUID | None = None) -> None:
        """Erase pupils with all that is theirs, and then the class. Games keep their moves, without the names."""

        def work(connection: Connection) -> None:
            for person in persons:
                erase_person(connection, person)
            if class_id is not None:
                connection.execute(delete(classes).where(classes.c.id == str(class_id)))

        await self._writer.run(work)

    async def add_task(self, class_id: UUID, task: Task, most: int) -> None:
        """Set a task, once. Raises `FullError` beyond `most`."""

        def work(connection: Connection) -> None:
            if connection.scalar(select(tasks.c.id).where(tasks.c.id == str(task.id))) is not None:
                return
            own = select(func.count()).select_from(tasks).where(tasks.c["class"] == str(class_id))
            if (connection.scalar(own) or 0) >= most:
                raise FullError
            connection.execute(insert(tasks).values({**msgspec.to_builtins(task), "class": str(class_id)}))

        await self._writer.run(work)

    async def drop_task(self, class_id: UUID, task: UUID) -> None:
        """Take a task back."""
        these = (tasks.c.id == str(task)) & (tasks.c["class"] == str(class_id))
        await self._writer.run(lambda connection: connection.execute(delete(tasks).where(these)).close())

    async def tasks(self, class_id: UUID) -> list[Task]:
        """The tasks of a class, oldest first."""
        query = select(tasks.c.id, tasks.c.terms, tasks.c.sheet, tasks.c.created_at)
        query = query.where(tasks.c["class"] == str(class_id)).order_by(tasks.c.created_at, tasks.c.id)
        async with self._engine.connect() as connection:
            return [msgspec.convert(plain(row), Task) for row in (await connection.execute(query)).mappings()]

    async def finish_guide(self, person: UUID, rulebook: str, now: int) -> None:
        """Note that a pupil has come to the end of a guided game; nothing is noted of others, or twice."""

        def work(connection: Connection) -> None:
            own = (finished_guides.c.person == str(person)) & (finished_guides.c.rulebook == rulebook)
            pupil = select(pupils.c.person).where(pupils.c.person == str(person)).with_for_update()
            known = select(finished_guides.c.at).where(own)
            if connection.scalar(pupil) is not None and connection.scalar(known) is None:
                connection.execute(insert(finished_guides).values(person=str(person), rulebook=rulebook, at=now))

        await self._writer.run(work)

    async def guides(self, persons: list[UUID]) -> set[tuple[UUID, str]]:
        """Which guided games these pupils have finished."""
        query = select(finished_guides).where(finished_guides.c.person.in_(map(str, persons)))
        async with self._engine.connect() as connection:
            return {(UUID(row.person), row.rulebook) for row in await connection.execute(query)}

    async def solved(self, persons: list[UUID], sheet: str, since: int) -> list[tuple[UUID, str]]:
        """The exercises of a sheet that these pupils have solved, now or after an earlier miss, since a time."""
        right = or_(attempts.c.solved, attempts.c.stage > 0)
        query = select(attempts.c.person, attempts.c.exercise).where(
            attempts.c.person.in_(map(str, persons)), attempts.c.sheet == sheet, attempts.c.at >= since, right
        )
        async with self._engine.connect() as connection:
            return [(UUID(row.person), row.exercise) for row in await connection.execute(query)]

    async def played(self, persons: list[UUID], since: int) -> list[PlayedGame]:
        """The games against the computer that began since a time and have ended with a result."""
        query = select(
            seats.c.person, seats.c.seat, games.c.sheet_hash, games.c.players, games.c.result, games.c.swapped,
            games.c.created_at,
        )  # fmt: skip
        query = query.join(games, games.c.id == seats.c.game).where(
            seats.c.person.in_(map(str, persons)),
            seats.c.computer,
            seats.c.seat.is_not(None),
            games.c.created_at >= since,
            games.c.result.in_(("1-0", "0-1", "1/2-1/2")),
            games.c.notes.is_(None),  # played here
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        found = []
        for row in rows:
            level = row.players["black" if row.seat == "white" else "white"].get("level")
            white = (row.seat == "white") != row.swapped
            won = row.result == ("1-0" if white else "0-1")
            found.append(PlayedGame(UUID(row.person), row.sheet_hash, level or 0, won, row.created_at))
        return found

    async def add_display(self, class_id: UUID, display: UUID, boards: dict[UUID, UUID], now: int) -> None:
        """Note the games of a display, by pupil; once."""

        def work(connection: Connection) -> None:
            known = set(connection.scalars(select(display_games.c.game).where(display_games.c.display == str(display))))
            for pupil, game in boards.items():
                if str(game) not in known:
                    row = {"game": str(game), "display": str(display), "class": str(class_id), "pupil": str(pupil)}
                    connection.execute(insert(display_games).values({**row, "created_at": now}))

        await self._writer.run(work)

    async def boards(
        self, class_id: UUID | None = None, game: UUID | None = None, pupil: UUID | None = None
    ) -> list[DisplayGame]:
        """The boards of a class, a pupil or a game, the newest display first."""
        query = select(display_games, games.c.turn, games.c.result, games.c.swapped, seats.c.seat)
        query = query.join(games, games.c.id == display_games.c.game)
        query = query.join(seats, (seats.c.game == games.c.id) & (seats.c.person == display_games.c.pupil))
        for column, wanted in (("class", class_id), ("game", game), ("pupil", pupil)):
            if wanted is not None:
                query = query.where(display_games.c[column] == str(wanted))
        query = query.order_by(display_games.c.created_at.desc(), display_games.c.display, display_games.c.game)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [
            DisplayGame(
                UUID(row.game), UUID(row.display), UUID(row.pupil), row.created_at,
                row.turn if row.result is None else None, row.result,
                "black" if (row.seat == "white") != row.swapped else "white",
            )
            for row in rows
        ]  # fmt: skip

    async def class_of_game(self, game: UUID) -> tuple[UUID, UUID] | None:
        """The class and the pupil of a game of a display."""
        query = select(display_games.c["class"], display_games.c.pupil).where(display_games.c.game == str(game))
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return (UUID(row[0]), UUID(row[1])) if row is not None else None

    async def say(self, game: UUID, comment: Comment, most: int) -> None:
        """Store a comment on a game, once. Raises `FullError` beyond `most`."""

        def work(connection: Connection) -> None:
            if connection.scalar(select(display_comments.c.id).where(display_comments.c.id == str(comment.id))):
                return
            own = select(func.count()).select_from(display_comments).where(display_comments.c.game == str(game))
            if (connection.scalar(own) or 0) >= most:
                raise FullError
            connection.execute(insert(display_comments).values(game=str(game), **msgspec.to_builtins(comment)))

        await self._writer.run(work)

    async def said(self, game: UUID) -> list[Comment]:
        """The comments on a game, oldest first."""
        query = select(display_comments).where(display_comments.c.game == str(game))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(display_comments.c.at))).mappings()
            return [Comment(UUID(row["id"]), row["text"], row["at"]) for row in rows]

    async def _classes(self, where: Any) -> list[Class]:
        query = select(classes).where(where).order_by(classes.c.created_at, classes.c.id)
        async with self._engine.connect() as connection:
            return [_class(row) for row in (await connection.execute(query)).mappings()]


def _set_code(connection: Connection, person: UUID, code: str) -> None:
    connection.execute(update(pupils).where(pupils.c.person == str(person)).values(code=code))
    connection.execute(delete(keys).where(keys.c.person == str(person)))


def _class(row: RowMapping) -> Class:
    return msgspec.convert(plain(row), Class)
