"""When games are due, and when no server ran."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Add what time needs; games under way that it concerns are due at once, to be looked at."""
    op.add_column("games", sa.Column("due_at", sa.BigInteger))
    op.add_column("games", sa.Column("leased_until", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.execute("UPDATE games SET due_at = updated_at WHERE result IS NULL AND (computer_awaited OR clock IS NOT NULL)")
    op.drop_index("ix_games_computer_awaited", "games")
    op.create_index("ix_games_due_at", "games", ["due_at"])
    if op.get_bind().dialect.name == "postgresql":
        # The sheet lies beside the row, which every move writes anew.
        op.execute("ALTER TABLE games ALTER COLUMN sheet SET STORAGE EXTERNAL")
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
    )
    op.execute("INSERT INTO pulse (id, at) VALUES (1, 0)")
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("began", name="pk_outages"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("outages")
    op.drop_table("pulse")
    op.drop_index("ix_games_due_at", "games")
    op.create_index("ix_games_computer_awaited", "games", ["computer_awaited"])
    op.drop_column("games", "leased_until")
    op.drop_column("games", "due_at")
