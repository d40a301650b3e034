"""Pairing a round by the Dutch system of FIDE (C.04.3, in force since February 2026).

The package `gacrux` finds the pairs. A field becomes the data that it works on, and its pairs become a `Round`. All
here is a pure function of values that can be pickled, so a server may call `paired` in another process.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import groupby
from typing import Any

from axedrez.core.errors import NotAllowed
from axedrez.tournaments.field import Bye, Field, Pairing, PointTable, Round
from axedrez.tournaments.points import points_of

_LETTERS = {"1": "W", "1/2": "D", "0": "L", "+": "W", "-": "Z"}
_BYES = {"pairing": "P", "full": "W", "half": "D", "zero": "Z"}
MIN_PLAYERS = 2
"""Who plays alone is not paired."""


def paired(field: Field, byes: Iterable[Bye] = ()) -> Round:
    """The next round: everybody plays but those in `byes`; one more gets the bye of an odd number.

    The pairings are in the order of their boards. Raises `NotAllowed` when a result is missing, when all rounds have
    been played, and when these players cannot be paired any more.
    """
    byes = tuple(byes)
    number = len(field.rounds) + 1
    if number > field.total:
        raise NotAllowed("tournament_all_rounds", rounds=field.total)
    for index, played in enumerate(field.rounds, 1):
        if not played.is_over:
            raise NotAllowed("tournament_results_missing", round=index)
    absent = {bye.number for bye in byes}
    if sum(entrant.number not in absent for entrant in field.entrants) < MIN_PLAYERS:
        raise NotAllowed("tournament_too_few", least=MIN_PLAYERS)
    pairs = _pairs(field, absent, number)
    numbers = [entrant.number for entrant in field.entrants]
    found: list[Pairing] = []
    left: list[Bye] = []
    for white, black in pairs:
        if black:
            found.append(Pairing(numbers[white - 1], numbers[black - 1]))
        else:
            left.append(Bye(numbers[white - 1], "pairing"))
    return Round(tuple(found), (*left, *byes))


def baku(numbers: Iterable[int], total: int, table: PointTable) -> dict[int, dict[int, int]]:
    """Baku acceleration (C.04.7): by round, the virtual tenths of the upper half while that round is paired.

    The upper half is rounded up to an even number. In the first half of the rounds, rounded up, its players have points
    that they did not win: as many as for a win in the first half of these rounds, rounded up, then for a draw.
    """
    ordered = sorted(numbers)
    upper = ordered[: 2 * -(-len(ordered) // 4)]
    rounds = -(-total // 2)
    full = -(-rounds // 2)
    return {index: dict.fromkeys(upper, table.win if index <= full else table.draw) for index in range(1, rounds + 1)}


def _pairs(field: Field, absent: set[int], number: int) -> list[tuple[int, int]]:
    """The pairs of positions in `field.entrants`, from 1, white first; 0 as the opponent for a bye."""
    from gacrux.gacruxexeptions import GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch

    engine = pairing_dutch(as_gacrux(field, absent), number, {"experimental": [], "verbose": 0, "rank": False})
    try:
        brackets = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        raise NotAllowed("tournament_no_pairing", round=number) from None
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    return [(pair["w"], pair["b"]) for pair in sorted(pairs, key=lambda pair: (not pair["b"], pair["board"]))]


def as_gacrux(field: Field, absent: Collection[int] = ()) -> dict[str, Any]:
    """A field as `gacrux` takes it. It numbers players by their position; every game carries its points."""
    positions = {entrant.number: index for index, entrant in enumerate(field.entrants, 1)}
    return {
        "tournamentNo": 1,
        "tournamentType": "Swiss",
        "numRounds": field.total,
        "currentRound": len(field.rounds),
        "teamTournament": False,
        "topColor": field.first[0],
        "competitors": [
            {
                "cid": positions[entrant.number],
                "present": entrant.number not in absent,
                "rank": positions[entrant.number],
                "rating": {"rating": entrant.rating} if entrant.rating else None,
                "random": positions[entrant.number],
            }
            for entrant in field.entrants
        ],
        "scoreSystem": {"game": _scores(field.table)},
        "gameList": list(_games(field, positions)),
        "accelerated": {"values": list(_virtual(field.accelerated, positions))},
        "prohibited": [
            {"firstRound": 1, "lastRound": field.total, "competitors": [positions[one], positions[other]]}
            for one, other in sorted(field.forbidden)
            if one in positions and other in positions
        ],
    }


def _scores(table: PointTable) -> dict[str, Decimal]:
    """What the letters of results are worth. Wins, draws and losses matter; every game has points of its own."""
    return {
        "W": points_of(table.win),
        "D": points_of(table.draw),
        "L": points_of(table.loss),
        "Z": points_of(table.zero_bye),
        "P": points_of(table.pairing_bye),
        "F": points_of(table.full_bye),
        "H": points_of(table.half_bye),
        "A": points_of(table.draw),
        "U": points_of(table.zero_bye),
    }


def _games(field: Field, positions: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    def side(number: int, letter: str, done: Pairing | Bye) -> dict[str, Any]:
        points = points_of(field.table.of(done, number))
        return {"cid": positions[number], "result": letter, "score": points}

    for index, played in enumerate(field.rounds, 1):
        for pairing in played.pairings:
            if pairing.result is None:
                continue
            ours, theirs = pairing.parts
            yield {
                "round": index,
                "white": side(pairing.white, _LETTERS[ours], pairing),
                "black": side(pairing.black, _LETTERS[theirs], pairing),
                "played": pairing.is_played,
            }
        for bye in played.byes:
            yield {
                "round": index,
                "white": side(bye.number, _BYES[bye.kind], bye),
                "black": None,
                "played": bye.kind == "pairing",
            }


def _virtual(accelerated: Mapping[int, Mapping[int, int]], positions: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    for (index, first, last), tenths in ranges(accelerated, positions):
        yield {
            "matchPoints": Decimal(0),
            "gamePoints": points_of(tenths),
            "firstRound": index,
            "lastRound": index,
            "firstCompetitor": first,
            "lastCompetitor": last,
        }


def ranges(
    accelerated: Mapping[int, Mapping[int, int]], positions: Mapping[int, int]
) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Virtual points as runs of neighbours who have the same: (round, first, last) by position, and the tenths."""
    for index, tenths in sorted(accelerated.items()):
        given = sorted((positions[number], each) for number, each in tenths.items() if each and number in positions)
        for (_, each), run in groupby(enumerate(given), lambda item: (item[1][0] - item[0], item[1][1])):
            places = [position for _, (position, _) in run]
            yield (index, places[0], places[-1]), each
