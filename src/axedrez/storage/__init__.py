"""Game logs in a database: the only writer of events."""

from axedrez.storage.analyses import AnalysisStore
from axedrez.storage.away import DatabaseAway, cause, comes_back, is_away, is_cut, is_unstorable
from axedrez.storage.channels import (
    MAX_BROWSERS,
    MAX_PROOFS,
    Channels,
    Lang,
    Mailbox,
    PushSubscription,
    Told,
    TooManyProofs,
)
from axedrez.storage.chat import ChatLine, ChatRoom, ChatStore, Report
from axedrez.storage.classes import ClassStore
from axedrez.storage.clubs import ClubStore
from axedrez.storage.database import default_url
from axedrez.storage.decoding import log_unreadable
from axedrez.storage.exercises import Attempted, ExerciseStore, Solver
from axedrez.storage.explorer import (
    ChoiceCounts,
    EndedGame,
    Example,
    ExplorerFilter,
    ExplorerStore,
    Indexed,
)
from axedrez.storage.game_query import GameFilter, GameResult, GameState, GameTurn, PersonFilter
from axedrez.storage.invitations import COLOURS, Colour, Invitation, Invitations
from axedrez.storage.matchmaking import LOBBY, InvitationLimits, Matchmaking, TooManyInvitations
from axedrez.storage.notices import Awaited, Challenge, Channel, Delays, Notice, NoticeStore
from axedrez.storage.people import (
    MAX_BLOCKED,
    MAX_KEYS,
    Blocked,
    EndedError,
    FullError,
    Key,
    KeyKind,
    LoginTaken,
    People,
    Person,
    PlayedError,
)
from axedrez.storage.presence import Attendance, PresenceStore, closed_since, present
from axedrez.storage.profiles import (
    MAX_FOLLOWED,
    Favourite,
    Followed,
    HeadToHead,
    ProfileStore,
    shows_ratings,
)
from axedrez.storage.ratings import RatingStore, Recount
from axedrez.storage.seats import folded
from axedrez.storage.shared_clock import ClockReading, SharedClock
from axedrez.storage.standings import RankedPerson, RatedKind, RatingLine, RatingPoint, StandingStore
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
from axedrez.storage.studies import StudyHeader, StudyStore, StudyWriter
from axedrez.storage.timekeeping import Outage
from axedrez.storage.tournaments import TournamentFilter, TournamentGame, TournamentHeader, TournamentStore

__all__ = [
    "COLOURS",
    "LOBBY",
    "MAX_BLOCKED",
    "MAX_BROWSERS",
    "MAX_FOLLOWED",
    "MAX_KEYS",
    "MAX_PROOFS",
    "AnalysisStore",
    "Attempted",
    "Attendance",
    "Awaited",
    "Blocked",
    "Challenge",
    "Channel",
    "Channels",
    "ChatLine",
    "ChatRoom",
    "ChatStore",
    "ChoiceCounts",
    "ClassStore",
    "ClockReading",
    "ClubStore",
    "Colour",
    "ConflictError",
    "DatabaseAway",
    "Delays",
    "EndedError",
    "EndedGame",
    "Example",
    "ExerciseStore",
    "ExplorerFilter",
    "ExplorerStore",
    "Favourite",
    "Followed",
    "FullError",
    "GameFilter",
    "GameHeader",
    "GameResult",
    "GameState",
    "GameTurn",
    "HeadToHead",
    "Indexed",
    "Invitation",
    "InvitationLimits",
    "Invitations",
    "Key",
    "KeyKind",
    "Lang",
    "ListedGame",
    "LoginTaken",
    "Mailbox",
    "Matchmaking",
    "Notice",
    "NoticeStore",
    "Outage",
    "People",
    "Person",
    "PersonFilter",
    "PlayedError",
    "PlayedRulebook",
    "PresenceStore",
    "ProfileStore",
    "PushSubscription",
    "RankedPerson",
    "RatedKind",
    "RatingLine",
    "RatingPoint",
    "RatingStore",
    "Recount",
    "RepeatedError",
    "Report",
    "SavedSheet",
    "SharedClock",
    "Solver",
    "StandingStore",
    "Store",
    "StudyHeader",
    "StudyStore",
    "StudyWriter",
    "Told",
    "TooManyInvitations",
    "TooManyProofs",
    "TournamentFilter",
    "TournamentGame",
    "TournamentHeader",
    "TournamentStore",
    "cause",
    "closed_since",
    "comes_back",
    "default_url",
    "due_at",
    "folded",
    "is_away",
    "is_cut",
    "is_unstorable",
    "log_unreadable",
    "present",
    "shows_ratings",
]
