"""Dice and matches."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Add what games with dice and games of matches need."""
    op.add_column("games", sa.Column("match", sa.JSON))
    op.add_column("games", sa.Column("dice", sa.JSON))
    op.add_column("games", sa.Column("server_seed", sa.String(64)))
    op.add_column("games", sa.Column("swapped", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop it."""
    for column in ("swapped", "server_seed", "dice", "match"):
        op.drop_column("games", column)
