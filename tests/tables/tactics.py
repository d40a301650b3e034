"""The slow twin of `kernel.tactics`, from what its words say: men as lists, each roll played out."""

from __future__ import annotations

from itertools import product

from axedrez.core.sides import Side
from axedrez.tables.position.position import TablesPosition

BAR = 25
ROLLS = list(product(range(1, 7), repeat=2))


def men_of(position: TablesPosition, side: Side) -> list[int]:
    """How far each man of a side has still to go; those borne off are left out."""
    setup = position.setup()
    white = side is Side.WHITE

    def count(text: str) -> int:
        return sum(sign.isupper() == white for sign in text)

    points = [count(point) for point in setup.points]
    if not white:
        points.reverse()
    return [distance for distance, men in enumerate(points, 1) for _ in range(men)] + [BAR] * count(setup.bar)


def hit(men: list[int], enemies: list[int], dice: list[int]) -> set[int]:
    """The points, by distance, on which a turn may take a lone enemy; nobody is borne off."""
    if not dice:
        return set()
    found = set()
    for die in set(dice):
        left = dice.copy()
        left.remove(die)
        for distance in [BAR] if BAR in men else set(men):
            target = distance - die
            there = enemies.count(BAR - target)
            if target < 1 or there > 1:
                continue
            after = [*men, target]
            after.remove(distance)
            found |= {target} if there else set()
            found |= hit(after, enemies, left)
    return found


def runs(distance: int, enemies: list[int]) -> int:
    """The rolls of which one man can play both dice."""

    def may_stand(at: int) -> bool:
        return at < 1 or enemies.count(BAR - at) < 2

    return sum(
        may_stand(distance - one - two) and (may_stand(distance - one) or may_stand(distance - two))
        for one, two in ROLLS
    )


def side(men: list[int], enemies: list[int]) -> list[float]:
    """The `TACTICS` of one side."""
    hits = [hit(men, enemies, [one, two] if one != two else [one] * 4) for one, two in ROLLS]
    shut = [BAR in men and all(enemies.count(die) > 1 for die in roll) for roll in ROLLS]
    last, enemy_last = max(men), max(enemies)
    able = {BAR} if BAR in men else set(men)
    held = [runs(distance, men) for distance in range(max(enemy_last - 8, 12), enemy_last + 1)]
    return [
        sum(bool(points) for points in hits) / 36,
        sum(max(points, default=0) for points in hits) / 360,
        sum(len(points) > 1 for points in hits) / 36,
        sum(shut) / 36,
        runs(last, enemies) / 36,
        sum(runs(distance, enemies) for distance in able) / 288,
        sum(max(0, distance - (BAR - enemy_last)) for distance in men) / 100,
        min(held, default=36) / 36,
    ]


def tactics(position: TablesPosition) -> list[float]:
    """Those of the side that rolls, then the other's."""
    own, enemy = men_of(position, position.side), men_of(position, position.side.opponent)
    if max(own, default=0) + max(enemy, default=0) <= BAR:
        return [0.0] * 16
    return side(own, enemy) + side(enemy, own)
