"""What the database's clock showed when a server was last seen to run."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("pulse", sa.Column("wall", sa.BigInteger))


def downgrade() -> None:
    """Drop it."""
    with op.batch_alter_table("pulse") as batch:
        batch.drop_column("wall")
