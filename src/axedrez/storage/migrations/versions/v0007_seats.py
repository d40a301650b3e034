"""Whose games are whose; when settings were chosen."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
import sqlalchemy as sa
from alembic import op

from axedrez.match import Players
from axedrez.storage.seats import seat_rows

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

AT_ONCE = 1000


def upgrade() -> None:
    """Create the table, and fill it for the games of persons; nobody knows who has made the others."""
    seats = op.create_table(
        "seats",
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("seat", sa.String(8)),
        sa.Column("opponent", sa.Text, nullable=False),
        sa.Column("computer", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game"),
    )
    op.create_index("ix_seats_game", "seats", ["game"])
    games = sa.table("games", sa.column("id", sa.String), sa.column("players", sa.JSON))
    query, last = sa.select(games).order_by(games.c.id).limit(AT_ONCE), ""
    while found := op.get_bind().execute(query.where(games.c.id > last)).all():
        rows = [row for game, text in found for row in seat_rows(UUID(game), msgspec.convert(text, Players), None)]
        if rows:
            op.bulk_insert(seats, rows)
        last = found[-1].id
    op.add_column("people", sa.Column("settings_at", sa.JSON, nullable=False, server_default=sa.text("'{}'")))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("people", "settings_at")
    op.drop_table("seats")
