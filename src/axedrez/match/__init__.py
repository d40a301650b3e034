"""Games between people and computers as a fold over events. Pure: time and seeds are passed in, nothing is stored."""

from axedrez.match.clock import Clock, ClockSpec
from axedrez.match.commands import Command
from axedrez.match.dice import Seeds
from axedrez.match.events import SCHEMA_VERSION, Event
from axedrez.match.fold import OFFER_ACTS, Played, Standing
from axedrez.match.record import Record, Stale
from axedrez.match.setup import DiceSetup, Player, Players, Progress, Setup

__all__ = [
    "OFFER_ACTS",
    "SCHEMA_VERSION",
    "Clock",
    "ClockSpec",
    "Command",
    "DiceSetup",
    "Event",
    "Played",
    "Player",
    "Players",
    "Progress",
    "Record",
    "Seeds",
    "Setup",
    "Stale",
    "Standing",
]
