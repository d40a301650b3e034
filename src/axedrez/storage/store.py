"""The only reader and writer of game logs."""

from __future__ import annotations

from itertools import groupby
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import RowMapping, and_, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.match import Event, Players, Record, Setup
from axedrez.storage.database import WRITING, open_database
from axedrez.storage.tables import commands, events, games


class Header(msgspec.Struct, frozen=True):
    """What of a game never changes.

    `sheet` is the resolved rule sheet as JSON, with its hash and the version of the log's layout; `names` are the
    rulebook's names by language; `created_at` is in ms since the epoch. `server_seed` (hex) is the secret behind the
    dice: it leaves the server when the game has ended.
    """

    id: UUID
    rulebook: str
    names: dict[str, str]
    sheet: str
    sheet_hash: str
    schema_version: int
    setup: Setup
    created_at: int
    server_seed: str | None = None


class Listed(msgspec.Struct, frozen=True):
    """A line of the list of games."""

    id: UUID
    rulebook: str
    names: dict[str, str]
    players: Players
    plies: int
    result: str | None
    reason: str | None
    turn: str | None
    updated_at: int
    position: str


class ConflictError(Exception):
    """The log has grown since it was read: nothing was written."""


class RepeatedError(Exception):
    """The command was answered before: nothing was written."""


class Store:
    """Game logs in a database. Every method is one transaction; what it has returned from is on the disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**WRITING)

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open (and create or migrate) the database. Raises AxedrezError if that is not possible."""
        return cls(await open_database(url))

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    async def create(self, header: Header, record: Record, log: list[Event]) -> bool:
        """Store a new game whose `record` is the fold of `log`. False if a game with this id is there already."""
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
            "created_at": header.created_at,
            **_summary(record),
            "updated_at": header.created_at,
        }
        try:
            async with self._writer.begin() as connection:
                await connection.execute(insert(games).values(row))
                if log:
                    await connection.execute(insert(events), _rows(header.id, log))
        except IntegrityError:
            return False
        return True

    async def append(
        self, game: UUID, expected_seq: int, log: list[Event], command: UUID | None, record: Record
    ) -> None:
        """Append the events of one command; `record` is the fold of the whole log, these included.

        Raises `RepeatedError` if the command was answered before, `ConflictError` if the log has gone past
        `expected_seq`.
        """
        async with self._writer.begin() as connection:
            if command is not None and await connection.scalar(_answered(game, command)) is not None:
                raise RepeatedError
            here = (games.c.id == str(game)) & (games.c.seq == expected_seq)
            done = await connection.execute(update(games).where(here).values(_summary(record)))
            if done.rowcount != 1:
                # Another writer may have been this very command, sent twice.
                again = command is not None and await connection.scalar(_answered(game, command)) is not None
                raise RepeatedError if again else ConflictError
            await connection.execute(insert(events), _rows(game, log))
            if command is not None:
                span = {"first": log[0].seq, "last": log[-1].seq}
                await connection.execute(insert(commands).values(game=str(game), id=str(command), **span))

    async def header(self, game: UUID) -> Header | None:
        """The unchanging part of a game, or None if there is no such game."""
        async with self._engine.connect() as connection:
            found = await connection.execute(select(games).where(games.c.id == str(game)))
            row = found.mappings().one_or_none()
        return _header(row) if row is not None else None

    async def seq(self, game: UUID) -> int | None:
        """The number of the last event, or None if there is no such game."""
        async with self._engine.connect() as connection:
            found: int | None = await connection.scalar(select(games.c.seq).where(games.c.id == str(game)))
        return found

    async def events(self, game: UUID, after: int = 0) -> list[Event]:
        """The events that follow the one numbered `after`."""
        query = select(events).where(events.c.game == str(game), events.c.seq > after).order_by(events.c.seq)
        return await self._events(query)

    async def answer(self, game: UUID, command: UUID) -> list[Event] | None:
        """The events that a command appended, or None if it is not known."""
        own = (commands.c.game == str(game)) & (commands.c.id == str(command))
        inside = and_(events.c.game == commands.c.game, events.c.seq.between(commands.c.first, commands.c.last))
        query = select(events).select_from(commands.join(events, inside)).where(own).order_by(events.c.seq)
        return await self._events(query) or None

    async def throws(self, games_limit: int) -> list[list[Event]]:
        """The throws (`opened`, `rolled`) of the latest games with dice, game by game."""
        latest = select(games.c.id).where(games.c.server_seed.is_not(None)).order_by(games.c.updated_at.desc())
        own = events.c.game.in_(latest.limit(games_limit)) & events.c.type.in_(("opened", "rolled"))
        query = select(events).where(own).order_by(events.c.game, events.c.seq)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        logs = groupby(rows, key=lambda row: str(row["game"]))
        return [msgspec.convert([_plain(row) for row in log], list[Event]) for _, log in logs]

    async def page(self, limit: int, before: tuple[int, UUID] | None = None) -> list[Listed]:
        """Games, newest first; `before` is the (`updated_at`, `id`) of the last one already seen."""
        query = select(games).order_by(games.c.updated_at.desc(), games.c.id.desc()).limit(limit)
        if before is not None:
            at, last = before
            older = and_(games.c.updated_at == at, games.c.id < str(last))
            query = query.where(or_(games.c.updated_at < at, older))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [_listed(row) for row in rows]

    async def awaiting_computer(self) -> list[UUID]:
        """The games in which a computer is to act."""
        async with self._engine.connect() as connection:
            found = await connection.scalars(select(games.c.id).where(games.c.computer_awaited))
            return [UUID(game) for game in found]

    async def _events(self, query: Any) -> list[Event]:
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return msgspec.convert([_plain(row) for row in rows], list[Event])


def _answered(game: UUID, command: UUID) -> Any:
    return select(commands.c.first).where(commands.c.game == str(game), commands.c.id == str(command))


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
    }


def _rows(game: UUID, log: list[Event]) -> list[dict[str, Any]]:
    return [{"game": str(game), **msgspec.to_builtins(event)} for event in log]


def _plain(row: RowMapping) -> dict[str, Any]:
    # Some column names come as a subclass of str.
    return {str(name): value for name, value in row.items()}


def _listed(row: RowMapping) -> Listed:
    fields = _plain(row)
    listed = msgspec.convert(fields, Listed)
    return msgspec.structs.replace(listed, players=listed.players.swapped()) if fields["swapped"] else listed


def _header(row: RowMapping) -> Header:
    fields = _plain(row)
    fields["setup"] = {name: fields[name] for name in ("start", "players", "clock", "casual", "dice")}
    fields["setup"]["match"] = fields["match"] or {}
    return msgspec.convert(fields, Header)
