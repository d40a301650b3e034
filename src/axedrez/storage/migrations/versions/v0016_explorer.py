"""The explorer: which moves were played in which positions, in the games that have ended."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "explorer_games",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_explorer_games"),
        sa.UniqueConstraint("game", name="uq_explorer_games_game"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_explorer_games_game"),
    )
    op.create_table(
        "explorer_positions",
        sa.Column("key", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("choice", sa.Integer, nullable=False),
        sa.Column("result", sa.SmallInteger, nullable=False),
        sa.Column("year", sa.SmallInteger, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("key", "game", name="pk_explorer_positions"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_explorer_positions_game", "explorer_positions", ["game"])
    op.create_table(
        "explorer_counts",
        sa.Column("key", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("choice", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("result", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("year", sa.SmallInteger, autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("key", "choice", "result", "year", name="pk_explorer_counts"),
        sqlite_with_rowid=False,
    )
    scan = op.create_table(
        "explorer_scan",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("leased_until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_explorer_scan"),
    )
    op.bulk_insert(scan, [{"id": 1, "at": 0, "game": "", "leased_until": 0}])


def downgrade() -> None:
    """Drop them."""
    for table in ("explorer_scan", "explorer_counts", "explorer_positions", "explorer_games"):
        op.drop_table(table)
