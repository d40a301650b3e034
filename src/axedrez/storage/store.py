"""The only reader and writer of game logs."""

from __future__ import annotations

import shutil
import sys
from itertools import groupby
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Connection, RowMapping, Text, and_, cast, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.match import Event, GameSetup, Players, Record, speed_of
from axedrez.match.commands import SideWord
from axedrez.messages import Texts
from axedrez.storage.away import DatabaseAway
from axedrez.storage.database import open_database, open_writer
from axedrez.storage.decoding import decode_rows, plain
from axedrez.storage.game_query import GameFilter, found, played
from axedrez.storage.insertion import insert_all
from axedrez.storage.schema import commands, events, games, pulse, seats, sheets
from axedrez.storage.seats import seat_rows
from axedrez.storage.timekeeping import Timekeeping
from axedrez.storage.writers import Batch, ClashError, Writer

COMPUTER_MS = 10_000
"""After this time a game that waits for its computer player is due for any server."""


_EVENT = (events.c.seq, events.c.type, events.c.at, events.c.by, cast(events.c.data, Text))
"""An event, its data as text: whole logs are decoded in one go, for which the event loop waits."""

_NOTES = games.c.notes
_HEADS = select(*(column for column in games.c if column is not _NOTES), _NOTES.is_not(None).label("imported"))
"""Rows of games without their notes, which are long and seldom read."""

MIN_FREE = 8 * 2**20
"""With fewer free bytes on the disk of an SQLite file, a server is not ready."""


class GameHeader(msgspec.Struct, frozen=True):
    """The part of a game that never changes.

    `sheet` is the resolved rule sheet as JSON, with its hash and the version of the log's layout; `names` are the
    rulebook's names by language; `created_at` is in ms since the epoch. `server_seed` (hex) is the secret behind the
    dice: it leaves the server when the game has ended. `options`: those that differ from the rulebook; None where that
    is not known. `next`: the id of the next game of the match, published when that may be played; None in games of
    old servers, and where there is no match. `imported`: it was read from a file (`Store.notes`).
    """

    id: UUID
    rulebook: str
    names: Texts
    sheet: str
    sheet_hash: str
    schema_version: int
    setup: GameSetup
    created_at: int
    server_seed: str | None = None
    options: dict[str, Any] | None = None
    next: UUID | None = None
    imported: bool = False


class ListedGame(msgspec.Struct, frozen=True):
    """A line of the list of games; in the list of one's own games, `seat` is one's colour.

    `delay`: while it goes on, spectators see it so many moves late. `speed`: of a rated game.
    """

    id: UUID
    rulebook: str
    names: Texts
    players: Players
    plies: int
    result: str | None
    reason: str | None
    turn: str | None
    updated_at: int
    position: str
    delay: int
    speed: str | None
    seat: SideWord | None = None


class GameStatus(msgspec.Struct, frozen=True):
    """The status of a game. `speed`: of a rated one."""

    id: UUID
    players: Players
    plies: int
    result: str | None
    position: str
    updated_at: int
    speed: str | None

    @property
    def goes_on(self) -> bool:
        """Whether it is still running."""
        return self.result is None


class PlayedRulebook(msgspec.Struct, frozen=True):
    """A rulebook that a person has played, with its names by language; `rulebook` is an id, or the hash of a sheet."""

    rulebook: str
    names: Texts


class SavedSheet(msgspec.Struct, frozen=True):
    """A saved sheet: `text` is the resolved sheet as JSON, `parent` the one that it was made from."""

    hash: str
    names: Texts
    text: str
    parent: str | None
    created_at: int


class ConflictError(Exception):
    """The log has grown since it was read; nothing was written."""


class RepeatedError(Exception):
    """The command was carried out before; nothing was written."""


