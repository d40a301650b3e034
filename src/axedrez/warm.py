"""Compiling every kernel before anybody waits for it, in stages: those that are needed first come first."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterable, Sequence

import axedrez
from axedrez import kernel_cache
from axedrez.core.contract import Game, past_chance
from axedrez.core.dice import Roll
from axedrez.core.errors import IllegalMove
from axedrez.core.history import History
from axedrez.library import gallery

STAGES = ("chess", "tables", "modified")
"""Classic chess, the tables games, and all other rules of chess: each has kernels of its own."""

_NICENESS = 10


def stage_of(game: Game) -> str:
    """The stage after which nothing needs to be compiled for a game."""
    from axedrez.chess.game import ChessGame

    if not isinstance(game, ChessGame):
        return "tables"
    return "chess" if game.fast else "modified"


def games_of(stage: str) -> list[Game]:
    """Games that between them use all kernels of a stage."""
    if stage == "chess":
        return [axedrez.load("clasico")]
    if stage == "tables":
        return [axedrez.load("backgammon"), axedrez.load("chessgammon")]
    names = ("tradicional", *gallery())
    return [next(game for game in map(axedrez.load, names) if stage_of(game) == stage)]


def warm_rules(games: Iterable[Game]) -> None:
    """Do once what playing a game asks of its rules."""
    for game in games:
        position = past_chance(game.start())
        game.parse(position.text())
        position.steps()
        for move in position.legal_moves()[:1]:
            position.notate(move)
            position.play_unchecked(move).outcome()


def warm_players(games: Iterable[Game]) -> None:
    """Let the computer player think once, as shortly as it can."""
    import axedrez.engine

    for game in games:
        position = past_chance(game.start())
        axedrez.engine.choose(position, History(), level=1, nodes=1)


def _warm_rest(games: Iterable[Game]) -> None:
    """What only commands and refusals need: counting, many positions at once, explanations."""
    from axedrez.chess import perft as chess_counting
    from axedrez.chess.game import ChessGame
    from axedrez.tables import batch
    from axedrez.tables import perft as tables_counting
    from axedrez.tables.game import TablesGame

    for game in games:
        if isinstance(game, ChessGame):
            chess_counting.warm(game)
            with contextlib.suppress(IllegalMove):
                past_chance(game.start()).parse_move("a1a1")
        if isinstance(game, TablesGame):
            tables_counting.warm(game)
            batch.results([game.start()], [Roll(2, 1)])


def run(stage: str) -> None:
    """Use every kernel of a stage once: it is compiled, or read from the cache."""
    games = games_of(stage)
    warm_rules(games)
    warm_players(games)
    _warm_rest(games)


def compile_stage(stage: str) -> None:
    """Have the machine code of a stage on disk. Where another process is compiling it, wait for that one."""
    with kernel_cache.compiling(stage):
        if not kernel_cache.is_complete(stage):
            run(stage)
            kernel_cache.mark_complete(stage)


def _end_with_parent() -> None:
    """End this process when nobody holds the other end of its input any more."""
    sys.stdin.buffer.read()
    os._exit(1)


def main(stages: Sequence[str]) -> None:
    """Compile stages for the process that started this one, which reads the name of each that is done."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    for stage in stages:
        try:
            compile_stage(stage)
        except OSError as fault:
            print(fault, file=sys.stderr, flush=True)  # noqa: T201
            os._exit(1)
        print(stage, flush=True)  # noqa: T201
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
