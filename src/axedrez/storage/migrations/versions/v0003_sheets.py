"""Sheets that people save."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "sheets",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("names", sa.JSON, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("parent", sa.String(64)),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_sheets"),
    )
    op.create_index("ix_sheets_created_at_hash", "sheets", ["created_at", "hash"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("sheets")
