"""Classes: pupils, homework, simultaneous displays."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "classes",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("teacher", sa.String(36), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("chat", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_classes"),
    )
    op.create_index("ix_classes_teacher", "classes", ["teacher"])
    op.create_table(
        "pupils",
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("class", sa.String(36), nullable=False),
        sa.Column("part", sa.String(40), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_pupils"),
        sa.ForeignKeyConstraint(["class"], ["classes.id"], name="fk_pupils_class", ondelete="CASCADE"),
        sa.UniqueConstraint("code", name="uq_pupils_code"),
    )
    op.create_index("ix_pupils_class", "pupils", ["class"])
    op.create_table(
        "tasks",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("class", sa.String(36), nullable=False),
        sa.Column("terms", sa.JSON, nullable=False),
        sa.Column("sheet", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tasks"),
        sa.ForeignKeyConstraint(["class"], ["classes.id"], name="fk_tasks_class", ondelete="CASCADE"),
    )
    op.create_index("ix_tasks_class", "tasks", ["class"])
    op.create_table(
        "finished_guides",
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("rulebook", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "rulebook", name="pk_finished_guides"),
        sa.ForeignKeyConstraint(["person"], ["pupils.person"], name="fk_finished_guides_person", ondelete="CASCADE"),
    )
    op.create_table(
        "display_games",
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("display", sa.String(36), nullable=False),
        sa.Column("class", sa.String(36), nullable=False),
        sa.Column("pupil", sa.String(36), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_display_games"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_display_games_game"),
        sa.ForeignKeyConstraint(["class"], ["classes.id"], name="fk_display_games_class", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["pupil"], ["pupils.person"], name="fk_display_games_pupil", ondelete="CASCADE"),
    )
    op.create_index("ix_display_games_class", "display_games", ["class"])
    op.create_index("ix_display_games_pupil", "display_games", ["pupil"])
    op.create_table(
        "display_comments",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_display_comments"),
        sa.ForeignKeyConstraint(["game"], ["display_games.game"], name="fk_display_comments_game", ondelete="CASCADE"),
    )
    op.create_index("ix_display_comments_game", "display_comments", ["game"])


def downgrade() -> None:
    """Drop them."""
    for table in ("display_comments", "display_games", "finished_guides", "tasks", "pupils", "classes"):
        op.drop_table(table)
