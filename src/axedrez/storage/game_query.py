"""Queries for the list of games: by state, rulebook, person and opponent."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Select, and_, case, func, null, or_, select, true

from axedrez.storage.schema import games, seats
from axedrez.storage.seats import folded

GameState = Literal["running", "finished"]
GameResult = Literal["won", "lost", "drawn"]
GameTurn = Literal["mine", "theirs"]

LINE = [
    games.c[name]
    for name in (
        *("id", "rulebook", "names", "players", "plies", "result", "reason", "turn", "updated_at", "position"),
        *("swapped", "delay", "speed"),
    )
]


class PersonFilter(msgspec.Struct, frozen=True):
    """The games of `person`.

    `opponent` is a part of the opponent's name, without regard to case and accents; `or_computer`: or the opponent is a
    computer. `result` is from the person's point of view; `turn`: whose move a running game waits for. `seated`:
    without games at a screen that both sides share.
    """

    person: UUID
    opponent: str = ""
    or_computer: bool = False
    result: GameResult | None = None
    turn: GameTurn | None = None
    seated: bool = False


class GameFilter(msgspec.Struct, frozen=True):
    """The conditions of a query.

    The last event of the games is at `since` or later, and before `until` (ms since the epoch).
    """

    state: GameState | None = None
    rulebook: str | None = None
    since: int | None = None
    until: int | None = None
    mine: PersonFilter | None = None


def found(wanted: GameFilter, limit: int, before: tuple[int, UUID] | None) -> Select[Any]:
    """The query for the lines of the list, newest first, that follow the one of this (`updated_at`, `id`).

    A line has a column `seat`: the present colour of `mine`; null for other people's games, and a shared screen.
    """
    mine = wanted.mine
    query = select(*LINE, (_colour() if mine is not None else null()).label("seat"))
    query = query.order_by(games.c.updated_at.desc(), games.c.id.desc()).limit(limit)
    if mine is not None:
        query = query.join(seats, seats.c.game == games.c.id).where(*_of(mine))
    if wanted.state is not None:
        query = query.where(games.c.result.is_(None) if wanted.state == "running" else games.c.result.is_not(None))
    if wanted.rulebook is not None:
        query = query.where(games.c.rulebook == wanted.rulebook)
    if wanted.since is not None:
        query = query.where(games.c.updated_at >= wanted.since)
    if wanted.until is not None:
        query = query.where(games.c.updated_at < wanted.until)
    if before is not None:
        at, last = before
        older = and_(games.c.updated_at == at, games.c.id < str(last))
        query = query.where(or_(games.c.updated_at < at, older))
    return query


def played(person: UUID) -> Select[Any]:
    """The query for the rulebooks of a person's games, with their names."""
    own = select(func.max(games.c.id)).join(seats).where(seats.c.person == str(person)).group_by(games.c.rulebook)
    return select(games.c.rulebook, games.c.names).where(games.c.id.in_(own)).order_by(games.c.rulebook)


def _of(mine: PersonFilter) -> list[ColumnElement[bool]]:
    conditions = [seats.c.person == str(mine.person)]
    if mine.opponent:
        named = seats.c.opponent.contains(folded(mine.opponent), autoescape=True)
        conditions.append(or_(named, seats.c.computer) if mine.or_computer else named)
    if mine.seated:
        conditions.append(seats.c.seat.is_not(None))
    if mine.result is not None:
        conditions.append(_ended(mine.result))
    if mine.turn is not None:
        # If neither side in particular is to act (before the dice), it is the turn of both; at a shared screen always.
        waits_for_me = case(
            (games.c.turn.is_(None), true()), (seats.c.seat.is_(None), true()), else_=games.c.turn == _colour()
        )
        conditions += [games.c.result.is_(None), waits_for_me if mine.turn == "mine" else ~waits_for_me]
    return conditions


def _ended(result: GameResult) -> ColumnElement[bool]:
    if result == "drawn":
        return games.c.result == "1/2-1/2"
    winner = case((games.c.result == "1-0", "white"), (games.c.result == "0-1", "black"))
    return and_(winner.is_not(None), _colour() == winner if result == "won" else _colour() != winner)


def _colour() -> ColumnElement[Any]:
    """A person's present colour: in some games the players have changed places."""
    other = case((seats.c.seat == "white", "black"), (seats.c.seat == "black", "white"))
    return case((games.c.swapped, other), else_=seats.c.seat)
