"""The database tables: games, events, answered commands, analyses, seats, servers, people, invitations, presence."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
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
    Column("match", JSON(none_as_null=True)),  # the state of the match before the game
    Column("dice", JSON(none_as_null=True)),  # the public part of the dice setup
    Column("server_seed", String(64)),  # the secret part
    Column("options", JSON(none_as_null=True)),  # the options that differ from the rulebook; null: not known
    Column("delay", Integer, nullable=False, server_default=text("0")),  # spectators see it so many moves late
    Column("next", String(36)),  # the id of the next game of a match; null in old games: it follows from their own
    # The notes of an imported game's file, "" for none; null: played here.
    Column("notes", Text),
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
    # When the game is due for a server, and until when the server that claimed it holds the lease.
    Column("due_at", BigInteger),
    Column("leased_until", BigInteger, nullable=False, server_default=text("0")),
    Index(None, "updated_at", "id"),
    Index(None, "due_at"),
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

analyses = Table(
    "analyses",
    metadata,
    Column("game", String(36), ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # how far the turns were judged ahead
    Column("key", String(32), nullable=False),  # a hash of all that the analysis depends on
    Column("at", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),  # compressed
    Index(None, "at"),
)

seats = Table(
    "seats",
    metadata,
    Column("person", String(36), primary_key=True),
    Column("game", String(36), ForeignKey("games.id"), primary_key=True),
    Column("seat", String(8)),  # as in the game's setup; null: a screen that both sides share
    Column("opponent", Text, nullable=False),  # the name, as it is searched
    Column("computer", Boolean, nullable=False),  # the opponent is one
    Index(None, "game"),
)

sheets = Table(
    "sheets",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("names", JSON, nullable=False),  # by language
    Column("text", Text, nullable=False),  # resolved, JSON
    Column("parent", String(64)),  # what it was made from: a shipped rulebook or another sheet
    Column("created_at", BigInteger, nullable=False),
    Index(None, "created_at", "hash"),
)

commands = Table(
    "commands",
    metadata,
    Column("game", String(36), ForeignKey("games.id"), primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("first", Integer, nullable=False),  # the events it appended
    Column("last", Integer, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: there is one row
    Column("at", BigInteger, nullable=False),  # when a server was last seen to run; at first 0
    Column("wall", BigInteger),  # what the database's own clock showed then
)

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("login", String(32), unique=True),  # in lower case; null: a guest
    Column("password", String(160)),  # argon2id
    Column("settings", JSON, nullable=False),
    Column("settings_at", JSON, nullable=False, server_default=text("'{}'")),  # when each was chosen
    Column("created_at", BigInteger, nullable=False),
    Column("banned_until", BigInteger),
)

keys = Table(
    "keys",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of what the bearer shows
    Column("id", String(36), nullable=False, unique=True),  # a public id of the key
    Column("person", String(36), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),  # session, token, recovery
    Column("label", String(60), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    Index(None, "person"),
)

ended_guests = Table(
    "ended_guests",
    metadata,
    Column("person", String(36), primary_key=True),  # people whose guest cookie is invalid
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", String(36), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", String(36), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(64), nullable=False),  # hex
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("by", String(36), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("to", String(36)),  # null: for anybody
    Column("public", Boolean, nullable=False),  # shown in the lobby
    Column("rulebook", String(64), nullable=False),
    Column("names", JSON, nullable=False),  # the rulebook's name by language
    Column("options", JSON, nullable=False),
    Column("clock", JSON(none_as_null=True)),
    Column("colour", String(8), nullable=False),  # of the creator: white, black, lot
    Column("position", Text),  # null: the rulebook's start
    Column("seeds", Boolean, nullable=False, server_default=false()),  # both bring seeds for the dice
    Column("delay", Integer, nullable=False, server_default=text("0")),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("accepted_by", String(36)),
    Column("game", String(36)),  # the game it led to; null in old ones: it follows from their own id
    Column("seek", Boolean, nullable=False, server_default=false()),  # it may be matched with any equal one
    Column("withdrawn", Boolean, nullable=False, server_default=false()),
    Index(None, "by"),
    Index(None, "public", "created_at"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", String(36), primary_key=True),  # made by the sender
    Column("game", String(36), ForeignKey("games.id"), nullable=False),
    Column("room", String(12), nullable=False),  # players, spectators
    Column("person", String(36), nullable=False),
    Column("name", String(60), nullable=False),
    Column("preset", String(32)),  # one of the known sentences, shown in the reader's language
    Column("text", String(300), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "game", "at"),
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("at", BigInteger, nullable=False),  # when the server was last seen to run
)

presence = Table(
    "presence",
    metadata,
    Column("game", String(36), primary_key=True),
    Column("person", String(36), primary_key=True),
    Column("node", String(36), primary_key=True),
    Column("left_at", BigInteger),  # null: present, as long as the node runs
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("by", String(36), nullable=False),
    Column("about", String(36), nullable=False),
    Column("game", String(36)),
    Column("text", String(500), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("settled_at", BigInteger),
    Index(None, "settled_at", "at"),
)
