"""Tournaments: their logs, and the games that belong to them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner", sa.String(36), nullable=False),
        sa.Column("secret", sa.String(36), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("format", sa.String(24), nullable=False),
        sa.Column("rulebook", sa.String(64), nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("entrants", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("leased_until", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_owner", "tournaments", ["owner"])
    op.create_index("ix_tournaments_phase_updated_at", "tournaments", ["phase", "updated_at"])
    op.create_index("ix_tournaments_due_at", "tournaments", ["due_at"])
    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.String(36), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(36)),
        sa.Column("act", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "seq", name="pk_tournament_events"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_events_tournament", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "tournament_commands",
        sa.Column("tournament", sa.String(36), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "id", name="pk_tournament_commands"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_commands_tournament", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("tournament_commands", "tournament_events", "tournaments"):
        op.drop_table(table)
