"""Rating the games of a database: each rated game once, in the order in which they ended.

Games are rated in transactions that hold the row of `rating_scan`, so that one server at a time does it, and one that
is killed has done nothing. Each game gets a number, `games.rated_seq`: the order in which a recount goes through them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Row, Table, bindparam, delete, insert, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.core import AxedrezError
from axedrez.ratings import ANCHORS, RatedResult, Rating, RatingBook, Standing, Suspicion, anchor_id, suspicions
from axedrez.storage.schema import games, people, rated_sheets, rating_changes, rating_scan, ratings
from axedrez.storage.writers import Writer

RECOUNT_LEASE_MS = 60_000
RECOUNT_AT_ONCE = 5000
"""So many games are counted again between two renewals of the lease."""

Key = tuple[str, str, str]
"""A person, the hash of a rule sheet, a speed: what a rating belongs to."""

NUMBERS = ("rating", "deviation", "volatility")
CHANGE = ("rated_seq", "person", "game", "sheet", "speed", "opponent", "score", "at", *NUMBERS)
Change = tuple[Any, ...]
"""A row of a history, its values in the order of `CHANGE`. A recount compares millions: no dictionaries."""
_UNRATED = (games.c.score.is_not(None), games.c.rated_seq.is_(None))


class _Game(NamedTuple):
    """A game that has ended and is rated; `score` is that of White's seat in half points."""

    id: str
    rated_seq: int
    sheet_hash: str
    speed: str
    players: dict[str, dict[str, Any]]
    score: int
    updated_at: int

    @property
    def levels(self) -> tuple[int | None, int | None]:
        """The levels of the computer, by the seats of the setup."""
        return _level(self.players["white"]), _level(self.players["black"])

    @property
    def persons(self) -> tuple[str, str]:
        """The players, by the seats of the setup; for a level of the computer the id of its anchor."""
        return _person(self.players["white"]), _person(self.players["black"])


def _level(player: dict[str, Any]) -> int | None:
    return player["level"] if player.get("kind") == "computer" else None


def _person(player: dict[str, Any]) -> str:
    person: str = player["person"] if (level := _level(player)) is None else str(anchor_id(level))
    return person


_GAME = [games.c[name] for name in _Game._fields]


class Recount(NamedTuple):
    """What a recount has found: how many games it rated, and how many entries of histories and ratings differed."""

    games: int
    changes: int
    ratings: int


