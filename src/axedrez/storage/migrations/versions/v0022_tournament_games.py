"""The games of tournaments, who takes part in them or organizes them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0022"
down_revision: str | None = "0021"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the tables, and let tournaments be found by their link alone."""
    op.add_column("tournaments", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "tournament_games",
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("tournament", sa.String(36), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("paired", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("replay", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_tournament_games"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_games_tournament", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_tournament_games_tournament_round", "tournament_games", ["tournament", "round"])
    op.create_table(
        "tournament_people",
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("tournament", sa.String(36), nullable=False),
        sa.PrimaryKeyConstraint("person", "tournament", name="pk_tournament_people"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_people_tournament", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("tournament_people", "tournament_games"):
        op.drop_table(table)
    with op.batch_alter_table("tournaments") as batch:
        batch.drop_column("listed")
