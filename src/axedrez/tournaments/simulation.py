"""Tournaments of players that nobody plays: results drawn from the ratings, with all that happens to real ones.

The same seed gives the same tournament. It is a `Field` and no log: so it may have more players than a real one, and
what no command says, such as byes for a full point. `command_simulation` plays what has to be a tournament.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import round_robin, swiss
from axedrez.tournaments.field import Bye, Entrant, Field, Pairing, PairingResult, PointTable, Round

SimulatedFormat = Literal["swiss", "round-robin", "double-round-robin"]

_MIN_RATING, _MAX_RATING = 1200, 2700
_WHITE_EDGE = 35
"""What the first move is worth, in points of rating."""


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How probable it is that something happens; each for a player and a round, `late` and `unrated` for a player."""

    draw: float = 0.3
    forfeit: float = 0.01
    both_forfeit: float = 0.001
    decided: float = 0.0
    withdrawal: float = 0.01
    half_bye: float = 0.02
    full_bye: float = 0.002
    zero_bye: float = 0.01
    late: float = 0.03
    unrated: float = 0.0


class Simulation(msgspec.Struct, frozen=True):
    """A tournament that was simulated. `stopped`: why no more rounds could be paired, if that is so."""

    field: Field
    stopped: str = ""


def simulated(
    format_: SimulatedFormat,
    players: int,
    rounds: int | None,
    seed: int,
    *,
    table: PointTable | None = None,
    course: Course | None = None,
    accelerated: bool = False,
    forbidden: int = 0,
    pair: Callable[[Field, tuple[Bye, ...]], Round] = swiss.paired,
) -> Simulation:
    """A tournament of a format, played to its end or until nobody can be paired any more.

    `rounds`: for a Swiss tournament only. `forbidden`: how many pairs of players are kept apart. `pair` pairs a round
    of a Swiss tournament. Raises `NotAllowed` for numbers of players or rounds that make no tournament.
    """
    if players < swiss.MIN_PLAYERS:
        raise NotAllowed("tournament_too_few", least=swiss.MIN_PLAYERS)
    chance = random.Random(f"{format_} {players} {rounds} {seed}")
    course = course or Course()
    table = table or PointTable()
    entrants = tuple(drawn_entrants(players, course.unrated, chance))
    if format_ != "swiss":
        return _round_robin(Field(entrants, table=table), format_ == "double-round-robin", course, chance)
    if rounds is None or rounds < 1:
        raise NotAllowed("tournament_rounds_needed")
    numbers = range(1, players + 1)
    field = Field(
        entrants,
        table=table,
        total=rounds,
        first=chance.choice(("white", "black")),
        forbidden=frozenset(tuple(sorted(chance.sample(numbers, 2))) for _ in range(forbidden)),  # type: ignore[misc]
        accelerated=swiss.baku(numbers, rounds, table) if accelerated else {},
    )
    arrivals = {number: chance.randint(2, 3) for number in numbers if chance.random() < course.late}
    gone: set[int] = set()
    for index in range(1, rounds + 1):
        byes = tuple(_byes(field, index, arrivals, gone, course, chance))
        try:
            drawn = pair(field, byes)
        except NotAllowed as refusal:
            return Simulation(field, refusal.reason)
        played = Round(tuple(_played(field, each, course, chance) for each in drawn.pairings), drawn.byes)
        field = msgspec.structs.replace(field, rounds=(*field.rounds, played))
    return Simulation(field)


def drawn_entrants(players: int, unrated: float, chance: random.Random) -> Iterator[Entrant]:
    """Players with ratings, the highest first."""
    ratings = sorted((chance.randint(_MIN_RATING, _MAX_RATING) for _ in range(players)), reverse=True)
    for number, rating in enumerate(ratings, 1):
        yield Entrant(number, f"Player {number:04}", None if chance.random() < unrated else rating)


def _byes(
    field: Field, index: int, arrivals: dict[int, int], gone: set[int], course: Course, chance: random.Random
) -> Iterator[Bye]:
    """Who does not play in a round. `gone` grows by those who withdraw, never below the two who can still play."""
    staying = len(field.entrants) - len(gone)
    for entrant in field.entrants:
        number = entrant.number
        may_go = number not in gone and index > 1 and staying > len(field.entrants) // 2 + 1
        if may_go and chance.random() < course.withdrawal:
            gone.add(number)
            staying -= 1
        if number in gone or arrivals.get(number, 0) > index:
            yield Bye(number, "zero")
            continue
        drawn = chance.random()
        if drawn < course.half_bye:
            yield Bye(number, "half")
        elif drawn < course.half_bye + course.full_bye:
            yield Bye(number, "full")
        elif drawn < course.half_bye + course.full_bye + course.zero_bye:
            yield Bye(number, "zero")


def _played(field: Field, pairing: Pairing, course: Course, chance: random.Random) -> Pairing:
    white, black = (_strength(field, number) for number in (pairing.white, pairing.black))
    return msgspec.structs.replace(pairing, result=drawn_result(white - black, course, chance))


def _strength(field: Field, number: int) -> int:
    return field.entrants[number - 1].rating or _MIN_RATING


def drawn_result(difference: int, course: Course, chance: random.Random) -> PairingResult:
    """A result that follows from a difference of ratings, White's less Black's."""
    drawn = chance.random()
    unusual: tuple[tuple[float, tuple[PairingResult, ...]], ...] = (
        (course.both_forfeit, ("---",)),
        (course.forfeit, ("+--", "--+")),
        (course.decided, ("0-0", "1/2-0", "0-1/2")),
    )
    for probability, results in unusual:
        if drawn < probability:
            return chance.choice(results)
        drawn -= probability
    expected = 1 / (1 + 10 ** (-(difference + _WHITE_EDGE) / 400))
    draw = min(course.draw, 2 * expected, 2 * (1 - expected))
    drawn = chance.random()
    if drawn < draw:
        return "1/2-1/2"
    return "1-0" if drawn < draw + expected - draw / 2 else "0-1"


def _round_robin(field: Field, double: bool, course: Course, chance: random.Random) -> Simulation:
    gone: set[int] = set()
    rounds: list[Round] = []
    table = round_robin.berger(len(field.entrants), cycles=2 if double else 1)
    for index, drawn in enumerate(table, 1):
        if index > 1 and len(gone) < len(field.entrants) - swiss.MIN_PLAYERS:
            gone |= {each.number for each in field.entrants if chance.random() < course.withdrawal}
        known = round_robin.without(drawn, gone)
        played = (each if each.result else _played(field, each, course, chance) for each in known.pairings)
        rounds.append(Round(tuple(played), drawn.byes))
    return Simulation(msgspec.structs.replace(field, rounds=tuple(rounds), total=len(table)))
