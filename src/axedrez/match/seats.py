"""Permissions: who may act for which side."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from axedrez.core import NotAllowed, Side
from axedrez.match.setup import Players

Seats = frozenset[Side]
"""The sides that somebody may act for."""

NO_SEATS: Seats = frozenset()

Sender = UUID | Literal["computer"] | None
"""Who sends a command: a person, the computer player, or somebody unknown (None)."""


def seats_of(players: Players, sender: Sender) -> Seats:
    """The sides that `sender` may act for.

    A human seat without a person belongs to the user at the screen: in a game with one person to that person, in a
    game without persons to anybody.
    """
    seats = {side: players.at(side) for side in (Side.WHITE, Side.BLACK)}
    if sender == "computer":
        return frozenset(side for side, player in seats.items() if player.kind == "computer")
    owners = {None, sender} if players.persons <= {sender} else {sender} - {None}
    return frozenset(side for side, player in seats.items() if player.kind == "human" and player.person in owners)


def acting(side: Side, may: Seats) -> Side:
    """`side`, if the sender may act for it. Raises `NotAllowed`."""
    if side not in may:
        raise NotAllowed("not_your_seat")
    return side
