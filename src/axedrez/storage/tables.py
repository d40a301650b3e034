"""The tables: games, the events of each, and the commands that were answered."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("rulebook", String(64), nullable=False),
    Column("names", JSON, nullable=False),  # the rulebook's name by language
    Column("sheet", Text, nullable=False),  # resolved, JSON: the game is always replayed with it
    Column("sheet_hash", String(64), nullable=False),
    Column("schema_version", Integer, nullable=False),
    Column("start", Text, nullable=False),
    Column("players", JSON, nullable=False),
    Column("clock", JSON(none_as_null=True)),
    Column("casual", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("match", JSON(none_as_null=True)),  # how the match stood before the game
    Column("dice", JSON(none_as_null=True)),  # what is told of the dice beforehand
    Column("server_seed", String(64)),  # what is not
    # What follows is computed from the events, for lists.
    Column("updated_at", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("result", String(8)),
    Column("reason", String(64)),
    Column("turn", String(8)),
    Column("position", Text, nullable=False),
    Column("computer_awaited", Boolean, nullable=False),
    Column("swapped", Boolean, nullable=False, server_default=false()),  # the players have changed places
    Index(None, "updated_at", "id"),
    Index(None, "computer_awaited"),
)

events = Table(
    "events",
    metadata,
    Column("game", String(36), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("type", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("by", String(8)),
    Column("data", JSON, nullable=False),
)

commands = Table(
    "commands",
    metadata,
    Column("game", String(36), ForeignKey("games.id"), primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("first", Integer, nullable=False),  # the events it appended
    Column("last", Integer, nullable=False),
)
