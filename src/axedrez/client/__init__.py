"""A client of an Axedrez server for programs: typed, blocking, and patient.

It needs `websockets` (`pip install axedrez[client]`), and a personal token of an account. Requests that change
something bear an id of their own, and are repeated under it while the server is away: they are carried out once.
"""

from __future__ import annotations

from axedrez.client.connection import Away, Client, Refusal, Stale
from axedrez.client.types import (
    Clock,
    Event,
    Game,
    GameEnd,
    GameStart,
    Invitation,
    InvitationNews,
    Move,
    News,
    Offer,
    OfferNews,
    Outcome,
    Person,
    Player,
    Players,
    Rulebook,
    Side,
    Step,
    Steps,
    Turn,
)

__all__ = [
    "Away",
    "Client",
    "Clock",
    "Event",
    "Game",
    "GameEnd",
    "GameStart",
    "Invitation",
    "InvitationNews",
    "Move",
    "News",
    "Offer",
    "OfferNews",
    "Outcome",
    "Person",
    "Player",
    "Players",
    "Refusal",
    "Rulebook",
    "Side",
    "Stale",
    "Step",
    "Steps",
    "Turn",
]
