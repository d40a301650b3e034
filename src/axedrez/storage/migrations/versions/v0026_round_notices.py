"""Whether browsers and mailboxes are told of rounds that were paired: nobody has asked for it yet."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = ("push_subscriptions", "mailboxes")


def upgrade() -> None:
    """Add the columns."""
    for table in TABLES:
        op.add_column(table, sa.Column("rounds", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop them."""
    for table in TABLES:
        op.drop_column(table, "rounds")
