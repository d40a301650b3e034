"""Games between people and computers as a fold over events. Pure: time and seeds are passed in, nothing is stored."""

from axedrez.match.clock import Clock
from axedrez.match.commands import Command, Expire
from axedrez.match.decision_context import DecisionContext
from axedrez.match.decisions import Stale, credited, decide
from axedrez.match.dice import Seeds
from axedrez.match.events import SCHEMA_VERSION, Event
from axedrez.match.first_events import imported_opening, opening
from axedrez.match.record import OFFER_ACTS, Deadline, PendingOffer, PlayedMove, Record
from axedrez.match.seats import Seats, Sender, seats_of
from axedrez.match.setup import DiceSetup, GameSetup, Player, Players, Progress
from axedrez.match.speed import SPEEDS, Speed, speed_of
from axedrez.match.time_control import (
    Bronstein,
    Byoyomi,
    Correspondence,
    Delay,
    Fischer,
    Periods,
    TimeAllowance,
    TimeControl,
)
from axedrez.match.transcript import transcript

__all__ = [
    "OFFER_ACTS",
    "SCHEMA_VERSION",
    "SPEEDS",
    "Bronstein",
    "Byoyomi",
    "Clock",
    "Command",
    "Correspondence",
    "Deadline",
    "DecisionContext",
    "Delay",
    "DiceSetup",
    "Event",
    "Expire",
    "Fischer",
    "GameSetup",
    "PendingOffer",
    "Periods",
    "PlayedMove",
    "Player",
    "Players",
    "Progress",
    "Record",
    "Seats",
    "Seeds",
    "Sender",
    "Speed",
    "Stale",
    "TimeAllowance",
    "TimeControl",
    "credited",
    "decide",
    "imported_opening",
    "opening",
    "seats_of",
    "speed_of",
    "transcript",
]
