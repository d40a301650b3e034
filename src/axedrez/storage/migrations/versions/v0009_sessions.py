"""Guests whose cookie has ended; ids of games that nobody can foresee."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID, uuid4, uuid5

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

AT_ONCE = 500

games = sa.table(
    "games",
    sa.column("id", sa.String),
    sa.column("players", sa.JSON),
    sa.column("match", sa.JSON),
    sa.column("next", sa.String),
)
invitations = sa.table(
    "invitations",
    sa.column("id", sa.String),
    sa.column("by", sa.String),
    sa.column("accepted_by", sa.String),
    sa.column("game", sa.String),
)
people = sa.table("people", sa.column("id", sa.String), sa.column("login", sa.String))


def upgrade() -> None:
    """Add them.

    What accounts, and people who have left, were as guests ends. Games that strangers have put where one of an
    invitation or a match was to be are left alone.
    """
    ended = op.create_table(
        "ended_guests",
        sa.Column("person", sa.String(36), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_ended_guests"),
    )
    op.add_column("games", sa.Column("next", sa.String(36)))
    op.add_column("invitations", sa.Column("game", sa.String(36)))
    connection = op.get_bind()
    gone = set(connection.scalars(sa.select(people.c.id).where(people.c.login.is_not(None))))
    for rows in _pages(games):
        seated = {person for row in rows for person in _persons(row.players)}
        known = set(connection.scalars(sa.select(people.c.id).where(people.c.id.in_(seated))))
        gone |= seated - known
        _turn_away(games, games.c.next, {str(uuid5(UUID(row.id), "next")): row for row in rows}, _follows)
    for rows in _pages(invitations):
        accepted = {str(uuid5(UUID(row.id), "game")): row for row in rows if row.accepted_by is not None}
        _turn_away(invitations, invitations.c.game, accepted, _is_of)
    if gone:
        op.bulk_insert(ended, [{"person": person} for person in sorted(gone)])


def downgrade() -> None:
    """Drop them."""
    for table, column in (("invitations", "game"), ("games", "next")):
        with op.batch_alter_table(table) as batch:
            batch.drop_column(column)
    op.drop_table("ended_guests")


def _pages(table: Any) -> Iterable[Sequence[Any]]:
    last, query = "", sa.select(table).order_by(table.c.id).limit(AT_ONCE)
    while rows := op.get_bind().execute(query.where(table.c.id > last)).all():
        yield rows
        last = rows[-1].id


def _turn_away(table: Any, column: Any, sources: dict[str, Any], led_to: Any) -> None:
    """Where the id that follows from a row is that of a game of somebody else, the row leads to another one."""
    for found in op.get_bind().execute(sa.select(games).where(games.c.id.in_(sources))).all():
        source = sources[found.id]
        if not led_to(source, found):
            op.execute(sa.update(table).where(table.c.id == source.id).values({column: str(uuid4())}))


def _follows(before: Any, found: Any) -> bool:
    numbers = [(row.match or {}).get("game", 1) for row in (before, found)]
    return bool(numbers[1] == numbers[0] + 1 and _persons(before.players) == _persons(found.players))


def _is_of(invitation: Any, found: Any) -> bool:
    return _persons(found.players) == {invitation.by, invitation.accepted_by}


def _persons(players: dict[str, Any]) -> set[str]:
    found = {player.get("person") for player in players.values()}
    return {person for person in found if person is not None}
