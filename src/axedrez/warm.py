"""Compiling every kernel ahead of its use, in stages, in the order in which they are needed."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Sequence

from axedrez import kernel_cache
from axedrez.core.contract import Game, after_chance
from axedrez.core.history import History
from axedrez.family import Family
from axedrez.library import FAMILIES, family_of, gallery, load, rulebooks, sheet

_STAGES = {
    stage: family
    for _, stage, family in sorted(
        (number, stage, family) for family in FAMILIES for number, stage in enumerate(FAMILIES[family].warm_stages)
    )
}
STAGES = tuple(_STAGES)
"""Classic chess, the tables games, and all other rules of chess: each has kernels of its own."""

_NICENESS = 10


def family_of_stage(stage: str) -> Family:
    """The family whose kernels a stage compiles."""
    return FAMILIES[_STAGES[stage]]


def stage_of(game: Game) -> str:
    """The stage after which all kernels of a game are compiled."""
    family = family_of(game)
    path = family.kernel_path(game)
    return next(stage for stage, paths in family.warm_stages.items() if path in paths)


def games_of(stage: str) -> list[Game]:
    """Games that together use all kernels of a stage."""
    family = family_of_stage(stage)
    kind = family.sheet_type()
    return [
        next(
            game
            for name in (*rulebooks(), *gallery())  # stop reading sheets when all paths are covered
            if isinstance(sheet(name), kind) and family.kernel_path(game := load(name)) == path
        )
        for path in family.warm_stages[stage]
    ]


def warm_rules(games: Iterable[Game]) -> None:
    """Use once all rule kernels that playing a game needs."""
    for game in games:
        position = after_chance(game.start())
        game.parse(position.text())
        position.steps()
        position.verdict("time", position.turn)
        for move in position.legal_moves()[:1]:
            position.notate(move)
            position.play_unchecked(move).outcome()


def warm_players(games: Iterable[Game]) -> None:
    """Run the computer player once, with the least effort."""
    from axedrez import players

    for game in games:
        players.choose(after_chance(game.start()), History(), level=1, nodes=1)


def run(stage: str) -> None:
    """Use every kernel of a stage once: it is compiled, or read from the cache."""
    games = games_of(stage)
    warm_rules(games)
    warm_players(games)
    for game in games:
        family_of(game).warm_rest(game)


def compile_stage(stage: str) -> None:
    """Compile a stage to disk. If another process is compiling it, wait for that one."""
    with kernel_cache.compiling(stage):
        if not kernel_cache.is_complete(stage):
            run(stage)
            kernel_cache.mark_complete(stage)


def _end_with_parent() -> None:
    """End this process when its standard input is closed, which means that the parent has ended."""
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
