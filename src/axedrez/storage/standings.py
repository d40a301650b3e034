"""Reading ratings: those of a person with their history, and leaderboards."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.match import Speed
from axedrez.messages import Texts
from axedrez.ratings import PERIODS_PER_DAY, PROVISIONAL_DEVIATION, Rating, aged, periods_in
from axedrez.storage.decoding import plain
from axedrez.storage.profiles import is_listed
from axedrez.storage.schema import people, rated_sheets, rating_changes, ratings

DAY_MS = 86_400_000
_SCALE = 173.7178


class RatedSheet(msgspec.Struct, frozen=True):
    """A rule sheet by which rated games were played; `rulebook` is an id, or the hash of a saved sheet."""

    sheet: str
    rulebook: str
    names: Texts


class RatingLine(msgspec.Struct, frozen=True):
    """A person's rating of a rule sheet and a speed, with the deviation that it has now.

    `provisional`: too little is known to rank the person. `at`: when the last rated game ended (ms since the epoch).
    """

    sheet: str
    rulebook: str
    names: Texts
    speed: Speed
    rating: float
    deviation: float
    provisional: bool
    games: int
    at: int


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a game that ended at `at`; `score` is what the game gave: 1, 0.5 or 0."""

    game: UUID
    at: int
    score: float
    rating: float
    deviation: float


class RankedPerson(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    person: UUID
    name: str
    rating: float
    deviation: float
    games: int
    bot: bool


class RatedKind(msgspec.Struct, frozen=True):
    """A leaderboard: a rule sheet and a speed, and how many people have played so."""

    sheet: str
    rulebook: str
    names: Texts
    speed: Speed
    people: int


class StandingStore:
    """The ratings of a database, for reading."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def sheets(self) -> list[RatedSheet]:
        """The rule sheets of all rated games."""
        query = select(rated_sheets.c.hash.label("sheet"), rated_sheets.c.rulebook, rated_sheets.c.names)
        return msgspec.convert(await self._read(query), list[RatedSheet])

    async def of(self, person: UUID, now: int) -> list[RatingLine]:
        """The ratings of a person, those with most games first."""
        columns = [ratings.c[name] for name in ("speed", "rating", "deviation", "volatility", "games", "at")]
        query = select(ratings.c.sheet, rated_sheets.c.rulebook, rated_sheets.c.names, *columns)
        query = query.join(rated_sheets, rated_sheets.c.hash == ratings.c.sheet).where(ratings.c.person == str(person))
        return [_line(row, now) for row in await self._read(query.order_by(ratings.c.games.desc(), ratings.c.sheet))]

    async def history(self, person: UUID, sheet: str, speed: Speed, limit: int) -> list[RatingPoint]:
        """The last changes of a rating, oldest first."""
        rows = rating_changes.c
        own = (rows.person == str(person), rows.sheet == sheet, rows.speed == speed)
        query = select(rows.game, rows.at, rows.score, rows.rating, rows.deviation).where(*own)
        found = await self._read(query.order_by(rows.rated_seq.desc()).limit(limit))
        return [msgspec.convert({**row, "score": row["score"] / 2}, RatingPoint) for row in reversed(found)]

    async def all_of(self, person: UUID) -> list[dict[str, Any]]:
        """Every change of the ratings of a person, for them to keep."""
        names = ("game", "sheet", "speed", "score", "at", "rating", "deviation", "volatility")
        query = select(*(rating_changes.c[name] for name in names)).where(rating_changes.c.person == str(person))
        return [
            {**row, "score": row["score"] / 2} for row in await self._read(query.order_by(rating_changes.c.rated_seq))
        ]

    async def kinds(self) -> list[RatedKind]:
        """All leaderboards, those of most people first."""
        count = func.count().label("people")
        query = select(ratings.c.sheet, ratings.c.speed, count).group_by(ratings.c.sheet, ratings.c.speed)
        sheets = {each.sheet: each for each in await self.sheets()}
        found = await self._read(query.order_by(count.desc(), ratings.c.sheet, ratings.c.speed))
        return [
            RatedKind(row["sheet"], known.rulebook, known.names, row["speed"], row["people"])
            for row in found
            if (known := sheets.get(row["sheet"])) is not None
        ]

    async def ranked(self, sheet: str, speed: Speed, now: int, limit: int, skipped: int = 0) -> list[RankedPerson]:
        """A part of a leaderboard: accounts that may be listed and whose rating is not provisional now, best first."""
        query = (
            select(
                ratings.c.person,
                people.c.name,
                people.c.bot,
                *(ratings.c[name] for name in ("rating", "deviation", "games")),
            )
            .join(people, and_(people.c.id == ratings.c.person, people.c.login.is_not(None)))
            .where(ratings.c.sheet == sheet, ratings.c.speed == speed, _is_known(now), *is_listed())
            .order_by(ratings.c.rating.desc(), ratings.c.person)
        )
        return msgspec.convert(await self._read(query.limit(limit).offset(skipped)), list[RankedPerson])

    async def _read(self, query: Any) -> list[dict[str, Any]]:
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [plain(row) for row in rows]


def _is_known(now: int) -> ColumnElement[bool]:
    """Whether a rating is not provisional at `now`: its variance has grown since the last game (`ratings.aged`)."""
    growth = _SCALE * _SCALE * PERIODS_PER_DAY / DAY_MS
    since = now - ratings.c.at
    variance = ratings.c.deviation * ratings.c.deviation + growth * ratings.c.volatility * ratings.c.volatility * since
    return variance < PROVISIONAL_DEVIATION * PROVISIONAL_DEVIATION


def _line(row: dict[str, Any], now: int) -> RatingLine:
    rating = Rating(row["rating"], row["deviation"], row.pop("volatility"))
    rating = aged(rating, periods_in(max(now - row["at"], 0) / DAY_MS))
    return msgspec.convert({**row, "deviation": rating.deviation, "provisional": rating.provisional}, RatingLine)
