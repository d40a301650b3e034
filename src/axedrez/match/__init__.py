"""Games between people and computers as a fold over events. Pure: time and seeds are passed in, nothing is stored."""

from axedrez.match.clock import Clock
from axedrez.match.commands import Command, Expire
from axedrez.match.dice import Seeds
from axedrez.match.events import SCHEMA_VERSION, Event
from axedrez.match.record import Record, Stale
from axedrez.match.seats import Seats, Sender, held
from axedrez.match.setup import DiceSetup, Player, Players, Progress, Setup
from axedrez.match.state import OFFER_ACTS, Deadline, Played, Standing
from axedrez.match.timing import Bronstein, Budget, Byoyomi, ClockSpec, Correspondence, Delay, Fischer, Periods
from axedrez.match.transcript import transcript

__all__ = [
    "OFFER_ACTS",
    "SCHEMA_VERSION",
    "Bronstein",
    "Budget",
    "Byoyomi",
    "Clock",
    "ClockSpec",
    "Command",
    "Correspondence",
    "Deadline",
    "Delay",
    "DiceSetup",
    "Event",
    "Expire",
    "Fischer",
    "Periods",
    "Played",
    "Player",
    "Players",
    "Progress",
    "Record",
    "Seats",
    "Seeds",
    "Sender",
    "Setup",
    "Stale",
    "Standing",
    "held",
    "transcript",
]
