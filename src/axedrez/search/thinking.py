"""One search, seen from Python: memory, limits, and a way to stop it from another thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from axedrez.chess.game import ChessGame
from axedrez.chess.kernel import layout as chess_layout
from axedrez.chess.position import ChessPosition
from axedrez.core.history import History
from axedrez.search.evaluate import Weights, weights
from axedrez.search.kernel import layout

_ROW = int(chess_layout.ROW)
_HALFMOVE = int(chess_layout.HALFMOVE)
_LOOK_EVERY_S = 0.005
_compiled: set[bool] = set()  # paths of the kernel whose machine code is ready


class Stop(Protocol):
    """What tells a search to end; `threading.Event` is one."""

    def is_set(self) -> bool:
        """Whether to end now."""


class Limits(NamedTuple):
    """How far a search goes: plies, nodes, milliseconds (0: no limit); moves this near to the best are told apart."""

    depth: int
    nodes: int = 0
    time_ms: int = 0
    margin: int = 0


class Thought(NamedTuple):
    """What a search found.

    `ranking`: the kernel's code of every legal move and its score in centipawns for the player to move, the best
    first, from the last complete iteration (all 0 if there was none); `best`: the code of the move to play; `depth`
    of that iteration; `nodes` looked at; `quiet_plies` played before it without capture or pawn move.
    """

    ranking: tuple[tuple[int, int], ...]
    best: int
    depth: int
    nodes: int
    quiet_plies: int

    @property
    def score(self) -> int:
        """The score of the best move."""
        return self.ranking[0][1]

    @property
    def decided(self) -> bool:
        """Whether it sees the end of the game."""
        return abs(self.score) >= int(layout.WON)


@lru_cache(maxsize=64)
def _weights(game: ChessGame) -> Weights:
    return weights(game)


def ponder(position: ChessPosition, history: History, limits: Limits, stop: Stop | None = None) -> Thought:
    """Search a position that has a legal move. Safe in threads; other threads run meanwhile."""
    if position.game.fast not in _compiled:  # have the machine code ready before any clock runs
        _run(position, History(), Limits(depth=1, nodes=1), None)
        _compiled.add(position.game.fast)
    return _run(position, history, limits, stop)


def _run(position: ChessPosition, history: History, limits: Limits, stop: Stop | None) -> Thought:
    if position.game.fast:
        from axedrez.search.kernel.root import think
    else:
        from axedrez.search.kernel.general.root import think
    memory = _memory(position, history, limits)
    numbers = memory.view(np.int64)
    with _watch(memory, limits.time_ms, stop):
        think(memory, numbers, position.game.tables, np.int64(min(limits.depth, int(layout.MAX_PLY) - 1)))
    count = int(memory[int(layout.N_ROOT)])
    moves = memory[int(layout.ROOT_MOVES) :][:count].tolist()
    scores = numbers[int(layout.ROOT_SCORES) :][:count].tolist()
    return Thought(
        tuple(zip(moves, scores, strict=True)),
        int(memory[int(layout.BEST)]),
        int(memory[int(layout.REACHED)]),
        int(memory[int(layout.NODES)]),
        int(position.state[_HALFMOVE]),
    )


def _memory(position: ChessPosition, history: History, limits: Limits) -> npt.NDArray[np.uint64]:
    """The block that the kernel works on, filled in for a search of `position`."""
    draws = position.game.sheet.draws
    entries = _table_entries(limits)
    memory = np.zeros(int(layout.TABLE) + 2 * entries, np.uint64)
    memory[: layout.WEIGHTS_END] = _weights(position.game).view(np.uint64)
    memory[int(layout.NODE_LIMIT)] = limits.nodes
    memory[int(layout.TABLE_MASK)] = entries - 1
    memory[int(layout.MARGIN)] = limits.margin
    quiet_plies = int(position.state[_HALFMOVE])
    most = 2 * draws.move_limit.moves if draws.move_limit.mode != "off" else 0
    # A draw that could be claimed already, and is not, must not hide the differences between the moves.
    memory[int(layout.MOVE_LIMIT)] = most if quiet_plies < most else 0
    memory[int(layout.REPETITION)] = draws.repetition.count if draws.repetition.mode != "off" else 0
    keys = history.keys[-min(quiet_plies, int(layout.MAX_KEYS)) :] if quiet_plies else ()
    memory[int(layout.N_KEYS)] = len(keys)
    memory[int(layout.KEYS) : int(layout.KEYS) + len(keys)] = np.array(keys, np.uint64)
    memory[int(layout.STATES) : int(layout.STATES) + _ROW] = position.state
    return memory


def _table_entries(limits: Limits) -> int:
    """A power of two that suits the number of positions to be met."""
    nodes = limits.nodes or 1 << 20
    return 1 << max(10, min(20, nodes.bit_length()))


@contextmanager
def _watch(memory: npt.NDArray[np.uint64], time_ms: int, stop: Stop | None) -> Iterator[None]:
    """Set the stop word when the time is over or somebody asks for it."""
    if not time_ms and stop is None:
        yield
        return
    finished = threading.Event()
    deadline = time.monotonic() + time_ms / 1000 if time_ms else None

    def watch() -> None:
        while not finished.is_set():
            left = _LOOK_EVERY_S if deadline is None else deadline - time.monotonic()
            if left <= 0 or (stop is not None and stop.is_set()):
                memory[int(layout.STOP)] = 1
                return
            finished.wait(left if stop is None else min(left, _LOOK_EVERY_S))

    watcher = threading.Thread(target=watch, name="search-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        watcher.join()
