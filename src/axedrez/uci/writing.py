"""The search output of a UCI engine."""

from __future__ import annotations

from axedrez.chess.engine.engine import EngineResult, Info, Score
from axedrez.chess.position.game import ChessPosition

NONE = "(none)"


def score(value: Score) -> str:
    """A score as `cp 31` or `mate -2`."""
    return f"cp {value.cp}" if value.mate is None else f"mate {value.mate}"


def info(found: Info, lines: int) -> str:
    """An `info` line about an iteration, with `multipv` where there are several lines."""
    said = f"info depth {found.depth} seldepth {found.seldepth} multipv {found.multipv} score {score(found.score)}"
    if found.bound != "exact":
        said += f" {found.bound}bound"
    speed = 1000 * found.nodes // max(1, found.time_ms)
    said += f" nodes {found.nodes} nps {speed} hashfull {found.hashfull} time {found.time_ms}"
    return f"{said} pv {' '.join(map(str, found.pv))}" if found.pv else said


def best(outcome: EngineResult) -> str:
    """The `bestmove` line."""
    return f"bestmove {outcome.best}" + (f" ponder {outcome.ponder}" if outcome.ponder is not None else "")


def over(position: ChessPosition) -> str:
    """The `info` line for a position without legal moves."""
    ended = position.outcome()
    if ended is None or ended.winner is None:
        return "info depth 0 score cp 0"
    return f"info depth 0 score mate {int(ended.winner is position.side)}"
