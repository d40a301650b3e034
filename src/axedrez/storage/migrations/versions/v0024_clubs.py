"""Clubs, their members and their tournaments."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0024"
down_revision: str | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("owner", sa.String(36), nullable=False),
        sa.Column("join", sa.String(8), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
    )
    op.create_index("ix_clubs_owner", "clubs", ["owner"])
    op.create_index("ix_clubs_name", "clubs", ["name"])
    op.create_table(
        "club_members",
        sa.Column("club", sa.String(36), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("joined_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("club", "person", name="pk_club_members"),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_club_members_club", ondelete="CASCADE"),
    )
    op.create_index("ix_club_members_person", "club_members", ["person"])
    op.create_table(
        "club_tournaments",
        sa.Column("tournament", sa.String(36), nullable=False),
        sa.Column("club", sa.String(36), nullable=False),
        sa.Column("members_only", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("tournament", name="pk_club_tournaments"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_club_tournaments_tournament", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name="fk_club_tournaments_club", ondelete="CASCADE"),
    )
    op.create_index("ix_club_tournaments_club", "club_tournaments", ["club"])


def downgrade() -> None:
    """Drop them."""
    for table in ("club_tournaments", "club_members", "clubs"):
        op.drop_table(table)
