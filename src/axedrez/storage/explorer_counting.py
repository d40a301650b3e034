"""What counts in the explorer of this server's games: which of them, and the ratings in them.

The counts of `explorer_counts` are those of the postings of all games that count. A game counts when all of its players
agree; who hides ratings takes them out. `recount` brings some games in line with what their players want now.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, false, func, select, true, update
from sqlalchemy.dialects import postgresql, sqlite

from axedrez.ratings import ANCHORS
from axedrez.storage.profiles import RATINGS
from axedrez.storage.schema import (
    explorer_counts,
    explorer_games,
    explorer_positions,
    games,
    people,
    rating_changes,
    seats,
)

SETTING = "explorer"
"""The setting of a person (`people.settings`) that is false where their games are not to be counted."""
_NOT_RATED_YET = (1 << 31) - 1
"""As the number of a game that is still to be rated: after all that are."""


class _State(NamedTuple):
    """Whether a game counts, and the ratings of White and Black."""

    counted: bool
    white: int | None
    black: int | None


def recount(connection: Connection, numbers: list[int]) -> None:
    """Bring some games, whether they count and the ratings in them, in line with what their players want."""
    changed = {number: states for number, states in _states(connection, numbers).items() if states[0] != states[1]}
    _sum(connection, [number for number, (before, _) in changed.items() if before.counted], -1)
    for number, (_, after) in changed.items():
        own = explorer_games.c.id == number
        row = {"counted": after.counted, "white_rating": after.white, "black_rating": after.black}
        connection.execute(update(explorer_games).where(own).values(row))
    for value in (True, False):
        these = [number for number, (before, after) in changed.items() if after.counted is value is not before.counted]
        if these:
            own = explorer_positions.c.game.in_(these)
            connection.execute(update(explorer_positions).where(own).values(counted=true() if value else false()))
    _sum(connection, [number for number, (_, after) in changed.items() if after.counted], 1)


def _states(connection: Connection, numbers: list[int]) -> dict[int, tuple[_State, _State]]:
    """What is stored of some games, and what ought to be."""
    changes = rating_changes.c
    before = (
        select(changes.rating)
        .where(changes.person == seats.c.person, changes.sheet == games.c.sheet_hash, changes.speed == games.c.speed)
        .where(changes.rated_seq < func.coalesce(games.c.rated_seq, _NOT_RATED_YET))
        .order_by(changes.rated_seq.desc())
        .limit(1)
        .correlate(seats, games)
        .scalar_subquery()
    )
    query = (
        select(
            *(explorer_games.c[name] for name in ("id", "counted", "imported", "white_rating", "black_rating")),
            *(games.c[name] for name in ("players", "swapped", "speed")),
            *(people.c.settings, seats.c.seat, before.label("rating")),
        )
        .join(games, games.c.id == explorer_games.c.game)
        .outerjoin(seats, seats.c.game == explorer_games.c.game)
        .outerjoin(people, people.c.id == seats.c.person)
        .where(explorer_games.c.id.in_(numbers))
    )
    by_game: dict[int, list[Any]] = {}  # rows
    for row in connection.execute(query):
        by_game.setdefault(row.id, []).append(row)
    return {number: _state(rows) for number, rows in by_game.items()}


def _state(rows: list[Any]) -> tuple[_State, _State]:
    """The same of a game by its rows, one a seat."""
    game = rows[0]
    settings = [row.settings or {} for row in rows]
    human = any(player.get("kind", "human") == "human" for player in game.players.values())
    agreed = all(each.get(SETTING) is not False for each in settings)
    known: dict[str, int | None] = {"white": None, "black": None}
    if game.speed is not None and all(each.get(RATINGS, "shown") == "shown" for each in settings):
        levels = {colour: each["level"] for colour, each in game.players.items() if each.get("kind") == "computer"}
        known |= {colour: round(ANCHORS[level].rating) for colour, level in levels.items()}
        known |= {row.seat: round(row.rating) for row in rows if row.rating is not None}
    white, black = (known["black"], known["white"]) if game.swapped else (known["white"], known["black"])
    before = _State(game.counted, game.white_rating, game.black_rating)
    return before, _State(human and not game.imported and agreed, white, black)


def _sum(connection: Connection, numbers: list[int], sign: int) -> None:
    """Add some games to the counts, or take them out."""
    if not numbers:
        return
    rows, own, sums = explorer_positions.c, explorer_games.c, ("key", "choice", "result", "year")
    columns = [rows[name] for name in sums]  # in their order, so that no two transactions wait for each other
    amounts: dict[str, ColumnElement[Any]] = {"games": func.count()}
    for colour in ("white", "black"):
        rating = own[f"{colour}_rating"]
        amounts |= {f"{colour}_rated": func.count(rating), f"{colour}_ratings": func.coalesce(func.sum(rating), 0)}
    changes = (
        select(*columns, *((sign * amount).label(name) for name, amount in amounts.items()))
        .join(explorer_games, own.id == rows.game)
        .where(rows.game.in_(numbers))
        .group_by(*columns)
        .order_by(*columns)
    )
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    written = dialect.insert(explorer_counts).from_select([*sums, *amounts], changes)
    totals = {name: explorer_counts.c[name] + written.excluded[name] for name in amounts}
    connection.execute(written.on_conflict_do_update(index_elements=list(sums), set_=totals))
