"""Erasing a person from every table; `tests/storage/test_erasure.py` finds the one that was forgotten."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection, delete, insert, or_, select

from axedrez.storage.clubs import leave_clubs
from axedrez.storage.schema import (
    attempts,
    blocks,
    class_teachers,
    classes,
    ended_guests,
    follows,
    invitations,
    keys,
    own_exercises,
    people,
    presence,
    pupils,
    rating_changes,
    reports,
    solvers,
    studies,
    study_writers,
)
from axedrez.storage.seats import leave_games
from axedrez.storage.studies import delete_studies
from axedrez.storage.tournaments import leave_tournaments


def erase_person(connection: Connection, person: UUID) -> list[UUID]:
    """Delete a person with all that is theirs alone; returns the pupils who went with their teacher.

    Games, tournaments and other people's studies stay for the others, without the name.
    """
    _erase(connection, person)
    # Who adds a class holds the row of the person, and who adds pupils that of the class.
    own = classes.c.teacher == str(person)
    taught = list(connection.scalars(select(classes.c.id).where(own).order_by(classes.c.id).with_for_update()))
    theirs = select(pupils.c.person).where(pupils.c["class"].in_(taught)).order_by(pupils.c.person)
    gone = [UUID(pupil) for pupil in connection.scalars(theirs).all()]
    for pupil in gone:
        _erase(connection, pupil)
    connection.execute(delete(classes).where(own))
    return gone


def end_guest(connection: Connection, person: UUID) -> None:
    """Make the guest's cookie of a person invalid."""
    row = select(ended_guests.c.person).where(ended_guests.c.person == str(person))
    if connection.scalar(row) is None:
        connection.execute(insert(ended_guests).values(person=str(person)))


def _erase(connection: Connection, person: UUID) -> None:
    end_guest(connection, person)
    leave_games(connection, person)
    for table in (keys, solvers, attempts, study_writers, presence, pupils):
        connection.execute(delete(table).where(table.c.person == str(person)))
    connection.execute(delete(invitations).where(invitations.c.by == str(person)))
    for table in (blocks, follows):
        connection.execute(delete(table).where(or_(table.c.person == str(person), table.c.other == str(person))))
    connection.execute(delete(reports).where(or_(reports.c.by == str(person), reports.c.about == str(person))))
    delete_studies(connection, studies.c.owner == str(person))
    leave_tournaments(connection, person)
    connection.execute(delete(people).where(people.c.id == str(person)))
    # Who adds to these holds the row of the person: now nobody can any longer.
    for table in (own_exercises, class_teachers):
        connection.execute(delete(table).where(table.c.person == str(person)))
    # The present ratings stay under the id, as the games do: those of the opponents follow from them.
    connection.execute(delete(rating_changes).where(rating_changes.c.person == str(person)))
    leave_clubs(connection, person)
