"""Studies: their logs, and who may write in them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner", sa.String(36), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("key", sa.String(48)),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("chapters", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_studies"),
    )
    op.create_index("ix_studies_owner_updated_at", "studies", ["owner", "updated_at"])
    op.create_table(
        "study_events",
        sa.Column("study", sa.String(36), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(36), nullable=False),
        sa.Column("edit", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("study", "seq", name="pk_study_events"),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name="fk_study_events_study", ondelete="CASCADE"),
    )
    op.create_table(
        "study_commands",
        sa.Column("study", sa.String(36), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("study", "id", name="pk_study_commands"),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name="fk_study_commands_study", ondelete="CASCADE"),
    )
    op.create_table(
        "study_writers",
        sa.Column("study", sa.String(36), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.PrimaryKeyConstraint("study", "person", name="pk_study_writers"),
        sa.ForeignKeyConstraint(["study"], ["studies.id"], name="fk_study_writers_study", ondelete="CASCADE"),
    )
    op.create_index("ix_study_writers_person", "study_writers", ["person"])


def downgrade() -> None:
    """Drop them."""
    for table in ("study_writers", "study_commands", "study_events", "studies"):
        op.drop_table(table)
