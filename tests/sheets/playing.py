"""Random games of any kind, through the contract alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from axedrez import Game, History, Move, Position, Side


class Ply(NamedTuple):
    """A position on the way, what stood before it, and the move that is made there (None after the last one)."""

    position: Position
    history: History
    move: Move | None


def choices(position: Position) -> Sequence[Move]:
    """The moves of a player, or the rolls of the dice."""
    if position.turn is Side.CHANCE:
        return [roll for roll, _ in position.chance_outcomes()]
    return position.legal_moves()


def random_game(game: Game, seed: float | str, plies: int = 3000, start: Position | None = None) -> Iterator[Ply]:
    """A game from the start to its end, or to the cap; any move is as likely as another."""
    random = Random(seed)
    position, history = start or game.start(), History()
    for _ in range(plies):
        if position.outcome(history):
            break
        move = random.choice(choices(position))
        yield Ply(position, history, move)
        history = history.after(position)
        position = position.play_unchecked(move)
    yield Ply(position, history, None)


def samples(game: Game, seed: int, plies: int = 120, every: int = 3) -> Iterator[Ply]:
    """Some positions of a random game, the last one always among them.

    The distance between two is odd: rolls and turns alternate where there are dice, and both shall be met.
    """
    for number, ply in enumerate(random_game(game, seed, plies)):
        if number % (every | 1) == 0 or ply.move is None:
            yield ply
