"""Knockout: the bracket by seeds, who goes on, and how far everybody came."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from axedrez.core.errors import NotAllowed
from axedrez.tournaments.field import Bye, Field, Pairing, Round
from axedrez.tournaments.round_robin import without

MIN_PLAYERS = 2


def bracket(players: int) -> tuple[int, ...]:
    """The seeds from top to bottom: neighbours meet in the first round, and the best two only in the final.

    With eight players 1 8 4 5 2 7 3 6. Where the number is no power of two, the best have no opponent: 0.
    """
    if players < MIN_PLAYERS:
        raise NotAllowed("tournament_too_few", least=MIN_PLAYERS)
    seeds = [1, 2]
    while len(seeds) < players:
        size = 2 * len(seeds) + 1
        seeds = [each for seed in seeds for each in (seed, size - seed)]
    return tuple(seed if seed <= players else 0 for seed in seeds)


def slots(numbers: Sequence[int]) -> tuple[int, ...]:
    """The first round for entrants in the order of their seeds: neighbours meet, 0 is nobody."""
    return tuple(numbers[seed - 1] if seed else 0 for seed in bracket(len(numbers)))


def places(field: Field) -> tuple[int, ...]:
    """Who is left after the rounds of a field, in the order of the bracket; 0 is nobody."""
    return lines(field)[-1]


def paired(field: Field, absent: Collection[int] = (), third_place: bool = False) -> Round:
    """The next round; in the last one, the final stands before the match for third place.

    Who is absent loses by forfeit. The colours alternate from board to board, and on the first one from round to round.
    Raises `NotAllowed` after the last round.
    """
    left = lines(field)
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    for index, (one, other) in enumerate(neighbours(left[-1])):
        if one and other:
            turned = (index + len(field.rounds)) % 2 == 1
            pairings.append(Pairing(other, one) if turned else Pairing(one, other))
        elif one or other:
            byes.append(Bye(one or other, "pairing"))
    if not pairings and not byes:
        raise NotAllowed("tournament_all_rounds", rounds=len(field.rounds))
    if third_place and len(left) > 1 and len(left[-1]) == MIN_PLAYERS:
        beaten = [number for number in left[-2] if number and number not in left[-1]]
        if len(beaten) == MIN_PLAYERS:
            pairings.append(Pairing(beaten[0], beaten[1]))
    return without(Round(tuple(pairings), tuple(byes)), absent)


def stages(field: Field) -> dict[int, int]:
    """How far everybody came: two for each round that they survived, and one for winning the match for third place."""
    reached = {entrant.number: 0 for entrant in field.entrants}
    left = lines(field)
    for count, line in enumerate(left[1:], 1):
        for number in line:
            if number:
                reached[number] = 2 * count
    for line, played in zip(left, field.rounds, strict=False):
        for pairing in played.pairings:
            if not set(line) & {pairing.white, pairing.black}:
                reached[winner(pairing)] = reached.get(winner(pairing), 0) + 1
    reached.pop(0, None)
    return reached


def winner(pairing: Pairing) -> int:
    """Who goes on from a pairing; 0 is nobody, or nobody yet."""
    return {"1-0": pairing.white, "+--": pairing.white, "0-1": pairing.black, "--+": pairing.black}.get(
        pairing.result or "", 0
    )


def lines(field: Field) -> list[tuple[int, ...]]:
    """Who is left before the first round and after each one, in the order of the bracket; 0 is nobody."""
    found = [slots([entrant.number for entrant in field.entrants])]
    for played in field.rounds:
        found.append(tuple(_through(played, one, other) for one, other in neighbours(found[-1])))
    return found


def neighbours(line: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Who meets whom in a line of the bracket."""
    return zip(line[::2], line[1::2], strict=False)


def _through(played: Round, one: int, other: int) -> int:
    for number in (one, other):
        done = played.of(number) if number else None
        if isinstance(done, Bye):
            return number
        if isinstance(done, Pairing):
            return winner(done)
    return 0
