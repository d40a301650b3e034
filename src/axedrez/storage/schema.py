"""The database tables: games, studies, tournaments with their events, analyses, people, notices, exercises, ratings."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
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
    Column("speed", String(16)),  # of a rated game; null: it is not rated
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
    # What a rated game gave to White's seat, in half points; null: nothing is to be rated (yet).
    Column("score", SmallInteger),
    Column("rated_seq", Integer),  # its number among the rated games, in the order they were rated
    Index(None, "updated_at", "id"),
    Index(None, "due_at"),
    Index("uq_games_rated_seq", "rated_seq", unique=True),
    Index(
        "ix_games_unrated",
        "updated_at",
        "id",
        sqlite_where=text("score IS NOT NULL AND rated_seq IS NULL"),
        postgresql_where=text("score IS NOT NULL AND rated_seq IS NULL"),
    ),
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
    Column("bot", Boolean, nullable=False, server_default=false()),  # a program plays for it
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
    Column("rated", Boolean, nullable=False, server_default=false()),
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

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("person", String(36), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    # The session that asked for it: with its end the browser is told nothing more.
    Column("session", String(36), ForeignKey("keys.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256 of the endpoint
    Column("p256dh", String(120), nullable=False),  # the browser's public key, base64url
    Column("auth", String(40), nullable=False),  # its secret, base64url
    Column("label", String(60), nullable=False),  # the browser as it calls itself
    Column("turn", Boolean, nullable=False),  # what it is told of
    Column("offers", Boolean, nullable=False),
    Column("rounds", Boolean, nullable=False, server_default=false()),
    Column("lang", String(2), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "person"),
)

mailboxes = Table(
    "mailboxes",
    metadata,
    Column("person", String(36), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(36), nullable=False, unique=True),  # another address is another mailbox
    Column("address", String(254), nullable=False),
    Column("lang", String(2), nullable=False),
    Column("proof", String(64)),  # SHA-256 of what the link in the mail shows; null: none was sent yet
    Column("proof_until", BigInteger),
    Column("verified_at", BigInteger),  # null: nothing but the link is sent there
    Column("way_out", String(48), nullable=False, unique=True),  # what the link that ends the mails shows
    Column("turn", Boolean, nullable=False),
    Column("offers", Boolean, nullable=False),
    Column("rounds", Boolean, nullable=False, server_default=false()),
    Column("digest", Boolean, nullable=False),
    Column("digest_at", BigInteger),  # when the next digest is due; null: none is
    Column("created_at", BigInteger, nullable=False),
    Index(None, "digest_at"),
)

notices = Table(
    "notices",
    metadata,
    Column("id", String(36), primary_key=True),
    # No foreign keys: what is to be told to nobody is dropped when it is due, and sent links count after their account.
    Column("person", String(36), nullable=False),
    Column("channel", String(8), nullable=False),  # push, mail
    Column("target", String(36), nullable=False),  # the id of the subscription or of the mailbox
    Column("kind", String(12), nullable=False),  # turn, offer, challenge, round, digest, verify
    Column("subject", String(64), nullable=False),  # the game, the invitation, the tournament, …
    Column("mark", BigInteger, nullable=False),  # which of several about the same: the number of the event, …
    Column("created_at", BigInteger, nullable=False),
    Column("due_at", BigInteger),  # null: it was sent, or there is nothing to be told any more
    Column("leased_until", BigInteger, nullable=False, server_default=text("0")),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    UniqueConstraint("target", "kind", "subject", "mark"),
    Index(None, "due_at"),
    Index(None, "created_at"),
    Index(None, "kind", "subject", "created_at"),
)

notice_scan = Table(
    "notice_scan",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: there is one row
    Column("at", BigInteger, nullable=False),  # up to when the logs were searched for what is to be told
    Column("leased_until", BigInteger, nullable=False),  # until when one server searches, and no other
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("owner", String(36), nullable=False),
    Column("open", Boolean, nullable=False),  # whoever has the link may read it
    Column("key", String(48)),  # what the link shows that makes its bearer a writer; null: there is none
    Column("created_at", BigInteger, nullable=False),
    # What follows is computed from the events.
    Column("title", String(100), nullable=False),
    Column("chapters", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Index(None, "owner", "updated_at"),
)

study_events = Table(
    "study_events",
    metadata,
    Column("study", String(36), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("by", String(36), nullable=False),
    Column("edit", JSON, nullable=False),
)

study_commands = Table(
    "study_commands",
    metadata,
    Column("study", String(36), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("first", Integer, nullable=False),  # the events it appended
    Column("last", Integer, nullable=False),
)

study_writers = Table(
    "study_writers",
    metadata,
    Column("study", String(36), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(36), primary_key=True),
    Column("name", String(60), nullable=False),
    Index(None, "person"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("owner", String(36), nullable=False, index=True),
    Column("secret", String(36), nullable=False),  # the ids of its games follow from it
    Column("created_at", BigInteger, nullable=False),
    # What follows is computed from the events.
    Column("title", String(100), nullable=False),
    Column("format", String(24), nullable=False),
    Column("rulebook", String(64), nullable=False),
    Column("phase", String(8), nullable=False),
    Column("entrants", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("listed", Boolean, nullable=False, server_default=true()),
    # When a server has to look after it, and until when the one that does holds the lease.
    Column("due_at", BigInteger, index=True),
    Column("leased_until", BigInteger, nullable=False, server_default=text("0")),
    Index(None, "phase", "updated_at"),
)

tournament_events = Table(
    "tournament_events",
    metadata,
    Column("tournament", String(36), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("by", String(36)),  # null: the server
    Column("act", JSON, nullable=False),
)

tournament_commands = Table(
    "tournament_commands",
    metadata,
    Column("tournament", String(36), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("first", Integer, nullable=False),  # the events it appended
    Column("last", Integer, nullable=False),
)

tournament_games = Table(
    "tournament_games",
    metadata,
    Column("game", String(36), primary_key=True),
    Column("tournament", String(36), ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("paired", Integer, nullable=False),  # the event that paired the round: another one may have replaced it
    Column("board", Integer, nullable=False),
    Column("replay", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # of the game in its match
    Column("open", Boolean, nullable=False),  # its result is waited for
    Index(None, "tournament", "round"),
)

tournament_people = Table(
    "tournament_people",
    metadata,
    Column("person", String(36), primary_key=True),
    Column("tournament", String(36), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("present", Boolean, nullable=False, server_default=true()),  # the log alone may name who has left
)

explorer_games = Table(
    "explorer_games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(36), ForeignKey("games.id"), nullable=False, unique=True),
    Column("counted", Boolean, nullable=False),  # among the games of this server: nobody in it has said no
    Column("imported", Boolean, nullable=False),  # from a file: only for whoever has imported it
    # Of a rated game, just before it; null: not known, or one of its people does not show ratings.
    Column("white_rating", SmallInteger),
    Column("black_rating", SmallInteger),
)

explorer_positions = Table(
    "explorer_positions",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),  # see `axedrez.explorer.traces.key_of`; signed
    Column("game", Integer, primary_key=True, autoincrement=False),  # a number of `explorer_games`
    Column("choice", Integer, nullable=False),  # the number of the move that was played; 65535: the game ended here
    Column("result", SmallInteger, nullable=False),  # an index of `axedrez.explorer.batch.RESULTS`
    Column("year", SmallInteger, nullable=False),
    Column("counted", Boolean, nullable=False),  # as of the game
    Index(None, "game"),
    sqlite_with_rowid=False,
)

explorer_counts = Table(
    "explorer_counts",
    metadata,
    # How many of the games that count have these four: what everybody asks for is not counted row by row.
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("choice", Integer, primary_key=True, autoincrement=False),
    Column("result", SmallInteger, primary_key=True, autoincrement=False),
    Column("year", SmallInteger, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    # In how many of them White's rating is known, and the sum; the same of Black's.
    Column("white_rated", Integer, nullable=False, server_default=text("0")),
    Column("white_ratings", BigInteger, nullable=False, server_default=text("0")),
    Column("black_rated", Integer, nullable=False, server_default=text("0")),
    Column("black_ratings", BigInteger, nullable=False, server_default=text("0")),
    sqlite_with_rowid=False,
)

explorer_scan = Table(
    "explorer_scan",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: there is one row
    Column("at", BigInteger, nullable=False),  # the last game that is in the index: when it ended, and its id
    Column("game", String(36), nullable=False),
    Column("leased_until", BigInteger, nullable=False),  # until when one server adds games, and no other
)

solvers = Table(
    "solvers",
    metadata,
    Column("person", String(36), primary_key=True),
    Column("sheet", String(64), primary_key=True),  # the hash of the rules whose exercises are solved
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # of the last rated attempt
)

exercise_ratings = Table(
    "exercise_ratings",
    metadata,
    Column("exercise", String(16), primary_key=True),
    Column("sheet", String(64), nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Index(None, "sheet"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("person", String(36), primary_key=True),
    Column("exercise", String(16), primary_key=True),
    Column("sheet", String(64), nullable=False),
    Column("solved", Boolean, nullable=False),  # at the first attempt, the rated one
    Column("stage", Integer, nullable=False),  # how often it was solved again since it was missed
    Column("due_at", BigInteger),  # when it returns; null: not any more
    Column("at", BigInteger, nullable=False),  # of the last attempt
    Index(None, "person", "sheet"),
)

own_exercises = Table(
    "own_exercises",
    metadata,
    Column("person", String(36), primary_key=True),
    Column("exercise", String(16), primary_key=True),
    Column("sheet", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),  # when it was found
    Column("body", Text, nullable=False),  # the exercise as JSON, without its sheet
    Index(None, "person", "sheet"),
)

classes = Table(
    "classes",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("teacher", String(36), nullable=False),
    Column("name", String(60), nullable=False),
    Column("chat", Boolean, nullable=False),  # whether its pupils may chat
    Column("created_at", BigInteger, nullable=False),
    Column("invitation", String(64)),  # a keyed hash of the link that makes one more account a teacher of it
    Index(None, "teacher"),
    Index(None, "invitation"),
)

class_teachers = Table(  # besides the one who made the class
    "class_teachers",
    metadata,
    Column("class", String(36), ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(36), primary_key=True),
    Index(None, "person"),
)

pupils = Table(
    "pupils",
    metadata,
    Column("person", String(36), primary_key=True),
    Column("class", String(36), ForeignKey("classes.id", ondelete="CASCADE"), nullable=False),
    Column("part", String(40), nullable=False),  # the label of a group; "": none
    Column("code", String(64), nullable=False, unique=True),  # a keyed hash of what signs the pupil in
    Column("number", Integer, nullable=False),  # the place in the list
    Index(None, "class"),
)

tasks = Table(
    "tasks",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("class", String(36), ForeignKey("classes.id", ondelete="CASCADE"), nullable=False),
    Column("terms", JSON, nullable=False),  # `axedrez.storage.classes.Terms`
    Column("sheet", String(64), nullable=False),  # the hash of its rules
    Column("created_at", BigInteger, nullable=False),
    Index(None, "class"),
)

finished_guides = Table(
    "finished_guides",
    metadata,
    Column("person", String(36), ForeignKey("pupils.person", ondelete="CASCADE"), primary_key=True),
    Column("rulebook", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

display_games = Table(
    "display_games",
    metadata,
    Column("game", String(36), ForeignKey("games.id"), primary_key=True),
    Column("display", String(36), nullable=False),
    Column("class", String(36), ForeignKey("classes.id", ondelete="CASCADE"), nullable=False),
    Column("pupil", String(36), ForeignKey("pupils.person", ondelete="CASCADE"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "class"),
    Index(None, "pupil"),
)

display_comments = Table(
    "display_comments",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("game", String(36), ForeignKey("display_games.game", ondelete="CASCADE"), nullable=False),
    Column("text", String(300), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "game"),
)

rated_sheets = Table(
    "rated_sheets",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the rules of games that were rated
    Column("rulebook", String(64), nullable=False),
    Column("names", JSON, nullable=False),  # by language
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(36), primary_key=True),
    Column("sheet", String(64), primary_key=True),
    Column("speed", String(16), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # when the last rated game ended
    Index(None, "sheet", "speed", "rating"),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("rated_seq", Integer, primary_key=True, autoincrement=False),  # of the game
    Column("person", String(36), primary_key=True),
    Column("game", String(36), ForeignKey("games.id"), nullable=False),
    Column("sheet", String(64), nullable=False),
    Column("speed", String(16), nullable=False),
    Column("opponent", String(36), nullable=False),
    Column("score", SmallInteger, nullable=False),  # of the person, in half points
    Column("at", BigInteger, nullable=False),  # when the game ended
    # After the game.
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Index(None, "person", "sheet", "speed", "rated_seq"),
    Index(None, "game"),
)

rating_scan = Table(
    "rating_scan",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: there is one row
    Column("seq", Integer, nullable=False),  # of the last game that was rated
    Column("leased_until", BigInteger, nullable=False),  # until when one server rates games, and no other
)

follows = Table(
    "follows",
    metadata,
    Column("person", String(36), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", String(36), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "other"),
)

clubs = Table(
    "clubs",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("name", String(60), nullable=False, index=True),
    Column("text", String(1000), nullable=False),
    Column("owner", String(36), nullable=False, index=True),  # a member, too, and a leader
    Column("join", String(8), nullable=False),  # open, link, closed
    Column("key", String(32), nullable=False),  # what the link for joining shows
    Column("created_at", BigInteger, nullable=False),
)

club_members = Table(
    "club_members",
    metadata,
    Column("club", String(36), ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(36), primary_key=True, index=True),
    Column("role", String(8), nullable=False),  # member, leader
    Column("joined_at", BigInteger, nullable=False),
)

club_tournaments = Table(
    "club_tournaments",
    metadata,
    Column("tournament", String(36), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("club", String(36), ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("members_only", Boolean, nullable=False),
)
