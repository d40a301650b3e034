"""Searches from the Python side: memory, limits, iterative deepening, and stopping from another thread."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from types import ModuleType
from typing import Literal, NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from axedrez import interpreter
from axedrez.chess.endgames.directory import MOST_WORDS
from axedrez.chess.endgames.tables import Loaded
from axedrez.chess.engine.kernel import layout, root
from axedrez.chess.engine.kernel.root import Root
from axedrez.chess.engine.network import network_of, sums_of
from axedrez.chess.engine.weights import Weights, weights
from axedrez.chess.kernel import layout as chess_layout
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core.derived import once_a_game
from axedrez.core.history import History
from axedrez.engine.player import Stop

_ROW = int(chess_layout.ROW)
_HALFMOVE = int(chess_layout.HALFMOVE)
_LOOK_EVERY_S = 0.002
_BUCKET_WORDS = 8
_INFINITY = int(layout.INFINITY)
_WON, _MATE = int(layout.WON), int(layout.MATE)
_NARROW_FROM = 5  # the first depth with aspiration windows
_NARROW = 14
MAX_SEARCH_DEPTH = int(layout.MAX_PLY) - 2
_compiled: set[bool] = set()  # kernel paths that are compiled


@runtime_checkable
class Caller(Stop, Protocol):
    """A `Stop` with a callback; any other is polled every few milliseconds."""

    def calls(self, halt: Callable[[], None]) -> None:
        """Call `halt`, too, when the search is stopped."""


class SearchLimits(NamedTuple):
    """Limits of a search: plies, nodes, milliseconds (0: no limit); moves within `margin` of the best get exact scores.

    `plain`: pure minimax to this depth, without pruning and extensions.
    """

    depth: int
    nodes: int = 0
    time_ms: int = 0
    margin: int = 0
    plain: bool = False


class SearchResult(NamedTuple):
    """The result of a search.

    `ranking`: the kernel's code of every legal move and its score in centipawns for the player to move, the best
    first, from the last complete iteration (all 0 if there was none); `best`: the code of the move to play; `depth`
    of that iteration; `nodes` searched; `quiet_plies` played before it without capture or pawn move.
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
        """Whether the score is a win or loss at the end of the game."""
        return abs(self.score) >= _WON


@once_a_game
def _weights(game: ChessGame) -> Weights:
    return weights(game)


class TranspositionTable:
    """A transposition table of `buckets` (a power of two) of four positions, 64 bytes each. Searches may share it."""

    def __init__(self, buckets: int) -> None:
        words = np.zeros((buckets + 1) * _BUCKET_WORDS, np.uint64)
        skipped = -words.ctypes.data % 64 // 8  # a bucket fills a cache line
        self._words = words[skipped : skipped + buckets * _BUCKET_WORDS]
        self.address = self._words.ctypes.data
        self.buckets = buckets
        self.generation = 0

    @classmethod
    def of_megabytes(cls, megabytes: int) -> TranspositionTable:
        """The largest table that fits."""
        return cls(1 << max(0, (max(1, megabytes) << 14).bit_length() - 1))

    @classmethod
    def for_nodes(cls, nodes: int) -> TranspositionTable:
        """A table that suits a search of so many nodes (0: no limit)."""
        return cls(1 << max(8, min(18, (nodes or 1 << 20).bit_length() - 2)))

    def hashfull(self) -> int:
        """The share of the table in use by the present search, per mille."""
        contents = self._words[1 : 500 * _BUCKET_WORDS : 2]
        now = (contents >> np.uint64(34)) & np.uint64(63) == self.generation
        return int(1000 * np.count_nonzero(now & (contents != 0)) / len(contents))


@lru_cache(maxsize=1)
def _reductions() -> npt.NDArray[np.int64]:
    """Late-move reductions in plies, × 1024, by depth and number of the move."""
    logarithms = np.log(np.maximum(np.arange(64), 1))
    found: npt.NDArray[np.int64] = (1024 * (0.35 + np.outer(logarithms, logarithms) / 2.2)).astype(np.int64)
    return found.ravel()


