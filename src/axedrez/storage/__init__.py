"""Game logs in a database: the only writer of events."""

from axedrez.storage.analyses import AnalysisStore
from axedrez.storage.away import DatabaseAway, cause, is_away, is_cut, is_unstorable
from axedrez.storage.chat import ChatLine, ChatRoom, ChatStore, Report
from axedrez.storage.database import default_url
from axedrez.storage.decoding import log_unreadable
from axedrez.storage.game_query import GameFilter, GameResult, GameState, GameTurn, PersonFilter
from axedrez.storage.invitations import COLOURS, Colour, Invitation, Invitations
from axedrez.storage.matchmaking import LOBBY, InvitationLimits, Matchmaking, TooManyInvitations
from axedrez.storage.people import (
    MOST_BLOCKED,
    MOST_KEYS,
    Blocked,
    EndedError,
    FullError,
    Key,
    KeyKind,
    LoginTaken,
    People,
    Person,
)
from axedrez.storage.presence import Attendance, PresenceStore, closed_since, present
from axedrez.storage.seats import folded
from axedrez.storage.shared_clock import ClockReading, SharedClock
from axedrez.storage.store import (
    ConflictError,
    GameHeader,
    ListedGame,
    PlayedRulebook,
    RepeatedError,
    SavedSheet,
    Store,
    due_at,
)
from axedrez.storage.timekeeping import Outage

__all__ = [
    "COLOURS",
    "LOBBY",
    "MOST_BLOCKED",
    "MOST_KEYS",
    "AnalysisStore",
    "Attendance",
    "Blocked",
    "ChatLine",
    "ChatRoom",
    "ChatStore",
    "ClockReading",
    "Colour",
    "ConflictError",
    "DatabaseAway",
    "EndedError",
    "FullError",
    "GameFilter",
    "GameHeader",
    "GameResult",
    "GameState",
    "GameTurn",
    "Invitation",
    "InvitationLimits",
    "Invitations",
    "Key",
    "KeyKind",
    "ListedGame",
    "LoginTaken",
    "Matchmaking",
    "Outage",
    "People",
    "Person",
    "PersonFilter",
    "PlayedRulebook",
    "PresenceStore",
    "RepeatedError",
    "Report",
    "SavedSheet",
    "SharedClock",
    "Store",
    "TooManyInvitations",
    "cause",
    "closed_since",
    "default_url",
    "due_at",
    "folded",
    "is_away",
    "is_cut",
    "is_unstorable",
    "log_unreadable",
    "present",
]
