"""Races for tests: positions by the distances of their men, and what they are worth under the best play of both."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from axedrez.core.dice import ROLLS
from axedrez.library import from_data
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition


@cache
def exact() -> TablesGame:
    """Four men in a castle of four points, who leave by the exact number only."""
    start = {"position": "pp/pp/20/PP/PP - - w -"}
    race = {"castle": 4, "exact": True}
    found = from_data({"extends": "backgammon", "id": "exact", "start": start, "race": race})
    assert isinstance(found, TablesGame)
    return found


def standing(game: TablesGame, *distances: int, enemy: tuple[int, ...] = (1,)) -> TablesPosition:
    """A position of White, whose men stand so far from home; the others are off."""
    army = len(game.ruleset.army)
    letters = [""] * 26
    for distance in distances:
        letters[distance] += "P"
    for distance in enemy:
        letters[25 - distance] += "p"
    points, run = [], 0
    for letter in [*letters[1:25], "end"]:
        if not letter:
            run += 1
            continue
        points += [str(run)] * bool(run) + [letter] * (letter != "end")
        run = 0
    off = "P" * (army - len(distances)) + "p" * (army - len(enemy))
    found = game.parse(f"{'/'.join(points)} - {off or '-'} w -")
    assert isinstance(found, TablesPosition)
    return found


def best_play(end: Callable[[TablesPosition], float | None]) -> Callable[[TablesPosition], float]:
    """What positions are worth for the player on roll, by recursion over all rolls and turns.

    `end`: the worth of a position where the recursion stops, None where it goes on.
    """
    known: dict[bytes, float] = {}

    def best(position: TablesPosition) -> float:
        key = position.raw.tobytes()
        if key not in known:
            ended = end(position)
            if ended is None:
                ended = 0.0
                for roll, probability in ROLLS:
                    rolled = position.play_unchecked(roll)
                    ended += probability * max(-best(rolled.play_unchecked(turn)) for turn in rolled.legal_moves())
            known[key] = ended
        return known[key]

    return best
