"""Chat, who is there, and what people report."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "chat",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("room", sa.String(12), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("preset", sa.String(32)),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chat"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_chat_game"),
    )
    op.create_index("ix_chat_game_at", "chat", ["game", "at"])
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
    )
    op.create_table(
        "presence",
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("node", sa.String(36), nullable=False),
        sa.Column("left_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("game", "person", "node", name="pk_presence"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("by", sa.String(36), nullable=False),
        sa.Column("about", sa.String(36), nullable=False),
        sa.Column("game", sa.String(36)),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("settled_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_settled_at_at", "reports", ["settled_at", "at"])


def downgrade() -> None:
    """Drop them."""
    for table in ("reports", "presence", "nodes", "chat"):
        op.drop_table(table)
