"""Direct encounter: those who are tied are ranked by the games between them (C.07, article 6)."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from axedrez.tournaments.points import points_of
from axedrez.tournaments.tiebreaks.codes import TieBreak
from axedrez.tournaments.tiebreaks.ledger import Ledger, Line
from axedrez.tournaments.tiebreaks.values import Shown, Term


def direct(ledger: Ledger, chosen: TieBreak, tied: Iterable[list[int]]) -> dict[int, Shown]:
    """The place within those who are tied, from 1; 0 for all of them where their games decide nothing."""
    found = {}
    for group in tied:
        places = _places(ledger, chosen, group)
        decided = len(set(places.values())) > 1
        for number in group:
            terms = tuple(
                Term(line.round, points_of(line.tenths), line.opponent)
                for line in _between(ledger, chosen, number, set(group))
            )
            found[number] = Shown(Decimal(places[number] if decided else 0), terms)
    return found


def _between(ledger: Ledger, chosen: TieBreak, number: int, group: set[int]) -> list[Line]:
    counts_forfeits = chosen.predetermined or ledger.is_round_robin
    return [line for line in ledger.lines[number] if line.opponent in group and (line.met or counts_forfeits)]


def _places(ledger: Ledger, chosen: TieBreak, group: list[int]) -> dict[int, int]:
    places: dict[int, int] = {}
    place = 1
    for part in _split(ledger, chosen, group):
        places |= dict.fromkeys(part, place)
        place += len(part)
    return places


def _split(ledger: Ledger, chosen: TieBreak, group: list[int]) -> list[list[int]]:
    """A group in parts, the best first; each part again by the games within it, as long as that decides anything."""
    if len(group) == 1:
        return [group]
    parts = _once(ledger, chosen, group)
    if len(parts) == 1:
        return parts
    return [smaller for part in parts for smaller in _split(ledger, chosen, part)]


def _once(ledger: Ledger, chosen: TieBreak, group: list[int]) -> list[list[int]]:
    members = set(group)
    points: dict[int, Fraction] = {}
    missing: dict[int, int] = {}
    for number in group:
        against: dict[int, list[int]] = {}
        for line in _between(ledger, chosen, number, members):
            against.setdefault(line.opponent or 0, []).append(line.tenths)
        points[number] = sum((Fraction(sum(each), len(each)) for each in against.values()), Fraction(0))
        missing[number] = len(group) - 1 - len(against)
    ordered = sorted(group, key=lambda number: -points[number])
    if ledger.is_round_robin or not any(missing.values()):
        parts: list[list[int]] = []
        for number in ordered:
            if parts and points[parts[-1][0]] == points[number]:
                parts[-1].append(number)
            else:
                parts.append([number])
        return parts
    # Not all have met: somebody is first only if nobody could have caught up in the games that were not played.
    most = {number: points[number] + missing[number] * ledger.table.win for number in group}
    ahead = 0
    while ahead < len(ordered) - 1 and points[ordered[ahead]] > max(most[each] for each in ordered[ahead + 1 :]):
        ahead += 1
    return [[number] for number in ordered[:ahead]] + [ordered[ahead:]]
