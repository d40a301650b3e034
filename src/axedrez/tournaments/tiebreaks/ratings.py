"""Tie-breaks from the ratings of opponents, with the tables of FIDE's rating regulations (B.02, 8.1)."""

from __future__ import annotations

from bisect import bisect_left
from decimal import Decimal

from axedrez.tournaments.tiebreaks.codes import TieBreak
from axedrez.tournaments.tiebreaks.ledger import Ledger, Line
from axedrez.tournaments.tiebreaks.opponents import averaged
from axedrez.tournaments.tiebreaks.values import Shown, Term

# fmt: off
_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)
"""The difference of ratings that belongs to a score of 50, 51 … 100 per cent."""

_UP_TO = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)
"""The largest difference of ratings for which 50, 51 … 99 per cent are expected."""
# fmt: on

_CLEAREST = 800
_STANDARD = {"1": 100, "1/2": 50, "0": 0}
"""A result as per cent of a win, whatever the tournament gives for it."""


def difference_of(percent: int) -> int:
    """The difference of ratings that a score stands for."""
    return _DIFFERENCES[percent - 50] if percent >= 50 else -_DIFFERENCES[50 - percent]


def expected(own: int, opponent: int) -> int:
    """The per cent that are expected against an opponent."""
    better = 50 + bisect_left(_UP_TO, abs(own - opponent))
    return better if own >= opponent else 100 - better


def by_rating(ledger: Ledger, chosen: TieBreak) -> dict[int, Shown]:
    """Average rating of opponents, performance rating, perfect performance, or the averages of these."""
    if chosen.code in ("APRO", "APPO"):
        code = "TPR" if chosen.code == "APRO" else "PTP"
        single = by_rating(ledger, TieBreak(code, unrated=chosen.unrated))
        return averaged(ledger, {number: shown.value for number, shown in single.items()}, Decimal(1))
    return {number: _of(ledger, chosen, lines) for number, lines in ledger.lines.items()}


def _of(ledger: Ledger, chosen: TieBreak, lines: list[Line]) -> Shown:
    """None where somebody in the tournament has no rating and none was agreed on."""
    ratings = {
        line.round: rating
        for line in lines
        if line.met and line.opponent
        for rating in (ledger.ratings[line.opponent] or chosen.unrated,)
        if rating is not None
    }
    order = sorted(ratings, key=lambda index: ratings[index])
    low = min(chosen.low, ledger.rounds)
    high = min(chosen.high, ledger.rounds - low)
    kept = order[low : max(low, len(order) - high)]
    terms = tuple(
        Term(line.round, Decimal(ratings[line.round]), line.opponent, line.round not in kept)
        for line in lines
        if line.round in ratings
    )
    if not kept or (chosen.unrated is None and None in ledger.ratings.values()):
        return Shown(None, terms)
    score = sum(_STANDARD[lines[index - 1].part] for index in kept)
    return Shown(Decimal(_value(chosen.code, score, [ratings[index] for index in kept])), terms)


def _value(code: str, score: int, ratings: list[int]) -> int:
    """`score`: in per cent of a game, summed."""
    if code == "ARO":
        return _average(ratings)
    if code == "TPR":
        return _average(ratings) + difference_of(_half_up(score, len(ratings)))
    return _perfect(score, ratings)


def _average(ratings: list[int]) -> int:
    return _half_up(sum(ratings), len(ratings))


def _half_up(number: int, by: int) -> int:
    return (2 * number + by) // (2 * by)


def _perfect(score: int, ratings: list[int]) -> int:
    """The lowest rating with which at least this score is expected against these opponents."""
    if score == 0:
        return min(ratings) - _CLEAREST
    low, high = min(ratings) - _CLEAREST, max(ratings) + _CLEAREST
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected(middle, rating) for rating in ratings) >= score:
            high = middle
        else:
            low = middle
    return high
