"""Games that are watched with a delay, and what was set otherwise; invitations with a position, seeds and a delay."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NEW = {"games": ("options", "delay"), "invitations": ("position", "seeds", "delay")}


def upgrade() -> None:
    """Add the columns."""
    op.add_column("games", sa.Column("options", sa.JSON))
    op.add_column("invitations", sa.Column("position", sa.Text))
    op.add_column("invitations", sa.Column("seeds", sa.Boolean, nullable=False, server_default=sa.false()))
    for table in NEW:
        op.add_column(table, sa.Column("delay", sa.Integer, nullable=False, server_default=sa.text("0")))


def downgrade() -> None:
    """Drop them."""
    for table, names in NEW.items():
        with op.batch_alter_table(table) as batch:
            for name in names:
                batch.drop_column(name)
