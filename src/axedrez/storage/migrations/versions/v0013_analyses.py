"""Analyses of games of dice."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "analyses",
        sa.Column("game", sa.String(36), sa.ForeignKey("games.id", name="fk_analyses_game"), nullable=False),
        sa.Column("ply", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", "ply", name="pk_analyses"),
    )
    op.create_index("ix_analyses_at", "analyses", ["at"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("analyses")
