"""Alembic's entry: runs the migrations on the connection that `axedrez.storage.database` hands over."""

from alembic import context
from sqlalchemy import Connection

from axedrez.storage.schema import metadata

connection: Connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
