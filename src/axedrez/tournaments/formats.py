"""The next round in each format. Pure, and of values that other processes can take."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import knockout, round_robin, simul, swiss
from axedrez.tournaments.field import Bye, Entrant, Field, Round
from axedrez.tournaments.format_names import Format
from axedrez.tournaments.settings import HostColour, Seeding


class Drawing(msgspec.Struct, frozen=True):
    """All that is needed to pair the next round. `absent`: numbers of those who play no more; `byes`: asked for."""

    format: Format
    field: Field
    absent: frozenset[int] = frozenset()
    byes: tuple[Bye, ...] = ()
    drawn_for: int = 0
    third_place: bool = False
    host_colour: HostColour = "white"


def rounds_of(kind: Format, entrants: int, wanted: int) -> int:
    """How many rounds a tournament has."""
    match kind:
        case "swiss":
            return wanted
        case "knockout":
            return max(1, (entrants - 1).bit_length())
        case "simul" | "arena":
            return 1
        case "round-robin":
            return entrants - 1 + entrants % 2
        case "double-round-robin":
            return 2 * (entrants - 1 + entrants % 2)


def draw(drawing: Drawing) -> Round:
    """The next round. Raises `NotAllowed`."""
    match drawing.format:
        case "swiss":
            asked = {bye.number for bye in drawing.byes}
            out = tuple(Bye(number, "zero") for number in sorted(drawing.absent - asked))
            return swiss.paired(drawing.field, (*drawing.byes, *out))
        case "knockout":
            return knockout.paired(drawing.field, drawing.absent, drawing.third_place)
        case "simul":
            return simul.paired(drawing.field, drawing.host_colour, drawing.absent)
        case "arena":
            raise NotAllowed("tournament_arena")
        case _:
            return _robin(drawing)


def _robin(drawing: Drawing) -> Round:
    """The table is made for those who began; who has withdrawn loses by forfeit, as everybody sees beforehand."""
    cycles = 2 if drawing.format == "double-round-robin" else 1
    table = round_robin.berger(drawing.drawn_for, cycles)[len(drawing.field.rounds)]
    return round_robin.without(table, drawing.absent | {bye.number for bye in drawing.byes})


def by_strength(entrants: list[Entrant]) -> list[Entrant]:
    """Entrants by rating, and those without one by the order in which they came."""
    return sorted(entrants, key=lambda each: (-(each.rating or 0), each.number))


def seeded(entrants: list[Entrant], seeding: Seeding, lot_seed: str) -> list[Entrant]:
    """Entrants in the order of their starting ranks.

    A lot is the order of the SHA-256 of `seed:number`, so everybody who knows the seed can draw it again.
    """
    match seeding:
        case "rating":
            return by_strength(entrants)
        case "entered":
            return sorted(entrants, key=lambda each: each.number)
        case "lot":
            return sorted(entrants, key=lambda each: sha256(f"{lot_seed}:{each.number}".encode()).digest())