class Search:
    """The search memory of one thread, for one game.

    The shipped network for the game, if there is one, corrects the evaluation. `network` replaces it (weights as in
    `chess/engine/network.py`); None means no network.
    """

    def __init__(
        self,
        game: ChessGame,
        table: TranspositionTable,
        *,
        network: npt.NDArray[np.int16] | Literal["shipped"] | None = "shipped",
    ) -> None:
        self.game, self.table = game, table
        self._endgames: Loaded | None = None
        self._stopped = False
        self._superseded = False
        self._finishing = False
        width = len(game.letters) << 6
        directory = int(layout.CONTINUATIONS) + width * (2 * width + 1) // 2
        self.memory = np.zeros(directory + MOST_WORDS, np.uint64)
        self.numbers = self.memory.view(np.int64)
        self.memory[: layout.WEIGHTS_END] = _weights(game).view(np.uint64)
        self._set(layout.CONTINUATIONS_AT, self.memory.ctypes.data + 8 * int(layout.CONTINUATIONS))
        self._network = network_of(game) if isinstance(network, str) else network
        if self._network is not None:
            self._set(layout.NETWORK_AT, self._network.ctypes.data)
            self._set(layout.SUMS_AT, self.memory.ctypes.data + 8 * int(layout.SUMS))
            sums = sums_of(self._network)
            self.memory[int(layout.SUMS) :][: len(sums)] = sums
        self._set(layout.ENDGAME_DIRECTORY, directory)
        self._set(layout.TABLE_AT, table.address)
        self._set(layout.TABLE_MASK, table.buckets - 1)
        self.memory[int(layout.REDUCTIONS) :][:4096] = _reductions().view(np.uint64)

    def _set(self, place: np.uint64, value: int) -> None:
        self.memory[int(place)] = value

    def _get(self, place: np.uint64) -> int:
        return int(self.memory[int(place)])

    def begin(
        self,
        position: ChessPosition,
        history: History,
        *,
        nodes: int = 0,
        margin: int = 0,
        plain: bool = False,
        only: Sequence[int] = (),
        endgames: Loaded | None = None,
    ) -> None:
        """Prepare a search of `position`: at most `nodes` (0: no limit), and `only` these root moves, if any.

        `endgames`: tables that positions in the tree are looked up in.
        """
        game = self.game
        self._stopped = False
        draws = game.sheet.draws
        quiet_plies = int(position.raw[_HALFMOVE])
        most = 2 * draws.move_limit.moves if draws.move_limit.mode != "off" else 0
        keys = history.keys[-min(quiet_plies, int(layout.MAX_KEYS)) :] if quiet_plies else ()
        for place, value in {
            layout.STOP: 0,
            layout.ABORTED: 0,
            layout.NODES: 0,
            layout.NODE_LIMIT: nodes,
            # A draw that could be claimed already must not hide the differences between the moves.
            layout.MOVE_LIMIT: most if quiet_plies < most else 0,
            layout.REPETITION: draws.repetition.count if self._counts_repetitions(plain) else 0,
            layout.N_KEYS: len(keys),
            layout.GENERATION: self.table.generation,
            layout.MARGIN: margin,
            layout.SELDEPTH: 0,
            layout.PLAIN: int(plain),
            layout.NO_PASS: 0,
            layout.ENDGAME_PIECES: endgames.most if endgames is not None else 0,
        }.items():
            self._set(place, value)
        self._endgames = endgames  # kept, because the kernel has its address
        if endgames is not None:
            self._set(layout.ENDGAME_VALUES, endgames.values.ctypes.data)
            self.memory[self._get(layout.ENDGAME_DIRECTORY) :][: len(endgames.where)] = endgames.where
        self.memory[int(layout.KEYS) :][: len(keys)] = np.array(keys, np.uint64)
        self.memory[int(layout.KILLERS) :][:256] = 0
        self.memory[int(layout.STATES) :][:_ROW] = position.raw
        self._root().begin(self.memory, self.numbers, game.compiled)
        if only:
            kept = [code for code in self.moves() if code in set(only)]
            self.memory[int(layout.ROOT_MOVES) :][: len(kept)] = kept
            self._set(layout.N_ROOT, len(kept))
            self._set(layout.BEST, kept[0])

    def _counts_repetitions(self, plain: bool) -> bool:
        """Whether a repetition scores as a draw: even if the rules have none, since repeating moves wins nothing.

        With dice the same cycle need not recur.
        """
        return self.game.sheet.draws.repetition.mode != "off" or not (plain or self.game.conduct.dice)

    def _root(self) -> Root:
        path: ModuleType
        if self.game.fast:
            from axedrez.chess.engine.kernel.paths import fast as path
        else:
            from axedrez.chess.engine.kernel.paths import general as path
        return root.build(path)

    def iterate(self, depth: int, *, line: int = 0, about: int | None = None) -> int:
        """Search all root moves after the first `line` ones to `depth` plies; returns the score of the best.

        `about` is the expected score.
        """
        if about is None or depth < _NARROW_FROM or self._get(layout.MARGIN) or abs(about) >= _WON:
            return self._iterate(depth, line, -_INFINITY, _INFINITY)
        width = _NARROW
        alpha, beta = about - width, about + width
        while True:
            score = self._iterate(depth, line, alpha, beta)
            if self.aborted or alpha < score < beta:
                return score
            width += width
            if score <= alpha:
                beta = (alpha + beta) // 2
                alpha = max(score - width, -_INFINITY) if width < 500 else -_INFINITY
            else:
                beta = min(score + width, _INFINITY) if width < 500 else _INFINITY

    def _iterate(self, depth: int, line: int, alpha: int, beta: int) -> int:
        iterate = self._root().iterate
        bounds = np.int64(depth), np.uint64(line), np.int64(alpha), np.int64(beta)
        if self._stopped:
            self._set(layout.STOP, 1)
        while interpreter.is_interpreted(iterate):
            with _INTERPRETED:
                _interpreted.add(self)
            self._finishing = depth == 1  # interpreted kernels are slow, but the move should still be sensible
            score = int(iterate(self.memory, self.numbers, self.game.compiled, *bounds))
            self._finishing = False
            with _INTERPRETED:
                _interpreted.discard(self)
            if not self._superseded:
                return score
            self._superseded = False
            self._set(layout.STOP, 0)
            self._set(layout.ABORTED, 0)
            if self._stopped:  # by another thread meanwhile
                self._set(layout.STOP, 1)
        return int(iterate(self.memory, self.numbers, self.game.compiled, *bounds))

    def stop(self) -> None:
        """Stop the search soon. May be called from any thread."""
        self._stopped = True
        if not self._finishing:
            self._set(layout.STOP, 1)

    def supersede(self) -> None:
        """Restart the present iteration with machine code. May be called from any thread."""
        self._superseded = True
        self._set(layout.STOP, 1)

    @property
    def aborted(self) -> bool:
        """Whether the search met a limit; of the aborted iteration only `best` is valid."""
        return bool(self._get(layout.ABORTED) or self._get(layout.STOP))

    @property
    def best(self) -> int:
        """The code of the best move so far."""
        return self._get(layout.BEST)

    @property
    def nodes(self) -> int:
        """The positions searched."""
        return self._get(layout.NODES)

    @property
    def deepest(self) -> int:
        """The greatest depth reached (seldepth)."""
        return self._get(layout.SELDEPTH)

    def moves(self) -> list[int]:
        """The codes of the root moves, best first."""
        codes: list[int] = self.memory[int(layout.ROOT_MOVES) :][: self._get(layout.N_ROOT)].tolist()
        return codes

    def scores(self) -> list[int]:
        """Their scores in the last iteration."""
        scores: list[int] = self.numbers[int(layout.ROOT_SCORES) :][: self._get(layout.N_ROOT)].tolist()
        return scores

    def expected(self) -> list[int]:
        """The codes of the principal variation of the last iteration."""
        row = int(layout.PV)
        codes: list[int] = self.memory[row + 1 : row + 1 + int(self.memory[row])].tolist()
        return codes


