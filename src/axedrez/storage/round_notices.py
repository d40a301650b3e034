"""Rounds of tournaments that were paired, for notices."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select, true, union
from sqlalchemy.ext.asyncio import AsyncConnection

from axedrez.storage.schema import mailboxes, push_subscriptions, tournament_events, tournament_people, tournaments

LATEST = 2000
"""So many events of a tournament are looked through: more do not come between two searches."""


class PairedRound(NamedTuple):
    """A round that was paired, of a tournament that a person takes part in, or organizes."""

    person: str
    tournament: str
    round: int
    at: int


async def paired_rounds(connection: AsyncConnection, since: int) -> list[PairedRound]:
    """The rounds that were paired since then, for whoever wants to be told of them."""
    events, number = tournament_events.c, tournament_events.c.act["round"].as_integer()
    wanted = union(
        select(push_subscriptions.c.person).where(push_subscriptions.c.rounds == true()),
        select(mailboxes.c.person).where(mailboxes.c.rounds == true()),
    )
    query = (
        select(tournament_people.c.person, events.tournament, number, events.at)
        .join(tournaments, tournaments.c.id == events.tournament)
        .join(tournament_people, tournament_people.c.tournament == events.tournament)
        .where(
            tournaments.c.updated_at >= since,
            tournaments.c.phase == "running",
            tournament_people.c.person.in_(wanted),
            tournament_people.c.present,
            events.seq > tournaments.c.seq - LATEST,
            events.at >= since,
            events.act["type"].as_string() == "paired",
        )
    )
    return [PairedRound(*row) for row in await connection.execute(query)]
