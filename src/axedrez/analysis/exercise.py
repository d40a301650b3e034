"""Exercises: a position in which one move, or one decision about the cube, is better than all others, and the proof.

A family whose positions can be made into exercises supplies an `ExerciseMaker`; `axedrez.exercises` makes sets of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Literal, Protocol, TypeAlias

import msgspec

from axedrez.core.contract import OwnGame, OwnMove, OwnPosition
from axedrez.engine.player import Stop

Task: TypeAlias = Literal["win-in", "win", "advantage", "save", "turn", "cube"]
"""What is asked: to win in so many turns, to win, to come out ahead, to save a draw, the best turn, the cube."""
Method: TypeAlias = Literal["exhaustive", "table", "search", "rollout", "analysis"]
"""How it was proved: all lines searched to the end, an exact table, searches of growing effort, dice, plies."""
CUBE_ANSWERS = ("no-double", "double-take", "double-pass", "too-good")
"""The answers to an exercise about the cube: what the side that rolls does, and what the other side answers."""


class Proof(msgspec.Struct, frozen=True, omit_defaults=True):
    """By how much the solution is the only one.

    `best` and `second`: what the solution and the next best are worth to the solver: expected results from 0 to 1, or
    equities in points where dice are rolled before every turn. `half`: half the width of the 95 % interval of their
    difference (rollouts). `plies`: to the end of the game, where it is proved; those of the next best are `slower`
    (None: it does not win within them). `effort`: the nodes of the largest search, the games of a rollout, or the plies
    of an analysis.
    """

    method: Method
    best: float
    second: float
    half: float = 0.0
    plies: int | None = None
    effort: int = 0

    @property
    def margin(self) -> float:
        """The difference between the solution and the next best."""
        return self.best - self.second


class Exercise(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An exercise: a position, what is asked, and the solution.

    `line`: moves of both sides, the solver's first and last, each of the solver's the only good one; `rest`: how it
    goes on, for people to see. `themes`: names of what the board shows, the most telling first. `turns`: in how many
    turns the solver wins (`win-in`). `rating`: how hard it is, on the scale of players, before anybody has tried it.
    An answer about the cube is one of `CUBE_ANSWERS`, and the only text of the line; it is asked
    for money, with the cube in the middle. `sheet`: the hash of the rules.
    """

    task: Task
    position: str
    line: tuple[str, ...]
    themes: tuple[str, ...]
    proof: Proof
    rating: int
    rest: tuple[str, ...] = ()
    turns: int = 0
    sheet: str = ""

    @property
    def id(self) -> str:
        """A name that tells nothing of the solution: equal for the same task in the same position of the same sheet."""
        asked = msgspec.json.encode((self.sheet, self.task, self.position))
        return hashlib.sha256(asked).hexdigest()[:16]


class Rejected(Exception):
    """A position that is no exercise; `reason` is a message key below `exercise.rejected`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ExerciseMaker(Protocol):
    """Makes positions of a family into exercises. A module of the family is one; thread-safe."""

    def is_candidate_turn(self, position: OwnPosition) -> bool:
        """Whether an exercise can begin here at all, by whose turn it is."""

    def prove(self, position: OwnPosition, stop: Stop | None = None) -> Exercise:
        """The exercise of a position, without its sheet. Raises `Rejected` for a position that is none.

        The same position gives the same exercise.
        """

    def deals(self, game: OwnGame, rng: Random) -> Iterator[OwnPosition]:
        """Positions that games seldom reach, without end: few pieces, where tables are exact."""

    def themes(self, game: OwnGame, exercise: Exercise) -> tuple[str, ...]:
        """What the board shows in an exercise, the most telling first, by its position and line."""

    def is_right(self, position: OwnPosition, exercise: Exercise, number: int, move: OwnMove) -> bool:
        """Whether a move at place `number` of the line, played in `position`, is the solution or as good."""

    def check(self, game: OwnGame, exercise: Exercise, stop: Stop | None = None) -> None:
        """Prove an exercise once more. Raises `Rejected` where that fails."""