class Store:
    """Game logs in a database. Every method is one transaction, on the disk when it returns.

    `time`: due games and outages; `writer`: for other stores of the same database.
    """

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self.engine = engine
        self.writer = writer
        self.time = Timekeeping(engine, writer)

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open (and create or migrate) the database. Raises AxedrezError if that is not possible."""
        engine = await open_database(url)
        return cls(engine, await open_writer(engine))

    async def close(self) -> None:
        """Finish pending writes and close all connections."""
        await self.writer.close()
        await self.engine.dispose()

    async def create(
        self, header: GameHeader, record: Record, log: list[Event], host: UUID | None = None, notes: str = ""
    ) -> bool:
        """Store a new game; `record` is the state after `log`. False if its id exists already.

        A game without persons belongs to `host`. `notes`: those of the file that it was imported from.
        """
        row = {
            "id": str(header.id),
            "rulebook": header.rulebook,
            "names": header.names,
            "sheet": header.sheet,
            "sheet_hash": header.sheet_hash,
            "schema_version": header.schema_version,
            "start": header.setup.start,
            "players": msgspec.to_builtins(header.setup.players),
            "clock": msgspec.to_builtins(header.setup.clock),
            "casual": header.setup.casual,
            "match": msgspec.to_builtins(header.setup.match),
            "dice": msgspec.to_builtins(header.setup.dice),
            "server_seed": header.server_seed,
            "options": header.options,
            "delay": header.setup.delay,
            "next": str(header.next) if header.next is not None else None,
            "notes": notes if header.imported else None,
            "speed": speed_of(header.setup.clock) if header.setup.rated else None,
            "created_at": header.created_at,
            **_summary(record),
            "updated_at": header.created_at,
        }

        whose = seat_rows(header.id, header.setup.players, host)
        rows = _rows(header.id, log)

        def work(connection: Connection) -> None:
            connection.execute(insert(games).values(row))
            if whose:
                connection.execute(insert(seats), whose)
            insert_all(connection, events, rows)

        try:
            await self.writer.run(work)
        except IntegrityError:
            return False
        return True

    async def append(
        self, game: UUID, expected_seq: int, log: list[Event], command: UUID | None, record: Record
    ) -> None:
        """Append the events of one command; `record` is the state after them.

        Raises `RepeatedError` if the command was answered before, `ConflictError` if the log has gone past
        `expected_seq`.
        """
        remembered = None
        if command is not None:
            remembered = {"game": str(game), "id": str(command), "first": log[0].seq, "last": log[-1].seq}
        try:
            done = await self.writer.append(
                Batch(str(game), expected_seq, _summary(record), _rows(game, log), remembered)
            )
        except ClashError:
            if command is not None and await self.answer(game, command):
                raise RepeatedError from None
            raise
        if not done:
            # The other write may have been this command, sent twice.
            again = command is not None and await self.answer(game, command)
            raise RepeatedError if again else ConflictError

    async def header(self, game: UUID) -> GameHeader | None:
        """The header of a game, or None if there is no such game."""
        async with self.engine.connect() as connection:
            found = await connection.execute(_HEADS.where(games.c.id == str(game)))
            row = found.mappings().one_or_none()
        return _header(row) if row is not None else None

    async def notes(self, game: UUID) -> str:
        """The notes of an imported game's file; "" if there are none."""
        async with self.engine.connect() as connection:
            found: str | None = await connection.scalar(select(games.c.notes).where(games.c.id == str(game)))
        return found or ""

    async def host(self, game: UUID) -> UUID | None:
        """The owner of a game without persons; None if not known."""
        async with self.engine.connect() as connection:
            found = await connection.scalar(select(seats.c.person).where(seats.c.game == str(game)).limit(1))
        return UUID(found) if found is not None else None

    async def seq(self, game: UUID) -> int | None:
        """The number of the last event, or None if there is no such game."""
        async with self.engine.connect() as connection:
            found: int | None = await connection.scalar(select(games.c.seq).where(games.c.id == str(game)))
        return found

    async def seqs(self, some: list[UUID]) -> dict[UUID, int]:
        """The numbers of the last events of several games."""
        query = select(games.c.id, games.c.seq).where(games.c.id.in_([str(game) for game in some]))
        async with self.engine.connect() as connection:
            return {UUID(game): seq for game, seq in await connection.execute(query)}

    async def events(self, game: UUID, after: int = 0) -> list[Event]:
        """The events that follow the one numbered `after`."""
        query = select(*_EVENT).where(events.c.game == str(game), events.c.seq > after).order_by(events.c.seq)
        return await self._events(query)

    async def answer(self, game: UUID, command: UUID) -> list[Event] | None:
        """The events that a command appended, or None if it is not known."""
        own = (commands.c.game == str(game)) & (commands.c.id == str(command))
        inside = and_(events.c.game == commands.c.game, events.c.seq.between(commands.c.first, commands.c.last))
        query = select(*_EVENT).select_from(commands.join(events, inside)).where(own).order_by(events.c.seq)
        return await self._events(query) or None

    async def rolls(self, games_limit: int) -> list[list[Event]]:
        """The rolls (`opened`, `rolled`) of the latest games with dice, game by game."""
        # Rolls that spectators may not see yet are left out.
        shown = or_(games.c.delay == 0, games.c.result.is_not(None))
        latest = select(games.c.id).where(games.c.server_seed.is_not(None), shown).order_by(games.c.updated_at.desc())
        own = events.c.game.in_(latest.limit(games_limit)) & events.c.type.in_(("opened", "rolled"))
        query = select(events).where(own).order_by(events.c.game, events.c.seq)
        async with self.engine.connect() as connection:
            rows, _ = decode_rows(await connection.execute(query), "a roll of the dice", _event)
        return [[event for _, event in log] for _, log in groupby(rows, key=lambda row: row[0])]

    async def probe(self) -> None:
        """Test writing without changing anything. Raises whatever prevents it; also if the disk is nearly full."""

        def work(connection: Connection) -> None:
            # SQLite writes nothing if an update does not change a row: change it and back.
            connection.execute(update(pulse).values(at=pulse.c.at + 1))
            connection.execute(update(pulse).values(at=pulse.c.at - 1))

        await self.writer.run(work)
        file = self.engine.url.database if self.engine.dialect.name == "sqlite" else None
        if file is not None and shutil.disk_usage(Path(file).parent).free < MIN_FREE:
            raise DatabaseAway("the disk is full")

    async def running(self, since: int) -> int:
        """The number of running games with an event at `since` or later."""
        query = select(func.count()).select_from(games).where(games.c.updated_at >= since, games.c.result.is_(None))
        async with self.engine.connect() as connection:
            return (await connection.scalar(query)) or 0

    async def statuses(self, since: int, limit: int) -> list[GameStatus]:
        """The status of the games with an event at `since` or later: the latest ones, oldest first."""
        columns = [games.c[name] for name in GameStatus.__struct_fields__]
        query = select(*columns).where(games.c.updated_at >= since).order_by(games.c.updated_at.desc()).limit(limit)
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [msgspec.convert(plain(row), GameStatus) for row in reversed(rows)]

    async def page(
        self, limit: int, before: tuple[int, UUID] | None = None, wanted: GameFilter | None = None
    ) -> list[ListedGame]:
        """The games that match `wanted` (default: all), newest first.

        `before` is the (`updated_at`, `id`) of the last one already seen.
        """
        lines: list[ListedGame] = []
        skipped, more = 0, True
        async with self.engine.connect() as connection:
            while more:  # an unreadable row does not shorten the page
                query = found(wanted or GameFilter(), limit + skipped, before)
                before_skipped = skipped
                lines, skipped = decode_rows(await connection.execute(query), "a line of the list of games", _listed)
                more = skipped > before_skipped
        return lines[:limit]

    async def played(self, person: UUID) -> list[PlayedRulebook]:
        """The rulebooks of a person's games."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(played(person))
            return decode_rows(rows, "a rulebook of a game", lambda row: msgspec.convert(plain(row), PlayedRulebook))[0]

    async def save_sheet(self, sheet: SavedSheet) -> None:
        """Store a sheet; an existing one stays as it is."""
        row = insert(sheets).values(msgspec.to_builtins(sheet))
        try:
            await self.writer.run(lambda connection: connection.execute(row))
        except IntegrityError:
            return

    async def sheet(self, content_hash: str) -> SavedSheet | None:
        """A saved sheet, or None if there is none with this hash."""
        found = await self._sheets(select(sheets).where(sheets.c.hash == content_hash))
        return found[0] if found else None

    async def sheets(self, limit: int) -> list[SavedSheet]:
        """The saved sheets, newest first."""
        return await self._sheets(select(sheets).order_by(sheets.c.created_at.desc(), sheets.c.hash).limit(limit))

    async def _sheets(self, query: Any) -> list[SavedSheet]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(query)
            return decode_rows(rows, "a saved sheet", lambda row: msgspec.convert(plain(row), SavedSheet))[0]

    async def _events(self, query: Any) -> list[Event]:
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        log = [
            {"seq": seq, "type": kind, "at": at, "by": by, "data": msgspec.Raw(data.encode())}
            for seq, kind, at, by, data in rows
        ]
        return msgspec.json.decode(msgspec.json.encode(log), type=list[Event])


def _summary(record: Record) -> dict[str, Any]:
    outcome = record.outcome
    return {
        "updated_at": record.at,
        "seq": record.seq,
        "plies": len(record.moves),
        "result": outcome and outcome.result,
        "reason": outcome and outcome.reason,
        "turn": None if record.turn is None else record.turn.word,
        "position": record.position.text(),
        "computer_awaited": record.computer_awaited is not None,
        "swapped": record.swapped,
        "score": None if record.rated_score is None else int(2 * record.rated_score),
        "due_at": due_at(record, record.at),
        "leased_until": 0,
    }


def due_at(record: Record, now: int) -> int | None:
    """When a game is due for a server (ms since the epoch), if ever."""
    deadline = record.deadline
    times = [deadline.at] if deadline is not None else []
    if record.computer_awaited is not None:
        times.append(now + COMPUTER_MS)
    return min(times, default=None)


def _rows(game: UUID, log: list[Event]) -> list[dict[str, Any]]:
    return [{"game": str(game), **msgspec.to_builtins(event)} for event in log]


def _event(row: RowMapping) -> tuple[str, Event]:
    return str(row["game"]), msgspec.convert(plain(row), Event)


def _listed(row: RowMapping) -> ListedGame:
    fields = plain(row)
    listed = msgspec.convert(fields, ListedGame)
    return msgspec.structs.replace(listed, players=listed.players.swapped()) if fields["swapped"] else listed


def _header(row: RowMapping) -> GameHeader:
    fields = plain(row)
    fields["setup"] = {name: fields[name] for name in ("start", "players", "clock", "casual", "dice", "delay")}
    fields["setup"]["match"] = fields["match"] or {}
    fields["setup"]["rated"] = fields["speed"] is not None
    found = msgspec.convert(fields, GameHeader)
    return msgspec.structs.replace(found, sheet=sys.intern(found.sheet))  # shared by many games
