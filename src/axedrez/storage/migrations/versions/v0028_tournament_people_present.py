"""Whether somebody of a tournament still has to do with it: who has left does not find it among their own."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("tournament_people", sa.Column("present", sa.Boolean, nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("tournament_people", "present")