class RatingStore:
    """Rates the games of a database. Times are ms since the epoch."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def rate(self, now: int, most: int) -> int:
        """Rate up to `most` games that have ended and are not rated yet; returns how many there were.

        None are rated while a recount goes on.
        """
        async with self._engine.connect() as connection:  # nothing is written where there is nothing to do
            if await connection.scalar(select(games.c.id).where(*_UNRATED).limit(1)) is None:
                return 0
        return await self._writer.run(lambda connection: _rate(connection, now, most))

    async def recount(self, now: Callable[[], int]) -> Recount:
        """Rate all rated games again, and correct what differs. Raises AxedrezError (`recount_busy`)."""
        begun = now()
        mine = update(rating_scan).where(rating_scan.c.leased_until <= begun)
        mine = mine.values(leased_until=begun + RECOUNT_LEASE_MS)
        if not await self._writer.run(lambda connection: connection.execute(mine).rowcount):
            raise AxedrezError("recount_busy")
        try:
            return await self._recount(now)
        finally:
            end = update(rating_scan).values(leased_until=0)
            await self._writer.run(lambda connection: connection.execute(end))

    async def suspicions(self, since: int) -> list[Suspicion]:
        """Signs of ratings that were moved on purpose, in games that ended since a time."""
        rows = rating_changes.c
        columns = (rows.person, rows.opponent, rows.sheet, rows.speed, rows.score, games.c.plies, rows.at)
        query = select(*columns, rows.rating, rows.deviation).join(games, games.c.id == rows.game)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query.where(rows.at >= since).order_by(rows.rated_seq))).all()
        return suspicions(
            RatedResult(
                UUID(row.person), UUID(row.opponent), (row.sheet, row.speed), row.score, row.plies, row.at,
                row.rating, row.deviation,
            )
            for row in found
        )  # fmt: skip

    async def _recount(self, now: Callable[[], int]) -> Recount:
        book: RatingBook[Key] = RatingBook()
        async with self._engine.connect() as connection:
            accounts = set(await connection.scalars(select(people.c.id).where(people.c.login.is_not(None))))
        last, counted, differing = 0, 0, 0
        while True:
            query = select(*_GAME).where(games.c.rated_seq > last).order_by(games.c.rated_seq).limit(RECOUNT_AT_ONCE)
            async with self._engine.connect() as connection:
                found = [_Game(*row) for row in await connection.execute(query)]
                if not found:
                    break
                within = rating_changes.c.rated_seq.between(found[0].rated_seq, found[-1].rated_seq)
                columns = [rating_changes.c[name] for name in CHANGE]
                stored = {tuple(row) for row in await connection.execute(select(*columns).where(within))}
            changes = set(_changes(book, found, accounts))
            wrong = list({row[:2] for row in stored ^ changes})  # a game and a person
            right = list(changes - stored)
            await self._writer.run(lambda connection: _correct(connection, wrong, right, now()))  # noqa: B023 (awaited here)
            last, counted, differing = found[-1].rated_seq, counted + len(found), differing + len(wrong)
        async with self._engine.connect() as connection:
            kept = {_key(row): row for row in (await connection.execute(select(ratings))).all()}
        standings = {key: standing for key, standing in book.standings.items() if _standing(kept.get(key)) != standing}
        gone = [key for key in kept if key not in book.standings]
        await self._writer.run(lambda connection: _set(connection, standings, gone))
        return Recount(counted, differing, len(standings) + len(gone))


def _rate(connection: Connection, now: int, most: int) -> int:
    # The row is locked until the end of the transaction: other servers wait here.
    free = update(rating_scan).where(rating_scan.c.leased_until <= now).values(id=1)
    if connection.execute(free).rowcount != 1:
        return 0
    seq = connection.execute(select(rating_scan.c.seq)).scalar_one()
    query = select(*_GAME, games.c.rulebook, games.c.names).where(*_UNRATED)
    ended = connection.execute(query.order_by(games.c.updated_at, games.c.id).limit(most)).all()
    found = [_Game(*row[: len(_GAME)])._replace(rated_seq=seq + number) for number, row in enumerate(ended, start=1)]
    if not found:
        return 0
    persons = {person for game in found for person in game.persons}
    kept = connection.execute(select(ratings).where(ratings.c.person.in_(persons))).all()
    book = RatingBook({_key(row): standing for row in kept if (standing := _standing(row)) is not None})
    before = dict(book.standings)
    # Games before people, as whoever leaves locks them, too.
    connection.execute(
        update(games).where(games.c.id == bindparam("own_id")).values(rated_seq=bindparam("own_seq")),
        [{"own_id": game.id, "own_seq": game.rated_seq} for game in found],
    )
    # Of a person who has left meanwhile no history is kept.
    query_accounts = select(people.c.id).where(people.c.id.in_(persons), people.c.login.is_not(None))
    accounts = set(connection.scalars(query_accounts.order_by(people.c.id).with_for_update(read=True)))
    if changes := _changes(book, found, accounts):
        connection.execute(insert(rating_changes), _rows(changes))
    _set(connection, {key: each for key, each in book.standings.items() if before.get(key) != each}, [])
    sheets = {
        each.sheet_hash: {"hash": each.sheet_hash, "rulebook": each.rulebook, "names": each.names} for each in ended
    }
    connection.execute(_insert(connection, rated_sheets).on_conflict_do_nothing(), list(sheets.values()))
    connection.execute(update(rating_scan).values(seq=seq + len(found)))
    return len(found)


def _changes(book: RatingBook[Key], found: Iterable[_Game], accounts: set[str]) -> list[Change]:
    """Rate games, which come in their order: the rows of the histories of these accounts."""
    changes = []
    for game in found:
        white, black = game.persons
        kind = game.sheet_hash, game.speed
        standings = _played(book, game)
        for person, opponent, score, standing in (
            (white, black, game.score, standings[0]),
            (black, white, 2 - game.score, standings[1]),
        ):
            if standing is not None and person in accounts:
                rating = standing.rating
                numbers = rating.rating, rating.deviation, rating.volatility
                changes.append((game.rated_seq, person, game.id, *kind, opponent, score, game.updated_at, *numbers))
    return changes


def _played(book: RatingBook[Key], game: _Game) -> tuple[Standing | None, Standing | None]:
    """Both players after a game; None for a level of the computer, whose rating is an anchor."""
    (white, black), kind, score = game.persons, (game.sheet_hash, game.speed), game.score / 2
    one, other = game.levels
    if one is not None:
        return None, book.play_anchor((black, *kind), ANCHORS[one], 1 - score, game.updated_at)
    if other is not None:
        return book.play_anchor((white, *kind), ANCHORS[other], score, game.updated_at), None
    return book.play((white, *kind), (black, *kind), score, game.updated_at)


def _rows(changes: Iterable[Change]) -> list[dict[str, Any]]:
    return [dict(zip(CHANGE, change, strict=True)) for change in changes]


def _correct(connection: Connection, wrong: list[Change], right: list[Change], now: int) -> None:
    for start in range(0, len(wrong), 500):
        these = tuple_(rating_changes.c.rated_seq, rating_changes.c.person).in_(wrong[start : start + 500])
        connection.execute(delete(rating_changes).where(these))
    if right:
        connection.execute(insert(rating_changes), _rows(right))
    connection.execute(update(rating_scan).values(leased_until=now + RECOUNT_LEASE_MS))


def _set(connection: Connection, standings: dict[Key, Standing], gone: list[Key]) -> None:
    names = ("person", "sheet", "speed")
    # In the order of their keys, so that no two transactions wait for each other.
    rows = [
        {**dict(zip(names, key, strict=True)), **_numbers(each.rating), "games": each.games, "at": each.at}
        for key, each in sorted(standings.items())
    ]
    if rows:
        written = _insert(connection, ratings)
        new = {name: written.excluded[name] for name in (*NUMBERS, "games", "at")}
        connection.execute(written.on_conflict_do_update(index_elements=list(names), set_=new), rows)
    for key in gone:
        own = [ratings.c[name] == value for name, value in zip(names, key, strict=True)]
        connection.execute(delete(ratings).where(*own))


def _insert(connection: Connection, table: Table) -> Any:
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)


def _numbers(rating: Rating) -> dict[str, float]:
    return {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}


def _key(row: Row[Any]) -> Key:
    return row.person, row.sheet, row.speed


def _standing(row: Row[Any] | None) -> Standing | None:
    if row is None:
        return None
    return Standing(Rating(row.rating, row.deviation, row.volatility), row.games, row.at)