_INTERPRETED = threading.Lock()
_interpreted: weakref.WeakSet[Search] = weakref.WeakSet()


def _supersede() -> None:
    """Machine code is available: interpreted searches, a hundred times slower, restart their iteration."""
    with _INTERPRETED:
        for search in _interpreted:
            search.supersede()


interpreter.on_change(_supersede)


def is_proved(score: int, depth: int) -> bool:
    """Whether a score is a mate that a deeper search will hardly shorten; pruned moves could hold a shorter one."""
    return depth >= 2 * (_MATE - abs(score))


def search(position: ChessPosition, history: History, limits: SearchLimits, stop: Stop | None = None) -> SearchResult:
    """Search a position that has a legal move. Thread-safe; releases the GIL."""
    prepare(position)
    return _run(position, history, limits, stop)


def prepare(position: ChessPosition) -> None:
    """Compile the kernels for this position's game before any clock runs."""
    if position.game.fast not in _compiled:
        _run(position, History(), SearchLimits(depth=1, nodes=1), None)
        _compiled.add(position.game.fast)


class Iteration(NamedTuple):
    """The result of one iteration: the best lines, best first, each with its score and principal variation.

    An aborted iteration is not `complete`: its line, if any, is a move better than the best one of the previous
    iteration, with a lower bound as its score.
    """

    depth: int
    complete: bool
    lines: tuple[tuple[int, list[int]], ...]

    @property
    def score(self) -> int:
        """The score of the best line."""
        return self.lines[0][0]


