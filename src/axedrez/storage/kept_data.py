"""What is kept of a person beside their account, games, ratings, exercises and studies, as they get it themselves."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Select, select

from axedrez.storage.decoding import plain
from axedrez.storage.schema import (
    chat,
    class_teachers,
    classes,
    club_members,
    clubs,
    display_comments,
    display_games,
    finished_guides,
    invitations,
    pupils,
    reports,
    study_writers,
    tournament_events,
    tournament_people,
    tournaments,
)

SECRETS = frozenset(("code", "invitation", "secret", "key", "leased_until", "due_at"))
"""Hashes of what signs people in, and how the server keeps its work: nothing about a person."""


def kept_of(connection: Connection, person: UUID) -> dict[str, Any]:
    """By subject, what the tables hold of a person."""
    me = str(person)
    own_displays = select(display_games.c.game).where(display_games.c.pupil == me)
    own_tournaments = select(tournament_people.c.tournament).where(tournament_people.c.person == me)
    queries: dict[str, Select[Any]] = {
        "chat": select(chat).where(chat.c.person == me).order_by(chat.c.at),
        "reports": select(reports).where(reports.c.by == me).order_by(reports.c.at),
        "invitations": select(invitations).where(invitations.c.by == me).order_by(invitations.c.created_at),
        "classes": select(classes).where(classes.c.teacher == me).order_by(classes.c.created_at),
        "teaches_with": select(class_teachers).where(class_teachers.c.person == me),
        "pupil_of": select(pupils).where(pupils.c.person == me),
        "finished_guides": select(finished_guides).where(finished_guides.c.person == me),
        "displays": select(display_games).where(display_games.c.pupil == me),
        "display_comments": select(display_comments).where(display_comments.c.game.in_(own_displays)),
        "clubs": select(club_members, clubs.c.name)
        .join(clubs, clubs.c.id == club_members.c.club)
        .where(club_members.c.person == me),
        "writes_in": select(study_writers).where(study_writers.c.person == me),
        "tournaments": select(tournaments).where(tournaments.c.id.in_(own_tournaments)),
    }
    found: dict[str, Any] = {
        name: [_told(plain(row)) for row in connection.execute(query).mappings()] for name, query in queries.items()
    }
    acts = select(tournament_events).where(tournament_events.c.tournament.in_(own_tournaments))
    events = (plain(row) for row in connection.execute(acts.order_by(tournament_events.c.at)).mappings())
    found["tournament_acts"] = _of_entries(list(events), me)
    return found


def _told(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in SECRETS}


def _of_entries(events: list[dict[str, Any]], me: str) -> list[dict[str, Any]]:
    """What somebody did in tournaments, and what was noted of them: their entry, and what tells of that entry."""
    mine = {
        (each["tournament"], each["act"]["entry"])
        for each in events
        if each["act"]["type"] == "entered" and each["act"].get("person") == me
    }
    return [
        each
        for each in events
        if each["by"] == me or each["act"].get("person") == me or (each["tournament"], each["act"].get("entry")) in mine
    ]
