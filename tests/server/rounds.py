"""A tournament over the board whose first round is paired, for what people are told of it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.server.visiting import Visitor


def tournament_of(*people: Visitor) -> str:
    """A tournament of these, which the first of them has made and begun."""
    settings = {"title": "Club", "rulebook": "takeaway", "over_the_board": True, "rounds": 2}
    tournament: str = people[0].ask("POST", "/api/tournaments", 201, id=str(uuid4()), settings=settings)["id"]
    for each in people:
        command(each, tournament, "enter")
    command(people[0], tournament, "start")
    command(people[0], tournament, "pair")
    return tournament


def command(who: Visitor, tournament: str, kind: str, **fields: Any) -> Any:
    """Carry out a command: the tournament after it."""
    path = f"/api/tournaments/{tournament}/commands"
    return who.ask("POST", path, id=str(uuid4()), command={"type": kind, **fields})