def deepen(
    search: Search, deepest: int, *, first: int = 1, lines: int = 1, aspiration: bool = True
) -> Iterator[Iteration]:
    """Iterative deepening: search to depth `first` and one ply deeper each time, until `deepest` or a limit.

    The best `lines` get exact scores. With `aspiration` each iteration has a window around the previous score.
    """
    expected: list[int | None] = [None] * lines
    for depth in range(first, min(deepest, MAX_SEARCH_DEPTH) + 1):
        found: list[tuple[int, list[int]]] = []
        best = search.best
        for line in range(lines):
            score = search.iterate(depth, line=line, about=expected[line])
            if search.aborted:
                better = not found and search.best != best
                yield Iteration(depth, False, ((score, search.expected()),) if better else ())
                return
            found.append((score, search.expected()))
        found.sort(key=lambda line: -line[0])
        if aspiration:
            expected = [score for score, _ in found]
        yield Iteration(depth, True, tuple(found))


def _run(position: ChessPosition, history: History, limits: SearchLimits, stop: Stop | None) -> SearchResult:
    search = Search(position.game, TranspositionTable.for_nodes(limits.nodes))
    search.begin(position, history, nodes=limits.nodes, margin=limits.margin, plain=limits.plain)
    ranking = tuple((code, 0) for code in search.moves())
    depth = 0
    with watch([search], limits.time_ms, stop):
        for iteration in deepen(search, limits.depth, aspiration=not limits.plain):
            if not iteration.complete:
                break
            depth = iteration.depth
            ranking = tuple(zip(search.moves(), search.scores(), strict=True))
            if is_proved(iteration.score, depth):
                break
    return SearchResult(ranking, search.best, depth, search.nodes, int(position.raw[_HALFMOVE]))


@contextmanager
def watch(searches: Sequence[Search], time_ms: int, stop: Stop | None) -> Iterator[None]:
    """Stop the searches when the time is over or `stop` is set."""
    if not time_ms and stop is None:
        yield
        return
    finished = threading.Event()
    deadline = time.monotonic() + time_ms / 1000 if time_ms else None

    def halt() -> None:
        for search in searches:
            search.stop()

    def look() -> None:
        while not finished.is_set():
            left = _LOOK_EVERY_S if deadline is None else deadline - time.monotonic()
            if left <= 0 or (stop is not None and stop.is_set()):
                halt()
                return
            finished.wait(left if stop is None else min(left, _LOOK_EVERY_S))

    if isinstance(stop, Caller):
        stop.calls(halt)
    watcher = threading.Thread(target=look, name="search-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        watcher.join()
