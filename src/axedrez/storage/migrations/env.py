"""Alembic's entry: runs the migrations on the connection that `axedrez.storage.database` hands over."""

from alembic import context
from sqlalchemy import Connection, text

from axedrez.storage.tables import metadata

LOCK = 0x61786564  # any number that is ours: one server migrates, the others wait

connection: Connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
if connection.dialect.name == "postgresql":
    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
with context.begin_transaction():
    context.run_migrations()
