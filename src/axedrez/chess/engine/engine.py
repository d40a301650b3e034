"""A searcher with a memory: what analysis, UCI and computer players work with."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from axedrez.chess.engine import searcher
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.searcher import Search, TranspositionTable
from axedrez.chess.game import ChessGame, ChessPosition
from axedrez.chess.moves import ChessMove
from axedrez.core.history import History
from axedrez.engine.player import Stop

_MATE, _WON = int(layout.MATE), int(layout.WON)


class Score(NamedTuple):
    """What a position is worth to the player to move: centipawns, or moves to mate (negative: being mated)."""

    cp: int | None
    mate: int | None = None


class Info(NamedTuple):
    """What one finished iteration found: the `multipv`-th best line.

    `bound` is "exact", "lower" or "upper"; `hashfull` the share of the table in use, per mille.
    """

    multipv: int
    depth: int
    seldepth: int
    score: Score
    bound: str
    nodes: int
    time_ms: int
    hashfull: int
    pv: tuple[ChessMove, ...]


class Limits(NamedTuple):
    """Where a search ends: plies, nodes, milliseconds, a mate in so many moves (0: no limit).

    The best `lines` are told apart; only `moves` are looked at, if there are any.
    """

    depth: int = 0
    nodes: int = 0
    time_ms: int = 0
    mate: int = 0
    lines: int = 1
    moves: tuple[ChessMove, ...] = ()


class EngineResult(NamedTuple):
    """The move to play, the answer that is expected, and the best lines of the last finished iteration.

    Where the iteration that was cut short had already found a better move, that one is the first line, its score a
    lower bound. There are no lines if not even the first iteration could be finished.
    """

    best: ChessMove
    ponder: ChessMove | None
    lines: tuple[Info, ...]
    depth: int
    nodes: int


class Engine:
    """Searches positions of one game; what it found helps the next search. One search at a time.

    `hash_mb` is the size of the table, `threads` how many search together: only one alone is sure to give the same
    answer to the same nodes.
    """

    def __init__(self, game: ChessGame, *, hash_mb: int = 16, threads: int = 1) -> None:
        self.game = game
        self._hash_mb, self._threads = hash_mb, max(1, threads)
        self.new_game()

    def new_game(self) -> None:
        """Forget everything."""
        self._table = TranspositionTable.of_megabytes(self._hash_mb)
        self._searches = [Search(self.game, self._table) for _ in range(self._threads)]

    def think(
        self,
        position: ChessPosition,
        history: History,
        limits: Limits,
        *,
        stop: Stop | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> EngineResult:
        """Search `position`; `on_info` hears of each line of each finished iteration.

        Ends soon after `stop` is set. Raises `ValueError` for a position without legal moves.
        """
        legal = position.legal_moves()
        if not legal:
            raise ValueError("no legal move")
        searcher.prepare(position)
        self._table.generation = (self._table.generation + 1) % 64
        only = [int(move.code) for move in limits.moves if move in legal]
        nodes = max(1, limits.nodes // self._threads) if limits.nodes else 0
        for search in self._searches:
            search.begin(position, history, nodes=nodes, only=only)
        with searcher.watch(self._searches, limits.time_ms, stop), self._helpers():
            return self._deepen(position, limits, stop, on_info or _nobody)

    def _deepen(
        self, position: ChessPosition, limits: Limits, stop: Stop | None, tell: Callable[[Info], None]
    ) -> EngineResult:
        """Iteration after iteration, in the first thread."""
        since = time.monotonic()
        search = self._searches[0]
        wanted = max(1, min(limits.lines, len(search.moves())))
        found: tuple[Info, ...] = ()
        depth = last = 0

        def info(number: int, at: int, score: int, bound: str, pv: tuple[ChessMove, ...]) -> Info:
            elapsed = int(1000 * (time.monotonic() - since))
            full = self._table.hashfull()
            return Info(number, at, max(at, search.deepest), _score(score), bound, self._nodes(), elapsed, full, pv)

        for iteration in searcher.deepen(search, limits.depth or searcher.DEEPEST, lines=wanted):
            lines = [(score, self._line(position, codes)) for score, codes in iteration.lines]
            if not iteration.complete:
                best = self.game.moves[search.best]
                if lines and found and best != found[0].pv[0]:
                    # Of one that surpassed the window nothing is known yet but that it is better than the last best.
                    score, expected = lines[0]
                    pv = expected if expected[:1] == (best,) else (best,)
                    better = info(1, iteration.depth, max(score, last), "lower", pv)
                    rest = [line for line in found if line.pv[0] != best][: wanted - 1]
                    found = (better, *(line._replace(multipv=number) for number, line in enumerate(rest, 2)))
                break
            depth, last = iteration.depth, iteration.score
            found = tuple(info(number, depth, score, "exact", pv) for number, (score, pv) in enumerate(lines, 1))
            for each in found:
                tell(each)
            if stop is not None and stop.is_set():
                break
            mate = found[0].score.mate or 0
            proved = all(searcher.is_proved(score, depth) for score, _ in lines)
            if 0 < mate <= limits.mate or (proved and not 0 < limits.mate < mate):
                break
        best = found[0].pv[0] if found else self.game.moves[search.best]
        ponder = found[0].pv[1] if found and len(found[0].pv) > 1 else None
        return EngineResult(best, ponder, found, depth, self._nodes())

    def _nodes(self) -> int:
        return sum(search.nodes for search in self._searches)

    def _line(self, position: ChessPosition, codes: Sequence[int]) -> tuple[ChessMove, ...]:
        """The expected moves as far as they are legal and no position repeats."""
        found: list[ChessMove] = []
        met = {position.hash}
        for code in codes:
            move = self.game.moves[code]
            if move not in position.legal_moves():
                break
            found.append(move)
            position = position.play_unchecked(move)
            if position.hash in met:
                break
            met.add(position.hash)
        return tuple(found)

    @contextmanager
    def _helpers(self) -> Iterator[None]:
        """The other threads search the same position: what they find is in the table."""
        helpers = [
            threading.Thread(target=_search_to_the_end, args=(search, 1 + number % 2), name="search-help", daemon=True)
            for number, search in enumerate(self._searches[1:], 1)
        ]
        for helper in helpers:
            helper.start()
        try:
            yield
        finally:
            for search in self._searches[1:]:
                search.stop()
            for helper in helpers:
                helper.join()


def _search_to_the_end(search: Search, first: int) -> None:
    for _ in searcher.deepen(search, searcher.DEEPEST, first=first):
        pass


def _nobody(info: Info) -> None:
    """Hears nothing."""


def _score(score: int) -> Score:
    if abs(score) < _WON:
        return Score(score)
    plies = _MATE - abs(score)
    return Score(None, (plies + 1) // 2 if score > 0 else -(plies // 2))
