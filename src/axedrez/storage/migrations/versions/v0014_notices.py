"""Notices: browsers and mailboxes that are told, and what is still to be sent."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("session", sa.String(36), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("turn", sa.Boolean, nullable=False),
        sa.Column("offers", sa.Boolean, nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
        sa.UniqueConstraint("digest", name="uq_push_subscriptions_digest"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_push_subscriptions_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session"], ["keys.id"], name="fk_push_subscriptions_session", ondelete="CASCADE"),
    )
    op.create_index("ix_push_subscriptions_person", "push_subscriptions", ["person"])
    op.create_table(
        "mailboxes",
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("proof", sa.String(64)),
        sa.Column("proof_until", sa.BigInteger),
        sa.Column("verified_at", sa.BigInteger),
        sa.Column("way_out", sa.String(48), nullable=False),
        sa.Column("turn", sa.Boolean, nullable=False),
        sa.Column("offers", sa.Boolean, nullable=False),
        sa.Column("digest", sa.Boolean, nullable=False),
        sa.Column("digest_at", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_mailboxes"),
        sa.UniqueConstraint("id", name="uq_mailboxes_id"),
        sa.UniqueConstraint("way_out", name="uq_mailboxes_way_out"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_mailboxes_person", ondelete="CASCADE"),
    )
    op.create_index("ix_mailboxes_digest_at", "mailboxes", ["digest_at"])
    op.create_table(
        "notices",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("target", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("mark", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("leased_until", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.UniqueConstraint("target", "kind", "subject", "mark", name="uq_notices_target"),
    )
    op.create_index("ix_notices_due_at", "notices", ["due_at"])
    op.create_index("ix_notices_created_at", "notices", ["created_at"])
    op.create_index("ix_notices_kind_subject_created_at", "notices", ["kind", "subject", "created_at"])
    scan = op.create_table(
        "notice_scan",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("leased_until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notice_scan"),
    )
    op.bulk_insert(scan, [{"id": 1, "at": 0, "leased_until": 0}])


def downgrade() -> None:
    """Drop them."""
    for table in ("notice_scan", "notices", "mailboxes", "push_subscriptions"):
        op.drop_table(table)
