"""The index of the positions of this server's games, for the explorer: it follows the games as they end.

One server at a time adds the games that have ended since the last one that is in the index, in the order in which they
ended; games and mark are written in one transaction, so that a server that is killed leaves nothing out. A game is in
it once, whatever happens.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    cast,
    false,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.core.outcome import Result
from axedrez.core.sides import Side
from axedrez.match import Players
from axedrez.storage.decoding import log_unreadable
from axedrez.storage.explorer_counting import recount
from axedrez.storage.insertion import insert_all
from axedrez.storage.schema import (
    explorer_counts,
    explorer_games,
    explorer_positions,
    explorer_scan,
    games,
    people,
    seats,
)
from axedrez.storage.writers import Writer

OVERLAP_MS = 60_000
"""A game may be written so long after the time that it bears: each search looks back so far."""
PAGE = 500
_ENDED = ("1-0", "0-1", "1/2-1/2")
_HALF = 1 << 63

Source = Literal["server", "mine"]


class EndedGame(NamedTuple):
    """A game that is not in the index yet; `imported`: it was read from a file."""

    id: UUID
    ended_at: int
    imported: bool


class Indexed(NamedTuple):
    """What the index gets of a game: its postings (key and choice, each key once), its result and year."""

    game: EndedGame
    postings: list[tuple[int, int]]
    result: int
    year: int


class ChoiceCounts(NamedTuple):
    """How often a choice was made in games with this result, and in which year last.

    `rated`: in how many of them the rating of whoever made it is known, `ratings`: the sum.
    """

    choice: int
    result: int
    games: int
    last_year: int
    rated: int
    ratings: int


class Example(NamedTuple):
    """A game with the names of its players; "" for visitors, who have no account. Ratings: None where not known."""

    id: UUID
    white: str
    black: str
    white_rating: int | None
    black_rating: int | None
    result: Result
    ended_at: int


class ExplorerStore:
    """The index in a database. Times are ms since the epoch."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def ended(self, now: int, lease_ms: int, limit: int) -> list[EndedGame] | None:
        """The next games that have ended and are not in the index; for `lease_ms` they are this server's.

        None where another server is adding games.
        """
        if not await self._new(1):
            return []
        mine = update(explorer_scan).where(explorer_scan.c.leased_until <= now).values(leased_until=now + lease_ms)
        if not await self._writer.run(lambda connection: connection.execute(mine).rowcount):
            return None
        return await self._new(limit)

    async def _new(self, limit: int) -> list[EndedGame]:
        async with self._engine.connect() as connection:
            at, last = (await connection.execute(select(explorer_scan.c.at, explorer_scan.c.game))).one()
            new = explorer_games.c.id.is_(None)
            query = (
                select(games.c.id, games.c.updated_at, games.c.notes.is_not(None))
                .outerjoin(explorer_games, explorer_games.c.game == games.c.id)
                .where(games.c.result.in_(_ENDED), games.c.plies > 0, new)
                .order_by(games.c.updated_at, games.c.id)
                .limit(limit)
            )
            since = or_(games.c.updated_at > at, and_(games.c.updated_at == at, games.c.id > last))
            found = (await connection.execute(query.where(since))).all()
            if len(found) < limit:  # what was written late
                late = games.c.updated_at.between(at - OVERLAP_MS, at)
                found = [*found, *(await connection.execute(query.where(late))).all()]
        unique = {row[0]: EndedGame(UUID(row[0]), row[1], row[2]) for row in found}
        return list(unique.values())

    async def add(self, found: list[Indexed], passed: list[EndedGame]) -> None:
        """Put games into the index, those that cannot be read without a position, and end the lease.

        One after the other: what else is to be written waits for no more than one of them.
        """
        found = [*found, *(Indexed(game, [], 0, 0) for game in passed)]
        for each in found:
            try:
                await self._writer.run(lambda connection, each=each: _add(connection, each))  # type: ignore[misc]
            except IntegrityError as fault:  # another server was quicker, after a pause of this one
                log_unreadable("the index of the explorer", fault)
        last = max(((each.game.ended_at, str(each.game.id)) for each in found), default=None)
        await self._writer.run(lambda connection: _end(connection, last))

    async def choose(self, person: UUID) -> None:
        """Count a person's games and their ratings, or count them no more, as the settings of their players say now."""
        mine = select(explorer_games.c.id).join(seats, seats.c.game == explorer_games.c.game)
        async with self._engine.connect() as connection:
            ids = list(await connection.scalars(mine.where(seats.c.person == str(person))))
        for start in range(0, len(ids), PAGE):
            part = ids[start : start + PAGE]
            await self._writer.run(lambda connection, part=part: recount(connection, part))  # type: ignore[misc]

    async def counts(
        self, key: int, side: Side, source: Source, person: UUID | None, where: ExplorerFilter
    ) -> list[ChoiceCounts]:
        """The choices made in a position, by result; `side`: who chooses there."""
        colour = "white" if side is Side.WHITE else "black"
        if source == "server":
            table = explorer_counts
            rows = [table.c[name] for name in ("games", f"{colour}_rated", f"{colour}_ratings")]
            games, rated, ratings = (cast(func.sum(each), BigInteger) for each in rows)
            origin = select(table.c.choice, table.c.result, games, func.max(table.c.year), rated, ratings)
            query = origin.where(table.c.games > 0)
        else:
            table = explorer_positions
            rating = explorer_games.c[f"{colour}_rating"]
            sums = func.count(rating), func.coalesce(func.sum(rating), 0)
            origin = select(table.c.choice, table.c.result, func.count(), func.max(table.c.year), *sums)
            query = origin.join(explorer_games, explorer_games.c.id == table.c.game)
            query = query.where(table.c.game.in_(_of(person)))
        query = query.where(*_within(table, key, where)).group_by(table.c.choice, table.c.result)
        async with self._engine.connect() as connection:
            return [ChoiceCounts(*row) for row in await connection.execute(query)]

    async def examples(
        self, key: int, source: Source, person: UUID | None, where: ExplorerFilter, limit: int
    ) -> list[Example]:
        """The latest games with a position."""
        rows = explorer_positions.c
        whose = rows.counted if source == "server" else rows.game.in_(_of(person))
        latest = select(rows.game).where(*_within(explorer_positions, key, where), whose)
        latest = latest.order_by(rows.game.desc()).limit(limit)
        query = (
            select(
                games.c.id, games.c.players, games.c.swapped, games.c.result, games.c.updated_at,
                explorer_games.c.white_rating, explorer_games.c.black_rating,
            )
            .join(explorer_games, explorer_games.c.game == games.c.id)
            .where(explorer_games.c.id.in_(latest))
            .order_by(explorer_games.c.id.desc())
        )  # fmt: skip
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
            players = [msgspec.convert(row.players, Players) for row in found]
            persons = [str(person) for each in players for person in each.persons]
            accounts = select(people.c.id).where(people.c.id.in_(persons), people.c.login.is_not(None))
            known = {UUID(person) for person in await connection.scalars(accounts)}
        return [
            Example(
                UUID(row.id), *_names(each.swapped() if row.swapped else each, known), row.white_rating,
                row.black_rating, row.result, row.updated_at,
            )
            for row, each in zip(found, players, strict=True)
        ]  # fmt: skip


