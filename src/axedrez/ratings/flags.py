"""Signs that ratings were moved on purpose: for an operator to look at, never a reason to punish by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, NamedTuple
from uuid import UUID

from axedrez.ratings.glicko2 import PROVISIONAL_DEVIATION

FEW_PLIES = 12
QUICK_LOSSES = 5
"""So many games lost within `FEW_PLIES` half-moves are a sign of losing on purpose."""

PAIR_GAMES = 10
PAIR_SHARE = 0.5
PAIR_SCORE = 0.8
"""`PAIR_GAMES` games of a pair are a sign where one scored so much in them, and they are that share of the other's."""

JUMP = 300
JUMP_MS = 7 * 86_400_000
"""A rating that is not provisional and rises or falls so much in that time is a sign of another player, or of both."""

Sign = Literal["quick_losses", "same_pair", "jump"]


class RatedResult(NamedTuple):
    """A rated game as one player saw it. `score` in half points; `key`: what the rating is of; the rating after it."""

    person: UUID
    opponent: UUID
    key: tuple[str, str]
    score: int
    plies: int
    at: int
    rating: float
    deviation: float


class Suspicion(NamedTuple):
    """A sign. `number`: lost games, games of the pair, or points of the jump; `other`: of the pair."""

    sign: Sign
    person: UUID
    key: tuple[str, str]
    number: int
    other: UUID | None = None


def suspicions(results: Iterable[RatedResult]) -> list[Suspicion]:
    """The signs in some results, which come in the order of the games; those of most weight of each kind first."""
    of_player: defaultdict[tuple[UUID, tuple[str, str]], list[RatedResult]] = defaultdict(list)
    for result in results:
        of_player[result.person, result.key].append(result)
    found: list[Suspicion] = []
    for (person, key), own in of_player.items():
        quick = sum(each.score == 0 and each.plies <= FEW_PLIES for each in own)
        if quick >= QUICK_LOSSES:
            found.append(Suspicion("quick_losses", person, key, quick))
        if (jump := _jump(own)) >= JUMP:
            found.append(Suspicion("jump", person, key, jump))
        against: defaultdict[UUID, list[RatedResult]] = defaultdict(list)
        for each in own:
            against[each.opponent].append(each)
        for opponent, games in against.items():
            scored = sum(each.score for each in games) / (2 * len(games))
            share = len(games) / len(own)
            if len(games) >= PAIR_GAMES and scored >= PAIR_SCORE and share >= PAIR_SHARE:
                found.append(Suspicion("same_pair", person, key, len(games), opponent))
    return sorted(found, key=lambda each: (each.sign, -each.number, str(each.person)))


def _jump(own: list[RatedResult]) -> int:
    """The largest difference of two ratings within `JUMP_MS`, the first of them not provisional."""
    most, first = 0.0, 0
    for last, after in enumerate(own):
        while after.at - own[first].at > JUMP_MS:
            first += 1
        for before in own[first:last]:
            if before.deviation < PROVISIONAL_DEVIATION:
                most = max(most, abs(after.rating - before.rating))
    return int(most)
