"""Exercises: the ratings of solvers and exercises, and the attempts."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "solvers",
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("sheet", sa.String(64), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "sheet", name="pk_solvers"),
    )
    op.create_table(
        "exercise_ratings",
        sa.Column("exercise", sa.String(16), nullable=False),
        sa.Column("sheet", sa.String(64), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("exercise", name="pk_exercise_ratings"),
    )
    op.create_index("ix_exercise_ratings_sheet", "exercise_ratings", ["sheet"])
    op.create_table(
        "attempts",
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("exercise", sa.String(16), nullable=False),
        sa.Column("sheet", sa.String(64), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "exercise", name="pk_attempts"),
    )
    op.create_index("ix_attempts_person_sheet", "attempts", ["person", "sheet"])


def downgrade() -> None:
    """Drop them."""
    for table in ("attempts", "exercise_ratings", "solvers"):
        op.drop_table(table)
