"""Other teachers of a class, and the link that lets one in."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0023"
down_revision: str | None = "0022"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the table, and the column of links."""
    op.add_column("classes", sa.Column("invitation", sa.String(64), nullable=True))
    op.create_index("ix_classes_invitation", "classes", ["invitation"])
    op.create_table(
        "class_teachers",
        sa.Column("class", sa.String(36), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.PrimaryKeyConstraint("class", "person", name="pk_class_teachers"),
        sa.ForeignKeyConstraint(["class"], ["classes.id"], name="fk_class_teachers_class", ondelete="CASCADE"),
    )
    op.create_index("ix_class_teachers_person", "class_teachers", ["person"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("class_teachers")
    op.drop_index("ix_classes_invitation", "classes")
    op.drop_column("classes", "invitation")
