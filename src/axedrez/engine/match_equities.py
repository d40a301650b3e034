"""Match equity tables: the chance to win a match, by the points that both sides lack."""

from __future__ import annotations

from functools import lru_cache

from axedrez.engine.cube_equity import Shares, Stakes, beginning

EFFICIENCY = 0.83
"""The efficiency of the cube over a whole game: fitted to published tables of backgammon (docs/cube.md).

More than from the middle of one, from where less of a game is left in which the cube may come at the best moment.
"""

Equities = tuple[tuple[float, ...], ...]


@lru_cache(maxsize=64)
def match_equities(
    length: int, largest: int, crawford: bool, passing: int, usual: tuple[tuple[int, float], ...]
) -> tuple[Equities, Equities]:
    """The match equity table: the probability of winning a match, by the points that both sides lack.

    Two tables: with Crawford's game still to come, and after it. Each entry is a game at its beginning (`usual`), whose
    outcomes are looked up at the scores that they lead to. A drawn game is played again at the same score (G-45), so
    only those that are decided count.
    """
    after = [[0.0] * (length + 1) for _ in range(length + 1)]
    after[0] = [1.0] * (length + 1)
    before = [list(row) for row in after]
    decided = sum(share for points, share in usual if points)
    shares: Shares = {points: share / decided for points, share in usual if points}
    for of_before, own, enemy in _scores(length, crawford):
        playing_crawford = of_before and min(own, enemy) == 1
        stakes = Stakes.of_match(
            before if of_before and not playing_crawford else after,
            (own, enemy),
            1 if playing_crawford else largest,
            passing,
            replayed=0.0,  # no game of `shares` is
        )
        table = before if of_before else after
        table[own][enemy] = 0.5 if own == enemy else beginning(shares, stakes, EFFICIENCY)
        table[enemy][own] = 1 - table[own][enemy]
    found = _frozen(after)
    return (_frozen(before) if crawford else found), found


def _frozen(table: list[list[float]]) -> Equities:
    return tuple(tuple(row) for row in table)


def _scores(length: int, crawford: bool) -> list[tuple[bool, int, int]]:
    """The needed entries of both tables, ordered so that each depends on earlier ones only; whether before Crawford."""
    pairs = [(own, total - own) for total in range(2, 2 * length + 1) for own in range(1, total // 2 + 1)]
    inside = [(own, enemy) for own, enemy in pairs if enemy <= length]
    found = [(False, own, enemy) for own, enemy in inside if own == 1 or not crawford]
    return found + [(True, own, enemy) for own, enemy in inside if crawford]
