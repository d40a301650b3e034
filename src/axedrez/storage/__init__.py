"""Game logs in a database: the only writer of events."""

from axedrez.storage.away import DatabaseAway, cause, is_away, is_cut, is_unstorable
from axedrez.storage.clock import Clock, Sight
from axedrez.storage.company import Attendance, Company, Report, RoomName, Said, closed_since, present
from axedrez.storage.database import default_url
from axedrez.storage.invitations import COLOURS, Colour, Invitation, Invitations
from axedrez.storage.meeting import LOBBY, Meeting, Most, TooManyInvitations
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
from axedrez.storage.searching import GameResult, GameState, GameTurn, Mine, Wanted
from axedrez.storage.seats import folded
from axedrez.storage.store import ConflictError, Header, Listed, Played, RepeatedError, SavedSheet, Store, due_at
from axedrez.storage.timekeeping import Outage
from axedrez.storage.unreadable import tell

__all__ = [
    "COLOURS",
    "LOBBY",
    "MOST_BLOCKED",
    "MOST_KEYS",
    "Attendance",
    "Blocked",
    "Clock",
    "Colour",
    "Company",
    "ConflictError",
    "DatabaseAway",
    "EndedError",
    "FullError",
    "GameResult",
    "GameState",
    "GameTurn",
    "Header",
    "Invitation",
    "Invitations",
    "Key",
    "KeyKind",
    "Listed",
    "LoginTaken",
    "Meeting",
    "Mine",
    "Most",
    "Outage",
    "People",
    "Person",
    "Played",
    "RepeatedError",
    "Report",
    "RoomName",
    "Said",
    "SavedSheet",
    "Sight",
    "Store",
    "TooManyInvitations",
    "Wanted",
    "cause",
    "closed_since",
    "default_url",
    "due_at",
    "folded",
    "is_away",
    "is_cut",
    "is_unstorable",
    "present",
    "tell",
]
