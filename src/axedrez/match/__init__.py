"""Games between people and computers as a fold over events. Pure: time is passed in, nothing is stored here."""

from axedrez.match.clock import Clock, ClockSpec
from axedrez.match.commands import Command
from axedrez.match.events import SCHEMA_VERSION, Event
from axedrez.match.fold import OFFER_ACTS, Played, Standing
from axedrez.match.record import Record, Stale
from axedrez.match.setup import Player, Players, Setup

__all__ = [
    "OFFER_ACTS",
    "SCHEMA_VERSION",
    "Clock",
    "ClockSpec",
    "Command",
    "Event",
    "Played",
    "Player",
    "Players",
    "Record",
    "Setup",
    "Stale",
    "Standing",
]
