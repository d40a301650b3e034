"""Arenas: for a set time everybody who waits is paired again, and points are summed over all games.

A win is worth 2 points and a draw 1. Who has won the last two games scores double until a game is not won. Who plays
berserk has half the time, and a point more for a win in at least 7 moves of theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

import msgspec

from axedrez.tournaments.field import Entrant, PairingResult
from axedrez.tournaments.tiebreaks import Shown, Standing, Term

WIN, DRAW = 2, 1
STREAK = 2
MIN_PLAYERS = 2
BERSERK_MOVES = 7
REMATCH_AFTER_MS = 60_000
"""Two who have just met are paired again only if both have been free for so long."""

_WORTH: dict[PairingResult, tuple[int, int]] = {
    "1-0": (WIN, 0),
    "+--": (WIN, 0),
    "0-1": (0, WIN),
    "--+": (0, WIN),
    "1/2-1/2": (DRAW, DRAW),
    "1/2-0": (DRAW, 0),
    "0-1/2": (0, DRAW),
    "0-0": (0, 0),
    "---": (0, 0),
}
"""What a result is worth to White and to Black, without streaks and berserk."""


class ArenaGame(msgspec.Struct, frozen=True):
    """A game of an arena, between numbers. `order`: games count in the order in which they ended; 0 is not ended.

    `berserk`: the numbers of those who play with half the time. `moves`: how many moves the winner has made.
    """

    game: int
    white: int
    black: int
    at: int
    berserk: tuple[int, ...] = ()
    result: PairingResult | None = None
    moves: int = 0
    order: int = 0
    ended_at: int = 0

    def __contains__(self, number: int) -> bool:
        return number in (self.white, self.black)

    def opponent(self, number: int) -> int:
        """Whom somebody plays."""
        return self.black if number == self.white else self.white


class GameScore(NamedTuple):
    """What a game has brought somebody."""

    game: int
    opponent: int
    points: int


def scores(games: Iterable[ArenaGame]) -> dict[int, list[GameScore]]:
    """The points of everybody who has finished a game, game by game."""
    found: defaultdict[int, list[GameScore]] = defaultdict(list)
    wins: defaultdict[int, int] = defaultdict(int)
    for game in sorted((each for each in games if each.result is not None), key=lambda each: each.order):
        for number, points in zip((game.white, game.black), _WORTH[game.result or "---"], strict=True):
            is_win = points == WIN
            got = 2 * points if wins[number] >= STREAK else points
            if is_win and number in game.berserk and game.moves >= BERSERK_MOVES:
                got += 1
            wins[number] = wins[number] + 1 if is_win else 0
            found[number].append(GameScore(game.game, game.opponent(number), got))
    return dict(found)


def standings(entrants: Sequence[Entrant], games: Iterable[ArenaGame]) -> tuple[Standing, ...]:
    """Everybody by points, with the games that they are the sum of. Who has as many shares the place."""
    found = scores(games)
    totals = {each.number: sum(score.points for score in found.get(each.number, ())) for each in entrants}
    ordered = sorted(totals, key=lambda number: (-totals[number], number))
    standing: list[Standing] = []
    for index, number in enumerate(ordered, 1):
        is_shared = bool(standing) and standing[-1].tenths == 10 * totals[number]
        terms = tuple(Term(each.game, Decimal(each.points), each.opponent) for each in found.get(number, ()))
        shown = (Shown(Decimal(totals[number]), terms),)
        standing.append(Standing(standing[-1].place if is_shared else index, number, 10 * totals[number], shown))
    return tuple(standing)


class _Past(NamedTuple):
    """What pairing needs to know of somebody: points, games with white less games with black, and the last game."""

    points: int
    balance: int
    last: ArenaGame | None


def pairs(
    entrants: Sequence[Entrant],
    games: Mapping[int, ArenaGame],
    waiting: Collection[int],
    now: int,
    forbidden: Collection[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    """Whom of those who wait to pair, White first.

    From the top of the standings, each gets the nearest below whom they did not just meet. Who finds nobody, or is in a
    game, waits on. White is for who has had it less often, then for who had black in the last game.
    """
    busy = {number for game in games.values() if game.result is None for number in (game.white, game.black)}
    here = set(waiting) - busy
    free = [each for each in entrants if each.number in here]
    if len(free) < MIN_PLAYERS:
        return []
    past = _past(games.values())
    apart = {frozenset(pair) for pair in forbidden}
    unknown = _Past(0, 0, None)
    free.sort(key=lambda each: (-past.get(each.number, unknown).points, -(each.rating or 0), each.number))
    left = [each.number for each in free]
    found = []
    while left:
        one = left.pop(0)
        for other in left:
            ours, theirs = past.get(one, unknown), past.get(other, unknown)
            if frozenset((one, other)) not in apart and not _just_met(one, other, ours, theirs, now):
                left.remove(other)
                found.append((one, other) if _prefers_white(one, other, ours, theirs) else (other, one))
                break
    return found


def _past(games: Iterable[ArenaGame]) -> dict[int, _Past]:
    games = list(games)
    points = {number: sum(score.points for score in each) for number, each in scores(games).items()}
    found: dict[int, _Past] = {}
    for game in games:
        for number, step in ((game.white, 1), (game.black, -1)):
            balance = found[number].balance if number in found else 0
            found[number] = _Past(points.get(number, 0), balance + step, game)
    return found


def _just_met(one: int, other: int, ours: _Past, theirs: _Past, now: int) -> bool:
    met = (ours.last is not None and other in ours.last) or (theirs.last is not None and one in theirs.last)
    free = max((each.last.ended_at for each in (ours, theirs) if each.last is not None), default=0)
    return met and now - free < REMATCH_AFTER_MS


def _prefers_white(one: int, other: int, ours: _Past, theirs: _Past) -> bool:
    if ours.balance != theirs.balance:
        return ours.balance < theirs.balance
    one_had_black = ours.last is not None and ours.last.black == one
    other_had_black = theirs.last is not None and theirs.last.black == other
    return one_had_black if one_had_black != other_had_black else one < other


def going_on(games: Mapping[int, ArenaGame]) -> Iterator[ArenaGame]:
    """The games that have no result yet."""
    return (game for game in games.values() if game.result is None)
