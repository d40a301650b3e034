"""Exercises that were found in a person's own games."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "own_exercises",
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("exercise", sa.String(16), nullable=False),
        sa.Column("sheet", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", "exercise", name="pk_own_exercises"),
    )
    op.create_index("ix_own_exercises_person_sheet", "own_exercises", ["person", "sheet"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("own_exercises")
