"""Tables positions with dice for comparing a kernel with the slow twin: one seed gives the same everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tests.naive.tables_text import (
    SIDES,
    Options,
    Position,
    Side,
    drawn,
    is_of,
    opponent,
    ordered,
    parse,
    start,
    winner,
)
from tests.naive.tables_turns import results

Roll = tuple[int, int]
Case = tuple[Position, Roll]

LONGEST_GAME = 400
HASTE = 0.8
SAMPLE = 10


def roll(random: Random) -> Roll:
    return random.randint(1, 6), random.randint(1, 6)


def game_positions(options: Options, count: int, seed: int, kept: float = 1.0) -> Iterator[Case]:
    """Yield `count` positions, each with its roll, of whole games of random play; of the positions met a share `kept`.

    Every other game begins at the start, the others where both sides come home. Most turns take the best for the race
    of a few results drawn at random; games without an end exist all the same (a king shut out by pawns that wait for
    a king who stands before a lone rook) and are cut short. The turn is looked up after the case has been handed out:
    who calls `results` on it meanwhile does the work once.
    """
    random = Random(seed)
    yielded = 0
    begins_at_start = False
    while True:
        begins_at_start = not begins_at_start
        position = start(options) if begins_at_start else _Placement(options, random, coming_home=1).position()
        for _ in range(LONGEST_GAME):
            dice = roll(random)
            if random.random() < kept:
                yield position, dice
                yielded += 1
                if yielded == count:
                    return
            position = _chosen(position, dice, random)
            if winner(position) or drawn(position):
                break


def _chosen(position: Position, dice: Roll, random: Random) -> Position:
    found = sorted(results(position, dice))
    if random.random() < HASTE:
        drawn = [parse(random.choice(found), position.options) for _ in range(SAMPLE)]
        return min(drawn, key=lambda each: (_race(each, position.turn), each.text()))
    return parse(random.choice(found), position.options)


def _race(position: Position, side: Side) -> int:
    """Points still to travel: twice those of the king and the pawns, and those of the officers as far as the castle."""
    total = 0
    distances = [(p if side == "w" else 25 - p, letters) for p, letters in enumerate(position.points, start=1)]
    for distance, letters in [*distances, (25, position.bar)]:
        for letter in letters:
            if is_of(letter, side):
                total += 2 * distance if letter in "KPkp" else max(0, distance - 6)
    return total


def random_placements(options: Options, count: int, seed: int) -> Iterator[Case]:
    """Yield `count` positions nobody played to, each with a roll.

    They are rich in what games seldom show: pieces of all kinds on the bar, kings sharing a point, lone officers,
    blocks before a king, pieces coming home and being borne off, kings that never left their start.
    """
    random = Random(seed)
    for _ in range(count):
        yield _Placement(options, random).position(), roll(random)


class _Placement:
    """One random position in the making: points, bar and off filled piece by piece, enemies kept apart."""

    def __init__(self, options: Options, random: Random, coming_home: float = 0.3) -> None:
        self.options = options
        self.random = random
        self.points: dict[int, str] = dict.fromkeys(range(1, 25), "")
        self.bar = ""
        self.off = ""
        self.home = ""
        self.left: dict[Side, list[str]] = {}
        for side in SIDES:
            pieces = sorted(options.pieces.elements())
            self.left[side] = pieces if side == "w" else [letter.lower() for letter in pieces]
        self.racing: dict[Side, bool] = {side: random.random() < coming_home for side in SIDES}

    def position(self) -> Position:
        if self.options.game == "chessgammon":
            self._kings()
        for side in SIDES:
            self._off_and_bar(side)
        rest = [(side, letter) for side in SIDES for letter in self.left[side]]
        self.random.shuffle(rest)
        for side, letter in rest:
            self._anywhere(side, letter)
        position = Position(
            self.options,
            tuple(ordered(letters) for letters in self.points.values()),
            ordered(self.bar),
            ordered(self.off),
            self.random.choice(SIDES),
            ordered(self.home),
            still=self._still(),
        )
        if winner(position):
            position = replace(position, still=0)
        return parse(position.text(), self.options)

    def _still(self) -> int:
        """Often none, and sometimes one turn before the end of the count (G-45)."""
        most = 2 * self.options.no_progress
        return self.random.choice((0, self.random.randrange(most), most - 1)) if most else 0

    def _take(self, side: Side, letter: str) -> str:
        self.left[side].remove(letter)
        return letter

    def _point(self, side: Side, distance: int) -> int:
        return distance if side == "w" else 25 - distance

    def _kings(self) -> None:
        random = self.random
        if random.random() < 0.25:
            self._shared_point()
            return
        for side in SIDES:
            king = "K" if side == "w" else "k"
            chance = random.random()
            if chance < 0.15:
                self.bar += self._take(side, king)
                continue
            if self.racing[side] and chance < 0.3:
                self.off += self._take(side, king)
                continue
            home = chance > 0.75 and not self.racing[side]
            distance = 24 if home else random.randint(1, 6 if self.racing[side] else 24)
            point = self._point(side, distance)
            if self.points[point]:
                continue  # placed with the rest, elsewhere
            self.points[point] = self._take(side, king)
            if home and random.random() < 0.9:
                self.home += king
            if distance > 1 and random.random() < 0.6:
                self._block_before(side, distance)

    def _shared_point(self) -> None:
        random = self.random
        point = random.randint(1, 24)
        self.points[point] = self._take("w", "K") + self._take("b", "k")
        for king, first in (("K", 24), ("k", 1)):
            if point == first and random.random() < 0.7:
                self.home += king
        side = random.choice(SIDES)
        for _ in range(random.choice((0, 0, 1, 1, 2, 3))):
            self.points[point] += self._take(side, random.choice(self.left[side]))

    def _block_before(self, side: Side, distance: int) -> None:
        """Enemies one point before the king: a block of rooks and pawns mostly, or a lone piece."""
        random = self.random
        point, enemy = self._point(side, distance - 1), opponent(side)
        if any(is_of(letter, side) for letter in self.points[point]):
            return
        for _ in range(random.choice((1, 1, 2, 2, 3, 4, 5, 6))):
            wanted = [letter for letter in self.left[enemy] if letter.upper() in random.choice(("RP", "RP", "QRBNP"))]
            if wanted:
                self.points[point] += self._take(enemy, random.choice(wanted))

    def _off_and_bar(self, side: Side) -> None:
        random, left = self.random, self.left[side]
        pawn = "P" if side == "w" else "p"
        pawns = left.count(pawn)
        if self.racing[side]:
            kept = random.randint(1, max(1, pawns))
        else:
            kept = pawns - random.choice((0, 0, 0, 0, 0, 1, 2, 5))
        for _ in range(pawns - max(kept, 1)):
            self.off += self._take(side, pawn)
        for _ in range(random.choice((0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3))):
            if left:
                self.bar += self._take(side, random.choice(left))

    def _anywhere(self, side: Side, letter: str) -> None:
        random = self.random
        reach = 6 if self.racing[side] and random.random() < 0.98 else 24
        mine = [self._point(side, distance) for distance in range(1, reach + 1)]
        stacks = [
            point for point in mine if self.points[point] and all(is_of(other, side) for other in self.points[point])
        ]
        empty = [point for point in mine if not self.points[point]]
        alone = 0.5 if letter.upper() in "KQR" else 0.3
        if empty and (not stacks or random.random() < alone):
            self.points[random.choice(empty)] = letter
        elif stacks:
            self.points[random.choice(stacks)] += letter
        else:
            self.bar += letter
