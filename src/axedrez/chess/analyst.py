"""The analyst of chess: best lines by search, scores as expected results (`axedrez.analysis.analyst.Analyst`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from axedrez.analysis.evaluation import Certainty, Effort, Evaluation, Line
from axedrez.chess.engine.engine import Engine, EngineResult, Info, Limits, Score
from axedrez.chess.engine.weights import piece_values
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core import AxedrezError, History, Side
from axedrez.core.derived import once_a_game
from axedrez.engine.player import Stop

LINES = 2
"""The best move and the next best, which tells whether the best is the only one."""
MAX_LINE_MOVES = 8
"""So many moves of a line are kept: what comes later is seldom right."""
ARMY_SHARE = 0.1
MIN_SCALE, MAX_SCALE = 200.0, 600.0


class Searcher(Protocol):
    """An engine: ours, or an external one (`axedrez.uci.external_engine`)."""

    def think(
        self,
        position: ChessPosition,
        history: History,
        limits: Limits,
        *,
        stop: Stop | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> EngineResult:
        """The best lines of a position; `on_info` is called with those of each iteration."""


def repeatable(position: ChessPosition, history: History) -> tuple[int, ...]:
    """See `Analyst`: positions before the last capture or pawn move cannot recur."""
    plies = position.reversible_plies
    return history.keys[-plies:] if plies else ()


def evaluate(
    position: ChessPosition,
    history: History,
    effort: Effort,
    move: str | None = None,
    stop: Stop | None = None,
    engine: Searcher | None = None,
) -> Evaluation:
    """See `Analyst`. Each call of the built-in engine begins with an empty transposition table."""
    moves = () if move is None else tuple(each for each in position.legal_moves() if each.uci == move)
    lines = 1 if moves or len(position.legal_moves()) == 1 else LINES
    limits = Limits(effort.depth, effort.nodes, effort.time_ms, lines=lines, moves=moves)
    # Scores of different iterations are not comparable: take the lines of the last finished one.
    exact: dict[int, Info] = {}

    def on_info(info: Info) -> None:
        if info.bound == "exact":
            exact[info.multipv] = info

    found = (engine or Engine(position.game)).think(position, history, limits, stop=stop, on_info=on_info)
    best = tuple(_line(exact[number], position.game) for number in sorted(exact))
    # Stopped before the first iteration was done: any legal move, with an even score.
    best = best or (Line((found.best.uci,), 0, None, 0.5),)
    certain = None
    if (known := found.known) is not None and not moves:
        plies = known.plies if known.source == "tables" else known.zeroing
        certain = Certainty(known.source, known.outcome, plies)
    return Evaluation(best, found.depth, found.nodes, certain)


def _line(info: Info, game: ChessGame) -> Line:
    moves = tuple(move.uci for move in info.pv[:MAX_LINE_MOVES])
    return Line(moves, info.score.cp, info.score.mate, expected(info.score, game))


def expected(score: Score, game: ChessGame) -> float:
    """The expected result for the player of a score: 1 for a win, 0 for a loss."""
    if score.mate is not None:
        return 1.0 if score.mate > 0 else 0.0
    return float(1 / (1 + 10 ** (-(score.cp or 0) / scale(game))))


@once_a_game
def scale(game: ChessGame) -> float:
    """The lead in centipawns at which the odds are ten to one: a tenth of the larger army at the start.

    So a pawn weighs more where there are few pieces; `clasico` has 397.
    """
    values = piece_values(game)
    armies = [0, 0]
    for letter in game.start().letters().values():
        if letter.upper() not in game.royals:
            armies[letter.islower()] += values[letter.upper()]
    return min(MAX_SCALE, max(MIN_SCALE, ARMY_SHARE * max(armies)))


def passed(position: ChessPosition) -> ChessPosition | None:
    """See `Analyst`: not in check, at the end of the game, or where turns are not of one move without dice."""
    sheet = position.game.sheet
    if sheet.turn.moves != 1 or sheet.dice.mode != "none" or position.checkers() or position.is_chance():
        return None
    if position.outcome() is not None:
        return None
    board, side, castling, _, *rest = position.text().split(" ")
    turned = " ".join([board, "w" if side == "b" else "b", castling, "-", *rest])
    try:
        found = position.game.parse(turned)
    except AxedrezError:
        return None
    return found if found.outcome() is None and found.legal_moves() else None


def written(position: ChessPosition, moves: Sequence[str], lang: str) -> str:
    """See `Analyst`."""
    words: list[str] = []
    last: tuple[Side, int] | None = None
    for text in moves:
        turn = position.side, position.ply // 2 + 1
        if turn[0] is Side.WHITE and last != turn:
            words.append(f"{turn[1]}.")
        elif last is None:
            words.append(f"{turn[1]}…")
        move = position.parse_move(text)
        words.append(position.notate(move, lang))
        last = turn
        position = position.play_unchecked(move)
    return " ".join(words)