class ExplorerFilter(NamedTuple):
    """Which games count: those with this result (an index), of these years."""

    result: int | None = None
    first_year: int | None = None
    last_year: int | None = None


def _names(players: Players, accounts: set[UUID]) -> tuple[str, str]:
    white, black = (player.name if player.person in accounts else "" for player in (players.white, players.black))
    return white, black


def signed(key: int) -> int:
    """A key as databases hold it."""
    return key - 2 * _HALF if key >= _HALF else key


def _within(table: Table, key: int, where: ExplorerFilter) -> list[ColumnElement[bool]]:
    rows = table.c
    conditions = [rows.key == signed(key)]
    if where.result is not None:
        conditions.append(rows.result == where.result)
    if where.first_year is not None:
        conditions.append(rows.year >= where.first_year)
    if where.last_year is not None:
        conditions.append(rows.year <= where.last_year)
    return conditions


def _of(person: UUID | None) -> Select[Any]:
    own = select(explorer_games.c.id).join(seats, seats.c.game == explorer_games.c.game)
    return own.where(seats.c.person == str(person) if person is not None else false())


def _add(connection: Connection, found: Indexed) -> None:
    # Whoever changes a setting waits until the game is there to be counted again.
    players = seats.c.game == str(found.game.id)
    persons = select(people.c.id).where(people.c.id.in_(select(seats.c.person).where(players))).order_by(people.c.id)
    connection.execute(persons.with_for_update(read=True)).all()
    row = {"game": str(found.game.id), "imported": found.game.imported, "counted": False}
    number = connection.execute(insert(explorer_games).values(row).returning(explorer_games.c.id)).scalar_one()
    same = {"game": number, "result": found.result, "year": found.year, "counted": False}
    rows = [{"key": signed(key), "choice": choice, **same} for key, choice in found.postings]
    insert_all(connection, explorer_positions, rows)
    recount(connection, [number])


def _end(connection: Connection, last: tuple[int, str] | None) -> None:
    """End the lease; `last` is the latest game that is in the index now."""
    if last is not None:
        at, game = last
        later = or_(explorer_scan.c.at < at, and_(explorer_scan.c.at == at, explorer_scan.c.game < game))
        connection.execute(update(explorer_scan).where(later).values(at=at, game=game))
    connection.execute(update(explorer_scan).values(leased_until=0))
