"""An engine with a transposition table, several threads and several lines: for analysis, UCI and matches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from axedrez.chess.endgames import tables
from axedrez.chess.engine import searcher
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.known_endgames import Endgames, KnownValue
from axedrez.chess.engine.searcher import Search, TranspositionTable
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.core.history import History
from axedrez.engine.player import Stop

_MATE, _WON = int(layout.MATE), int(layout.WON)
_MAX_LINE_MOVES = 60


class Score(NamedTuple):
    """The score of a position for the player to move: centipawns, or moves to mate (negative: being mated)."""

    cp: int | None
    mate: int | None = None


class Info(NamedTuple):
    """The `multipv`-th best line of a finished iteration.

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
    """The limits of a search: plies, nodes, milliseconds, mate in so many moves (0: no limit).

    `lines`: the number of best lines (MultiPV); `moves`: search only these, if there are any.
    """

    depth: int = 0
    nodes: int = 0
    time_ms: int = 0
    mate: int = 0
    lines: int = 1
    moves: tuple[ChessMove, ...] = ()


class EngineResult(NamedTuple):
    """The best move, the expected reply, and the best lines of the last finished iteration.

    If the aborted iteration had already found a better move, that is the first line, with a lower bound as its score.
    There are no lines if not even the first iteration finished.
    """

    best: ChessMove
    ponder: ChessMove | None
    lines: tuple[Info, ...]
    depth: int
    nodes: int
    known: KnownValue | None = None
    """What endgame tables say of the position."""


class Engine:
    """Searches positions of one game, and keeps its tables for the next search. One search at a time.

    `hash_mb` is the size of the transposition table. Only with one of the `threads` is a search with a node limit
    deterministic. `endgames` are the tables that it looks into, by default those of the environment.
    """

    def __init__(
        self, game: ChessGame, *, hash_mb: int = 16, threads: int = 1, endgames: Endgames | None = None
    ) -> None:
        """Raises `AxedrezError` for an environment that names what is no setting."""
        self.game = game
        self._endgames = endgames or Endgames.of_environment()
        self._hash_mb, self._threads = hash_mb, max(1, threads)
        self.new_game()

    def new_game(self) -> None:
        """Clear all tables."""
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
        """Search `position`; `on_info` is called with each line of each finished iteration.

        Ends soon after `stop` is set. Raises `ValueError` for a position without legal moves.
        """
        legal = position.legal_moves()
        if not legal:
            raise ValueError("no legal move")
        known, below = self._endgames.ask(position)
        # Of drawn moves a search finds those that set the opponent problems.
        if known is not None and known.ranked and (known.plies or limits.lines > 1 or limits.moves):
            return self._told(position, known, limits, on_info or _nobody)
        searcher.prepare(position)
        self._table.generation = (self._table.generation + 1) % 64
        wanted, is_drawn = limits.moves, False
        if known is not None and limits.lines == 1 and not wanted:
            wanted, is_drawn = known.best, known.outcome == "draw"
        only = [int(move.code) for move in wanted if move in legal]
        nodes = max(1, limits.nodes // self._threads) if limits.nodes else 0
        for search in self._searches:
            search.begin(position, history, nodes=nodes, only=only, endgames=below)
        with searcher.watch(self._searches, limits.time_ms, stop), self._helpers():
            found = self._deepen(position, limits, stop, on_info or _nobody, is_drawn)
        return found._replace(known=known)

    def _told(
        self, position: ChessPosition, known: KnownValue, limits: Limits, tell: Callable[[Info], None]
    ) -> EngineResult:
        """The lines of a position out of our own tables: nothing is searched."""
        asked = [each for each in known.ranked if not limits.moves or each.move in limits.moves] or known.ranked
        found = []
        for number, ranked in enumerate(asked[: max(1, limits.lines)], 1):
            move = ranked.move
            rest = tables.of(self.game).line(position.play_unchecked(move), _MAX_LINE_MOVES - 1, build=False)
            pv = (move, *rest)
            plies = ranked.plies or 0
            mate = Score(None, (plies + 1) // 2 if ranked.outcome == "win" else -(plies // 2))
            score = Score(0) if ranked.outcome == "draw" else mate
            found.append(Info(number, len(pv), len(pv), score, "exact", 0, 0, 0, pv))
        for info in found:
            tell(info)
        pv = found[0].pv
        return EngineResult(pv[0], pv[1] if len(pv) > 1 else None, tuple(found), len(pv), 0, known)

    def _deepen(
        self,
        position: ChessPosition,
        limits: Limits,
        stop: Stop | None,
        tell: Callable[[Info], None],
        is_drawn: bool,
    ) -> EngineResult:
        """Iterative deepening in the main thread; `is_drawn` is known of the moves that are searched."""
        since = time.monotonic()
        search = self._searches[0]
        wanted = max(1, min(limits.lines, len(search.moves())))
        found: tuple[Info, ...] = ()
        depth = last = 0

        def info(number: int, at: int, score: int, bound: str, pv: tuple[ChessMove, ...]) -> Info:
            elapsed = int(1000 * (time.monotonic() - since))
            full = self._table.hashfull()
            told = Score(0) if is_drawn else _score(score)
            return Info(number, at, max(at, search.deepest), told, bound, self._nodes(), elapsed, full, pv)

        for iteration in searcher.deepen(search, limits.depth or searcher.MAX_SEARCH_DEPTH, lines=wanted):
            lines = [(score, self._line(position, codes, abs(score) >= _WON)) for score, codes in iteration.lines]
            if not iteration.complete:
                best = self.game.moves[search.best]
                if lines and found and best != found[0].pv[0]:
                    # A move that failed high is only known to be better than the last best one.
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

    def _line(self, position: ChessPosition, codes: Sequence[int], decided: bool) -> tuple[ChessMove, ...]:
        """The principal variation as far as it is legal and no position repeats; to the end where tables know it."""
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
        if decided and len(found) == len(codes):
            found += self._endgames.line(position, _MAX_LINE_MOVES - len(found))
        return tuple(found)

    @contextmanager
    def _helpers(self) -> Iterator[None]:
        """The helper threads (Lazy SMP): they search the same position and share the table."""
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
    for _ in searcher.deepen(search, searcher.MAX_SEARCH_DEPTH, first=first):
        pass


def _nobody(info: Info) -> None:
    """Ignores the output."""


def _score(score: int) -> Score:
    if abs(score) < _WON:
        return Score(score)
    plies = _MATE - abs(score)
    return Score(None, (plies + 1) // 2 if score > 0 else -(plies // 2))
