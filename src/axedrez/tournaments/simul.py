"""Simultaneous displays: one host plays all others at once, in a single round."""

from __future__ import annotations

from collections.abc import Collection

from axedrez.core.errors import NotAllowed
from axedrez.tournaments.field import Field, Pairing, Round
from axedrez.tournaments.round_robin import without
from axedrez.tournaments.settings import HostColour
from axedrez.tournaments.tiebreaks import Standing

HOST = 1
"""The host has the first number."""


def paired(field: Field, colour: HostColour, absent: Collection[int] = ()) -> Round:
    """The only round. Who has withdrawn loses by forfeit. Raises `NotAllowed` after it."""
    if field.rounds:
        raise NotAllowed("tournament_all_rounds", rounds=len(field.rounds))
    guests = [entrant.number for entrant in field.entrants if entrant.number != HOST]
    pairings = []
    for index, guest in enumerate(guests):
        is_white = colour == "white" or (colour == "alternating" and index % 2 == 0)
        pairings.append(Pairing(HOST, guest) if is_white else Pairing(guest, HOST))
    return without(Round(tuple(pairings)), absent)


def standings(field: Field) -> tuple[Standing, ...]:
    """The host with the sum of all games, in place 0, since nobody is compared with the host; then the others."""
    pairings = [pairing for played in field.rounds for pairing in played.pairings]
    tenths = {
        entrant.number: sum(field.table.of(each, entrant.number) for each in pairings if entrant.number in each)
        for entrant in field.entrants
    }
    guests = sorted((number for number in tenths if number != HOST), key=lambda number: (-tenths[number], number))
    places = {points: 1 + sum(tenths[other] > points for other in guests) for points in set(tenths.values())}
    return (
        Standing(0, HOST, tenths[HOST]),
        *(Standing(places[tenths[number]], number, tenths[number]) for number in guests),
    )
