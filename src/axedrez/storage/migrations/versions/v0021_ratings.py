"""Rated games, ratings and their history, followed people."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0021"
down_revision: str | None = "0020"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

UNRATED = sa.text("score IS NOT NULL AND rated_seq IS NULL")


def upgrade() -> None:
    """Create the columns and tables."""
    op.add_column("games", sa.Column("speed", sa.String(16)))
    op.add_column("games", sa.Column("score", sa.SmallInteger))
    op.add_column("games", sa.Column("rated_seq", sa.Integer))
    op.create_index("uq_games_rated_seq", "games", ["rated_seq"], unique=True)
    op.create_index("ix_games_unrated", "games", ["updated_at", "id"], sqlite_where=UNRATED, postgresql_where=UNRATED)
    op.add_column("invitations", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "rated_sheets",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("rulebook", sa.String(64), nullable=False),
        sa.Column("names", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_rated_sheets"),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("sheet", sa.String(64), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "sheet", "speed", name="pk_ratings"),
    )
    op.create_index("ix_ratings_sheet_speed_rating", "ratings", ["sheet", "speed", "rating"])
    op.create_table(
        "rating_changes",
        sa.Column("rated_seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("sheet", sa.String(64), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("opponent", sa.String(36), nullable=False),
        sa.Column("score", sa.SmallInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("rated_seq", "person", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_rating_changes_game"),
    )
    op.create_index(
        "ix_rating_changes_person_sheet_speed_rated_seq", "rating_changes", ["person", "sheet", "speed", "rated_seq"]
    )
    op.create_index("ix_rating_changes_game", "rating_changes", ["game"])
    scan = op.create_table(
        "rating_scan",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("leased_until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rating_scan"),
    )
    op.bulk_insert(scan, [{"id": 1, "seq": 0, "leased_until": 0}])
    op.create_table(
        "follows",
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("other", sa.String(36), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "other", name="pk_follows"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_follows_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["people.id"], name="fk_follows_other", ondelete="CASCADE"),
    )
    op.create_index("ix_follows_other", "follows", ["other"])


def downgrade() -> None:
    """Drop them."""
    for table in ("follows", "rating_scan", "rating_changes", "ratings", "rated_sheets"):
        op.drop_table(table)
    op.drop_column("invitations", "rated")
    op.drop_index("ix_games_unrated", "games")
    op.drop_index("uq_games_rated_seq", "games")
    for column in ("rated_seq", "score", "speed"):
        op.drop_column("games", column)
