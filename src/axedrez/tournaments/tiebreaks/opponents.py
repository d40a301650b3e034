"""Tie-breaks from the points of opponents: Buchholz, fore Buchholz, their average, Sonneborn-Berger, Koya."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from axedrez.tournaments.points import points_of
from axedrez.tournaments.tiebreaks.codes import TieBreak
from axedrez.tournaments.tiebreaks.ledger import Ledger, Line
from axedrez.tournaments.tiebreaks.values import Shown, Term, summed


class _Part(NamedTuple):
    """A contribution before cuts. `score`: of the opponent, or of whoever stands for one, in tenths."""

    line: Line
    score: int
    value: Decimal
    is_voluntary: bool


def buchholz(ledger: Ledger, chosen: TieBreak) -> dict[int, Shown]:
    """The sum of the opponents' points; with `SB`, each times the points won against the opponent."""
    fore = chosen.fore or chosen.code == "FB"
    adjusted = ledger.adjusted(fore)
    found = {}
    for number, lines in ledger.lines.items():
        parts = [
            _Part(line, score, points_of(score) * (points_of(line.tenths) if chosen.code == "SB" else 1), voluntary)
            for line in lines
            if line.opponent or not ledger.is_round_robin
            for score, voluntary in (_score(ledger, chosen, number, line, adjusted, fore),)
        ]
        cut = _cut(parts, chosen, ledger.rounds)
        found[number] = summed(
            Term(part.line.round, part.value, part.line.opponent, part.line.round in cut) for part in parts
        )
    return found


def _score(
    ledger: Ledger, chosen: TieBreak, number: int, line: Line, adjusted: dict[int, int], fore: bool
) -> tuple[int, bool]:
    """The score that a round counts with, and whether it is a voluntary unplayed round."""
    is_last = fore and line.round == ledger.total
    counts_as_played = line.met or chosen.predetermined or ledger.is_round_robin or is_last
    if line.opponent and counts_as_played:
        return adjusted[line.opponent], False
    own = ledger.own(number, fore)
    if line.opponent:
        return min(own, adjusted[line.opponent]), line.is_voluntary
    return min(own, ledger.table.draw * ledger.rounds), line.is_voluntary


def _cut(parts: list[_Part], chosen: TieBreak, rounds: int) -> set[int]:
    """The rounds that are left out.

    Voluntary unplayed rounds go first among the low ones (16.5), unless the lowest opponent has contributed more.
    """
    low = min(chosen.low, rounds)
    high = min(chosen.high, rounds - low)
    left = list(parts)
    cut = set()
    for _ in range(low):
        if not left:
            break
        gone = min(left, key=lambda part: (part.score, part.value))
        unplayed = [part for part in left if part.is_voluntary]
        if unplayed:
            least = min(unplayed, key=lambda part: (part.value, part.score))
            gone = gone if gone.value > least.value else least
        left.remove(gone)
        cut.add(gone.line.round)
    for _ in range(high):
        if not left:
            break
        gone = min(left, key=lambda part: (-part.score, -part.value))
        left.remove(gone)
        cut.add(gone.line.round)
    return cut


def average(ledger: Ledger, chosen: TieBreak) -> dict[int, Shown]:
    """The average of the Buchholz of those that one has played against."""
    sums = buchholz(ledger, TieBreak("BH", predetermined=chosen.predetermined, fore=chosen.fore))
    # Two places keep different averages apart up to 8 rounds, three up to 26, four up to 72.
    places = 2 + sum(ledger.rounds > most for most in (8, 26, 72))
    return averaged(ledger, {number: shown.value for number, shown in sums.items()}, Decimal(1).scaleb(-places))


def averaged(ledger: Ledger, values: dict[int, Decimal | None], step: Decimal) -> dict[int, Shown]:
    """The averages of what the opponents of played games have, rounded to a step."""
    found = {}
    for number, lines in ledger.lines.items():
        terms = []
        for line in lines:
            value = values[line.opponent] if line.met and line.opponent else None
            if value is not None:
                terms.append(Term(line.round, value, line.opponent))
        mean = sum((term.value for term in terms), Decimal(0)) / len(terms) if terms else None
        found[number] = Shown(None if mean is None else mean.quantize(step, ROUND_HALF_UP), tuple(terms))
    return found


def koya(ledger: Ledger, chosen: TieBreak) -> dict[int, Shown]:
    """The points won against those who have at least half of what could be won."""
    games = ledger.rounds
    if ledger.is_round_robin:
        count = len(ledger.numbers)
        if games % count == 0:
            games -= games // count  # an odd number: everybody had byes
        games -= sum(not last for last in ledger.last_paired.values())
    limit = Decimal(chosen.percent * ledger.table.win * games) / 100 + chosen.more * 10
    found = {}
    for number, lines in ledger.lines.items():
        found[number] = summed(
            Term(line.round, points_of(line.tenths), line.opponent, ledger.tenths[line.opponent] < limit)
            for line in lines
            if line.opponent
        )
    return found
