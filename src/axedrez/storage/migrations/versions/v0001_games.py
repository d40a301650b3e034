"""Games, events and answered commands."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("rulebook", sa.String(64), nullable=False),
        sa.Column("names", sa.JSON, nullable=False),
        sa.Column("sheet", sa.Text, nullable=False),
        sa.Column("sheet_hash", sa.String(64), nullable=False),
        sa.Column("schema_version", sa.Integer, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("clock", sa.JSON),
        sa.Column("casual", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("result", sa.String(8)),
        sa.Column("reason", sa.String(64)),
        sa.Column("turn", sa.String(8)),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("computer_awaited", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_updated_at_id", "games", ["updated_at", "id"])
    op.create_index("ix_games_computer_awaited", "games", ["computer_awaited"])
    op.create_table(
        "events",
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("type", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(8)),
        sa.Column("data", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_events"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game"),
    )
    op.create_table(
        "commands",
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "id", name="pk_commands"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_commands_game"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("commands")
    op.drop_table("events")
    op.drop_table("games")
