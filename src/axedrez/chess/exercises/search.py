"""The searches behind an exercise: the best two moves at a fixed effort, and wins by searching every line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from axedrez.analysis.exercise import Rejected
from axedrez.chess.analyst import expected
from axedrez.chess.engine import searcher
from axedrez.chess.engine.engine import Engine, Info, Limits
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.searcher import Search, TranspositionTable
from axedrez.chess.position.game import ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.core.history import History
from axedrez.engine.player import Stop

_MATE, _WON = int(layout.MATE), int(layout.WON)
_HASH_MB = 8
MAX_NODES = 6_000_000
"""A search of every line is given up after so many positions."""


class Choice(NamedTuple):
    """A move, how it goes on, its expected result for the player to move, and in how many moves it wins (or None)."""

    moves: tuple[ChessMove, ...]
    expected: float
    mate: int | None

    @property
    def move(self) -> ChessMove:
        """The move itself."""
        return self.moves[0]


class Look(NamedTuple):
    """The best move of a position and the next best; `depth` is that from which on the best one stayed the best."""

    best: Choice
    second: Choice
    depth: int

    @property
    def margin(self) -> float:
        """By how much the best move is better."""
        return self.best.expected - self.second.expected


def look(position: ChessPosition, nodes: int, stop: Stop | None = None) -> Look:
    """The two best moves of a position with two legal moves at least. Raises `Rejected` where the search is cut off."""
    found: dict[int, dict[int, Info]] = {}

    def heard(info: Info) -> None:
        if info.bound == "exact":
            found.setdefault(info.depth, {})[info.multipv] = info

    Engine(position.game, hash_mb=_HASH_MB).think(
        position, History(), Limits(nodes=nodes, lines=2), stop=stop, on_info=heard
    )
    whole = [depth for depth, lines in found.items() if len(lines) == 2]
    if not whole or (stop is not None and stop.is_set()):
        raise Rejected("cut_off")
    best, second = (_choice(found[whole[-1]][number], position) for number in (1, 2))
    since = whole[-1]
    for depth in reversed(whole):
        if found[depth][1].pv[0] != best.move:
            break
        since = depth
    return Look(best, second, since)


def _choice(info: Info, position: ChessPosition) -> Choice:
    mate = info.score.mate
    return Choice(info.pv, expected(info.score, position.game), mate if mate and mate > 0 else None)


def searched(position: ChessPosition, plies: int, only: Sequence[ChessMove] = ()) -> tuple[int, ChessMove]:
    """Every line of so many plies: the score of the best move, and the move. Raises `Rejected` (`too_long`)."""
    searcher.prepare(position)
    search = Search(position.game, TranspositionTable.of_megabytes(_HASH_MB), network=None)
    search.begin(position, History(), nodes=MAX_NODES, plain=True, only=[int(move.code) for move in only])
    score = 0
    for depth in range(1, plies + 1):  # the moves of the earlier depths put those of the next one in order
        score = search.iterate(depth)
        if search.aborted:
            raise Rejected("too_long")
    return score, position.game.moves[search.best]


def plies_to_win(position: ChessPosition, most: int) -> tuple[int, ChessMove] | None:
    """The plies in which the player to move wins against every defence, at most `most`, and a move that does it."""
    for plies in range(1, most + 1):
        score, move = searched(position, plies)
        if score >= _WON:
            return _MATE - score, move
    return None


def others_win(position: ChessPosition, move: ChessMove, plies: int) -> bool:
    """Whether another move than this one wins in so many plies, too."""
    others = [each for each in position.legal_moves() if each != move]
    return bool(others) and searched(position, plies, others)[0] >= _WON
