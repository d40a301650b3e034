"""Making exercises: games of the program with itself, weak moves among them, whose positions are proved one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import count as numbers
from itertools import islice
from random import Random

import msgspec

from axedrez import library, players
from axedrez.analysis.exercise import Exercise, ExerciseMaker, Rejected
from axedrez.core import AxedrezError, Game, History, Position
from axedrez.core.contract import Move
from axedrez.core.game_record import GameRecord
from axedrez.engine.player import Stop
from axedrez.processes import Pool, frozen, thawed

MAX_GAME_PLIES = 240
"""Moves of both sides after which a game is left."""
OPENING = 6
"""So many moves at first are drawn by lot, so that no two games are alike, and none of them is an exercise."""
WEAK = 0.12
"""The share of later moves that are drawn by lot: where nobody errs there is nothing to find."""
NODES = 2_000
LEVELS = (1, 2, 3, 4, 6)
MAX_OF_A_GAME, APART = 2, 8
"""Exercises from one game, and moves between them."""
DEALT_EVERY, DEALT = 4, 6
"""In every so many games, so many positions of few pieces are looked at besides."""


class Harvest(msgspec.Struct):
    """What a game has given: its exercises, the positions looked at, and why the others are none, by reason."""

    exercises: list[Exercise] = []
    positions: int = 0
    rejected: dict[str, int] = {}


def maker_of(game: Game) -> ExerciseMaker:
    """What makes exercises of a game. Raises `AxedrezError` for games of a family that has none."""
    maker = library.family_of(game).exercises()
    if maker is None:
        raise AxedrezError("exercises_family", name=game.name)
    return maker


def harvest(game: Game, seed: int, stop: Stop | None = None) -> Harvest:
    """The exercises of the game number `seed`: the same number gives the same ones."""
    maker, rng = maker_of(game), Random(f"{game.hash} {seed}")
    found, rejected = Harvest(), Counter[str]()
    last = -APART
    for ply, position in _positions(game, rng, stop):
        if ply < OPENING or ply < last + APART or not maker.is_candidate_turn(position):
            continue
        # Decisions about the cube come before every roll: half of the games are left to turns.
        if seed % 2 and position.chance_outcomes():
            continue
        if _try(maker, position, found, rejected, stop):
            last = ply
            if len(found.exercises) == MAX_OF_A_GAME:
                break
    if seed % DEALT_EVERY == 0:
        for position in islice(maker.deals(game, rng), DEALT):
            if stop is not None and stop.is_set():
                break
            _try(maker, position, found, rejected, stop)
    found.rejected = dict(sorted(rejected.items()))
    return found


def harvest_record(record: GameRecord, stop: Stop | None = None) -> Harvest:
    """The exercises of a game that was played: what either side could have found, seen or not."""
    game = record.start.game
    maker = maker_of(game)
    found, rejected = Harvest(), Counter[str]()
    after, position = 0, record.start
    for ply, move in enumerate((*record.moves(), None)):
        if stop is not None and stop.is_set():
            break
        # What follows a solution is seldom another one.
        due = ply >= after and _goes_on(position) and maker.is_candidate_turn(position)
        if due and _try(maker, position, found, rejected, stop):
            after = ply + len(found.exercises[-1].line)
        if move is not None:
            position = position.play_unchecked(move)
    found.rejected = dict(sorted(rejected.items()))
    return found


def _goes_on(position: Position) -> bool:
    return position.outcome() is None and bool(position.legal_moves() or position.chance_outcomes())


def _try(maker: ExerciseMaker, position: Position, found: Harvest, rejected: Counter[str], stop: Stop | None) -> bool:
    found.positions += 1
    try:
        exercise = maker.prove(position, stop)
    except Rejected as refusal:
        rejected[refusal.reason] += 1
        return False
    found.exercises.append(msgspec.structs.replace(exercise, sheet=position.game.hash))
    return True


def _positions(game: Game, rng: Random, stop: Stop | None) -> Iterator[tuple[int, Position]]:
    """The positions of a game of the program with itself, with their numbers; before and after rolls, too."""
    position, history = game.start(), History()
    for ply in range(MAX_GAME_PLIES):
        while rolls := position.chance_outcomes():
            if ply:
                yield ply, position
            position = position.play_unchecked(rng.choices([each for each, _ in rolls], [p for _, p in rolls])[0])
        if (stop is not None and stop.is_set()) or position.outcome(history) is not None:
            return
        legal = position.legal_moves()
        if not legal:
            return
        yield ply, position
        history, position = history.after(position), position.play_unchecked(_move(position, history, legal, ply, rng))


def _move(position: Position, history: History, legal: Sequence[Move], ply: int, rng: Random) -> Move:
    """A move at random now and then, else one of a player who is none of the strongest."""
    weak, level, seed = rng.random() < WEAK, rng.choice(LEVELS), rng.randrange(1 << 30)
    if weak or ply < OPENING:
        return rng.choice(legal)
    return players.choose(position, history, level=level, nodes=NODES, seed=seed)


def harvests(game: Game, first: int, processes: int, stop: Stop) -> Generator[tuple[int, Harvest], None, None]:
    """The harvests of the games from number `first` on, in their order, without end; until `stop` is set.

    Raises `AxedrezError` if a worker process dies.
    """
    if processes <= 1:
        for seed in numbers(first):
            found = harvest(game, seed, stop)
            if stop.is_set():
                return
            yield seed, found
    waiting: dict[int, Harvest] = {}
    with closing(Pool(processes, "exercises_worker")) as pool:
        for seed, found in pool.map(partial(_harvest, frozen(game)), numbers(first), stop):
            waiting[seed] = found
            while first in waiting:
                yield first, waiting.pop(first)
                first += 1


def _harvest(sheet: str, seed: int, halt: Stop) -> Harvest | None:
    """Runs in a worker."""
    found = harvest(thawed(sheet), seed, halt)
    return None if halt.is_set() else found
