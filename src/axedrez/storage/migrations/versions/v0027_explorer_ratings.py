"""The ratings of the players of a game as the explorer knows them, and their sums: of old games none is known."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

SUMS = {
    "white_rated": sa.Integer,
    "white_ratings": sa.BigInteger,
    "black_rated": sa.Integer,
    "black_ratings": sa.BigInteger,
}


def upgrade() -> None:
    """Add the columns."""
    for name in ("white_rating", "black_rating"):
        op.add_column("explorer_games", sa.Column(name, sa.SmallInteger))
    for name, kind in SUMS.items():
        op.add_column("explorer_counts", sa.Column(name, kind, nullable=False, server_default=sa.text("0")))


def downgrade() -> None:
    """Drop them."""
    for name in SUMS:
        op.drop_column("explorer_counts", name)
    for name in ("white_rating", "black_rating"):
        op.drop_column("explorer_games", name)
