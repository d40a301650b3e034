"""Many games of one sheet, played at once in compiled arrays: what the batches of all families share."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from axedrez.core.arrays import aligned
from axedrez.core.contract import Position
from axedrez.core.dice import ROLLS
from axedrez.core.errors import NotAllowed

WHITE, BLACK, CHANCE = 0, 1, 2
"""What `Batch.to_play` says."""

Observation = Literal["int8", "float32"]
Rewards = Literal["sign", "points"]
Owner = Literal["own", "enemy", ""]


class Action(NamedTuple):
    """What an action id stands for.

    Chess: `origin` and `target` are squares, `choice` what a promotion ends in, `drops` the piece of a drop; `text` is
    the move in UCI notation. Games of dice: `origin` and `target` of a sub-move as its mover counts the points (24 is
    the furthest), `piece` its kind, `choice` the die and the ability that is used (`5`, `5+`, `5-`, `5x2`).
    `passes`: whether it is the turn that is lost, or ended; `chance`: whether chance plays it.
    """

    id: int
    text: str
    origin: str = ""
    target: str = ""
    choice: str = ""
    drops: str = ""
    passes: bool = False
    chance: bool = False
    piece: str = ""


class Plane(NamedTuple):
    """A part of an observation, by its name.

    `owner`: whose it is, seen by who is to play; `piece`: of which kind of piece; `most`: what 1.0 is as `float32`.
    `least`: the unit of a thermometer, which tells whether so many stand there.
    """

    name: str
    owner: Owner = ""
    piece: str = ""
    most: int = 1
    least: int = 0


class Options(NamedTuple):
    """How a batch plays.

    `max_plies`: a game that lasts longer is truncated. `chance`: dice and arrangements are `drawn` inside, or `given`
    as actions of their own. `claims`: draws that may be claimed end a game. `auto_reset`: ended games are set up again
    at once. `rewards`: the `sign` of the result (1, 0, -1), or the `points` of the sheet. `observation`: the type of
    the planes, None for no planes; `masks`: whether `mask` is filled. `threads`: so many slices are stepped at once.
    """

    max_plies: int = 512
    chance: Literal["drawn", "given"] = "drawn"
    claims: bool = False
    auto_reset: bool = True
    rewards: Rewards = "sign"
    observation: Observation | None = "int8"
    masks: bool = True
    threads: int = 1


class Limits(NamedTuple):
    """What no game of a batch goes beyond.

    `least` and `most`: the sum of the rewards of a player. `zero_sum`: whether one player always wins what the other
    loses; `at_end`: whether nothing is won before the end. `decisions`: actions of the players; `chances`: of chance.
    """

    least: float
    most: float
    zero_sum: bool
    at_end: bool
    decisions: int
    chances: int


class Batch(ABC):
    """`n` games of one sheet. The arrays are always the same ones: every call of `step` writes them anew.

    `to_play`: whose turn it is in each game (0 White, 1 Black, 2 chance). `rewards` (n × 2), `terminated`, `truncated`,
    `reasons` (indices of `reason_names`) and `plies` tell of the last step; where games are set up again by themselves,
    all else already shows the new game. `counts`: how many actions are legal; `mask`
    (n × `n_actions`): which. `observations`: what `planes` describes,
    seen by who is to play.
    """

    reason_names: tuple[str, ...] = ()
    actions: Sequence[Action] = ()
    planes: tuple[Plane, ...] = ()
    limits: Limits
    """What no game goes beyond, from its start."""
    n_actions: int
    """No action id is so large."""
    mask: npt.NDArray[np.int8]

    def __init__(self, game: Any, n: int, seed: int, options: Options) -> None:
        if n < 1 or options.max_plies < 1 or options.threads < 1:
            raise NotAllowed("batch_size", n=n, max_plies=options.max_plies, threads=options.threads)
        self.game, self.n, self.options = game, n, options
        self.to_play: npt.NDArray[np.int8] = aligned(n, np.int8)
        self.rewards: npt.NDArray[np.float32] = aligned((n, 2), np.float32)
        self.terminated: npt.NDArray[np.bool_] = aligned(n, np.bool_)
        self.truncated: npt.NDArray[np.bool_] = aligned(n, np.bool_)
        self.reasons: npt.NDArray[np.uint8] = aligned(n, np.uint8)
        self.plies: npt.NDArray[np.int32] = aligned(n, np.int32)
        self.counts: npt.NDArray[np.int32] = aligned(n, np.int32)
        self.random: npt.NDArray[np.uint64] = aligned(n, np.uint64)
        self.observations: npt.NDArray[Any] = aligned((n, 0), np.int8)
        edges = np.linspace(0, n, min(options.threads, n) + 1).astype(int).tolist()
        self.slices: list[tuple[int, int]] = list(pairwise(edges))
        self._pool = ThreadPoolExecutor(len(self.slices)) if len(self.slices) > 1 else None
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Give each game its own stream of random numbers. The games under way go on."""
        self.random[:] = np.random.SeedSequence(seed).generate_state(self.n, np.uint64)

    def _each_slice(self, work: Callable[[int, int, int], None]) -> None:
        """Do something for each slice of the games, each by a thread of its own."""
        if self._pool is None:
            work(0, *self.slices[0])
            return
        for done in [self._pool.submit(work, k, *edges) for k, edges in enumerate(self.slices)]:
            done.result()

    def _named(self, which: Any) -> npt.NDArray[np.int64]:
        return np.ones(self.n, np.int64) if which is None else self._chosen(which)

    def _chosen(self, actions: Any) -> npt.NDArray[np.int64]:
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.n,):
            raise NotAllowed("batch_actions", n=self.n)
        return chosen

    @abstractmethod
    def reset(self, seed: int | None = None, which: Any = None) -> None:
        """Set up all games, or those that the array of truth values `which` names; from a new seed if one is given."""

    @abstractmethod
    def step(self, actions: Any, which: Any = None) -> None:
        """Play one action in each game, or in those that the array of truth values `which` names.

        A game that is over, and not set up again, takes any action. Raises `NotAllowed`.
        """

    def put(self, positions: Sequence[Position]) -> None:
        """Put a position into each game, whatever came before it. Raises `NotAllowed` for another number, or game.

        `terminated`, `reasons` and `rewards` tell of those in which the game is over. Nobody has doubled.
        """
        if len(positions) != self.n:
            raise NotAllowed("batch_actions", n=self.n)
        for position in positions:
            if position.game is not self.game and position.game.hash != self.game.hash:
                raise NotAllowed("batch_saved")
        self._put(positions)

    @abstractmethod
    def _put(self, positions: Sequence[Position]) -> None: ...

    @abstractmethod
    def legal(self, index: int) -> npt.NDArray[np.int32]:
        """The legal action ids of one game."""

    @abstractmethod
    def position(self, index: int) -> Position:
        """One game as a `Position`."""

    @abstractmethod
    def text(self, index: int) -> str:
        """The position text of one game, and what it leaves out of what decides how the game may go on.

        That is how often the position has stood on the board, the turn under way, the cube and the score; not how many
        moves are left until it is `truncated`.
        """

    def _ending(self, index: int) -> str:
        """How one game has ended, where it is not set up again."""
        if self.truncated[index]:
            return "truncated"
        return self.reason_names[self.reasons[index]] if self.terminated[index] else ""

    @abstractmethod
    def sample(self) -> npt.NDArray[np.int64]:
        """A random legal action for each game, by its own stream; chance by its probabilities."""

    def chances(self, index: int) -> npt.NDArray[np.float64]:
        """The probability of each legal action of one game where chance plays: rolls, or what is equally likely."""
        count = int(self.counts[index])
        if count == len(ROLLS):
            return np.array([probability for _, probability in ROLLS])
        return np.full(count, 1 / count)

    @abstractmethod
    def _stored(self) -> list[npt.NDArray[Any]]:
        """The arrays that a batch is restored from."""

    @abstractmethod
    def _restored(self) -> None:
        """Work out everything else again."""

    def _heading(self) -> bytes:
        told = [self.game.hash, self.n, *self.options[:-1]]  # any number of threads plays the same
        return json.dumps(told).encode() + b"\n"

    def save(self) -> bytes:
        """All games, with their streams of random numbers."""
        return self._heading() + b"".join(array.tobytes() for array in self._stored())

    def restore(self, saved: bytes) -> None:
        """Go back to `saved`, which `save` gave, of a batch of the same game, size and options. Raises `NotAllowed`."""
        heading, arrays = self._heading(), self._stored()
        if not saved.startswith(heading) or len(saved) != len(heading) + sum(array.nbytes for array in arrays):
            raise NotAllowed("batch_saved")
        at = len(heading)
        for array in arrays:
            array.reshape(-1)[:] = np.frombuffer(saved, array.dtype, array.size, at)
            at += array.nbytes
        self._restored()


def warm(environments: Any, game: Any) -> None:
    """Use the kernels of a game's batches once."""
    for kind in get_args(Observation):
        games = environments.batch(game, 1, 0, Options(observation=kind))
        games.step(games.sample())
